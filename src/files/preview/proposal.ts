/**
 * Proposal: how the first records of a file would be compared.
 *
 *     a field `text`, or columns of long texts ─▶ minhash of these texts
 *     several columns of short values          ─▶ records, column by column
 *     one column                               ─▶ records if its texts are short, else minhash
 *     no record, or the same value everywhere  ─▶ records of all columns that have values
 *
 * Ours: all of it. The kinds are those of the method records.
 */
import { listed } from '../../ground/errors/listed-names.ts'
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { GivenInputOptions } from '../../ground/options/input-options.ts'
import { comparedColumns, leastColumns } from '../../methods/records/columns/decide-by-columns.ts'
import { type Column, isKey } from '../../methods/records/values/column-values.ts'

export interface Proposal {
  /** Those of a run that differ from its defaults. */
  readonly options: Readonly<Record<string, unknown>>
  readonly sentence: string
  readonly why: string
}

interface Shown {
  /** What the caller, or the file, says. */
  readonly asked: GivenInputOptions
  /** Number of records. */
  readonly records: number
  /** Records that cannot be read: their number, and what is wrong with the first. */
  readonly bad: UnreadableRecords
  /** Whether some columns are in objects. */
  readonly hasPaths: boolean
}

export interface UnreadableRecords {
  readonly count: number
  readonly first?: NearsameError
}

interface Proposed extends Proposal {
  /** The column that names the records. */
  readonly id: string | null
  readonly used: (column: Column) => { readonly isUsed: boolean; readonly why: string }
}

/** Mean number of words up to which a lone text is a record, such as a name. */
const shortText = 8

/** @param columns of the first records */
export function proposalOf(columns: readonly Column[], { asked, records, bad, hasPaths }: Shown): Proposed {
  const id = idOf(columns, asked)
  const { named, isChosen } = namedTexts(columns, asked)
  const filled = named.filter(column => column.name !== id && column.filled > 0)
  const telling = comparedColumns(filled, 0)
  const others = telling.length > 0 ? telling : filled
  const long = isChosen ? [] : others.filter(({ kind }) => kind === 'text')
  const texts = long.length > 0 ? long : others
  const mean = Math.max(0, ...texts.map(meanWords))
  const isByColumns =
    long.length === 0 && texts.length >= leastColumns && texts.every(({ kind }) => kind !== 'text')
  const isRecords = isByColumns || (texts.length <= 1 && mean <= shortText)
  const names = texts.map(({ name }) => name)
  // Without a choice all fields are columns, but what is in them is not.
  const isUsual = isByColumns ? !hasPaths : String(names) === 'text'
  const isTold = names.length > 0 && !isUsual
  const options = {
    ...asked,
    ...(isRecords && { method: 'records' }),
    ...(id !== null && id !== 'id' && { id }),
    ...(isTold && { text: names }),
  }
  const isUsed = ({ name }: Column) => names.includes(name)
  const used = (column: Column) => ({ isUsed: isUsed(column), why: whyOf(column, { id, records, isUsed }) })
  return {
    id,
    used,
    options,
    ...wordsFor({ columns: columns.length, records, bad, names, isByColumns, isRecords, mean }),
  }
}

interface FoundTable {
  readonly columns: number
  readonly records: number
  readonly bad: UnreadableRecords
  readonly names: readonly string[]
  readonly isByColumns: boolean
  readonly isRecords: boolean
  readonly mean: number
}

type Words = Pick<Proposal, 'sentence' | 'why'>

function wordsFor(found: FoundTable): Words {
  const { count, first } = found.bad
  if (first === undefined) return readWords(found)
  const wrong = `expected ${first.expected}, got ${first.got}, at ${first.where}`
  if (found.records === 0)
    return {
      sentence: `None of the ${count === 1 ? 'rows' : `${count} rows`} can be read: ${wrong}.`,
      why: `what to do: ${first.fix}; or the format, the separator or the quote is another one`,
    }
  const { sentence, why } = readWords(found)
  const left = count === 1 ? 'One row cannot be read' : `${count} rows cannot be read`
  return { sentence: `${sentence} ${left}: ${wrong}.`, why }
}

/** Of the records that can be read. */
function readWords({ columns, records, names, isByColumns, isRecords, mean }: FoundTable): Words {
  if (records === 0)
    return { sentence: 'This file has no rows: there is nothing to compare.', why: 'none was found' }
  if (names.length === 0)
    return { sentence: 'No column has texts that could be compared.', why: 'all are empty' }
  if (records === 1)
    return {
      sentence: 'One row was found: there is no other to compare it with.',
      why: 'one was found',
    }
  if (isByColumns)
    return {
      sentence: `These rows have ${columns} columns: they are compared column by column.`,
      why: `${listed(names)} have a few words each, so a copy shows in how each of them differs`,
    }
  const where = String(names) === 'text' ? '' : ` in ${listed(names)}`
  const why = `${mean.toFixed(mean < 10 ? 1 : 0)} words each, on average`
  return isRecords
    ? { sentence: `These are short records${where}: compared by their words and letters.`, why }
    : { sentence: `These are texts${where}: compared by their words.`, why }
}

/** The columns that may hold the text: those asked for, a field `text`, or all. */
function namedTexts(
  columns: readonly Column[],
  { text }: GivenInputOptions,
): { readonly named: readonly Column[]; readonly isChosen: boolean } {
  const wanted = text === undefined ? ['text'] : [text].flat()
  const named = columns.filter(({ name }) => wanted.includes(name))
  return named.length > 0 ? { named, isChosen: text !== undefined } : { named: columns, isChosen: false }
}

/** What ids are called, as a word of the name of a column. */
const idWord = /(?:^|[^a-z])(?:id|nr|no|num|key|number|nummer|isbn|ean|sku|uuid|doi)(?:$|[^a-z])/i

/** The column asked for, the one named `id`, or one of other names in which no two records have the same value. */
function idOf(columns: readonly Column[], { id: asked }: GivenInputOptions): string | null {
  const given = columns.find(({ name }) => name === (asked ?? 'id'))
  if (given !== undefined || asked !== undefined) return given?.name ?? null
  const unique = columns.filter(column => isKey(column) && column.filled === column.value.length)
  const named = unique.find(({ name }) => idWord.test(spaced(name)))
  return (named ?? unique.find(column => column === columns[0]))?.name ?? null
}

/** The words of a name such as customerId, with spaces between them. */
function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2')
}

function meanWords({ raw, count, filled }: Column): number {
  const words = raw.reduce((sum, text, i) => sum + count[i] * text.trim().split(/\s+/).length, 0)
  return filled === 0 ? 0 : words / filled
}

const kindWords: Readonly<Record<Column['kind'], string>> = {
  words: 'a few words each',
  text: 'long texts',
  code: 'marks with digits',
  number: 'numbers',
  date: 'dates',
  phone: 'telephone numbers',
  postcode: 'postal codes',
  email: 'addresses of e-mail',
  category: 'the same few values again and again',
  constant: 'one value only',
}

interface Use {
  readonly id: string | null
  readonly records: number
  readonly isUsed: (column: Column) => boolean
}

function whyOf(column: Column, { id, records, isUsed }: Use): string {
  const { name, kind, filled } = column
  if (name === id) return 'names the records'
  if (filled === 0) return 'empty'
  const values = `${kindWords[kind]}${filled < records ? `, in ${filled} of ${records} rows` : ''}`
  return isUsed(column) || kind === 'constant' ? values : `${values}; the others say more`
}
