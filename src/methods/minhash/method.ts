/**
 * minhash: two documents are near duplicates if their sets of shingles share enough.
 *
 *     text ─▶ tokens ─▶ shingles ─▶ signature of 128 values ─▶ keys of its bands ─▶ candidates ─▶ exact measure
 *
 *     P(two signatures agree at a place) = |A ∩ B| / |A ∪ B|
 *
 * A band is a sequence of consecutive values. Documents that agree on a whole band, or on several, are candidates; the
 * length of bands follows from `threshold` and `recall`. The measure of candidates is exact, on the sets themselves, so
 * signatures may lose a pair but never report a wrong one.
 *
 * Decides: the exact Jaccard or containment. In an index: the keys of the bands are looked up, the sets compared.
 *
 * Source: Broder 1997; Leskovec, Rajaraman, Ullman; Dahlgaard, Knudsen, Thorup 2017.
 * Files, in reading order: only this one, because the wing `texts` has the work: `texts/text/` tokens,
 * `texts/kernels/` shingles, `texts/sketch/` signatures, `texts/lsh/` bands, `texts/similarity/` measures.
 */
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
  options: ['shingle', 'fold', 'symbols', 'measure', 'threshold', 'recall', 'signatureLength', 'seed'],
  sources: [
    'A. Z. Broder, "On the resemblance and containment of documents" (1997): shingles, both measures',
    'J. Leskovec, A. Rajaraman, J. D. Ullman, "Mining of Massive Datasets", section 3.4: bands',
    'S. Dahlgaard, M. B. T. Knudsen, M. Thorup, "Fast Similarity Sketching" (2017): the signature',
  ],
  decides: { kind: 'measure' },
})
