/**
 * Documents as rows: the bytes of their columns. `docs/formats/postgres-store.md` has the layout.
 *
 * Lookups use 128 bits of a name's SHA-256, because no database index accepts names of any length.
 *
 * Cost: for a text of 3 KB, 50 µs to pack and 20 µs to unpack.
 */
import { hash } from 'node:crypto'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Sketch } from '../../methods/contract/sketch.ts'
import { type SqlColumn, type SqlRow, sqlColumns } from '../database/client.ts'
import type { StoredDocument } from '../store/store.ts'
import { postingTypes } from './statements.ts'

const hashWords = 8
const nameHashBytes = 16
/** Below this, deflating gains nothing. */
const leastPackedBytes = 64

const sumBytes = 4
const noBody = new Uint8Array(0)
/** The first byte of a body after its checksum. */
const plain = 0
const deflated = 1

/** The columns of a document without its body, in the order of `storedDocumentOf`. */
export const stateColumns = 'number, name, cluster, added, expires, sketch, hash'

/** The hash that finds a name. */
export function nameHash(name: string): Buffer {
  return hash('sha256', name, 'buffer').subarray(0, nameHashBytes)
}

/** Its checksum, hashes and postings, each 4 bytes, little-endian. */
export function packSketch({ hashes, postings }: Sketch): Buffer {
  const bytes = Buffer.allocUnsafe(sumBytes + 4 * (hashWords + postings.length))
  for (let i = 0; i < hashWords; i++) bytes.writeUInt32LE(hashes[i], sumBytes + 4 * i)
  for (let i = 0; i < postings.length; i++) bytes.writeUInt32LE(postings[i], sumBytes + 4 * (hashWords + i))
  return withSum(bytes)
}

/** Undefined if it is damaged. */
export function sketchIn(bytes: Uint8Array): Sketch | undefined {
  const words = behindSum(bytes)
  const length = words?.length ?? 0
  if (words === undefined || length < 4 * hashWords || length % 4 !== 0) return undefined
  const view = new DataView(words.buffer, words.byteOffset, length)
  const part = (from: number, to: number) =>
    Uint32Array.from({ length: to - from }, (_, i) => view.getUint32(4 * (from + i), true))
  return { hashes: part(0, hashWords), postings: part(hashWords, length / 4) }
}

/** Deflated if that is shorter. */
export function deflatedBody(body: Uint8Array): Uint8Array {
  // A window of the size of a short text saves a third of the time.
  const isShort = body.length <= 4096
  const packed =
    body.length < leastPackedBytes
      ? body
      : deflateRawSync(body, { level: 3, windowBits: isShort ? 12 : 15, memLevel: isShort ? 5 : 8 })
  const isPacked = packed.length < body.length
  const head = Buffer.alloc(sumBytes + 1, isPacked ? deflated : plain)
  return withSum(Buffer.concat([head, isPacked ? packed : body]))
}

/** Undefined if it is damaged. */
export function inflatedBody(bytes: Uint8Array): Uint8Array | undefined {
  const kept = behindSum(bytes)
  if (kept?.[0] === plain) return plainBytes(kept.subarray(1))
  if (kept?.[0] !== deflated) return undefined
  try {
    return plainBytes(inflateRawSync(kept.subarray(1)))
  } catch {
    return undefined
  }
}

/** Sets the first four bytes to the CRC-32 of the rest. */
function withSum(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(crc32(bytes.subarray(sumBytes)), 0)
  return bytes
}

/** The bytes after the checksum; undefined if it differs. */
function behindSum(bytes: Uint8Array): Uint8Array | undefined {
  const kept = bytes.subarray(sumBytes)
  const isWhole =
    bytes.length >= sumBytes &&
    new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === crc32(kept)
  return isWhole ? kept : undefined
}

/** The same bytes as a plain Uint8Array. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * The document in a row of `stateColumns`.
 *
 * @param packed its body; undefined if not needed
 * @throws NearsameError STORE_CORRUPT
 */
export function storedDocumentOf(row: SqlRow, packed?: Uint8Array): StoredDocument {
  const [number, bytes, cluster, added, expires, kept, hash] = row
  const name = Buffer.from(bytes as Uint8Array).toString('utf8')
  const damaged = (what: string): never => corrupt(Number(number), what)
  if (!nameHash(name).equals(hash as Uint8Array)) damaged('an id with another hash')
  const { length } = kept as Uint8Array
  const sketch = sketchIn(kept as Uint8Array) ?? damaged(`a damaged sketch of ${length} bytes`)
  const body =
    packed === undefined
      ? noBody
      : (inflatedBody(packed) ?? damaged(`a damaged body of ${packed.length} bytes`))
  return {
    number: Number(number),
    name,
    cluster: Number(cluster),
    addedAt: Number(added),
    expiresAt: expires === null ? null : Number(expires),
    sketch,
    body,
  }
}

/** Rows of documents; `bodies` are their packed bodies. */
export function documentColumns(
  documents: readonly StoredDocument[],
  bodies: readonly Uint8Array[],
  pieceBytes: number,
): readonly SqlColumn[] {
  const rows = documents.map(({ number, name, cluster, addedAt, expiresAt, sketch }, i) => ({
    ...{ number, cluster, added: addedAt, expires: expiresAt },
    hash: nameHash(name),
    name: Buffer.from(name),
    pieces: Math.max(0, Math.ceil(bodies[i].length / pieceBytes) - 1),
    sketch: packSketch(sketch),
    body: bodies[i].subarray(0, pieceBytes),
  }))
  return sqlColumns(rows, {
    number: 'number',
    hash: 'bytes',
    name: 'bytes',
    cluster: 'number',
    added: 'number',
    expires: 'number',
    pieces: 'number',
    sketch: 'bytes',
    body: 'bytes',
  })
}

/** With more postings, a posting and its place do not fit into one exact number. */
const mostSorted = 2 ** 21

/** Every distinct posting with its document, sorted by posting, which saves a tenth of the time of inserting. */
export function postingColumns(
  documents: readonly { readonly number: number; readonly sketch: Sketch }[],
): readonly [SqlColumn, SqlColumn] {
  const terms: number[] = []
  const numbers: number[] = []
  for (const { number, sketch } of documents) {
    for (const term of new Set(sketch.postings)) {
      terms.push(term)
      numbers.push(number)
    }
  }
  if (terms.length > mostSorted) return postingRows(terms, numbers)
  const order = Float64Array.from(terms, (term, place) => term * mostSorted + place).sort()
  const places = Array.from(order, both => both % mostSorted)
  return postingRows(
    places.map(place => terms[place]),
    places.map(place => numbers[place]),
  )
}

function postingRows(
  terms: readonly number[],
  numbers: readonly number[],
): readonly [SqlColumn, SqlColumn] {
  return [
    { ...postingTypes[0], values: terms },
    { ...postingTypes[1], values: numbers },
  ]
}

function corrupt(number: number, got: string): never {
  throw new NearsameError('STORE_CORRUPT', {
    expected: 'an undamaged id, sketch and body',
    got,
    where: `document ${number}`,
    fix: 'restore the database from a backup, or remove the document',
  })
}
