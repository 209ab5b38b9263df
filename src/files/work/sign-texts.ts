/** Signing: texts read again by their places and made into signatures. Runs in any thread. */
import type { DocumentId } from '../../engine/library/document.ts'
import type { ShownSignature } from '../../methods/contract/method.ts'
import { encodeSignature, signatureFrom } from '../../texts/sketch/signature-format.ts'
import { formats } from '../formats/formats.ts'
import type { Source } from '../inputs/source.ts'
import type { KeySigner } from './thread/key-signer.ts'
import { type RecordPlace, readId, readText } from './thread/record-reader.ts'
import type { Thread } from './thread/thread.ts'

export interface SignTask {
  readonly kind: 'sign'
  readonly source: Source
  readonly offset: Float64Array
  readonly length: Uint32Array
}

/** Row i is document i of the task. */
export interface SignedTexts {
  /** Null if the record has none, and in formats without ids. */
  readonly ids: readonly (DocumentId | null)[]
  /** For `minhash` as `signatureToHex` writes them; null for a text without one. */
  readonly signatures: readonly ShownSignature[]
}

export function signTexts(thread: Thread, { source, offset, length }: SignTask): SignedTexts {
  const ids: (DocumentId | null)[] = []
  const signatures: ShownSignature[] = []
  const { hasIds } = formats[source.format.name]
  for (let i = 0; i < offset.length; i++) {
    const place = { source, offset: offset[i], length: length[i] }
    ids.push((hasIds ? readId(thread, place) : null) ?? null)
    signatures.push(
      thread.signer === undefined ? signatureHex(thread, place) : shown(thread.signer, thread, place),
    )
  }
  return { ids, signatures }
}

function shown(signer: KeySigner, thread: Thread, place: RecordPlace): ShownSignature {
  const text = readText(thread, place, thread.sets.free)
  return signer.shown(text.from, text.to, text.free)
}

function signatureHex(thread: Thread, place: RecordPlace): string | null {
  const values = signatureValues(thread, place)
  if (values === undefined) return null
  const bytes = encodeSignature(signatureFrom(thread.space.plan, 0, values))
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
}

/** The signature of a record's text; undefined if it has no token. */
function signatureValues(thread: Thread, place: RecordPlace): Uint32Array | undefined {
  const { space, sets } = thread
  const at = sets.free
  const { from, to, free } = readText(thread, place, at)
  // The shingles overwrite the record, which is no longer needed.
  const count = space.shingles(from, to, free, at)
  return count === 0 ? undefined : space.signature(at, count)
}
