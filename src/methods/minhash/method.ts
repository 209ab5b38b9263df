import { options } from '../../ground/options/declare.ts'
import { defineMethod } from '../contract/method.ts'

/** Near-duplicate documents by the share of their shingles. */
export const minhashMethod = defineMethod({
  name: 'minhash',
  summary: 'near-duplicate documents by the share of their shingles; the default',
  stages: {
    text: 'canonical tokens, cut into a set of shingles',
    sketch: 'a signature of fixed length, whose agreeing values estimate the Jaccard similarity',
    candidates: 'documents that agree on a whole band of their signatures, or on several',
    verify: 'the exact Jaccard or containment of the two sets of shingles',
  },
  params: options({}),
  options: ['shingle', 'measure', 'threshold', 'recall', 'signatureLength', 'seed'],
  sources: [
    'A. Z. Broder, "On the resemblance and containment of documents" (1997): shingles, both measures',
    'J. Leskovec, A. Rajaraman, J. D. Ullman, "Mining of Massive Datasets", section 3.4: bands',
    'S. Dahlgaard, M. B. T. Knudsen, M. Thorup, "Fast Similarity Sketching" (2017): the signature',
  ],
})
