/** nearsame/segmenter: words as the engine's own dictionaries find them, as a step before shingles are cut. */
export {
  icuVersion,
  openSegmenter,
  type Segmenter,
  type SegmenterSettings,
} from '../texts/text/segmenter.ts'
