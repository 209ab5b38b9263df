export { canonicalise, validUtf8 } from './canonical/canonical'
export { unpackTables } from './canonical/unpack-tables'
export { expanding } from './canonical/expanding'
export { describe, describeRarest, shinglesOf } from './describe'
export { groupKeys, listGroups } from './groups'
export { hash128 } from './hash128'
export { jsonRecord, unescapeJson } from './json/json'
export { jsonTexts } from './json/json-texts'
export { leastHashes } from './least-hashes'
export { likelyRuns, sortRuns } from './likely-runs'
export { newlines } from './lines'
export { meetings, planMeetings } from './meetings'
export { likely, oddSketch } from './odd-sketches'
export { lookup3Signatures } from './signatures/lookup3'
export { luceneSignatures } from './signatures/lucene-signatures'
export { distinct, shared, tableOf } from './sets'
export { rarest } from './rarest'
export { planSharing, sharingRows } from './sharing'
export { charShingles, stopwordShingles, wordShingles } from './shingles'
export { bandKeys, signature } from './signature'
export { profileSignatures } from './signatures/text-profile'
export { md5Signatures } from './signatures/md5-texts'
export { sequenceHash, tokenEdges, tokenHashes } from './tokens'
export { winnow } from './winnow'

/** First byte that the module does not use itself. */
export function freeMemory(): usize {
  return __heap_base
}
