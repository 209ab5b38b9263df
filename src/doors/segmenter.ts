/** nearsame/segmenter: finds words with the engine's own dictionaries, as a step before shingling. */
export {
  icuVersion,
  openSegmenter,
  type Segmenter,
  type SegmenterSettings,
} from '../texts/text/segmenter.ts'
