/** Short texts with a natural, skewed distribution of words. */
import fc from 'fast-check'

const word = fc
  .integer({ min: 1, max: 400 })
  .map(n => `word${'abcdefghijklmnopqrst'[Math.floor(400 / n) % 20]}`)

export const textOfFrequentWords = fc.array(word, { maxLength: 12 }).map(words => words.join(' '))
