/** Arbitrary values of a schema of `/openapi.json`, for its keywords only; a keyword it does not know fails. */
import assert from 'node:assert/strict'
import fc from 'fast-check'

export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly oneOf?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
}

export type Components = Readonly<Record<string, JsonSchema>>

const known = new Set([
  ...['type', 'properties', 'required', 'items', 'oneOf', 'anyOf', 'enum', 'const', 'additionalProperties'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'pattern', 'minItems'],
  ...['maxItems', 'description', 'default', 'title', 'format', '$ref', 'x-params'],
])

const word = fc.string({ minLength: 1, maxLength: 8 })

export function valuesOf(schema: JsonSchema, components: Components): fc.Arbitrary<unknown> {
  const { $ref, oneOf, anyOf, 'x-params': params, ...own } = schema as JsonSchema & Params
  for (const keyword of Object.keys(schema)) assert(known.has(keyword), `the keyword ${keyword}`)
  if ($ref !== undefined) return valuesOf(components[$ref.split('/').at(-1) as string], components)
  const ways = oneOf ?? anyOf ?? (params && waysOf(params))
  if (ways !== undefined) {
    return fc.oneof(...ways.map(way => valuesOf(merged(apart(own, way, ways), way), components)))
  }
  if ('const' in own) return fc.constant(own.const)
  if (Array.isArray(own.enum)) return fc.constantFrom(...own.enum)
  const types = own.type === undefined ? ['object'] : [own.type].flat()
  return fc.oneof(...types.map(type => ofType(type as string, own, components)))
}

interface Params {
  readonly 'x-params'?: Readonly<Record<string, JsonSchema>>
}

/** Options of a method with parameters of its own. */
function waysOf(params: Readonly<Record<string, JsonSchema>>): readonly JsonSchema[] {
  return Object.entries(params).map(([method, own]) => ({
    required: ['method'],
    properties: { method: { const: method }, params: own },
  }))
}

/** Without the properties that only other ways require: a value with them would go two ways. */
function apart(own: JsonSchema, way: JsonSchema, ways: readonly JsonSchema[]): JsonSchema {
  const others = ways.flatMap(({ required = [] }) => required).filter(name => !way.required?.includes(name))
  const left = Object.entries(own.properties ?? {}).filter(([name]) => !others.includes(name))
  return own.properties === undefined ? own : { ...own, properties: Object.fromEntries(left) }
}

/** Both schemas; a property of both has the keywords of both. */
function merged(own: JsonSchema, way: JsonSchema): JsonSchema {
  if (way.$ref !== undefined) return way
  const properties = { ...own.properties }
  for (const [name, schema] of Object.entries(way.properties ?? {}))
    properties[name] = merged(properties[name] ?? {}, schema)
  return {
    ...own,
    ...way,
    ...(Object.keys(properties).length > 0 && { properties }),
    required: [...(own.required ?? []), ...(way.required ?? [])],
  }
}

function ofType(type: string, schema: JsonSchema, components: Components): fc.Arbitrary<unknown> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<
    string,
    number | undefined
  >
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer')
    return fc.integer({
      min: minimum ?? -(2 ** 31),
      max: Math.min(maximum ?? 2 ** 31, Number.MAX_SAFE_INTEGER),
    })
  if (type === 'number') {
    const min = exclusiveMinimum ?? minimum ?? -Number.MAX_VALUE
    const max = exclusiveMaximum ?? maximum ?? Number.MAX_VALUE
    return fc.double({
      ...{ min, max, noNaN: true },
      minExcluded: exclusiveMinimum !== undefined,
      maxExcluded: exclusiveMaximum !== undefined,
    })
  }
  if (type === 'string') {
    const { pattern, minLength = 0 } = schema as { pattern?: string; minLength?: number }
    return pattern === undefined
      ? fc.string({ minLength, maxLength: 20 })
      : fc.stringMatching(new RegExp(pattern))
  }
  if (type === 'array') {
    const {
      items = {},
      minItems: minLength = 0,
      maxItems,
    } = schema as {
      readonly items?: JsonSchema
      readonly minItems?: number
      readonly maxItems?: number
    }
    const values = Object.keys(items).length === 0 ? fc.jsonValue() : valuesOf(items, components)
    return fc.array(values, { minLength, maxLength: Math.min(maxItems ?? minLength + 3, minLength + 3) })
  }
  assert.equal(type, 'object')
  return objectsOf(schema, components)
}

function objectsOf(
  { properties = {}, required = [], additionalProperties = true }: JsonSchema,
  components: Components,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, components)]),
  )
  const named = fc.record(fields, { requiredKeys: [...required] })
  if (additionalProperties === false || Object.keys(properties).length === 0) return named
  const others = fc.dictionary(word, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
  return fc.tuple(others, named).map(([more, given]) => ({ ...more, ...given }))
}
