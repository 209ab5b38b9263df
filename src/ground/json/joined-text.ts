/** Joined text: the text of a record that has it in several fields. */
import { listed } from '../errors/listed-names.ts'
import { NearsameError } from '../errors/nearsame-error.ts'
import { fieldValues, ownValue } from './field.ts'

/**
 * The text fields joined by one line feed; absent fields and nulls are skipped.
 *
 * @param choice `anyScalar`: whether numbers and booleans are texts, too
 * @throws NearsameError TEXT_MISSING if no field has a value, TEXT_NOT_STRING for one that is no text
 */
export function joinedText(
  object: object,
  { text: names, anyScalar = false }: { readonly text: readonly string[]; readonly anyScalar?: boolean },
): string {
  const parts: string[] = []
  for (const name of names) {
    for (const value of fieldValues(object, name)) {
      if (value === undefined || value === null) continue
      if (typeof value === 'string') parts.push(value)
      else if (anyScalar && typeof value !== 'object') parts.push(String(value))
      else throw notString(name, value)
    }
  }
  if (parts.length > 0) return parts.length === 1 ? parts[0] : parts.join('\n')
  const nulls = names.filter(name => fieldValues(object, name).includes(null))
  throw new NearsameError('TEXT_MISSING', {
    expected: `a text field ${names.map(name => `"${name}"`).join(' or ')}`,
    got: nulls.length > 0 ? `null in ${listed(nulls)}` : `fields ${listed(Object.keys(object))}`,
    fix: 'choose the field that holds the text with `text`',
    lacksFields: nulls.length === 0,
  })
}

function notString(name: string, value: unknown): NearsameError {
  const isList = Array.isArray(value)
  const path = JSON.stringify(`${name}.*`)
  return new NearsameError('TEXT_NOT_STRING', {
    expected: `a string in the text field "${name}"`,
    got: typeName(value),
    fix: `choose the field that holds the text with \`text\`${isList ? `, such as ${path} for each item` : ''}`,
  })
}

const typeNames = { string: 'a string', number: 'a number', boolean: 'true or false' }

/** The type of a value in messages: "a number", "null". */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return ownValue(typeNames, typeof value) ?? 'an object'
}
