/**
 * SQLite index: finds the documents of a collection by postings and names, in memory.
 *
 * It opens from snapshot files; missing or damaged ones are rebuilt from the database. An index of names in the
 * database would write a page for each document with a random name: 28,000 documents a second instead of 80,000.
 */
import { setImmediate as breath, setTimeout as pause } from 'node:timers/promises'
import { segmentNumbers } from '../../postings/segment-numbers.ts'
import { DocumentIndex, nameKey, type SegmentPair } from '../../store/document-index.ts'
import type { StoreProblem } from '../../store/store.ts'
import { indexedKeys } from '../file/segments.ts'
import { readSnapshot, type SnapshotRow } from '../file/snapshots.ts'
import type { SqliteReader } from './reader.ts'

/** What an index opens from. */
interface IndexSource {
  readonly folder: string
  readonly reader: SqliteReader
  /** [16], of the collection. */
  readonly id: Uint8Array
  readonly agree: number
  /** Rebuilds the segments from a number on. */
  rebuilt(start: number): Promise<SegmentPair>
  /** Called for a snapshot file that differs from its listing. */
  report(problem: StoreProblem): void
}

/** Documents indexed before yielding to the event loop. */
const documentsAtOnce = 2048
/** Postings joined at once after opening, a few milliseconds of work, and the pause that leaves as much to others. */
const postingsAtOnce = 2 ** 16
const pauseMs = 5

export class SqliteIndex extends DocumentIndex {
  static async open(source: IndexSource): Promise<SqliteIndex> {
    const { reader, agree } = source
    const index = new SqliteIndex(agree, number => reader.name(number))
    const rows = reader.database.prepare('SELECT * FROM snapshots ORDER BY start').all()
    const snapshots = new Map((rows as unknown as SnapshotRow[]).map(row => [row.start, row]))
    const next = reader.counters.document
    for (let start = 0; start < next; start += segmentNumbers) {
      const first = reader.list(start - 1, 1)[0]
      if (first === undefined) break
      start = first - (first % segmentNumbers)
      if (start + segmentNumbers <= next)
        index.attach(await openSegments(source, start, snapshots.get(start)))
      else await index.#addTail(reader, start)
    }
    for (const { number } of reader.database.prepare('SELECT number FROM gone').all()) {
      index.postings.unload(Number(number))
      index.names.unload(Number(number))
    }
    return index
  }

  /** Joins the segments that were opened, which makes lookups faster, while `isOpen` says so. */
  async settle(isOpen: () => boolean): Promise<void> {
    while (isOpen() && (this.postings.settle(postingsAtOnce) || this.names.settle(postingsAtOnce)))
      await pause(pauseMs, undefined, { ref: false })
  }

  async #addTail({ database }: SqliteReader, start: number): Promise<void> {
    let count = 0
    let last = start - 1
    for (const { number, name, postings } of indexedKeys(database, start)) {
      // Rows of a damaged page may be out of order, which a check reports.
      if (number <= last || number >= start + segmentNumbers) continue
      last = number
      this.postings.load(number, postings)
      this.names.load(number, Uint32Array.of(nameKey(name)))
      if (++count % documentsAtOnce === 0) await breath()
    }
  }
}

async function openSegments(
  { folder, id, rebuilt, report }: IndexSource,
  start: number,
  row: SnapshotRow | undefined,
): Promise<SegmentPair> {
  // A program that ended between sealing and saving leaves none: no problem to report.
  if (row === undefined) return rebuilt(start)
  const segments = await readSnapshot(folder, row, id)
  if (typeof segments !== 'string') return segments
  report({ where: row.file, problem: segments })
  return rebuilt(start)
}
