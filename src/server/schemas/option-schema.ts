/**
 * Schemas of declared options, and of the parameters of each method.
 *
 *     whole({ from: 1, to: 64 })  ─▶  { type: 'integer', minimum: 1, maximum: 64 }
 */
import type { Declarations, NumberBounds, Option } from '../../ground/options/declare.ts'
import { methodNamed, methodNames } from '../../methods/methods.ts'

/** One UTF-16 unit. */
const characterPattern = '^[\\u0000-\\ud7ff\\ue000-\\uffff]$'

type JsonSchema = Readonly<Record<string, unknown>>

export function schemaOfOption(option: Option<unknown>): JsonSchema {
  const { doc, values, numbers, pattern, placeholder, fallback } = option
  const rest = { description: doc, default: fallback() }
  if (numbers !== undefined) {
    const schema = schemaOfNumbers(numbers)
    // A word such as `auto` beside the numbers.
    const isWord = typeof rest.default === 'string'
    return isWord ? { oneOf: [{ const: rest.default }, schema], ...rest } : { ...schema, ...rest }
  }
  if (typeof rest.default === 'boolean') return { type: 'boolean', ...rest }
  if (pattern !== undefined) return { type: 'string', pattern, ...rest }
  if (placeholder === 'character') return { type: 'string', pattern: characterPattern, ...rest }
  return values === undefined
    ? { type: ['string', 'number', 'boolean'], ...rest }
    : { enum: values, ...rest }
}

function schemaOfNumbers({ isWhole, from, to, above, below }: NumberBounds): JsonSchema {
  const bounds = { minimum: from, maximum: to, exclusiveMinimum: above, exclusiveMaximum: below }
  const given = Object.entries(bounds).filter(([, bound]) => bound !== undefined)
  return { type: isWhole ? 'integer' : 'number', ...Object.fromEntries(given) }
}

/** One schema for each method, of which exactly one accepts the options: the parameters are those of the method. */
export function paramsByMethod(defaultMethod: string): readonly JsonSchema[] {
  return methodNames.map(name => {
    const declared = Object.entries(methodNamed(name).params as Declarations)
    const properties = Object.fromEntries(
      declared.map(([param, option]) => [param, schemaOfOption(option as Option<unknown>)]),
    )
    return {
      ...(name !== defaultMethod && { required: ['method'] }),
      properties: { method: { const: name }, params: { properties, additionalProperties: false } },
    }
  })
}
