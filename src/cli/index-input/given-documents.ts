/** Given documents: turns each record of the inputs into a document for an index, with its id and fields. */
import type { DocumentId } from '../../engine/library/document.ts'
import { chooseTextField, noTextField } from '../../files/formats/formats.ts'
import { loadHtmlToText } from '../../files/formats/html.ts'
import type { ReadRecord } from '../../files/jobs/read-fields.ts'
import { isNearsameError, type NearsameError } from '../../ground/errors/nearsame-error.ts'
import { atPlace } from '../../ground/errors/place.ts'
import { fieldPlaces, ownValue } from '../../ground/json/field.ts'
import { type TextFields, textOf } from '../../online/index/documents/given-document.ts'
import type { GivenIndexDocument } from '../../online/index/documents/index-types.ts'

/** A record as a document, or its error. */
export interface GivenRecord {
  readonly at: string
  readonly length: number
  /** Id of the record; a document without one is named by its place. */
  readonly id?: DocumentId
  readonly document?: GivenIndexDocument & { readonly id: DocumentId }
  readonly error?: NearsameError
}

/** Maximum number of records read to find the field that holds the text. */
const mostLookedAt = 1000

/**
 * The field that holds the text, from the first record that shows it, and all records, including those read for it.
 *
 * @param asked fields named by the caller
 * @throws NearsameError TEXT_FIELD; those of reading
 */
export async function withTextFields(
  records: AsyncGenerator<ReadRecord>,
  asked: readonly string[] | undefined,
  idField: string,
): Promise<{ text: readonly string[]; records: AsyncGenerator<ReadRecord> }> {
  const looked: ReadRecord[] = []
  let text = asked
  let undecided: readonly string[] | undefined
  while (text === undefined && looked.length < mostLookedAt) {
    const { done, value } = await records.next()
    if (done) break
    looked.push(value)
    const { fields } = value
    if (value.text !== undefined || (fields !== undefined && Object.hasOwn(fields, 'text'))) text = ['text']
    else if (fields !== undefined && hasText(fields, idField)) text = [chooseTextField(fields, idField)]
    else if (fields !== undefined) undecided ??= Object.keys(fields)
  }
  if (text === undefined && undecided !== undefined) throw noTextField(undecided)
  return { text: text ?? ['text'], records: joined(looked, records) }
}

function hasText(fields: Record<string, unknown>, idField: string): boolean {
  return Object.entries(fields).some(([name, value]) => name !== idField && typeof value === 'string')
}

async function* joined(
  first: readonly ReadRecord[],
  rest: AsyncGenerator<ReadRecord>,
): AsyncGenerator<ReadRecord> {
  try {
    yield* first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

type ToText = (html: string) => string

/** Every record as a document. */
export async function* givenDocuments(
  records: AsyncIterable<ReadRecord>,
  fields: TextFields,
  isHtml: boolean,
): AsyncGenerator<GivenRecord> {
  const toText = isHtml ? await loadHtmlToText() : undefined
  for await (const record of records) yield givenDocument(record, fields, toText)
}

/** Checks for missing texts and wrong types here, so that errors have a place. */
function givenDocument(
  { at, length, error, ...values }: ReadRecord,
  { text, hasColumns }: TextFields,
  toText: ToText | undefined,
): GivenRecord {
  if (error !== undefined) return { at, length, error }
  const record = { at, length, ...(values.id !== undefined && { id: values.id }) }
  const fields = values.fields ?? { [text[0]]: values.text }
  try {
    if (toText !== undefined) for (const field of text) replaceText(fields, field, toText)
    const document = { ...fields, id: values.id ?? at }
    textOf(document, text, hasColumns)
    return { ...record, document }
  } catch (fault) {
    if (!isNearsameError(fault)) throw fault
    return { ...record, error: atPlace(fault, at) }
  }
}

function replaceText(fields: Record<string, unknown>, field: string, toText: ToText): void {
  for (const { holder, key } of fieldPlaces(fields, field)) {
    const html = ownValue(holder, key)
    if (typeof html === 'string') holder[key] = toText(html)
  }
}
