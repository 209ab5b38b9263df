/**
 * Stored body: a document as a store keeps it. Little-endian:
 *
 *     u32 bytes of the JSON │ JSON of the document │ shingle hashes, u64 each, ascending
 *
 * With texts kept, the JSON has them and there are no hashes; without, it has none of them, and the hashes are the set
 * that matches are measured on.
 */
import { isNearsameError, NearsameError } from '../errors/nearsame-error.ts'
import { fromJson, isDeeper, toJson } from '../json/exact-json.ts'
import type { GivenIndexDocument } from './index-types.ts'

/** Levels of nesting that can be read again wherever the reader stands. */
const mostLevels = 1000
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export interface StoredBody {
  readonly document: GivenIndexDocument
  /** Undefined where texts are kept. */
  readonly shingles: BigUint64Array | undefined
}

/** @param json of the document, as `jsonOf` makes it */
export function packBody(json: Uint8Array, shingles: BigUint64Array | undefined): Uint8Array {
  const body = new Uint8Array(4 + json.length + 8 * (shingles?.length ?? 0))
  new DataView(body.buffer).setUint32(0, json.length, true)
  body.set(json, 4)
  if (shingles !== undefined) {
    body.set(new Uint8Array(shingles.buffer, shingles.byteOffset, 8 * shingles.length), 4 + json.length)
  }
  return body
}

/** @throws NearsameError RECORD_NOT_OBJECT for a document that has none */
export function jsonOf(document: GivenIndexDocument): Uint8Array {
  return written(() => {
    const json = toJson(document)
    if (!json.startsWith('{')) throw new TypeError('no object') // by a `toJSON` of its own
    if (isDeeper(document, mostLevels)) throw new RangeError('too deep')
    // JSON.stringify escapes lone surrogates, so its text is always well-formed.
    return encoder.encode(json)
  })
}

/** @throws NearsameError STORE_CORRUPT */
export function unpackBody(body: Uint8Array, storeText: boolean): StoredBody {
  try {
    const length = new DataView(body.buffer, body.byteOffset).getUint32(0, true)
    const document = fromJson(decoder.decode(body.subarray(4, 4 + length))) as GivenIndexDocument
    // A copy, since hashes must be aligned; `slice` would not make one of Node's buffers.
    const shingles = storeText
      ? undefined
      : new BigUint64Array(new Uint8Array(body.subarray(4 + length)).buffer)
    return { document, shingles }
  } catch (cause) {
    throw new NearsameError('STORE_CORRUPT', {
      expected: 'a document as it was stored',
      got: 'bytes that are none',
      fix: 'check the collection with `nearsame index check-integrity`, and restore it from a copy',
      cause,
    })
  }
}

/**
 * What `write` makes of a document.
 *
 * @throws NearsameError RECORD_NOT_OBJECT where it cannot
 */
export function written<T>(write: () => T): T {
  try {
    return write()
  } catch (cause) {
    if (isNearsameError(cause)) throw cause
    const isDeep = cause instanceof RangeError // the stack has an end
    throw new NearsameError('RECORD_NOT_OBJECT', {
      expected: 'a document that can be written as JSON',
      got: isDeep ? 'one that is nested too deeply' : 'one that holds itself, or what is no plain data',
      fix: isDeep ? 'nest its fields less deeply' : 'give texts, numbers, lists and objects only',
      cause,
    })
  }
}
