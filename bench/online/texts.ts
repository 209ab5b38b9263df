/**
 * Texts for the online benchmarks: generated from a seed, so they are the same on every machine and need no
 * corpus.
 *
 *     document k   new words, about 3 KB
 *                  10 %  a near copy of an earlier one: one or two words replaced              J .96 to .98
 *                   5 %  a revision of an earlier one: 13 to 30 words replaced                 J .5 to .77
 *     check k      the same three kinds, of stored documents
 *
 * The families define what a check must find: texts of different families share a shingle only by chance.
 */
import { Random } from '../random.ts'

/** About 3,000 bytes. */
export const longWords = 410
const copyShare = 0.1
const revisionShare = 0.05

export type Kind = 'fresh' | 'copy' | 'revision'

export interface Made {
  readonly text: string
  readonly kind: Kind
  /** Number of the first document of its family; its own number if it is fresh. */
  readonly family: number
}

export class TextMaker {
  readonly #random: Random
  readonly #vocabulary: readonly string[]
  readonly #words: number
  /** The family of each document. */
  readonly #families: number[] = []
  readonly #documents: string[] = []
  readonly #keepsTexts: boolean

  /** @param keepsTexts false: all documents are fresh, and no texts are kept */
  constructor(seed: number, words: number = longWords, keepsTexts = true) {
    this.#random = new Random(seed, 71)
    this.#vocabulary = vocabulary(seed)
    this.#words = words
    this.#keepsTexts = keepsTexts
  }

  /** Documents made so far. */
  get families(): readonly number[] {
    return this.#families
  }

  get documents(): readonly string[] {
    return this.#documents
  }

  /** The next document; its number is the previous `families.length`. */
  document(): Made {
    const made = this.check()
    const number = this.#families.length
    const family = made.kind === 'fresh' ? number : made.family
    this.#families.push(family)
    if (this.#keepsTexts) this.#documents.push(made.text)
    return { ...made, family }
  }

  /** A text that is not stored, of the given kind, or of all kinds in their shares. */
  check(kind: Kind = this.#kind()): Made {
    if (kind === 'fresh' || this.#documents.length === 0)
      return { text: this.#fresh(), kind: 'fresh', family: -1 }
    const of = this.#random.below(this.#documents.length)
    const replaced = kind === 'copy' ? 1 + this.#random.below(2) : 13 + this.#random.below(18)
    return { text: this.edited(this.#documents[of], replaced), kind, family: this.#families[of] }
  }

  #kind(): Kind {
    if (!this.#keepsTexts) return 'fresh'
    const unit = this.#random.unit()
    if (unit < copyShare) return 'copy'
    return unit < copyShare + revisionShare ? 'revision' : 'fresh'
  }

  #fresh(): string {
    let text = this.#word()
    for (let i = 1; i < this.#words; i++) text += ` ${this.#word()}`
    return text
  }

  /** A text with `replaced` random words replaced, possibly the same one twice. */
  edited(text: string, replaced: number): string {
    const words = text.split(' ')
    for (let i = 0; i < replaced; i++) words[this.#random.below(words.length)] = this.#word()
    return words.join(' ')
  }

  /** A random word; the square makes low places more likely, as in a language. */
  #word(): string {
    const unit = this.#random.unit()
    return this.#vocabulary[Math.floor(unit * unit * this.#vocabulary.length)]
  }
}

/** 30,000 words of 3 to 9 letters. */
function vocabulary(seed: number): readonly string[] {
  const random = new Random(seed, 72)
  const consonants = [...'bcdfghklmnprstvw']
  const vowels = [...'aeiou']
  const words = new Set<string>()
  while (words.size < 30_000) {
    let word = ''
    const length = 3 + random.below(7)
    for (let i = 0; i < length; i++) word += random.of(i % 2 === 0 ? consonants : vowels)
    words.add(word)
  }
  return [...words]
}

/** Jaccard of the sets of word 5-grams, by definition. */
export function plainJaccard(a: string, b: string): number {
  const left = plainShingles(a)
  const right = plainShingles(b)
  let shared = 0
  for (const shingle of left) if (right.has(shingle)) shared++
  return shared / (left.size + right.size - shared)
}

function plainShingles(text: string): Set<string> {
  const words = text.split(' ')
  const shingles = new Set<string>()
  for (let i = 0; i + 5 <= words.length; i++) shingles.add(words.slice(i, i + 5).join(' '))
  return shingles
}
