/**
 * Shingle option: how a token sequence is cut into the set that is compared.
 *
 *     words:5     every run of five tokens
 *     chars:8     every run of eight characters of the tokens, one space between two
 *     stopword:3  every stop word together with the two tokens after it
 */
import { Refusal } from './declare.ts'

/** `size` in [1, 64]; for `stopword` it counts the stop word itself. */
export interface Shingle {
  readonly unit: 'words' | 'chars' | 'stopword'
  readonly size: number
}

export const shingleDomain = '`words:K`, `chars:K` or `stopword:K` with a whole number K in [1, 64]'

const largestSize = 64

/**
 * A shingle from its text form or from an object of its shape; undefined or a `Refusal` otherwise.
 *
 * @example parseShingle('words:5') // => { unit: 'words', size: 5 }
 */
export function parseShingle(given: unknown): Shingle | Refusal | undefined {
  if (typeof given === 'string') {
    const parts = /^(words|chars|stopword):(\d{1,6})$/.exec(given)
    if (parts) return checkedShingle(parts[1], Number(parts[2]))
    const bare = /^(word|char|stopwords|words|chars|stopword)$/.exec(given)
    return bare ? new Refusal(shingleDomain, 'add a size, for example `words:5`') : undefined
  }
  if (typeof given !== 'object' || given === null) return undefined
  const { unit, size } = given as Partial<Shingle>
  return checkedShingle(unit, size)
}

function checkedShingle(unit: unknown, size: unknown): Shingle | undefined {
  const isUnit = unit === 'words' || unit === 'chars' || unit === 'stopword'
  const isSize = typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= largestSize
  return isUnit && isSize ? Object.freeze({ unit, size }) : undefined
}

/** The text form. @example printShingle({ unit: 'chars', size: 8 }) // => 'chars:8' */
export function printShingle(shingle: Shingle): string {
  return `${shingle.unit}:${shingle.size}`
}
