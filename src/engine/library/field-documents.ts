/**
 * Field documents: documents whose fields make up the text, read as files of records are.
 *
 *     { id, name: 'Ann Lee', town: 'Ulm' }  ─▶  text "Ann Lee\nUlm", and for the method records two columns
 *
 * The fields are those named, or all with one value but the id; without a choice `text` where a document has one.
 * Those of the first side count; the other side takes them if it has one of them, else its own.
 */
import { isBlankText } from '../../ground/blank-text.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { inPlace } from '../../ground/errors/place.ts'
import { areColumns, columnFields, columnText } from '../../ground/json/column-fields.ts'
import { fieldOf } from '../../ground/json/field.ts'
import { joinedText } from '../../ground/json/joined-text.ts'
import type { RecordColumn } from '../../methods/contract/record-columns.ts'
import {
  checkDocument,
  documentIdOf,
  eachGiven,
  type FieldDocuments,
  type ReadDocument,
  type TextDocument,
} from './document.ts'

/** What the caller says of the fields. */
interface FieldsWanted {
  /** The text fields; undefined if documents must show them. */
  readonly text: readonly string[] | undefined
  /** Whether the method compares fields one by one. */
  readonly columns: boolean
}

interface FieldSides {
  /** The documents of each side. */
  readonly sides: readonly (readonly ReadDocument[])[]
  /** The columns over all documents whose text is not blank; absent if there is one field. */
  readonly columns: readonly RecordColumn[] | undefined
}

/** @throws NearsameError OPTION_VALUE, TEXT_MISSING, TEXT_NOT_STRING */
export async function readFieldSides(
  given: readonly FieldDocuments[],
  wanted: FieldsWanted,
  rest: () => Promise<void>,
): Promise<FieldSides> {
  let preferred: readonly string[] = []
  const sides: ReadDocument[][] = []
  for (const records of given) {
    const objects: Readonly<Record<string, unknown>>[] = []
    await eachGiven(records, (record, place) => {
      objects.push(typeof record === 'string' ? { text: record } : objectAt(record, place))
      return rest()
    })
    const names = namesIn(objects, wanted, preferred)
    if (sides.length === 0) preferred = names
    sides.push(objects.map((object, at) => readOne(object, at + 1, names, wanted)))
  }
  const all = sides.flat().filter(({ text }) => !isBlankText(text))
  const columns =
    wanted.columns && preferred.length > 1
      ? preferred.map(name => ({
          name,
          values: all.map(({ document }) => columnText(fieldOf(document, name))),
        }))
      : undefined
  return { sides, columns }
}

/** A copy: getters may give another value the next time. */
function objectAt(record: object, place: number): Readonly<Record<string, unknown>> {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return { text: checkDocument(record as never, place).text }
  const object = record as Readonly<Record<string, unknown>>
  const inherited = (['id', 'text'] as const).filter(name => name in object && !Object.hasOwn(object, name))
  return Object.fromEntries([...Object.entries(object), ...inherited.map(name => [name, object[name]])])
}

/** The text fields of a side. @param preferred those of the first side */
function namesIn(
  objects: readonly Readonly<Record<string, unknown>>[],
  { text, columns }: FieldsWanted,
  preferred: readonly string[],
): readonly string[] {
  const first: Record<string, unknown> = Object.create(null)
  for (const object of objects) {
    for (const [name, value] of Object.entries(object))
      if (value !== undefined && value !== null && typeof value !== 'object') first[name] ??= value
  }
  return columnFields({ text, id: 'id', preferred, columns }, first) ?? text ?? ['text']
}

function readOne(
  object: Readonly<Record<string, unknown>>,
  place: number,
  names: readonly string[],
  { text, columns }: FieldsWanted,
): ReadDocument {
  const id = documentIdOf(object, place)
  if (names.length === 1 && names[0] === 'text')
    return { ...checkDocument(object as unknown as TextDocument, place, ''), id }
  const anyScalar = names.length > 1 && areColumns({ text, columns })
  const joined = inPlace(`document ${place}`, () => textIn(object, { text: names, anyScalar }))
  return { document: object as TextDocument, text: joined, id }
}

/** The joined text; blank if the text fields that are there are null. @throws NearsameError as `joinedText` does */
function textIn(object: object, choice: Parameters<typeof joinedText>[1]): string {
  try {
    return joinedText(object, choice)
  } catch (error) {
    if (isNearsameError(error) && error.parts.lacksFields === false) return ''
    throw error
  }
}
