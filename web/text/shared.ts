/**
 * Shared: the parts of a text that shingles of other texts cover.
 *
 *     shingles of words        words, marked where a shared run of tokens covers them
 *     shingles of characters   characters of words, as far as folding keeps their number; else the whole word
 */
import { engine } from '../data/engine.ts'
import { wordRule } from '../data/findings.ts'
import { type Piece, type Place, wordPieces } from './spans.ts'

type Options = Readonly<Record<string, unknown>>

/** A word of a text; its tokens are usually one, but several for such as one character for a company. */
interface Word extends Place {
  readonly tokens: readonly string[]
}

/** The words of a text, in order. */
export async function wordsOf(text: string, options: Options): Promise<Word[]> {
  const { tokens } = await engine()
  const { placedWords } = await import('../../src/engine/explain/words.ts')
  const rule = wordRule(options)
  const all = await tokens(text, rule)
  let end = 0
  return placedWords(text, rule).map(({ from, to, tokens: count }) => {
    end += count
    return { from, to, tokens: all.slice(end - count, end) }
  })
}

/**
 * A text in pieces; the mark of one is the number (from 1) of the first source with a shingle over it.
 *
 * @param sources of each source its shingles, as texts
 */
export function sharedPieces(
  text: string,
  words: readonly Word[],
  sources: readonly ReadonlySet<string>[],
  { shingle }: Options,
): Piece[] {
  const { unit, size } = shingleOf(shingle)
  const { items, partOf, parts } = unit === 'chars' ? charactersOf(text, words) : tokensOf(words)
  const [count, separator] = [items.length, unit === 'chars' ? '' : ' ']
  // A text with fewer items than a shingle asks for is one shingle, and so is one without a stop word.
  const lengths =
    unit === 'stopword'
      ? [
          count,
          ...Array(size + 1)
            .keys()
            .map(i => i + 1),
        ]
      : [Math.min(size, count)]
  const marks = new Int32Array(parts.length)
  for (let from = 0; from < count; from++) {
    for (const length of lengths.filter(length => from + length <= count)) {
      const run = items.slice(from, from + length).join(separator)
      const source = sources.findIndex(shingles => shingles.has(run)) + 1
      for (const part of source === 0 ? [] : partOf.slice(from, from + length))
        if (part >= 0 && marks[part] === 0) marks[part] = source
    }
  }
  return wordPieces(text, parts, marks)
}

function shingleOf(shingle: unknown): { readonly unit: string; readonly size: number } {
  if (typeof shingle === 'string') {
    const [unit, size] = shingle.split(':')
    return { unit, size: Number(size) }
  }
  return { unit: 'words', size: 5, ...(shingle as object | undefined) }
}

/** What shingles consist of, and the part of the text for which each stands. */
interface Items {
  readonly items: readonly string[]
  /** The number of the part of each item; -1 for what separates two words. */
  readonly partOf: readonly number[]
  readonly parts: readonly Place[]
}

function tokensOf(words: readonly Word[]): Items {
  return {
    items: words.flatMap(({ tokens }) => tokens),
    partOf: words.flatMap(({ tokens }, word) => tokens.map(() => word)),
    parts: words,
  }
}

function charactersOf(text: string, words: readonly Word[]): Items {
  const items: string[] = []
  const partOf: number[] = []
  const parts: Place[] = []
  for (const [at, { from, to, tokens }] of words.entries()) {
    if (at > 0 && from > words[at - 1].to) {
      items.push(' ')
      partOf.push(-1)
    }
    const folded = Array.from(tokens.join(''))
    const spelt = Array.from(text.slice(from, to))
    const first = parts.length
    let start = from
    for (const part of folded.length === spelt.length ? spelt : [text.slice(from, to)]) {
      parts.push({ from: start, to: start + part.length })
      start += part.length
    }
    for (const [place, character] of folded.entries()) {
      items.push(character)
      partOf.push(Math.min(first + place, parts.length - 1))
    }
  }
  return { items, partOf, parts }
}
