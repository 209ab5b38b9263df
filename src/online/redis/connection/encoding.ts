/**
 * Redis encoding: the bytes that the Redis store keeps; its scripts read the same layout. Little-endian, except keys:
 *
 *     document   u32 cluster │ f64 addedAt │ f64 expiresAt, NaN for never │ u32 key of the name │ u32 hashes [8]
 *                │ u32 n │ keys [n] │ name, UTF-8
 *     key        a posting times an odd constant, big-endian, so that its first byte is well mixed
 *     body       u32 CRC-32 of what follows │ u8 0 │ bytes, or u8 1 │ raw deflate of them
 *     change     u8 kind │ u32 cluster │ u32 other, 0 for none │ f64 at
 *     numbers    u32 each
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib'
import {
  type ClusterChange,
  changeKinds,
  type NumberedChange,
  type StoredDocument,
} from '../../store/store.ts'

/** 2^32 over the golden ratio, odd; and its inverse modulo 2^32. */
const factor = 0x9e3779b1
const inverse = 0x0e8b2f51

const headBytes = 60
const keyOfNameAt = 20
const hashesAt = 24
const countAt = 56
export const changeBytes = 17
/** In a body, after its checksum. */
const markAt = 4

/** Smaller bodies are packed and unpacked on this thread, larger ones on another. */
const smallBytes = 32_768
/** Below this, packing is not worth its time. */
const tinyBytes = 64
const deflateLater = promisify(deflateRaw)
const inflateLater = promisify(inflateRaw)
const noBody = new Uint8Array(0)

export function packNumbers(numbers: ArrayLike<number>): Buffer {
  const bytes = Buffer.allocUnsafe(4 * numbers.length)
  for (let i = 0; i < numbers.length; i++) bytes.writeUInt32LE(numbers[i] >>> 0, 4 * i)
  return bytes
}

/** Ascending, whatever the stored order. */
export function unpackNumbers(bytes: Buffer): Uint32Array {
  const numbers = new Uint32Array(bytes.length >>> 2)
  for (let i = 0; i < numbers.length; i++) numbers[i] = bytes.readUInt32LE(4 * i)
  return numbers.sort()
}

/** Keys of the distinct postings. */
export function packPostings(postings: Uint32Array): Buffer {
  const different = new Set(postings)
  const bytes = Buffer.allocUnsafe(4 * different.size)
  let at = 0
  for (const posting of different) at = bytes.writeUInt32BE(Math.imul(posting, factor) >>> 0, at)
  return bytes
}

/** The key under which a name is looked up; names with equal keys are then compared. */
export function keyOfName(name: string): Buffer {
  return createHash('sha1').update(name).digest().subarray(0, 4)
}

export function packDocument({ cluster, addedAt, expiresAt, name, sketch }: StoredDocument): Buffer {
  const { hashes, postings } = sketch
  const text = Buffer.from(name)
  const bytes = Buffer.allocUnsafe(headBytes + 4 * postings.length + text.length)
  bytes.writeUInt32LE(cluster, 0)
  bytes.writeDoubleLE(addedAt, 4)
  bytes.writeDoubleLE(expiresAt ?? Number.NaN, 12)
  keyOfName(name).copy(bytes, keyOfNameAt)
  for (let i = 0; i < 8; i++) bytes.writeUInt32LE(hashes[i], hashesAt + 4 * i)
  bytes.writeUInt32LE(postings.length, countAt)
  let at = headBytes
  for (const posting of postings) at = bytes.writeUInt32BE(Math.imul(posting, factor) >>> 0, at)
  text.copy(bytes, at)
  return bytes
}

/** A document without its body; undefined if the bytes are damaged. */
export function decodeDocument(number: number, bytes: Buffer): StoredDocument | undefined {
  if (bytes.length < headBytes) return undefined
  const count = bytes.readUInt32LE(countAt)
  const nameAt = headBytes + 4 * count
  if (bytes.length < nameAt) return undefined
  const postings = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    postings[i] = Math.imul(bytes.readUInt32BE(headBytes + 4 * i), inverse) >>> 0
  }
  const hashes = new Uint32Array(8)
  for (let i = 0; i < 8; i++) hashes[i] = bytes.readUInt32LE(hashesAt + 4 * i)
  const expiresAt = bytes.readDoubleLE(12)
  return {
    number,
    name: bytes.toString('utf8', nameAt),
    cluster: bytes.readUInt32LE(0),
    addedAt: bytes.readDoubleLE(4),
    expiresAt: Number.isNaN(expiresAt) ? null : expiresAt,
    sketch: { hashes, postings },
    body: noBody,
  }
}

/** Deflated if that is shorter. */
export async function packedBody(body: Uint8Array): Promise<Buffer> {
  if (body.length >= tinyBytes) {
    const packed = body.length < smallBytes ? deflateRawSync(body) : await deflateLater(body)
    if (packed.length < body.length) return marked(1, packed)
  }
  return marked(0, body)
}

function marked(mark: number, bytes: Uint8Array): Buffer {
  const whole = Buffer.allocUnsafe(markAt + 1 + bytes.length)
  whole[markAt] = mark
  whole.set(bytes, markAt + 1)
  whole.writeUInt32LE(crc32(whole.subarray(markAt)), 0)
  return whole
}

/** Undefined if it is damaged. */
export async function unpackedBody(bytes: Buffer): Promise<Uint8Array | undefined> {
  if (bytes.length <= markAt || bytes.readUInt32LE(0) !== crc32(bytes.subarray(markAt))) return undefined
  const packed = bytes.subarray(markAt + 1)
  try {
    if (bytes[markAt] === 0) return packed
    if (bytes[markAt] !== 1) return undefined
    return packed.length < smallBytes / 4 ? inflateRawSync(packed) : await inflateLater(packed)
  } catch {
    return undefined
  }
}

export function encodeChanges(changes: readonly ClusterChange[]): Buffer {
  const bytes = Buffer.allocUnsafe(changeBytes * changes.length)
  changes.forEach(({ kind, cluster, other, at }, i) => {
    bytes.writeUInt8(changeKinds.indexOf(kind), changeBytes * i)
    bytes.writeUInt32LE(cluster, changeBytes * i + 1)
    bytes.writeUInt32LE(other ?? 0, changeBytes * i + 5)
    bytes.writeDoubleLE(at, changeBytes * i + 9)
  })
  return bytes
}

export function unpackChange(number: number, bytes: Buffer): NumberedChange {
  const other = bytes.readUInt32LE(5)
  return {
    number,
    kind: changeKinds[bytes[0]],
    cluster: bytes.readUInt32LE(1),
    other: other === 0 ? null : other,
    at: bytes.readDoubleLE(9),
  }
}
