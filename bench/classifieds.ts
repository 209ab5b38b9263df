/**
 * Classifieds: short advertisements with planted near duplicates, generated from a seed.
 *
 * An advertisement is three to five sentences of words whose frequencies fall off as in a language (rank + 3 to the
 * power -1.05 over 30,000 words; the most frequent ones are short), with stock words of its category and of the site,
 * which are long and frequent. Of a hundred, 82 are new, 3 new and very short, 5 exact copies of an earlier one, and 10
 * copies with another price, sentence order and case, and zero to four words replaced.
 */
import { Random } from './random.ts'

export interface Classified {
  readonly text: string
  /** The advertisement it copies, and the number of words replaced; undefined for a new one. */
  readonly copyOf?: { readonly index: number; readonly replaced: number; readonly isExact: boolean }
}

const vocabularySize = 30_000
const categories = 20
const syllables =
  'ba be bor ca cen co da del dra en fa fer ga gen go ha hor in jo ka kel la len lo ma mer mi na nor or pa per po ra ren ro sa sel sto ta ten tor un va ver wa win yo za'.split(
    ' ',
  )

function makeWord(random: Random, least: number, most: number): string {
  const length = least + random.below(most - least + 1)
  let word = ''
  while (word.length < length) word += random.of(syllables)
  return word.slice(0, length)
}

/** A vocabulary to draw words from. */
class Language {
  readonly #words: string[] = []
  readonly #sums = new Float64Array(vocabularySize)
  readonly site: readonly string[]
  readonly stock: readonly (readonly string[])[]

  constructor(random: Random) {
    let sum = 0
    for (let rank = 0; rank < vocabularySize; rank++) {
      const [least, most] = rank < 60 ? [2, 3] : rank < 600 ? [3, 7] : [4, 12]
      this.#words.push(makeWord(random, least, most))
      sum += (rank + 3) ** -1.05
      this.#sums[rank] = sum
    }
    const long = (count: number) => Array.from({ length: count }, () => makeWord(random, 8, 13))
    this.site = long(10)
    this.stock = Array.from({ length: categories }, () => long(12))
  }

  draw(random: Random): string {
    const at = random.unit() * this.#sums[vocabularySize - 1]
    let low = 0
    let high = vocabularySize - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#sums[middle] <= at) low = middle + 1
      else high = middle
    }
    return this.#words[low]
  }
}

function makeText(language: Language, random: Random): string {
  const category = random.below(categories)
  const sentences = Array.from({ length: 3 + random.below(3) }, () => {
    const words = Array.from({ length: 7 + random.below(8) }, () => language.draw(random))
    if (random.unit() < 0.35) words.splice(random.below(words.length), 0, random.of(language.site))
    for (let i = 0; i < 2; i++) {
      if (random.unit() < 0.6)
        words.splice(random.below(words.length), 0, random.of(language.stock[category]))
    }
    return words.join(' ')
  })
  return `${sentences.join('. ')}. Price ${10 * random.below(5000)}, phone ${random.below(1e7)}`
}

function edit(text: string, replaced: number, language: Language, random: Random): string {
  const sentences = text.replace(/Price \d+/, `Price ${10 * random.below(5000)}`).split('. ')
  sentences.push(sentences.shift() as string)
  const words = sentences.join('. ').split(' ')
  for (let i = 0; i < replaced; i++) words[random.below(words.length)] = language.draw(random)
  const edited = words.join(' ')
  return random.unit() < 0.3 ? edited.toUpperCase() : `<p>${edited}!</p>`
}

/** `count` advertisements, the same for the same seed. */
export function makeClassifieds(count: number, seed = 1): Classified[] {
  const random = new Random(seed, 4)
  const language = new Language(random)
  const made: Classified[] = []
  while (made.length < count) {
    const dice = random.unit()
    if (made.length > 100 && dice < 0.15) {
      const index = random.below(made.length)
      const isExact = dice < 0.05
      const replaced = isExact ? 0 : random.below(5)
      const { text } = made[index]
      made.push({
        text: isExact ? text : edit(text, replaced, language, random),
        copyOf: { index, replaced, isExact },
      })
    } else if (dice < 0.18) {
      made.push({
        text: Array.from({ length: 1 + random.below(7) }, () => language.draw(random)).join(' '),
      })
    } else {
      made.push({ text: makeText(language, random) })
    }
  }
  return made
}
