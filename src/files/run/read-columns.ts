/** Read columns: the fields of all documents of a run one by one, for a method that compares columns. */
import type { RecordColumn } from '../../methods/contract/method.ts'
import { readValues } from '../thread/record-reader.ts'
import type { Run } from './run.ts'

/** Documents read between two looks at the clock. */
const restEvery = 64

/**
 * The text fields of the first document as columns; undefined if records have one. REQUIRES: the run is scanned.
 *
 * Documents of the other side of a match have the columns of the same names.
 */
export async function readColumns(run: Run): Promise<readonly RecordColumn[] | undefined> {
  const { documents, thread } = run
  if (documents.count === 0) return undefined
  const { format } = documents.placeOf(0).source
  const names = 'choice' in format ? format.choice.text : []
  if (names.length < 2) return undefined
  const columns = names.map(name => ({ name, values: [] as string[] }))
  for (let document = 0; document < documents.count; document++) {
    const record = readValues(thread, documents.placeOf(document))
    for (const { name, values } of columns) values.push(textOf(record.field(name)))
    if (document % restEvery === 0) await run.rest()
  }
  return columns
}

function textOf(value: unknown): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}
