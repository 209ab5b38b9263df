/** Signatures of whole texts, one after the other: the definitions of the kernels with these names. */
import { foldLookup3 } from '../../../../ground/hash/lookup3.ts'
import { md5 } from '../../../../ground/hash/md5.ts'
import { encodeCesu8, encodeUtf8 } from '../../../java/encodings.ts'
import { readProfilePlan, signatureBytes, signatureEncodings } from '../../layout/signature-layout.ts'
import { type LuceneBucketRule, luceneSignature } from './lucene-buckets.ts'
import { textProfile } from './text-profile.ts'

/** The string encoded in WTF-8; a lone surrogate has three bytes. */
function decodeText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at]
    const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    let codePoint = size === 1 ? lead : lead & (0x7f >> size)
    for (let i = 1; i < size; i++) codePoint = (codePoint << 6) | (bytes[at + i] & 63)
    text += String.fromCodePoint(codePoint)
    at += size
  }
  return text
}

/** Passes each text to `sign` and writes the result, padded with zeros. */
function forTexts(
  memory: Uint8Array,
  texts: number,
  count: number,
  out: number,
  sign: (text: string) => Uint8Array,
): void {
  const ranges = new Uint32Array(memory.buffer, texts, 2 * count)
  for (let i = 0; i < count; i++) {
    const row = memory.subarray(out + i * signatureBytes, out + (i + 1) * signatureBytes)
    row.fill(0).set(sign(decodeText(memory.subarray(ranges[2 * i], ranges[2 * i + 1]))))
  }
}

export function profileSignatures(
  memory: Uint8Array,
  texts: number,
  count: number,
  plan: number,
  out: number,
): void {
  const rule = readProfilePlan(memory.buffer as ArrayBuffer, plan)
  forTexts(memory, texts, count, out, text => md5(encodeUtf8(textProfile(text, rule))))
}

export function md5Signatures(
  memory: Uint8Array,
  texts: number,
  count: number,
  encoding: number,
  out: number,
): void {
  const encode = encoding === signatureEncodings.utf8 ? encodeUtf8 : encodeCesu8
  forTexts(memory, texts, count, out, text => md5(encode(text)))
}

export function lookup3Signatures(memory: Uint8Array, texts: number, count: number, out: number): void {
  forTexts(memory, texts, count, out, text => {
    const state = new Int32Array(2)
    foldLookup3(state, text)
    const bytes = new DataView(new ArrayBuffer(8))
    bytes.setInt32(0, state[0])
    bytes.setInt32(4, state[1])
    return new Uint8Array(bytes.buffer)
  })
}

export function luceneSignatures(
  memory: Uint8Array,
  texts: number,
  count: number,
  rule: LuceneBucketRule,
  out: number,
): void {
  forTexts(memory, texts, count, out, text => luceneSignature(text, rule))
}
