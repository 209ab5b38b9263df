/**
 * Validation of requests: compiles the schemas of the routes; errors read like those of all other options.
 *
 *     unknown name  ─▶ OPTION_UNKNOWN with the nearest one
 *     wrong value   ─▶ OPTION_VALUE with the domain
 *
 * Values in paths and queries are texts; they become numbers and truth values where the schema asks for one.
 */

import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../ground/json/field.ts'
import { Refusal } from '../../ground/options/declare.ts'
import { refusedValue, spoken, unknownName } from '../../ground/options/resolve.ts'

/** The parts of a schema that messages use. */
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
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, SchemaParts>>
  readonly additionalProperties?: unknown
  readonly required?: readonly string[]
}

/** Marks a schema as documentation only: the route checks the value itself, with better messages. */
export const checkedByRoute = { $comment: 'checked by the route' } as const

type Validate = (value: unknown) => { value: unknown } | { error: Error }

/** Keeps the value: the framework validates a missing body as null, which must stay missing. */
const leave = () => true

/**
 * The validator of a part of a route; for an empty or marked schema it accepts everything.
 *
 * @param part `body`, `querystring`, `params` or `headers`
 */
export function routeValidatorOf(schema: TSchema, part: string | undefined): Validate | typeof leave {
  const { $comment, ...parts } = schema as SchemaParts
  const isChecked = Object.keys(parts).length > 0 && $comment !== checkedByRoute.$comment
  return isChecked ? validatorOf(schema, part) : leave
}

/** The validator of a schema, marked or not. */
export function validatorOf(schema: TSchema, part: string | undefined): Validate {
  const parts = schema as SchemaParts
  const validator = Compile(schema)
  const isText = part !== 'body'
  return given => {
    const value = isText ? withValues(given, parts) : given
    return validator.Check(value) ? { value } : { error: errorOf(parts, value) }
  }
}

function withValues(given: unknown, { properties = {} }: SchemaParts): unknown {
  const values = { ...(given as Record<string, unknown>) }
  for (const [name, { type }] of Object.entries(properties)) {
    const value = ownValue(values, name)
    const isNumber = type === 'integer' || type === 'number'
    if (isNumber && typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value))
      values[name] = Number(value)
    if (type === 'boolean' && (value === 'true' || value === 'false')) values[name] = value === 'true'
  }
  return values
}

/** The first error. @param inside the label of an object that is a part */
function errorOf(schema: SchemaParts, value: unknown, inside?: string): NearsameError {
  const whole = inside ?? 'the body'
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refused(whole, schema, value)
  const given = value as Record<string, unknown>
  const properties = schema.properties ?? {}
  const known = Object.keys(properties)
  const unknown = Object.keys(given).find(name => !Object.hasOwn(properties, name))
  if (unknown !== undefined && schema.additionalProperties === false) {
    const what = inside === undefined ? 'the name of an option' : `a field of ${inside}`
    return unknownName(what, unknown, known, name => spoken(name, 'http'))
  }
  for (const [name, property] of Object.entries(properties)) {
    const label = `${inside === undefined ? '' : `${inside}.`}${spoken(name, 'http')}`
    const one = ownValue(given, name)
    if (one !== undefined) {
      if (!isValid(property, one)) return refusedPart(label, property, one)
    } else if (schema.required?.includes(name) === true) return missing(label, property)
  }
  return refused(whole, schema, value)
}

function isValid(schema: SchemaParts, value: unknown): boolean {
  return Compile(schema as TSchema).Check(value)
}

/** For an array its first wrong item, for an object its first wrong field. */
function refusedPart(label: string, schema: SchemaParts, value: unknown): NearsameError {
  const { items, properties } = schema
  if (properties !== undefined) return errorOf(schema, value, label)
  if (items === undefined || !Array.isArray(value)) return refused(label, schema, value)
  const at = value.findIndex(item => !isValid(items, item))
  return at < 0 ? refused(label, schema, value) : refusedPart(`${label}[${at}]`, items, value[at])
}

function missing(label: string, schema: SchemaParts): NearsameError {
  const expected = `${label} to be ${domainOf(schema)}`
  return new NearsameError('OPTION_VALUE', { expected, got: 'nothing', fix: `give ${label}` })
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
  if (type === 'boolean') return 'true or false'
  if (type === 'array') return arrayDomain(schema)
  if (type === 'string') return schema.pattern === undefined ? 'a text' : `a text like ${schema.pattern}`
  return type === 'object' ? 'an object' : (type ?? 'something else')
}

function arrayDomain({ minItems = 0, maxItems }: SchemaParts): string {
  if (maxItems === undefined) return minItems === 0 ? 'an array' : 'an array that is not empty'
  return `an array of ${minItems === maxItems ? minItems : `${minItems} to ${maxItems}`} items`
}
