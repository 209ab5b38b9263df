/** Read columns: the fields of all documents of a run one by one, for a method that compares columns. */
import { columnText } from '../../ground/json/column-fields.ts'
import type { RecordColumn } from '../../methods/contract/record-columns.ts'
import { type RecordPlace, readValues } from '../thread/record-reader.ts'
import type { Run } from './run.ts'

/** Documents read between two looks at the clock. */
const restEvery = 64

/**
 * The text fields of the first document as columns; undefined if records have one. REQUIRES: the run is scanned.
 *
 * Documents of the other side of a match have the columns of the same names.
 */
export async function readColumns(run: Run): Promise<readonly RecordColumn[] | undefined> {
  const { documents } = run
  const names = columnNames(run)
  if (names.length < 2) return undefined
  const columns = names.map(name => ({ name, values: [] as string[] }))
  for (let document = 0; document < documents.count; document++) {
    for (const [i, value] of columnValues(run, document, names).entries()) columns[i].values.push(value)
    if (document % restEvery === 0) await run.rest()
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
  const record = readValues(run.thread, place)
  return names.map(name => columnText(record.field(nameIn(run, place, name))))
}

/** What the side of a record calls a column of the first side. */
function nameIn({ settings: { set } }: Run, { source }: RecordPlace, name: string): string {
  return source.isAgainst === true ? (set.against?.map.get(name) ?? name) : name
}
