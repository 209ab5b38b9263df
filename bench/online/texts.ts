/**
 * Texts for the online benchmarks: generated from a seed, so that they are the same on every machine and no corpus is
 * needed.
 *
 *     document k   new words, about 3 KB
 *                  10 %  a near copy of an earlier one: one or two words replaced              J .96 to .98
 *                   5 %  a revision of an earlier one: 13 to 30 words replaced                 J .5 to .77
 *     check k      the same three kinds, of documents that are there
 *
 * What a check has to find is known from the families: texts of different ones share no shingle but by chance.
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
  /** Number of the first document of its family; its own where it is fresh. */
  readonly family: number
}

export class TextMaker {
  readonly #random: Random
  readonly #vocabulary: readonly string[]
  readonly #words: number
  /** Of each document: of which family it is. */
  readonly #families: number[] = []
  readonly #documents: string[] = []
  readonly #keepsTexts: boolean

  /** @param keepsTexts false: all documents are fresh, and no text is kept */
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

  /** The next document, to be stored under the number `families.length` had before. */
  document(): Made {
    const made = this.check()
    const number = this.#families.length
    const family = made.kind === 'fresh' ? number : made.family
    this.#families.push(family)
    if (this.#keepsTexts) this.#documents.push(made.text)
    return { ...made, family }
  }

  /** A text that is not stored; of the kind given, or of all in their shares. */
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

  /** A text with so many words replaced, perhaps one of them twice. */
  edited(text: string, replaced: number): string {
    const words = text.split(' ')
    for (let i = 0; i < replaced; i++) words[this.#random.below(words.length)] = this.#word()
    return words.join(' ')
  }

  /** Frequent words are frequent: the square makes low places likelier. */
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

/** Jaccard of the sets of word 5-grams, by the definition. */
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
