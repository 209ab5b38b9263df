/**
 * Documents as rows of the SQL stores: what their bytes are. `docs/formats/sql-store.md` has the layout.
 *
 * Names are looked up by 128 bits of their SHA-256, since no index of a database takes names of any length.
 *
 * Cost: 50 µs for a text of 3 KB that is packed, 20 µs for one that is unpacked.
 */
import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { NearsameError } from '../errors/nearsame-error.ts'
import type { Sketch, StoredDocument } from '../store/store.ts'
import type { SqlColumn, SqlRow } from './client.ts'
import { postingTypes } from './dialect.ts'

const hashWords = 8
const nameHashBytes = 16
/** Below that deflate gains nothing. */
const leastPackedBytes = 64

/** The first byte of a body that is not empty. */
const plain = 0
const deflated = 1

/** The columns of a document without its body, in the order of `documentOf`. */
export const stateColumns = 'number, name, cluster, added, expires, sketch'

/** By which a name is found. */
export function nameHash(name: string): Buffer {
  return hash('sha256', name, 'buffer').subarray(0, nameHashBytes)
}

/** Hashes and postings, each 4 bytes, little-endian. */
export function packSketch({ hashes, postings }: Sketch): Buffer {
  const bytes = Buffer.allocUnsafe(4 * (hashWords + postings.length))
  for (let i = 0; i < hashWords; i++) bytes.writeUInt32LE(hashes[i], 4 * i)
  for (let i = 0; i < postings.length; i++) bytes.writeUInt32LE(postings[i], 4 * (hashWords + i))
  return bytes
}

/** @throws NearsameError STORE_CORRUPT */
export function unpackSketch(bytes: Uint8Array, number: number): Sketch {
  const { length } = bytes
  if (length < 4 * hashWords || length % 4 !== 0) throw corrupt(number, `a sketch of ${length} bytes`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, length)
  const words = (from: number, to: number) =>
    Uint32Array.from({ length: to - from }, (_, i) => view.getUint32(4 * (from + i), true))
  return { hashes: words(0, hashWords), postings: words(hashWords, length / 4) }
}

/** Deflated where that is shorter. */
export function packBody(body: Uint8Array): Uint8Array {
  if (body.length === 0) return body
  // A window as large as a short text saves a third of the time.
  const isShort = body.length <= 4096
  const packed =
    body.length < leastPackedBytes
      ? body
      : deflateRawSync(body, { level: 3, windowBits: isShort ? 12 : 15, memLevel: isShort ? 5 : 8 })
  const isPacked = packed.length < body.length
  return Buffer.concat([Buffer.of(isPacked ? deflated : plain), isPacked ? packed : body])
}

/** @throws NearsameError STORE_CORRUPT */
export function unpackBody(bytes: Uint8Array, number: number): Uint8Array {
  if (bytes.length === 0 || bytes[0] === plain) return plainBytes(bytes.subarray(1))
  if (bytes[0] !== deflated) throw corrupt(number, `a body of the unknown kind ${bytes[0]}`)
  try {
    return plainBytes(inflateRawSync(bytes.subarray(1)))
  } catch (cause) {
    throw corrupt(number, 'a body that cannot be unpacked', cause)
  }
}

/** The same bytes without the ways of a Buffer. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** A document of a row of `stateColumns`. @throws NearsameError STORE_CORRUPT */
export function documentOf(row: SqlRow, body: Uint8Array): StoredDocument {
  const [number, name, cluster, added, expires, sketch] = row
  return {
    number: Number(number),
    name: textOf(name),
    cluster: Number(cluster),
    addedAt: Number(added),
    expiresAt: expires === null ? null : Number(expires),
    sketch: unpackSketch(sketch as Uint8Array, Number(number)),
    body,
  }
}

export function textOf(bytes: unknown): string {
  return Buffer.from(bytes as Uint8Array).toString('utf8')
}

/** Rows of documents; `bodies` are their packed bodies. */
export function documentColumns(
  documents: readonly StoredDocument[],
  bodies: readonly Uint8Array[],
  pieceBytes: number,
): readonly SqlColumn[] {
  const numbers = (name: string, of: (document: StoredDocument) => number | null): SqlColumn => ({
    name,
    type: 'number',
    values: documents.map(of),
  })
  const bytes = (name: string, values: readonly Uint8Array[]): SqlColumn => ({
    name,
    type: 'bytes',
    values,
  })
  return [
    numbers('number', ({ number }) => number),
    bytes(
      'hash',
      documents.map(({ name }) => nameHash(name)),
    ),
    bytes(
      'name',
      documents.map(({ name }) => Buffer.from(name)),
    ),
    numbers('cluster', ({ cluster }) => cluster),
    numbers('added', ({ addedAt }) => addedAt),
    numbers('expires', ({ expiresAt }) => expiresAt),
    {
      name: 'pieces',
      type: 'number',
      values: bodies.map(({ length }) => Math.max(0, Math.ceil(length / pieceBytes) - 1)),
    },
    bytes(
      'sketch',
      documents.map(({ sketch }) => packSketch(sketch)),
    ),
    bytes(
      'body',
      bodies.map(body => body.subarray(0, pieceBytes)),
    ),
  ]
}

/** Above so many, a posting and its place do not fit into one exact number. */
const mostSorted = 2 ** 21

/** Every different posting of documents with its document; by posting, which saves a tenth of adding them. */
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
  if (terms.length > mostSorted) return columnsOf(terms, numbers)
  const order = Float64Array.from(terms, (term, place) => term * mostSorted + place).sort()
  const places = Array.from(order, both => both % mostSorted)
  return columnsOf(
    places.map(place => terms[place]),
    places.map(place => numbers[place]),
  )
}

function columnsOf(terms: readonly number[], numbers: readonly number[]): readonly [SqlColumn, SqlColumn] {
  return [
    { ...postingTypes[0], values: terms },
    { ...postingTypes[1], values: numbers },
  ]
}

function corrupt(number: number, got: string, cause?: unknown): NearsameError {
  return new NearsameError('STORE_CORRUPT', {
    expected: 'a sketch and a body as they were written',
    got,
    where: `document ${number}`,
    fix: 'restore the database from a backup, or remove the document',
    cause,
  })
}
