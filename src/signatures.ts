/**
 * nearsame/signatures: the signatures of Solr, Nutch and Lucene, and the hashes they are made of, as plain functions;
 * b-bit signatures from those of `minHash`.
 *
 * Pure: for browsers, workers and Node. As methods of the engine they are in `nearsame`, under `method`; Solr's update
 * chain is in `nearsame/solr`.
 */
export { lookup3ycs, lookup3ycs64 } from './hash/lookup3.ts'
export { Md5, md5, md5Hex } from './hash/md5.ts'
export {
  codecHash32,
  codecHash128,
  murmur3Hash32,
  murmur3Hash128,
  murmur3Hex128,
} from './hash/murmur3.ts'
export { isJavaException, type JavaException } from './java/java-exception.ts'
export type { TextProfileRule, TieOrder } from './kernels/reference/signatures/text-profile.ts'
export { agreedTrials } from './lsh/trials.ts'
export { type LuceneFingerprintParams, luceneFingerprint } from './lucene/lucene-fingerprint.ts'
export {
  type LuceneMinHashParams,
  luceneMinHash,
  minHashTermBytes,
  minHashTokenHex,
  minHashTokens,
} from './lucene/lucene-min-hash.ts'
export { type LuceneShingleParams, luceneShingles } from './lucene/lucene-shingles.ts'
export { type LuceneTokens, whitespaceTokens } from './lucene/lucene-tokens.ts'
export { type BitWidth, estimateJaccardOfBits, lowBits } from './sketch/b-bit.ts'
export { type TrialHashing, TrialKeys } from './sketch/trial-keys.ts'
export { type NutchConf, nutchSignature } from './text-signatures/nutch-conf.ts'
export {
  compareNutchSignatures,
  type NutchMd5Options,
  type NutchPage,
  type NutchProfileOptions,
  nutchMd5,
  nutchTextMd5,
  nutchTextProfile,
} from './text-signatures/nutch-signatures.ts'
export { type ProfileOptions, textProfile } from './text-signatures/profile-options.ts'
export {
  type SolrParams,
  type SolrSignature,
  solrLookup3,
  solrMd5,
  solrSignatures,
  solrTextProfile,
} from './text-signatures/solr-signatures.ts'
