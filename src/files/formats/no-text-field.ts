/** Errors about the fields that hold the text. */
import { listed } from '../../ground/errors/listed-names.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/**
 * The error for records with these fields, none of which is clearly the text.
 *
 * @param offersRecords whether the caller could compare them field by field
 */
export function noTextField(fields: readonly string[], offersRecords = false): NearsameError {
  const name = `name the field that holds the text with \`text\`${example(['text'], fields)}`
  return new NearsameError('TEXT_FIELD', {
    expected: 'a field "text", or one string field besides the id',
    got: `fields ${listed(fields)}`,
    fix: offersRecords ? `compare all fields with \`method records\`, or ${name}` : name,
  })
}

/** The error for columns that lack every text field. */
export function noTextColumn(
  text: readonly string[],
  columns: readonly string[],
  where?: string,
): NearsameError {
  return new NearsameError('TEXT_FIELD', {
    expected: `a column ${text.map(name => JSON.stringify(name)).join(' or ')}`,
    got: `columns ${listed(columns)}`,
    ...(where !== undefined && { where }),
    fix: `name the column that holds the text with \`text\`${example(text, columns)}`,
  })
}

/** A field that differs from one that is wanted only in case. */
function example(wanted: readonly string[], fields: readonly string[]): string {
  const found = fields.find(field => wanted.some(name => name.toLowerCase() === field.toLowerCase()))
  return found === undefined ? '' : `, such as ${JSON.stringify(found)}`
}
