/** Online kinds: which class of this folder works for a method in an index. */
import type { MethodName } from '../../../methods/methods.ts'

type OnlineKind = 'shingles' | 'trials' | 'words' | 'records' | 'restaurants'

// Those of equal signatures are `shingles`, too: their signature is looked up, the Jaccard told beside it.
const kinds: Readonly<Record<MethodName, OnlineKind>> = {
  minhash: 'shingles',
  'solr-text-profile': 'shingles',
  'solr-md5': 'shingles',
  'solr-lookup3': 'shingles',
  'nutch-md5': 'shingles',
  'nutch-text-md5': 'shingles',
  'nutch-text-profile': 'shingles',
  'repeated-trials': 'trials',
  'restaurants-shingles': 'restaurants',
  'restaurants-minhash': 'restaurants',
  'longest-words': 'words',
  records: 'records',
  'lucene-min-hash': 'shingles',
  'lucene-fingerprint': 'shingles',
}

interface Choice {
  readonly method: MethodName
  readonly near: boolean
}

/** Without near duplicates equal texts are looked up, whatever the method. */
export function onlineKindOf({ method, near }: Choice): OnlineKind {
  return near ? kinds[method] : 'shingles'
}
