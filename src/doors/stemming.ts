/** nearsame/stemming: reduces tokens to their stems, as a step before shingling. */
export {
  type Stemmer,
  type StemmerPackage,
  stemming,
  stemmingBy,
} from '../texts/text/stemming.ts'
