/**
 * Reviews: what a person decided about pairs. Saved on the server, or for a report file in the browser under its digest;
 * exported as the CSV that `--decisions` reads.
 */

import type { PairDecision } from '../../src/engine/decisions/given-decisions.ts'
import { fromJson, toJson } from '../../src/ground/json/exact-json.ts'
import type { Review } from '../../src/online/index/review/reviews.ts'
import { csvHeader, csvRow } from '../../src/online/index/review/reviews-csv.ts'
import { type Id, idKey } from './ids.ts'
import { ask, askAll } from './requests.ts'

type IdPair = readonly [Id, Id]

export interface ReviewStore {
  /** Where they are kept, and what they change, for the reader. */
  readonly said: string
  /** Why nothing can be decided here; undefined if it can. */
  readonly readOnly?: string | undefined
  all(signal?: AbortSignal): Promise<readonly Review[]>
  /** All or nothing; a pair decided before is replaced. */
  put(reviews: readonly PairDecision[]): Promise<void>
  remove(pairs: readonly IdPair[]): Promise<void>
}

/** One key for both orders. */
export function pairKey(a: Id, b: Id): string {
  const [x, y] = [idKey(a), idKey(b)]
  return x < y ? `${x}\n${y}` : `${y}\n${x}`
}

/** @param path of the collection @param onChange called when decisions were saved or taken back */
export function serverReviews(path: string, mayWrite: boolean, onChange: () => void): ReviewStore {
  return {
    said:
      'They are kept on the server. Two documents that you call the same are in one cluster at once, and two that you ' +
      'call different in two, whatever is added or learnt later.',
    ...(mayWrite ? {} : { readOnly: 'your key may read only' }),
    all: signal => askAll<Review>(`${path}/reviews`, { signal }),
    async put(reviews) {
      await ask(`${path}/reviews`, { method: 'PUT', body: { reviews } })
      onChange()
    },
    async remove(pairs) {
      await ask(`${path}/reviews`, { method: 'DELETE', body: { pairs } })
      onChange()
    },
  }
}

/** In this browser. @param name of the place, unlike that of any other run */
export function browserReviews(name: string): ReviewStore {
  const place = `nearsame.reviews.${name}`
  // Some browsers have no storage for files opened from disk; then reviews last as long as the page.
  let kept = stored(place) ?? '[]'
  const read = () => fromJson(kept) as readonly Review[]
  const write = (reviews: readonly Review[]) => {
    kept = toJson(reviews)
    try {
      localStorage.setItem(place, kept)
    } catch {
      // Full or forbidden: see above.
    }
  }
  const without = (keys: ReadonlySet<string>) =>
    read().filter(({ id1, id2 }) => !keys.has(pairKey(id1, id2)))
  return {
    said: 'They are kept in this browser.',
    all: async () => read(),
    async put(reviews) {
      const keys = new Set(reviews.map(({ id1, id2 }) => pairKey(id1, id2)))
      const at = new Date().toISOString()
      const made = reviews.map(review => ({ ...review, survivor: review.survivor ?? null, by: '-', at }))
      write([...without(keys), ...made])
    },
    async remove(pairs) {
      write(without(new Set(pairs.map(([a, b]) => pairKey(a, b)))))
    },
  }
}

function stored(place: string): string | null {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

export function reviewsCsv(reviews: readonly Review[]): string {
  return csvHeader + reviews.map(review => csvRow(review, true)).join('')
}
