/**
 * Shingle option: how a token sequence is cut into the set that is compared.
 *
 *     words:5       every sequence of five tokens
 *     chars:8       every sequence of eight characters of the tokens, joined by single spaces
 *     stopword:3    every stop word together with the two tokens after it
 *     stopword:3:2  every two consecutive ones of these, whatever is between their beginnings
 */
import { Refusal } from './declare.ts'

/** `size` in [1, 64]; for `stopword` it counts the stop word itself. */
export interface Shingle {
  /** Unit of the runs: words, characters, or a stop word with the words after it. */
  readonly unit: 'words' | 'chars' | 'stopword'
  /** Number of units in a run, in [1, 64]; for `stopword` it counts the stop word itself. */
  readonly size: number
  /** With `stopword`: number of consecutive runs in a shingle, in [2, 64]. Default: one. */
  readonly sequence?: number
}

export const shingleDomain =
  '`words:K`, `chars:K`, `stopword:K` or `stopword:K:M` with whole numbers K and M in [1, 64]'

const largestSize = 64

/**
 * A shingle from its text form or an object; undefined or a `Refusal` otherwise.
 *
 * @example parseShingle('words:5') // => { unit: 'words', size: 5 }
 */
export function parseShingle(given: unknown): Shingle | Refusal | undefined {
  if (typeof given === 'string') {
    const parts = /^(words|chars|stopword):(\d{1,6})(?::(\d{1,6}))?$/.exec(given)
    if (parts) return checkedShingle(parts[1], Number(parts[2]), parts[3] && Number(parts[3]))
    const bare = /^(word|char|stopwords|words|chars|stopword)$/.exec(given)
    return bare ? new Refusal(shingleDomain, 'add a size, for example `words:5`') : undefined
  }
  if (typeof given !== 'object' || given === null) return undefined
  const { unit, size, sequence } = given as Partial<Shingle>
  return checkedShingle(unit, size, sequence)
}

function checkedShingle(unit: unknown, size: unknown, sequence: unknown = 1): Shingle | undefined {
  const isUnit = unit === 'words' || unit === 'chars' || unit === 'stopword'
  if (!isUnit || !isSize(size) || !isSize(sequence)) return undefined
  if (sequence === 1) return Object.freeze({ unit, size })
  return unit === 'stopword' ? Object.freeze({ unit, size, sequence }) : undefined
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= largestSize
}

/** The text form. @example printShingle({ unit: 'chars', size: 8 }) // => 'chars:8' */
export function printShingle({ unit, size, sequence }: Shingle): string {
  return sequence === undefined ? `${unit}:${size}` : `${unit}:${size}:${sequence}`
}
