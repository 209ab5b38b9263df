/** Given documents: turns each record of the inputs into a document for an index, with its id and fields. */
import type { DocumentId } from '../../engine/library/document.ts'
import { loadHtmlToText } from '../../files/formats/html.ts'
import { textFieldsOf } from '../../files/inputs/decide-fields.ts'
import type { InputSet } from '../../files/inputs/resolve/input.ts'
import { ShownFields } from '../../files/inputs/shown-fields.ts'
import { enoughBytes } from '../../files/inputs/start-lines.ts'
import type { ReadRecord } from '../../files/jobs/read-fields.ts'
import { nullText } from '../../ground/blank-text.ts'
import { isNearsameError, type NearsameError } from '../../ground/errors/nearsame-error.ts'
import { atPlace } from '../../ground/errors/place.ts'
import { fieldPlaces, ownValue } from '../../ground/json/field.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import { givenText, type TextFields } from '../../online/index/documents/given-document.ts'
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

/**
 * The fields that hold the text, and all records: the starts of all files show them; a stream, which can be read only
 * once, shows them by its first records.
 *
 * @throws NearsameError TEXT_FIELD; those of reading
 */
export async function withTextFields(
  records: AsyncGenerator<ReadRecord>,
  set: InputSet,
  options: InputOptions,
): Promise<{ text: readonly string[]; records: AsyncGenerator<ReadRecord> }> {
  const { text, id } = options
  if (text !== undefined) return { text, records }
  if (!set.inputs.some(({ isStream }) => isStream))
    return { text: await textFieldsOf(set, options), records }
  const shown = new ShownFields({ text, id, preferred: [], columns: false })
  const looked: ReadRecord[] = []
  for (let bytes = 0; bytes < enoughBytes && !shown.isEnough; ) {
    const { done, value } = await records.next()
    if (done) break
    looked.push(value)
    bytes += value.length
    shown.addRecord(value.fields ?? (value.text === undefined ? {} : { text: value.text }))
  }
  return { text: shown.textFields(true), records: joined(looked, records) }
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
  { html, nullText: nullTexts }: Pick<InputOptions, 'html' | 'nullText'>,
): AsyncGenerator<GivenRecord> {
  const toText = html ? await loadHtmlToText() : undefined
  for await (const record of records) yield givenDocument(record, fields, { toText, nullTexts })
}

/** What the options say of texts. */
interface TextRules {
  readonly toText: ToText | undefined
  readonly nullTexts: readonly string[]
}

/** Checks for missing texts and wrong types here, so that errors have a place. */
function givenDocument(
  { at, length, error, ...values }: ReadRecord,
  textFields: TextFields,
  { toText, nullTexts }: TextRules,
): GivenRecord {
  if (error !== undefined) return { at, length, error }
  const record = { at, length, ...(values.id !== undefined && { id: values.id }) }
  const { text } = textFields
  const fields = values.fields ?? { [text[0]]: values.text }
  try {
    if (toText !== undefined) for (const field of text) replaceText(fields, field, toText)
    const document = { ...fields, id: values.id ?? at }
    if (nullTexts.includes(givenText(document, textFields).text)) throw nullText()
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
