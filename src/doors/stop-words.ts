/** nearsame/stop-words: the words of a language that say little, and a step that drops them. */
export {
  type StopWordLanguage,
  stopWordLanguages,
  stopWords,
  withoutWords,
} from '../texts/text/stop-words.ts'
