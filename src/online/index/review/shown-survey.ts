/** Shown survey: what is found in a survey, as the page of a collection gets it: a histogram, and pages of a replay. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { type MeasureName, pairValues } from '../../../methods/contract/measures.ts'
import type { ResolvedPage } from '../calls/pages.ts'
import { idOf } from '../documents/given-document.ts'
import { cursorOf } from '../reading/pages.ts'
import type { KnownSurvey } from './last-survey.ts'
import type { CollectionHistogram, CollectionReplay, FoundAt } from './review-types.ts'
import { noPairs } from './survey.ts'

/** More pairs than a page can cluster again in time. */
const mostReplayed = 400_000

/** @param known undefined: it is being made for the first time */
export function histogramOf(known: KnownSurvey | undefined, measure: MeasureName): CollectionHistogram {
  const { similarity, sizes, isCut } = known?.survey ?? noPairs
  const bins: number[] = new Array(20).fill(0)
  for (const value of similarity) bins[Math.max(0, Math.min(19, Math.floor(value * 20)))]++
  const ordered = [...sizes].sort(([a], [b]) => a - b)
  return {
    measure,
    bins: pairValues[measure].isShare ? bins : null,
    pairs: similarity.length,
    sizes: ordered,
    largest: ordered.at(-1)?.[0] ?? 1,
    ...(isCut && { isCut }),
    ...foundAt(known),
  }
}

function foundAt(known: KnownSurvey | undefined): FoundAt {
  const { began, documentsSince = 0 } = known ?? {}
  return { asOf: began === undefined ? null : new Date(began).toISOString(), documentsSince }
}

export interface ReplayPlace {
  readonly threshold: number
  readonly measure: MeasureName
  /** Of the whole collection, now. */
  readonly documents: number
}

/**
 * The next documents and the next pairs. A cursor is the time of the survey, and how many of each came before.
 *
 * @throws NearsameError OPTION_VALUE, REQUEST_TOO_LARGE
 */
export function replayPage(
  { threshold, measure, documents }: ReplayPlace,
  known: KnownSurvey | undefined,
  page: ResolvedPage = { after: undefined, limit: Number.POSITIVE_INFINITY },
): CollectionReplay {
  const { names, left, right, similarity } = known?.survey ?? noPairs
  if (left.length > mostReplayed) throw tooMany(left.length)
  const [, fromRow, fromPair] = cursorOf(page, 3)
  const [toRow, toPair] = [fromRow + page.limit, fromPair + page.limit]
  const isEnd = toRow >= names.length && toPair >= left.length
  const shown = names.slice(fromRow, toRow)
  const ends = [Math.min(toRow, names.length), Math.min(toPair, left.length)]
  return {
    ...{
      threshold,
      current: threshold,
      measure,
      cluster: 'components',
      documents: known?.documents ?? documents,
    },
    ...foundAt(known),
    id: shown.map(idOf),
    copyOf: shown.map((_, row) => fromRow + row),
    left: [...left.subarray(fromPair, toPair)],
    right: [...right.subarray(fromPair, toPair)],
    similarities: [...similarity.subarray(fromPair, toPair)],
    next: isEnd ? null : [known?.began, ...ends].join('.'),
  }
}

export function noThreshold(method: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'a collection whose matches have at least a threshold of similarity',
    got: `the method ${method}`,
    fix: 'create the collection with the method minhash',
  })
}

function tooMany(pairs: number): NearsameError {
  return new NearsameError('REQUEST_TOO_LARGE', {
    expected: `at most ${mostReplayed} pairs to replay`,
    got: `${pairs} or more`,
    fix: 'read the pairs page by page',
  })
}
