/** Compared: two texts in pieces, marked by a word diff with moved text, or by the shingles that both have. */

import type { DiffRun } from '../../src/engine/explain/explanation.ts'
import { engine } from '../data/engine.ts'
import { cuttingOptions } from '../data/findings.ts'
import { diffMarks, marks } from './moved.ts'
import { coveredBy, type Piece, piecesOf, placesOf } from './places.ts'

/** Longer texts are compared whole but shown in part. */
export const mostShown = 200_000

export interface ComparedTexts {
  readonly diff: { readonly a: readonly Piece[]; readonly b: readonly Piece[] }
  readonly shared: { readonly a: readonly Piece[]; readonly b: readonly Piece[] }
  readonly inline: readonly InlinePiece[]
}

export interface InlinePiece {
  readonly op: DiffRun['op'] | 'moved'
  readonly text: string
}

/** @param options those of the run, for its shingles and its rule of words */
export async function compared(
  a: string,
  b: string,
  diff: readonly DiffRun[],
  options: Readonly<Record<string, unknown>>,
): Promise<ComparedTexts> {
  const cutting = cuttingOptions(options)
  const [wordsA, wordsB] = await Promise.all([a, b].map(text => wordsOf(text, cutting)))
  const [placesA, placesB] = [placesOf(a, wordsA), placesOf(b, wordsB)]
  const marked = diffMarks(diff)
  const [sharedA, sharedB] = await sharedMarks({ a, b, wordsA, wordsB }, options)
  return {
    diff: { a: piecesOf(a, placesA, marked.a), b: piecesOf(b, placesB, marked.b) },
    shared: { a: piecesOf(a, placesA, sharedA), b: piecesOf(b, placesB, sharedB) },
    inline: inlinePieces(a, b, diff, { placesA, placesB, ...marked }),
  }
}

/** The words of a text as spelt in it: an explanation against nothing calls all of them removed. */
export async function wordsOf(text: string, cutting: object): Promise<readonly string[]> {
  const { explain } = await engine()
  return (await explain(text, '', cutting)).diff.flatMap(({ words }) => words)
}

interface Sides {
  readonly a: string
  readonly b: string
  readonly wordsA: readonly string[]
  readonly wordsB: readonly string[]
}

/** For each word of both 1 if a shared shingle covers it. */
async function sharedMarks(
  { a, b, wordsA, wordsB }: Sides,
  options: Readonly<Record<string, unknown>>,
): Promise<[ArrayLike<number>, ArrayLike<number>]> {
  const cutting = cuttingOptions(options)
  const { shingles } = await engine()
  const [ofA, ofB] = await Promise.all([a, b].map(async text => new Set(await shingles(text, cutting))))
  const shared = ofA.intersection(ofB)
  return Promise.all([markWords(a, wordsA, [shared], options), markWords(b, wordsB, [shared], options)])
}

/** For each word the number (from 1) of the first source with a shingle over it, 0 for none. */
export async function markWords(
  text: string,
  words: readonly string[],
  sources: readonly ReadonlySet<string>[],
  options: Readonly<Record<string, unknown>>,
): Promise<ArrayLike<number>> {
  const cutting = cuttingOptions(options)
  const library = await engine()
  const tokens = await library.tokens(text, cutting)
  const size = shingleSize(options.shingle)
  // A text of fewer tokens than a shingle asks for is one shingle.
  const whole = tokens.join(' ')
  if (sources.some(shingles => shingles.has(whole))) {
    const source = sources.findIndex(shingles => shingles.has(whole)) + 1
    return new Int32Array(words.length).fill(source)
  }
  const covered = coveredBy(tokens, sources, size)
  if (tokens.length === words.length) return covered
  // A word may hold several tokens, such as one character for a company.
  const found = new Int32Array(words.length)
  let token = 0
  for (const [at, word] of words.entries()) {
    const within = (await library.tokens(word, cutting)).length
    for (const end = token + within; token < end; token++)
      found[at] = Math.max(found[at], covered[token] ?? 0)
  }
  return found
}

/** How many tokens a shingle may have. Shingles of characters are no runs of words. */
function shingleSize(shingle: unknown): { readonly least: number; readonly most: number } {
  const [unit, size] =
    typeof shingle === 'string'
      ? [shingle.split(':')[0], Number(shingle.split(':')[1])]
      : [(shingle as { unit?: string })?.unit ?? 'words', (shingle as { size?: number })?.size ?? 5]
  if (unit === 'words') return { least: size, most: size }
  return unit === 'chars' ? { least: 1, most: 0 } : { least: 1, most: size + 1 }
}

/** Whether shared shingles can be shown as runs of words. */
export const hasWordShingles = (shingle: unknown) => shingleSize(shingle).most > 0

interface Marked {
  readonly placesA: ReturnType<typeof placesOf>
  readonly placesB: ReturnType<typeof placesOf>
  readonly a: Uint8Array
  readonly b: Uint8Array
}

/** Both texts in one: what is common as in A, removed, then added; what separates two words belongs to the first. */
function inlinePieces(a: string, b: string, diff: readonly DiffRun[], marked: Marked): InlinePiece[] {
  const { placesA, placesB } = marked
  const pieces: InlinePiece[] = []
  let [wordA, wordB, doneA] = [0, 0, 0]
  for (const { op, words } of diff) {
    const mark = op === 'same' ? marks.same : op === 'removed' ? marked.a[wordA] : marked.b[wordB]
    const shown = mark === marks.moved ? 'moved' : op
    if (op === 'added') {
      const from = placesB.starts[wordB]
      wordB += words.length
      pieces.push({ op: shown, text: b.slice(from, placesB.starts[wordB] ?? b.length) })
      continue
    }
    if (op === 'same') wordB += words.length
    wordA += words.length
    const end = placesA.starts[wordA] ?? a.length
    pieces.push({ op: shown, text: a.slice(doneA, end) })
    doneA = end
  }
  if (doneA < a.length) pieces.push({ op: 'same', text: a.slice(doneA) })
  return pieces
}
