/** Compared: two texts in pieces, marked by a word diff with moved text, or by the shingles that both have. */

import type { DiffRun } from '../../src/engine/explain/explanation.ts'
import { engine } from '../data/engine.ts'
import { cuttingOptions } from '../data/findings.ts'
import { type DiffMarks, diffMarks, marks } from './moved.ts'
import { sharedPieces, wordsOf } from './shared.ts'
import { type Piece, type Place, wordPieces } from './spans.ts'

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
  const [wordsA, wordsB] = await Promise.all([a, b].map(text => wordsOf(text, options)))
  const marked = diffMarks(diff)
  const { shingles } = await engine()
  const [ofA, ofB] = await Promise.all([a, b].map(async text => new Set(await shingles(text, cutting))))
  const both = [ofA.intersection(ofB)]
  return {
    diff: { a: wordPieces(a, wordsA, marked.a), b: wordPieces(b, wordsB, marked.b) },
    shared: {
      a: sharedPieces(a, wordsA, both, options),
      b: sharedPieces(b, wordsB, both, options),
    },
    inline: inlinePieces(a, b, diff, { wordsA, wordsB, ...marked }),
  }
}

interface Marked extends DiffMarks {
  readonly wordsA: readonly Place[]
  readonly wordsB: readonly Place[]
}

/** Both texts in one: what is common as in A, removed, then added; what separates two words belongs to the first. */
function inlinePieces(a: string, b: string, diff: readonly DiffRun[], marked: Marked): InlinePiece[] {
  const { wordsA, wordsB } = marked
  const pieces: InlinePiece[] = []
  let [wordA, wordB, doneA] = [0, 0, 0]
  for (const { op, words } of diff) {
    const mark = op === 'same' ? marks.same : op === 'removed' ? marked.a[wordA] : marked.b[wordB]
    const shown = mark === marks.moved ? 'moved' : op
    if (op === 'added') {
      const from = wordsB[wordB].from
      wordB += words.length
      pieces.push({ op: shown, text: b.slice(from, wordsB[wordB]?.from ?? b.length) })
      continue
    }
    if (op === 'same') wordB += words.length
    wordA += words.length
    const end = wordsA[wordA]?.from ?? a.length
    pieces.push({ op: shown, text: a.slice(doneA, end) })
    doneA = end
  }
  if (doneA < a.length) pieces.push({ op: 'same', text: a.slice(doneA) })
  return pieces
}
