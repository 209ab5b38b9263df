/**
 * Schemas of declared options, and of the parameters of each method.
 *
 *     whole({ from: 1, to: 64 })  ─▶  { type: 'integer', minimum: 1, maximum: 64 }
 */
import Type from 'typebox'
import { ownValue } from '../../ground/json/field.ts'
import type { Declarations, Given, NumberBounds, Option } from '../../ground/options/declare.ts'
import { methodNamed, methodNames } from '../../methods/methods.ts'
import { Id, timeTypes } from './value-schemas.ts'

type JsonSchema = object

const typesByPlaceholder: Readonly<Record<string, JsonSchema>> = {
  // One UTF-16 unit.
  character: { type: 'string', pattern: '^[\\u0000-\\ud7ff\\ue000-\\uffff]$' },
  time: Type.Union(timeTypes),
}
const anyScalar = { type: ['string', 'number', 'boolean'] }

export function schemaOfOption(option: Option<unknown, unknown>): JsonSchema {
  const { doc, values, numbers, pattern, minLength, placeholder, fallback, isRequired, defaultText } =
    option
  // A component of its own.
  if (placeholder === 'id') return Id
  const value = isRequired ? undefined : fallback()
  const isSaid = value !== undefined || defaultText === '' || isRequired
  const rest = {
    description: `${doc[0].toUpperCase()}${doc.slice(1)}${isSaid ? '' : `. Default: ${defaultText}`}`,
    ...(value !== undefined && { default: value }),
  }
  if (numbers !== undefined) {
    const schema = schemaOfNumbers(numbers)
    // A word such as `auto` beside the numbers.
    const isWord = typeof rest.default === 'string'
    return isWord ? { oneOf: [{ const: rest.default }, schema], ...rest } : { ...schema, ...rest }
  }
  if (typeof rest.default === 'boolean') return { type: 'boolean', ...rest }
  if (pattern !== undefined) return { type: 'string', pattern, ...rest }
  if (values !== undefined) return { enum: values, ...rest }
  if (minLength !== undefined) return { type: 'string', ...(minLength > 0 && { minLength }), ...rest }
  return { ...(ownValue(typesByPlaceholder, placeholder) ?? anyScalar), ...rest }
}

function schemaOfNumbers({ isWhole, from, to, above, below }: NumberBounds): JsonSchema {
  const bounds = { minimum: from, maximum: to, exclusiveMinimum: above, exclusiveMaximum: below }
  const given = Object.entries(bounds).filter(([, bound]) => bound !== undefined)
  return { type: isWhole ? 'integer' : 'number', ...Object.fromEntries(given) }
}

/** The properties of a request, from the options of its call. */
export function propertiesOf(declared: Declarations): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(declared)
  return Object.fromEntries(entries.map(([name, option]) => [name, schemaOfOption(option)]))
}

/** A query or a body, from the options of its call; unknown ones are refused. */
export function schemaOfOptions<D extends Declarations>(declared: D, title?: string) {
  const required = Object.entries(declared).flatMap(([name, { isRequired }]) => (isRequired ? name : []))
  return Type.Unsafe<Given<D>>({
    ...(title !== undefined && { title }),
    type: 'object',
    properties: propertiesOf(declared),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  })
}

/** The schema of the parameters of each method, by its name. */
export function paramsByMethod(): Readonly<Record<string, JsonSchema>> {
  const schemas = methodNames.map(name => {
    const declared = Object.entries(methodNamed(name).params as Declarations)
    const properties = Object.fromEntries(
      declared.map(([param, option]) => [param, schemaOfOption(option)]),
    )
    return [name, { type: 'object', properties, additionalProperties: false }] as const
  })
  return Object.fromEntries(schemas)
}
