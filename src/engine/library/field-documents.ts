/**
 * Field documents: documents whose fields make up the text, read as files of records are.
 *
 *     { id, name: 'Ann Lee', town: 'Ulm' }  ─▶  text "Ann Lee\nUlm", and for the method records two columns
 *
 * The fields are those named, or all with one value but the id; without a choice `text` where a document has one.
 * Those of the first side count; the other side takes them if it has one of them, else its own.
 */
import { isBlankText } from '../../ground/blank-text.ts'
import { listed } from '../../ground/errors/listed-names.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
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
  /** What the other side calls columns of the first, taken without being asked for. */
  readonly taken: ReadonlyMap<string, string>
}

/** @throws NearsameError OPTION_VALUE, TEXT_MISSING, TEXT_NOT_STRING */
export async function readFieldSides(
  given: readonly FieldDocuments[],
  wanted: FieldsWanted,
  rest: () => Promise<void>,
): Promise<FieldSides> {
  const all: Fields[][] = []
  for (const records of given) {
    const objects: Fields[] = []
    await eachGiven(records, (record, place) => {
      objects.push(typeof record === 'string' ? { text: record } : objectAt(record, place))
      return rest()
    })
    all.push(objects)
  }
  const [first, second] = all
  const names = namesIn(first, wanted, [])
  const isMatch = wanted.columns && names.length > 1 && second !== undefined
  const taken = isMatch ? await takenNames([first, second], names, wanted) : new Map<string, string>()
  const others = names.map(name => taken.get(name) ?? name)
  const sides = all.map((objects, side) => {
    const ofSide = side === 0 ? names : taken.size > 0 ? others : namesIn(objects, wanted, names)
    return objects.map((object, at) => readOne(object, at + 1, ofSide, wanted))
  })
  const columns =
    wanted.columns && names.length > 1
      ? names.map((name, at) => ({
          name,
          values: sides.flatMap((documents, side) =>
            documents
              .filter(({ text }) => !isBlankText(text))
              .map(({ document }) => columnText(fieldOf(document, side === 0 ? name : others[at]))),
          ),
        }))
      : undefined
  return { sides, columns, taken }
}

type Fields = Readonly<Record<string, unknown>>

/** Documents of a side that are looked at for other names. */
const mostShown = 2000

/** What the second side calls columns of the first. @throws NearsameError TEXT_FIELD if they share too few */
async function takenNames(
  sides: readonly (readonly Fields[])[],
  names: readonly string[],
  wanted: FieldsWanted,
): Promise<ReadonlyMap<string, string>> {
  const ofB = namesIn(sides[1], { ...wanted, text: undefined }, [])
  const [lacking, others] = [
    names.filter(name => !ofB.includes(name)),
    ofB.filter(name => !names.includes(name)),
  ]
  if (lacking.length === 0 || sides.some(({ length }) => length === 0)) return new Map()
  const [a, b] = [lacking, others].map((chosen, side) =>
    chosen.map(name => ({
      name,
      values: sides[side].slice(0, mostShown).map(object => columnText(fieldOf(object, name))),
    })),
  )
  const { otherHeaders } = await import('../../methods/records/values/other-headers.ts')
  const { sure } = otherHeaders(a, b)
  const isText = ofB.length === 1 && ofB[0] === 'text'
  if (isText || names.length - lacking.length + sure.size >= 2) return sure
  throw new NearsameError('TEXT_FIELD', {
    expected: 'two fields or more that both sides have',
    got: `${listed(ofB)} for ${listed(lacking)}`,
    fix: 'give the fields of both sides the same names, or name one by the option `text`',
  })
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
