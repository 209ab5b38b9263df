/** nearsame/stop-words: the stop words of languages, and a step that drops them. */
export {
  type StopWordLanguage,
  stopWordLanguages,
  stopWords,
  withoutWords,
} from '../texts/text/stop-words.ts'
