/**
 * Stored body: the bytes of a document in a store, little-endian:
 *
 *     u32 bytes of the JSON │ JSON of the document │ shingle hashes, u64 each, ascending │ mark [16] │ u8 is replacing
 *
 * If the collection keeps texts, the JSON has them and there are no hashes; otherwise the JSON has no texts, and
 * matches are measured on the hashes. The last two fields exist if the highest bit of the u32 is set: the mark of the
 * request that the document came with, and whether it replaced others (1) or was added beside them (0).
 */
import { isNearsameError, NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { fromJson, isDeeper, toJson } from '../../../ground/json/exact-json.ts'
import type { GivenIndexDocument } from './index-types.ts'

/** Levels of nesting that any reader can parse again, however deep its own stack. */
const mostLevels = 1000
/** The highest bit of the length: a mark follows. No JSON is that long. */
const marked = 2 ** 31
/** Bytes of a mark, and of a mark with `is replacing`. */
const markLength = 16
const tailLength = markLength + 1
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export interface StoredBody {
  readonly document: GivenIndexDocument
  /** Undefined if texts are kept. */
  readonly shingles: BigUint64Array | undefined
}

/** @param json of the document, from `jsonOf` */
export function packBody(json: Uint8Array, shingles: BigUint64Array | undefined): Uint8Array {
  const body = new Uint8Array(4 + json.length + 8 * (shingles?.length ?? 0))
  new DataView(body.buffer).setUint32(0, json.length, true)
  body.set(json, 4)
  if (shingles !== undefined) {
    body.set(new Uint8Array(shingles.buffer, shingles.byteOffset, 8 * shingles.length), 4 + json.length)
  }
  return body
}

/** A copy of a body, with a mark added. REQUIRES: a body without one. @param mark [16] */
export function markedBody(body: Uint8Array, mark: Uint8Array, isReplacing: boolean): Uint8Array {
  const copy = new Uint8Array(body.length + tailLength)
  copy.set(body)
  copy.set(mark, body.length)
  copy[body.length + markLength] = isReplacing ? 1 : 0
  const view = new DataView(copy.buffer)
  view.setUint32(0, marked + view.getUint32(0, true), true)
  return copy
}

/** What `markedBody` added to a body; undefined if it has no mark. */
export function markOf(
  body: Uint8Array,
): { readonly mark: Uint8Array; readonly isReplacing: boolean } | undefined {
  if (body.length < 4 + tailLength || lengthIn(body) < marked) return undefined
  const [mark, isReplacing] = [body.subarray(-tailLength, -1), body[body.length - 1] === 1]
  return { mark, isReplacing }
}

/** The length of the JSON, with the bit of the mark. @throws RangeError for fewer than four bytes */
function lengthIn(body: Uint8Array): number {
  return new DataView(body.buffer, body.byteOffset, body.length).getUint32(0, true)
}

/** @throws NearsameError RECORD_NOT_OBJECT for a document without JSON */
export function jsonOf(document: GivenIndexDocument): Uint8Array {
  return bodyWritten(() => {
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
    const length = lengthIn(body) % marked
    const end = body.length - (lengthIn(body) < marked ? 0 : tailLength)
    const document = fromJson(decoder.decode(body.subarray(4, 4 + length))) as GivenIndexDocument
    // A copy, because hashes must be aligned; `slice` would not copy Node's buffers.
    const shingles = storeText
      ? undefined
      : new BigUint64Array(new Uint8Array(body.subarray(4 + length, end)).buffer)
    return { document, shingles }
  } catch (cause) {
    throw new NearsameError('STORE_CORRUPT', {
      expected: 'a document as it was stored',
      got: 'other bytes',
      fix: 'check the collection with `nearsame index check-integrity`, and restore it from a copy',
      cause,
    })
  }
}

/**
 * The result of `write`.
 *
 * @throws NearsameError RECORD_NOT_OBJECT if the document cannot be written
 */
export function bodyWritten<T>(write: () => T): T {
  try {
    return write()
  } catch (cause) {
    if (isNearsameError(cause)) throw cause
    const isDeep = cause instanceof RangeError // stack overflow
    throw new NearsameError('RECORD_NOT_OBJECT', {
      expected: 'a document that can be written as JSON',
      got: isDeep
        ? 'one that is nested too deeply'
        : 'one with a cycle, or with values that are not plain data',
      fix: isDeep ? 'nest its fields less deeply' : 'give only texts, numbers, lists and objects',
      cause,
    })
  }
}
