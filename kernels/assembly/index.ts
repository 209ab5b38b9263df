export { bitmap, missing } from './bitmaps'
export { canonicalise, useTables, validUtf8 } from './canonical'
export { describe, shinglesOf } from './describe'
export { hash128 } from './hash128'
export { jsonRecord, unescapeJson } from './json'
export { newlines } from './lines'
export { distinct, shared, tableOf } from './sets'
export { charShingles, stopwordShingles, wordShingles } from './shingles'
export { bandKeys, signature } from './signature'
export { profileSignatures } from './text-profile'
export { lookup3Signatures, md5Signatures } from './text-signatures'
export { sequenceHash, tokenHashes } from './tokens'

/** First byte that the module does not use itself. */
export function freeMemory(): usize {
  return __heap_base
}
