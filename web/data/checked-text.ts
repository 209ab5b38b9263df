/**
 * Checked text: what a text matches in a collection, and which parts of it stand there.
 *
 *     collection with passages     exact spans, found by the server
 *     any other                    runs that shingles of the matches cover, found here
 */

import type { IndexMatch } from '../../src/online/index/documents/index-types.ts'
import type { CheckedPassages } from '../../src/online/index/documents/passage-types.ts'
import type { CheckResult, CollectionInfo } from '../../src/server/client/client-types.ts'
import { sharedPieces, wordsOf } from '../text/shared.ts'
import { type Piece, spanPieces } from '../text/spans.ts'
import { askDocument, textIn } from './collection-findings.ts'
import { engine } from './engine.ts'
import { cuttingOptions } from './findings.ts'
import { type Id, idKey } from './ids.ts'
import { ask, collectionPath } from './requests.ts'

/** Further documents are listed without their texts. */
export const mostSources = 8

/** A document in which a part of the text stands. */
export interface Source {
  readonly id: Id
  /** Undefined if it is no match, only has a passage. */
  readonly similarity: number | undefined
  /** Undefined where texts are not kept. */
  readonly pieces: readonly Piece[] | undefined
}

export interface CheckedText {
  readonly matches: readonly IndexMatch[]
  readonly sources: readonly Source[]
  /** The text; the mark of a piece is the number of its source. */
  readonly pieces: readonly Piece[]
  /** Parts of the text that stand elsewhere, and all of them. */
  readonly elsewhere: number
  readonly parts: number
  /** What the parts are. */
  readonly unit: 'shingle' | 'word'
  /** Further documents that have a passage, not shown. */
  readonly more: number
  /** Whether there may be more passages than the server looked for. */
  readonly isCut: boolean
}

interface Asked {
  readonly name: string
  /** Of the collection. */
  readonly options: CollectionInfo['options']
  readonly text: string
}

/** @throws Refused; the reason of the signal */
export async function checkedText(asked: Asked, signal: AbortSignal): Promise<CheckedText> {
  const path = collectionPath(asked.name)
  const { matches, passages } = await ask<CheckResult>(`${path}/check`, {
    method: 'POST',
    signal,
    body: { text: asked.text },
  })
  const found = { ...asked, path, matches, signal }
  return passages === undefined ? byShingles(found) : byPassages(found, passages)
}

interface Found extends Asked {
  readonly path: string
  readonly matches: readonly IndexMatch[]
  readonly signal: AbortSignal
}

async function textOf({ path, options, signal }: Found, id: Id): Promise<string | undefined> {
  const shown = textIn(await askDocument(path, id, signal), options)
  return 'text' in shown ? shown.text : undefined
}

async function byShingles(found: Found): Promise<CheckedText> {
  const { text, matches, options } = found
  const shown = matches.slice(0, mostSources)
  const texts = await Promise.all(shown.map(match => textOf(found, match.id)))
  const cutting = cuttingOptions(options)
  const { shingles } = await engine()
  const own = await shingles(text, cutting)
  const sets = await Promise.all(texts.map(async each => new Set(await shingles(each ?? '', cutting))))
  return {
    matches,
    sources: shown.map(({ id, similarity }, at) => ({ id, similarity, pieces: plain(texts[at]) })),
    pieces: sharedPieces(text, await wordsOf(text, options), sets, options),
    elsewhere: own.filter(shingle => sets.some(set => set.has(shingle))).length,
    parts: own.length,
    unit: 'shingle',
    more: 0,
    isCut: false,
  }
}

const plain = (text: string | undefined): Piece[] | undefined =>
  text === undefined ? undefined : [{ text, mark: 0 }]

async function byPassages(found: Found, passages: CheckedPassages): Promise<CheckedText> {
  const { text, matches } = found
  const { spans, tokens, repeated, spansCut = false } = passages
  // The first document of each span gets its mark; matches without one come behind.
  const similarities = new Map(matches.map(({ id, similarity }) => [idKey(id), similarity]))
  const documents = new Map<string, Id>()
  for (const { where } of spans) for (const { id } of where.slice(0, 1)) documents.set(idKey(id), id)
  for (const { id } of matches) documents.set(idKey(id), id)
  const shown = [...documents].slice(0, mostSources)
  const numbers = new Map(shown.map(([key], at) => [key, at + 1]))
  const marked = spans.flatMap(span => {
    const key = span.where.map(({ id }) => idKey(id)).find(each => numbers.has(each))
    return key === undefined ? [] : [{ ...span, mark: numbers.get(key) as number }]
  })
  const sources = shown.map(async ([key, id], at) => {
    const own = await textOf(found, id)
    const places = spans.flatMap(({ where }) => where.filter(place => idKey(place.id) === key))
    const inside = places.map(({ from, to }) => ({ from, to, mark: at + 1 }))
    return {
      id,
      similarity: similarities.get(key),
      pieces: own === undefined ? undefined : spanPieces(own, inside),
    }
  })
  return {
    matches,
    sources: await Promise.all(sources),
    pieces: spanPieces(text, marked),
    elsewhere: repeated,
    parts: tokens,
    unit: 'word',
    more: documents.size - shown.length,
    isCut: spansCut,
  }
}
