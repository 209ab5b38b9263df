/** nearsame/stemming: tokens to their stems, as a step before shingles are cut. */
export {
  type Stemmer,
  type StemmerPackage,
  stemming,
  stemmingBy,
} from '../texts/text/stemming.ts'
