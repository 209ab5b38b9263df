/**
 * Snapshot files: sealed segments of the in-memory index as files, so that a collection opens without reading its
 * documents. One file holds the postings and names of 65,536 numbers. A file is written under a unique name, synced
 * with fsync, then listed in the database with its checksum; a file that differs from its listing is not trusted.
 *
 *     magic 8 │ format │ start │ words of postings │ words of names │ collection 16 │ 0 ×5 │ sum
 *     postings │ names                     both from `PostingSegment.words`
 *
 * All numbers are u32, little-endian.
 *
 * `sum` is the CRC-32 of everything else.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { PostingSegment } from '../../postings/posting-segment.ts'
import type { SegmentPair } from '../../store/document-index.ts'
import { storeFormat } from './schema.ts'

/** `nearsidx`, as two words. */
const magic = [0x7261_656e, 0x7864_6973]
const headWords = 16
const sumPlace = headWords - 1
const idPlace = 6

/** A row of the table `snapshots`. */
export interface SnapshotRow {
  readonly start: number
  readonly file: string
  readonly size: number
  readonly sum: number
}

/** The words of a file. @param id [16], of the collection */
export function snapshotWords({ postings, names }: SegmentPair, id: Uint8Array): Uint32Array<ArrayBuffer> {
  const parts = [postings.words(), names.words()]
  const words = new Uint32Array(headWords + parts[0].length + parts[1].length)
  words.set([...magic, storeFormat, postings.from, parts[0].length, parts[1].length])
  words.set(new Uint32Array(new Uint8Array(id).buffer), idPlace)
  words.set(parts[0], headWords)
  words.set(parts[1], headWords + parts[0].length)
  words[sumPlace] = sumOf(words)
  return words
}

/** The segments in the words of a file, as views; undefined if the words are damaged or of another collection. */
export function segmentsIn(words: Uint32Array, id: Uint8Array): SegmentPair | undefined {
  const [first, second, format, start, postingWords, nameWords] = words
  const isOurs = first === magic[0] && second === magic[1] && format === storeFormat
  if (!isOurs || words.length !== headWords + postingWords + nameWords) return undefined
  const ownId = new Uint8Array(words.slice(idPlace, idPlace + 4).buffer)
  if (!ownId.every((byte, i) => byte === id[i]) || words[sumPlace] !== sumOf(words)) return undefined
  const postings = PostingSegment.fromWords(words.subarray(headWords, headWords + postingWords))
  const names = PostingSegment.fromWords(words.subarray(headWords + postingWords))
  if (postings === undefined || names === undefined) return undefined
  return postings.from === start && names.from === start ? { postings, names } : undefined
}

/** Writes a file atomically and syncs it. @returns its row in the list */
export function writeSnapshot(folder: string, words: Uint32Array): SnapshotRow {
  const start = words[3]
  const file = `${start}-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}.snapshot`
  const temporary = join(folder, `.${file}`)
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
  try {
    const handle = openSync(temporary, 'wx', 0o600)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, join(folder, file))
    syncDirectory(folder)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  return { start, file, size: bytes.length, sum: words[sumPlace] }
}

/** The segments of a listed file, or the problem with it. */
export async function readSnapshot(
  folder: string,
  row: SnapshotRow,
  id: Uint8Array,
): Promise<SegmentPair | string> {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    const handle = await open(join(folder, row.file))
    try {
      const { size } = await handle.stat()
      if (size !== row.size || size % 4 !== 0) return `it has ${size} bytes, not ${row.size}`
      bytes = new Uint8Array(size)
      for (let at = 0; at < size; ) {
        const { bytesRead } = await handle.read(bytes, at, size - at, at)
        if (bytesRead === 0) return 'it is shorter than listed'
        at += bytesRead
      }
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = (error as { code?: unknown }).code
    return code === 'ENOENT' ? 'it is missing' : `it cannot be read (${code})`
  }
  const words = new Uint32Array(bytes.buffer)
  const segments = words[sumPlace] === row.sum ? segmentsIn(words, id) : undefined
  return segments?.postings.from === row.start ? segments : 'its bytes have changed since they were written'
}

/** Makes renames and new files in a directory durable (fsync); a no-op where the system does not support it. */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function sumOf(words: Uint32Array): number {
  const head = new Uint8Array(words.buffer, words.byteOffset, 4 * sumPlace)
  const rest = new Uint8Array(words.buffer, words.byteOffset + 4 * headWords)
  return crc32(rest.subarray(0, words.byteLength - 4 * headWords), crc32(head))
}
