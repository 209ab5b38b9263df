/** Decisions of a review: those that are saved, and those that were made here and can be undone, one after the other. */

import { useState } from 'preact/hooks'
import type { PairDecision } from '../../src/engine/decisions/given-decisions.ts'
import type { Review } from '../../src/online/index/review/reviews.ts'
import { byPair, type Done, decide } from '../data/review-queue.ts'
import type { ReviewStore } from '../data/reviews.ts'
import { useAttempt } from '../parts/attempt.ts'

export interface Decisions {
  readonly known: ReadonlyMap<string, Review>
  /** What can be undone, the last one at the end. */
  readonly done: readonly Done[]
  readonly failure: unknown
  /** What was saved or undone last. */
  readonly said: string
  readonly isBusy: boolean
  /** Saves reviews, then goes on. */
  save(reviews: readonly PairDecision[], title: string, next: () => void): Promise<void>
  undo(): Promise<void>
}

export function useDecisions(store: ReviewStore, start: readonly Review[]): Decisions {
  const [known, setKnown] = useState(() => byPair(start))
  const [done, setDone] = useState<readonly Done[]>([])
  const [said, setSaid] = useState('')
  const { attempt, isBusy, failure } = useAttempt()
  const change = async (work: () => Promise<string>) => {
    if (isBusy) return
    await attempt(async () => {
      const what = await work()
      setKnown(byPair(await store.all()))
      // Not before: the next decision is taken from here on.
      setSaid(what)
    })
  }
  const save = (reviews: readonly PairDecision[], title: string, next: () => void) =>
    change(async () => {
      const saved = await decide(store, known, reviews, title)
      setDone([...done, saved])
      next()
      return `Saved: ${title}`
    })
  const undo = () =>
    change(async () => {
      const last = done.at(-1)
      if (last === undefined) return 'Nothing to undo'
      await last.undo()
      setDone(done.slice(0, -1))
      return `Undone: ${last.title}`
    })
  return { known, done, failure, said, isBusy, save, undo }
}
