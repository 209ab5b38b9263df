/**
 * nearsame/restaurants: the restaurant search step by step, as in its source.
 *
 * Lines of the two guides, their preparation, signature, search, and the output of its pairs. Pure: for browsers,
 * workers and Node. The methods `restaurants-shingles` and `restaurants-minhash` of `nearsame` are the same search.
 */
export { type ErrorParts, isNearsameError, NearsameError } from '../ground/errors/nearsame-error.ts'
export type { ErrorCode } from '../ground/errors/registry.ts'
export type {
  RestaurantDocument,
  RestaurantHits,
  RestaurantIndex,
  RestaurantQuery,
  SearchedField,
} from '../methods/contract/row-index.ts'
export {
  type Guide,
  guideAddresses,
  numberedLines,
  stripTelephone,
  telephoneStarts,
} from '../methods/restaurants/guide-lines.ts'
export type {
  Extremum,
  RestaurantOptions,
  SignatureOptions,
} from '../methods/restaurants/params.ts'
export { restaurantListing, restaurantReport } from '../methods/restaurants/restaurant-pairs.ts'
export {
  type RestaurantNotes,
  type RestaurantPairs,
  type Sides,
  searchRestaurants,
} from '../methods/restaurants/restaurant-search.ts'
export { restaurantSignature } from '../methods/restaurants/restaurant-signature.ts'
export type { RankingName } from '../methods/restaurants/search/rankings.ts'
