/**
 * nearsame/signatures: the signatures of Solr, Nutch and Lucene, and their hashes, as plain functions; b-bit signatures
 * from those of `minHash`.
 *
 * Pure: for browsers, workers and Node. As methods of the engine they are in `nearsame`, under `method`; Solr's update
 * chain is in `nearsame/solr`.
 */
export { lookup3ycs, lookup3ycs64 } from '../ground/hash/lookup3.ts'
export { Md5, md5, md5Hex } from '../ground/hash/md5.ts'
export {
  codecHash32,
  codecHash128,
  murmur3Hash32,
  murmur3Hash128,
  murmur3Hex128,
} from '../ground/hash/murmur3.ts'
export { isJavaException, type JavaException } from '../methods/java/java-exception.ts'
export { luceneFingerprint } from '../methods/lucene/lucene-fingerprint.ts'
export {
  luceneMinHash,
  minHashTermBytes,
  minHashTokenHex,
  minHashTokens,
} from '../methods/lucene/lucene-min-hash.ts'
export { type LuceneShingleParams, luceneShingles } from '../methods/lucene/lucene-shingles.ts'
export { type LuceneTokens, whitespaceTokens } from '../methods/lucene/lucene-tokens.ts'
export type { LuceneFingerprintParams, LuceneMinHashParams } from '../methods/lucene/params.ts'
export { type NutchConf, nutchSignature } from '../methods/solr-nutch/nutch-conf.ts'
export {
  compareNutchSignatures,
  type NutchMd5Options,
  type NutchPage,
  type NutchProfileOptions,
  nutchMd5,
  nutchTextMd5,
  nutchTextProfile,
} from '../methods/solr-nutch/nutch-signatures.ts'
export type { ProfileOptions } from '../methods/solr-nutch/params.ts'
export {
  type SolrParams,
  type SolrSignature,
  solrLookup3,
  solrMd5,
  solrSignatures,
  solrTextProfile,
} from '../methods/solr-nutch/solr-signatures.ts'
export { textProfile } from '../methods/solr-nutch/text-profile.ts'
export type { TextProfileRule, TieOrder } from '../texts/kernels/layout/signature-layout.ts'
export { agreedTrials } from '../texts/lsh/trials.ts'
export { type BitWidth, estimateJaccardOfBits, lowBits } from '../texts/sketch/b-bit.ts'
export { type TrialHashing, TrialKeys } from '../texts/sketch/trial-keys.ts'
