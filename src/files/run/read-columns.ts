/**
 * Read columns: the fields of all documents of a run one by one, for a method that compares columns; and which columns
 * of A the records of B have.
 */
import { listed } from '../../ground/errors/listed-names.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { columnText } from '../../ground/json/column-fields.ts'
import type { RecordColumn } from '../../methods/contract/record-columns.ts'
import type { ParsedRecord } from '../formats/record-format.ts'
import {
  type Places,
  placeIn,
  type RecordPlace,
  readRecordFields,
  readValues,
} from '../work/thread/record-reader.ts'
import { placesOf } from './documents/document-places.ts'
import type { Run } from './run.ts'

/** Documents read between two looks at the clock. */
const restEvery = 64

/** The places of all documents, a few at a time. */
export async function* allPlaces(run: Run): AsyncGenerator<Places> {
  const { documents } = run
  for (let from = 0; from < documents.count; from += restEvery) {
    await run.rest()
    const some = Math.min(restEvery, documents.count - from)
    yield placesOf(
      documents,
      Int32Array.from({ length: some }, (_, i) => from + i),
    )
  }
}

/**
 * The text fields of the first document as columns; undefined if records have one. REQUIRES: the run is scanned.
 *
 * Documents of the other side of a match have the columns of the same names.
 */
export async function readColumns(run: Run): Promise<readonly RecordColumn[] | undefined> {
  const names = columnNames(run)
  if (names.length < 2) return undefined
  const columns = names.map(name => ({ name, values: [] as string[] }))
  for await (const places of allPlaces(run)) {
    let next = 0
    for (const record of readRecordFields(run.thread, places)) {
      const values = valuesOf(run, record, placeIn(places, next++), names)
      for (const [i, value] of values.entries()) columns[i].values.push(value)
    }
  }
  return columns
}

/** The text fields of the first document. REQUIRES: the run is scanned. */
export function columnNames({ documents }: Run): readonly string[] {
  if (documents.count === 0) return []
  const { format } = documents.placeOf(0).source
  return 'choice' in format ? format.choice.text : []
}

/** The values of a document in columns; empty where it has none. */
export function columnValues(run: Run, document: number, names: readonly string[]): string[] {
  const place = run.documents.placeOf(document)
  return valuesOf(run, readValues(run.thread, place), place, names)
}

function valuesOf(
  run: Run,
  record: Pick<ParsedRecord, 'field'>,
  place: RecordPlace,
  names: readonly string[],
): string[] {
  return names.map(name => columnText(record.field(nameIn(run, place, name))))
}

/** What the side of a record calls a column of the first side. */
function nameIn({ settings: { set } }: Run, { source }: RecordPlace, name: string): string {
  return source.isAgainst === true ? (set.against?.map.get(name) ?? name) : name
}

/** What B calls columns of A, by the names there. */
export interface OtherNames {
  /** Taken without being asked for. */
  readonly taken: ReadonlyMap<string, string>
  readonly proposed: ReadonlyMap<string, string>
}

/** Documents of B that are searched for a column. */
const searched = 100
/** Columns that two lists share at least. */
const leastShared = 2

/**
 * Hints of the columns that B lacks, or has under another name. REQUIRES: the run is scanned.
 *
 * @param split the first document of B
 * @param isText whether the caller names the text of B, so that texts may be compared as a whole
 * @throws NearsameError TEXT_FIELD if both have fewer than two columns
 */
export function columnHints(
  run: Run,
  split: number,
  { taken, proposed }: OtherNames,
  isText: boolean,
): string[] {
  const names = columnNames(run)
  const { count } = run.documents
  if (!run.decision.readsColumns || split === count || names.length < leastShared) return []
  const absent = absentColumns(run, names, split)
  if (names.length - absent.length < leastShared && !isText && hasFields(run, split))
    throw noSharedColumns(run, split, absent, proposed)
  const hints: string[] = []
  if (taken.size > 0)
    hints.push(`columns of the other side are taken for ${pairsOf(taken)}: say otherwise by \`map\``)
  if (absent.length > 0)
    hints.push(
      `the other side has no ${listed(absent)}: say by \`map\` what it calls them, as in ${example(proposed)}`,
    )
  return hints
}

/** The columns that the first documents of B lack, or all of them if that leaves too few. */
function absentColumns(run: Run, names: readonly string[], split: number): readonly string[] {
  const filled = new Set<string>()
  for (let document = split; document < run.documents.count; document++) {
    if (document >= split + searched && filled.size >= leastShared) break
    for (const [i, value] of columnValues(run, document, names).entries())
      if (value !== '') filled.add(names[i])
  }
  return names.filter(name => !filled.has(name))
}

/** Whether records have fields other than a text. */
function hasFields({ documents }: Run, document: number): boolean {
  const { format } = documents.placeOf(document).source
  return 'choice' in format && String(format.choice.text) !== 'text'
}

function noSharedColumns(
  run: Run,
  split: number,
  absent: readonly string[],
  proposed: ReadonlyMap<string, string>,
): NearsameError {
  const { path, format } = run.documents.placeOf(split).source
  const fields = 'choice' in format ? format.choice.text : []
  return new NearsameError('TEXT_FIELD', {
    expected: 'two columns or more that both sides have',
    got: `${listed(fields)} for ${listed(absent)}`,
    where: path,
    fix:
      `say by \`map\` which columns of the other side these are, as in ${example(proposed)}; ` +
      'or name one text of each side by `text` and `againstText`',
  })
}

function pairsOf(names: ReadonlyMap<string, string>): string {
  return [...names].map(([ofA, ofB]) => `${ofB}=${ofA}`).join(', ')
}

function example(proposed: ReadonlyMap<string, string>): string {
  return proposed.size > 0 ? pairsOf(proposed) : 'b_name=name'
}
