/**
 * Segments from the database: rebuilds the contents of a snapshot file from the documents.
 *
 * The index finds a damaged document by what its row says now, and reading it fails. So it harms no other, and can be
 * removed by its name.
 */
import type { DatabaseSync } from 'node:sqlite'
import { withRoom } from '../../../ground/lists/growing-lists.ts'
import { distinctAscending } from '../../postings/posting-index.ts'
import { type PostingRows, PostingSegment } from '../../postings/posting-segment.ts'
import { segmentNumbers } from '../../postings/segment-numbers.ts'
import { nameKey, type SegmentPair } from '../../store/document-index.ts'

/** Bytes of a sketch before its postings. */
const hashBytes = 32

/** Documents with the numbers [start, start + segmentNumbers), as stored in the database. */
export function* indexedKeys(database: DatabaseSync, start: number) {
  const statement = database.prepare(
    'SELECT number, name, sketch FROM documents WHERE number >= ? AND number < ? ORDER BY number',
  )
  for (const { number, name, sketch } of statement.iterate(start, start + segmentNumbers))
    yield { number: Number(number), name: String(name), postings: postingsOf(sketch) }
}

/** The words of a stored sketch. */
export function sketchWords(sketch: Uint8Array): Uint32Array {
  const aligned = sketch.byteOffset % 4 === 0 ? sketch : sketch.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 2)
}

/** The postings of a sketch that may be damaged; in SQLite its column may even hold a text. */
export function postingsOf(sketch: unknown): Uint32Array {
  return sketchWords(sketch instanceof Uint8Array ? sketch : new Uint8Array()).subarray(hashBytes / 4)
}

/** The segments of the numbers from `start` on, without removed documents. */
export function segmentsFrom(database: DatabaseSync, start: number): SegmentPair {
  const postings = new Rows()
  const names = new Rows()
  const alive = new Uint32Array(segmentNumbers / 32)
  for (const keys of indexedKeys(database, start)) {
    const place = keys.number - start
    alive[place >>> 5] |= 1 << (place & 31)
    for (const key of distinctAscending(keys.postings)) postings.push(key, keys.number)
    names.push(nameKey(keys.name), keys.number)
  }
  return {
    postings: PostingSegment.of(start, postings, alive),
    names: PostingSegment.of(start, names, alive.slice()),
  }
}

/** Growing columns of keys and numbers. */
class Rows implements PostingRows {
  keys = new Uint32Array(4096)
  numbers = new Uint32Array(4096)
  length = 0

  push(key: number, number: number): void {
    this.keys = withRoom(this.keys, this.length + 1)
    this.numbers = withRoom(this.numbers, this.length + 1)
    this.keys[this.length] = key
    this.numbers[this.length++] = number
  }
}
