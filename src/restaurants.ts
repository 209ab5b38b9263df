/**
 * nearsame/restaurants: the restaurant search step by step, as its source has it.
 *
 * Lines of the two guides, their preparation, signature, search, and what is written of its pairs. Pure: for browsers,
 * workers and Node. The methods `restaurants-shingles` and `restaurants-minhash` of `nearsame` are the same search.
 */
export { type ErrorParts, isNearsameError, NearsameError } from './errors/nearsame-error.ts'
export type { ErrorCode } from './errors/registry.ts'
export {
  type Guide,
  guideAddresses,
  numberedLines,
  stripTelephone,
  telephoneStarts,
} from './restaurants/guide-lines.ts'
export type {
  RestaurantDocument,
  RestaurantHits,
  RestaurantIndex,
  RestaurantQuery,
  SearchedField,
} from './restaurants/restaurant-index.ts'
export type { Extremum, RestaurantOptions, SignatureOptions } from './restaurants/restaurant-options.ts'
export { restaurantListing, restaurantReport } from './restaurants/restaurant-pairs.ts'
export {
  type RestaurantNotes,
  type RestaurantPairs,
  type Sides,
  searchRestaurants,
} from './restaurants/restaurant-search.ts'
export { restaurantSignature } from './restaurants/restaurant-signature.ts'
export type { RankingName } from './search/rankings.ts'
