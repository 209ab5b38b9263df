/**
 * restaurants: names and addresses are duplicates if a ranked search for one finds the other and at most two words
 * differ. Two methods with different search terms: word n-grams, or a signature of fixed size.
 *
 *     text ─▶ normal form ─▶ n-grams │ signature of 20 values ─▶ OR query, the ten best of the same first word
 *          ─▶ equal MD5: distance 0; else words to insert, delete or replace, at most 2
 *
 * The search ranks as Lucene does, to the last bit of a score, so it gives the answers of a Solr; a Solr can replace it
 * (`RestaurantIndex`).
 *
 * Decides: the word edit distance; smaller is nearer. In an index: a posting for each term with the first word; texts
 * that share one are measured, without a ranking.
 *
 * Source: S. Pal, "Near Duplicate Detection using MinHashing and Solr" (2014).
 * Files, in reading order: `params.ts`; `restaurant-text.ts` and `restaurant-signature.ts`, the terms of a text;
 * `restaurant-rows.ts`; `restaurant-search.ts`, the search over `restaurant-index.ts` and `search/`;
 * `restaurant-copies.ts` and `restaurant-pairs.ts`, its pairs; `online.ts`, the index; `guide-lines.ts`, the data.
 */
import type { TextWorkspace } from '../../texts/workspace/text-workspace.ts'
import { defineMethod, type Method, type TextPairs } from '../contract/method.ts'
import type { OnlineMethod } from '../contract/online-method.ts'
import {
  defaultRestaurantOptions,
  minhashParams,
  type ResolvedRestaurantOptions,
  type RestaurantOptions,
  shinglesParams,
} from './params.ts'

/** In an index a candidate shares one term, like a row that the search finds. */
const oneTerm = 1

/** The common part of both methods; they differ in the search terms. */
const shared = {
  stages: {
    text: 'lower case, punctuation but "-" to blanks, word n-grams, or the whole of a shorter text',
    candidates: 'the ten best rows of an OR query among those of the same first word',
    verify: 'equal MD5 is distance 0, else at most two words to insert, delete or replace',
  },
  options: [],
  sources: ['S. Pal, "Near Duplicate Detection using MinHashing and Solr" (2014)'],
} as const satisfies Partial<Omit<Method, 'stages'>> & { readonly stages: object }

/** Names and addresses found by a ranked search of word n-grams, kept when few words differ. */
export const restaurantsShinglesMethod = defineMethod({
  ...shared,
  name: 'restaurants-shingles',
  summary: 'names and addresses that a ranked search by word n-grams finds and few words tell apart',
  stages: { ...shared.stages, sketch: 'the n-grams themselves' },
  params: shinglesParams,
  decides: {
    kind: 'pairs',
    measure: 'word-edit-distance',
    pairs: params => searchBy({ ...params, by: 'shingles' }),
    online: {
      agree: () => oneTerm,
      open: ({ space, params }) => openOnline(space, { ...params, by: 'shingles' }),
    },
  },
})

/** The same by signatures of a fixed size. */
export const restaurantsMinhashMethod = defineMethod({
  ...shared,
  name: 'restaurants-minhash',
  summary: 'names and addresses that a ranked search by MinHash signatures finds and few words tell apart',
  stages: { ...shared.stages, sketch: 'the greatest of the hashes of n-grams under each of 20 masks' },
  params: minhashParams,
  decides: {
    kind: 'pairs',
    measure: 'word-edit-distance',
    pairs: params => searchBy({ ...params, by: 'minhash' }),
    online: {
      agree: () => oneTerm,
      open: ({ space, params }) => openOnline(space, { ...params, by: 'minhash' }),
    },
  },
})

async function searchBy(options: RestaurantOptions): Promise<TextPairs> {
  const { findRestaurantPairs } = await import('./restaurant-pairs.ts')
  return (texts, { split, index, breath } = {}) =>
    findRestaurantPairs(texts, options, {
      ...(split !== undefined && { sides: { split } }),
      ...(index && { index }),
      breath,
    })
}

async function openOnline(
  space: TextWorkspace,
  options: Partial<ResolvedRestaurantOptions>,
): Promise<OnlineMethod> {
  const { OnlineRestaurants } = await import('./online.ts')
  return new OnlineRestaurants(space, { ...defaultRestaurantOptions, ...options })
}
