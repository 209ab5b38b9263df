/**
 * Parquet page in parts: a large page of byte arrays (DuckDB writes some of 90 MB) is unpacked and read MiB by MiB.
 * Where it goes on is plain data, so any thread may read the next part.
 *
 * Only for what large pages are: plain values packed by Snappy in blocks of 64 KiB. Whatever else comes up, the caller
 * reads the page whole, and that refuses it if it is damaged.
 */
import { crc32 } from 'node:zlib'
import type { PageHeader } from 'hyparquet'
import { releaseLarge } from '../../../ground/lists/release.ts'
import { startOfSnappy, unpackSome } from '../snappy/snappy.ts'
import type { ParquetBuffer } from './parquet-file.ts'
import { countPresent, type LeafShape } from './parquet-leaf.ts'
import { type PageLevels, readLevels } from './parquet-levels.ts'

/** The rest of a page. */
export interface PageRest {
  /** Packed bytes in the file that are left, and the checksum of those before. */
  readonly from: number
  readonly to: number
  readonly crc: number
  /** That of all of them, if it is known. */
  readonly checksum: number | undefined
  /** Bytes that were unpacked last; the last `unread` of them have no whole value. */
  readonly before: Uint8Array<ArrayBuffer>
  readonly unread: number
  /** Number of bytes that are not unpacked yet. */
  readonly left: number
  /** Entries of the page, and how many were read. */
  readonly count: number
  readonly read: number
  /** Undefined until the first part is read. */
  readonly levels: PageLevels | undefined
}

/** Packed bytes read at once. */
const packedBytes = 2 ** 19
/** Bytes behind which a copy may lead. */
const windowBytes = 2 ** 16
/** Pages up to this size, and values, are read whole. */
const wholeBytes = 2 ** 23
/** Most entries of a page whose levels are handed on. */
const mostEntries = 2 ** 20

/** Whether a page may be read in parts. REQUIRES: it is packed by Snappy */
export function isLarge(
  { data_page_header: v1, uncompressed_page_size: length }: PageHeader,
  { width }: LeafShape,
): boolean {
  return length > wholeBytes && width === 0 && v1?.encoding === 'PLAIN' && v1.num_values <= mostEntries
}

/** The beginning of a page whose packed bytes are [from, to) of the file. @throws RangeError */
export async function restOfPage(
  file: ParquetBuffer,
  [from, to]: readonly [from: number, to: number],
  { uncompressed_page_size: left, crc: checksum }: PageHeader,
  count: number,
): Promise<PageRest> {
  const head = new Uint8Array(await file.slice(from, Math.min(to, from + 5)))
  const first = startOfSnappy(head, left, to - from)
  const place = { from: from + first, to, crc: crc32(head.subarray(0, first)), checksum }
  return { ...place, before: new Uint8Array(0), unread: 0, left, count, read: 0, levels: undefined }
}

interface PagePart {
  readonly levels: PageLevels
  readonly count: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Where each value begins with its length, and the end of the last. */
  readonly starts: Uint32Array
  /** Undefined behind the last part. */
  readonly rest: PageRest | undefined
}

/** The next entries of a page. @returns undefined if it must be read whole */
export async function nextPart(
  file: ParquetBuffer,
  place: PageRest,
  shape: LeafShape,
): Promise<PagePart | undefined> {
  let rest: PageRest | undefined = place
  while (rest !== undefined && rest.left > 0 && rest.unread <= wholeBytes) {
    rest = await unpacked(file, rest, shape)
    if (rest === undefined) break
    const { before: bytes, unread, left, levels, read, count } = rest
    const starts = startsIn(bytes, bytes.length - unread)
    const values = starts.length - 1
    if (values === 0 && left > 0) continue
    const end: number = left > 0 ? entryBehind(values, rest, shape) : count
    const of = (some: Uint8Array | undefined) => some?.subarray(read, end)
    const part = { definitions: of(levels?.definitions), repetitions: of(levels?.repetitions) }
    if (left > 0 && end >= count) break
    if (left === 0 && (presentIn(part, end - read, shape) !== values || !isComplete(rest))) break
    const kept = Math.max(windowBytes, bytes.length - starts[values])
    const behind = { before: bytes.slice(-kept), unread: bytes.length - starts[values], read: end }
    return {
      levels: part,
      count: end - read,
      bytes,
      starts,
      rest: left > 0 ? { ...rest, ...behind } : undefined,
    }
  }
  return undefined
}

/** More bytes of a page, behind those unpacked before. */
async function unpacked(
  file: ParquetBuffer,
  rest: PageRest,
  shape: LeafShape,
): Promise<PageRest | undefined> {
  const { from, to, before, left, count, levels } = rest
  const end = Math.min(to, from + packedBytes)
  const packed = new Uint8Array(await file.slice(from, end))
  const found = unpackSome(packed, end === to, before, left)
  const more = (found?.bytes.length ?? 0) - before.length
  if (found === undefined || more === 0) return undefined
  const bytes = found.bytes.slice()
  const crc = crc32(packed.subarray(0, found.used), rest.crc)
  releaseLarge(packed)
  const next = { ...rest, from: from + found.used, crc, before: bytes, left: left - more }
  if (levels !== undefined) return { ...next, unread: rest.unread + more }
  try {
    const [first, behind] = readLevels(bytes, shape, count)
    return { ...next, levels: first, unread: bytes.length - behind }
  } catch {
    return undefined
  }
}

function isComplete({ from, to, crc, checksum }: PageRest): boolean {
  return from === to && (checksum === undefined || crc === checksum >>> 0)
}

/** Where values begin and end, as far as they are there. @param at where the first begins */
function startsIn(bytes: Uint8Array, at: number): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const starts = [at]
  for (let end = at; end + 4 <= bytes.length; starts.push(end)) {
    end += 4 + view.getUint32(end, true)
    if (end > bytes.length) break
  }
  return Uint32Array.from(starts)
}

/** The number of the entry with the value behind `values` more. */
function entryBehind(
  values: number,
  { levels, read, count }: PageRest,
  { maxDefinition }: LeafShape,
): number {
  const definitions = levels?.definitions
  if (definitions === undefined) return read + values
  let at = read
  for (let left = values; at < count; at++) if (definitions[at] === maxDefinition && left-- === 0) break
  return at
}

function presentIn({ definitions }: PageLevels, count: number, shape: LeafShape): number {
  return definitions === undefined ? count : countPresent(definitions, shape)
}
