/**
 * Stored body: a document as a store keeps it. Little-endian:
 *
 *     u32 bytes of the JSON │ JSON of the document │ shingle hashes, u64 each, ascending
 *
 * With texts kept, the JSON has them and there are no hashes; without, it has none of them, and the hashes are the set
 * that matches are measured on.
 */
import { NearsameError } from '../errors/nearsame-error.ts'
import type { GivenIndexDocument } from './index-types.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export interface StoredBody {
  readonly document: GivenIndexDocument
  /** Undefined where texts are kept. */
  readonly shingles: BigUint64Array | undefined
}

export function packBody({ document, shingles }: StoredBody): Uint8Array {
  // JSON.stringify escapes lone surrogates, so its text is always well-formed.
  const json = encoder.encode(JSON.stringify(document, bigintsAsNumbers))
  const body = new Uint8Array(4 + json.length + 8 * (shingles?.length ?? 0))
  new DataView(body.buffer).setUint32(0, json.length, true)
  body.set(json, 4)
  if (shingles !== undefined) {
    body.set(new Uint8Array(shingles.buffer, shingles.byteOffset, 8 * shingles.length), 4 + json.length)
  }
  return body
}

/** @throws NearsameError STORE_CORRUPT */
export function unpackBody(body: Uint8Array, storeText: boolean): StoredBody {
  try {
    const length = new DataView(body.buffer, body.byteOffset).getUint32(0, true)
    const document = JSON.parse(decoder.decode(body.subarray(4, 4 + length))) as GivenIndexDocument
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

/** Digits beyond 2^53 are lost; those of an id are in the name of its document. */
function bigintsAsNumbers(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
