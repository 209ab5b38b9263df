/**
 * Validation of requests: the schemas of the routes, compiled, and errors in the words of all other options.
 *
 *     unknown name  ─▶ OPTION_UNKNOWN with the nearest one
 *     wrong value   ─▶ OPTION_VALUE with the domain
 *
 * In paths and queries everything is text; a number is read where the schema wants one.
 */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { NearsameError } from '../errors/nearsame-error.ts'
import { Refusal } from '../options/declare.ts'
import { refusedValue, spoken, unknownName } from '../options/resolve.ts'

/** The parts of a schema that a message is made of. */
interface SchemaParts {
  readonly $comment?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly SchemaParts[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly description?: string
  readonly items?: SchemaParts
  readonly properties?: Readonly<Record<string, SchemaParts>>
  readonly additionalProperties?: unknown
  readonly required?: readonly string[]
}

/** Marks a schema that only describes: what it describes has a check of its own, with better words. */
export const checkedByRoute = { $comment: 'checked by the route' } as const

type Validate = (value: unknown) => { value: unknown } | { error: Error }

/** @param part `body`, `querystring`, `params` or `headers` */
export function validatorOf(schema: TSchema, part: string | undefined): Validate {
  const parts = schema as SchemaParts
  if (Object.keys(parts).length === 0 || parts.$comment === checkedByRoute.$comment)
    return value => ({ value })
  const validator = Compile(schema)
  const isText = part !== 'body'
  return given => {
    const value = isText ? withNumbers(given, parts) : given
    return validator.Check(value) ? { value } : { error: errorOf(parts, value) }
  }
}

function withNumbers(given: unknown, { properties = {} }: SchemaParts): unknown {
  const values = { ...(given as Record<string, unknown>) }
  for (const [name, { type }] of Object.entries(properties)) {
    const value = values[name]
    const isNumber = type === 'integer' || type === 'number'
    if (isNumber && typeof value === 'string' && /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(value))
      values[name] = Number(value)
  }
  return values
}

/** The first thing that is wrong. */
function errorOf(schema: SchemaParts, value: unknown): NearsameError {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refused('the body', schema, value)
  const given = value as Record<string, unknown>
  const properties = schema.properties ?? {}
  const known = Object.keys(properties)
  const unknown = Object.keys(given).find(name => !Object.hasOwn(properties, name))
  if (unknown !== undefined && schema.additionalProperties === false) {
    return unknownName('the name of an option', unknown, known, name => spoken(name, 'http'))
  }
  for (const [name, property] of Object.entries(properties)) {
    const isThere = given[name] !== undefined
    if (!isThere && schema.required?.includes(name) !== true) continue
    if (isThere && Compile(property as TSchema).Check(given[name])) continue
    return refused(spoken(name, 'http'), property, given[name])
  }
  return refused('the body', schema, value)
}

function refused(label: string, schema: SchemaParts, value: unknown): NearsameError {
  return refusedValue(label, value, new Refusal(domainOf(schema), `change ${label}`))
}

/** @example domainOf({ type: 'integer', minimum: 1, maximum: 9 }) // => 'a whole number in [1, 9]' */
export function domainOf(schema: SchemaParts): string {
  const { type, minimum, maximum } = schema
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
  if (schema.anyOf !== undefined) return schema.anyOf.map(domainOf).join(' or ')
  if (type === 'integer' || type === 'number') {
    const word = type === 'integer' ? 'a whole number' : 'a number'
    if (minimum === undefined) return word
    return maximum === undefined ? `${word} from ${minimum}` : `${word} in [${minimum}, ${maximum}]`
  }
  if (type === 'array') return 'an array'
  if (type === 'string') return schema.pattern === undefined ? 'a text' : `a text like ${schema.pattern}`
  return type === 'object' ? 'an object' : (type ?? 'something else')
}
