import type { Method } from './method.ts'

/** Short texts found by a ranked search, kept when few words differ; with fixed-size signatures. */
export const restaurantsMinhash = Object.freeze<Method<'restaurants-minhash'>>({
  name: 'restaurants-minhash',
  summary: 'names and addresses that a ranked search by MinHash signatures finds and few words tell apart',
  stages: {
    text: 'lower case, punctuation but "-" to blanks, word n-grams, or the whole of a shorter text',
    sketch: 'the greatest of their hashes under each of 20 masks',
    candidates: 'the ten best rows of an OR query among those of the same first word',
    verify: 'equal MD5 is distance 0, else at most two words to insert, delete or replace',
  },
  options: [],
  sources: ['S. Pal, "Near Duplicate Detection using MinHashing and Solr" (2014)'],
  measure: 'word-edit-distance',
  pairs: async params => {
    const { findRestaurantPairs } = await import('../restaurants/restaurant-pairs.ts')
    const options = { ...params, by: 'minhash' } as const
    return (texts, { split, index } = {}) =>
      findRestaurantPairs(texts, options, {
        ...(split !== undefined && { sides: { split } }),
        ...(index && { index }),
      })
  },
})
