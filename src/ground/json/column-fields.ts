/**
 * Column fields: which fields of a record are its columns, if the method reads columns or `text` is `*`.
 *
 * With `*` all fields but the id; without a choice those of the other side, the field `text`, or all but the id.
 */
import { hasText } from './field.ts'

/** What the caller says of the fields. */
interface FieldOptions {
  readonly text: readonly string[] | undefined
  readonly id: string
  readonly preferred: readonly string[]
  readonly columns: boolean
}

/** Whether fields are columns, so that numbers count as texts. */
export function areColumns({ text, columns }: Pick<FieldOptions, 'text' | 'columns'>): boolean {
  return columns || isAll(text)
}

/** @returns undefined if `text` names the fields, or the method reads one text */
export function columnFields(
  options: FieldOptions,
  fields: Readonly<Record<string, unknown>>,
): readonly string[] | undefined {
  const { text, id, preferred, columns } = options
  const all = Object.keys(fields).filter(name => name !== id)
  if (isAll(text)) return all
  if (text !== undefined || !columns) return undefined
  if (hasText(fields, preferred)) return preferred
  return typeof fields.text === 'string' ? ['text'] : all
}

function isAll(text: readonly string[] | undefined): boolean {
  return text?.length === 1 && text[0] === '*'
}

/** The value of a column as a text; empty for a list, an object, and no value. */
export function columnText(value: unknown): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}
