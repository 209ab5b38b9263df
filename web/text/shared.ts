/**
 * Shared: the parts of a text that shingles of other texts cover.
 *
 *     shingles of words        words, marked where a shared run of tokens covers them
 *     shingles of characters   characters of words, as far as folding keeps their number; else the whole word
 */
import { engine } from '../data/engine.ts'
import { cuttingOptions } from '../data/findings.ts'
import { coveredBy, type Piece, type Places, piecesOf, placesOf } from './places.ts'

type Options = Readonly<Record<string, unknown>>
type Sources = readonly ReadonlySet<string>[]

/** The words of a text as spelt in it: an explanation against nothing calls all of them removed. */
export async function wordsOf(text: string, cutting: object): Promise<readonly string[]> {
  const { explain } = await engine()
  return (await explain(text, '', cutting)).diff.flatMap(({ words }) => words)
}

/** A text in pieces; the mark of one is the number (from 1) of a source with a shingle over it. */
export async function sharedPieces(
  text: string,
  words: readonly string[],
  sources: Sources,
  options: Options,
): Promise<Piece[]> {
  const { unit, size } = shingleOf(options.shingle)
  const tokens = await tokensOfWords(text, words, cuttingOptions(options))
  const places = placesOf(text, words)
  if (unit !== 'chars') return piecesOf(text, places, markWords(tokens, sources, { unit, size }))
  const units = characterUnits(words, places, tokens)
  return piecesOf(text, units.places, markCharacters(units, sources, size))
}

/** The tokens of each word: usually one, but several for such as one character for a company. */
async function tokensOfWords(
  text: string,
  words: readonly string[],
  cutting: object,
): Promise<(readonly string[])[]> {
  const library = await engine()
  const tokens = await library.tokens(text, cutting)
  if (tokens.length === words.length) return tokens.map(token => [token])
  return Promise.all(words.map(word => library.tokens(word, cutting)))
}

interface Shingle {
  readonly unit: string
  readonly size: number
}

function shingleOf(shingle: unknown): Shingle {
  if (typeof shingle === 'string') {
    const [unit, size] = shingle.split(':')
    return { unit, size: Number(size) }
  }
  const { unit = 'words', size = 5 } = (shingle ?? {}) as Partial<Shingle>
  return { unit, size }
}

function sourceOf(shingle: string, sources: Sources): number {
  return sources.findIndex(shingles => shingles.has(shingle)) + 1
}

function markWords(
  tokensOf: readonly (readonly string[])[],
  sources: Sources,
  { unit, size }: Shingle,
): Int32Array {
  const tokens = tokensOf.flat()
  // A text of fewer tokens than a shingle asks for is one shingle.
  const whole = sourceOf(tokens.join(' '), sources)
  if (whole > 0) return new Int32Array(tokensOf.length).fill(whole)
  const lengths = unit === 'words' ? { least: size, most: size } : { least: 1, most: size + 1 }
  const covered = coveredBy(tokens, sources, lengths)
  let end = 0
  return Int32Array.from(tokensOf, own => {
    const from = end
    end += own.length
    return covered.subarray(from, end).find(mark => mark > 0) ?? 0
  })
}

/** Characters that shingles consist of, and the part of the text that each stands for. */
interface CharacterUnits {
  readonly places: Places
  readonly characters: readonly string[]
  /** The unit of each character, -1 for what separates two words. */
  readonly unitOf: readonly number[]
}

function characterUnits(
  words: readonly string[],
  { starts, ends }: Places,
  tokensOf: readonly (readonly string[])[],
): CharacterUnits {
  const [unitStarts, unitEnds]: [number[], number[]] = [[], []]
  const characters: string[] = []
  const unitOf: number[] = []
  for (const [at, word] of words.entries()) {
    if (at > 0 && starts[at] > ends[at - 1]) {
      characters.push(' ')
      unitOf.push(-1)
    }
    const folded = Array.from(tokensOf[at].join(''))
    const spelt = Array.from(word)
    const parts = folded.length === spelt.length ? spelt : [word]
    const first = unitStarts.length
    let start = starts[at]
    for (const part of parts) {
      unitStarts.push(start)
      start += part.length
      unitEnds.push(start)
    }
    for (const [place, character] of folded.entries()) {
      characters.push(character)
      unitOf.push(first + Math.min(place, parts.length - 1))
    }
  }
  const places = { starts: Int32Array.from(unitStarts), ends: Int32Array.from(unitEnds) }
  return { places, characters, unitOf }
}

function markCharacters(
  { places, characters, unitOf }: CharacterUnits,
  sources: Sources,
  size: number,
): Int32Array {
  const marks = new Int32Array(places.starts.length)
  const length = Math.min(size, characters.length)
  for (let from = 0; from + length <= characters.length && length > 0; from++) {
    const source = sourceOf(characters.slice(from, from + length).join(''), sources)
    if (source === 0) continue
    for (const unit of unitOf.slice(from, from + length))
      if (unit >= 0 && marks[unit] === 0) marks[unit] = source
  }
  return marks
}
