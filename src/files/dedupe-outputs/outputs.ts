/** The outputs of `dedupe`: all that its job, its flags and the options of the library know of them. */
import { annotatedOutput } from './annotated.ts'
import { clustersOutput } from './clusters.ts'
import { deletionsOutput } from './deletions.ts'
import { goldenOutput } from './golden.ts'
import { keptOutput } from './kept.ts'
import { pageOutput } from './page.ts'
import { pairsOutput } from './pairs.ts'
import { removedOutput } from './removed.ts'
import { removedRecordsOutput } from './removed-records.ts'
import { reviewOutput } from './review.ts'

/** In the order in which they are checked and written. */
export const dedupeOutputs = [
  keptOutput,
  removedOutput,
  removedRecordsOutput,
  clustersOutput,
  pairsOutput,
  annotatedOutput,
  goldenOutput,
  reviewOutput,
  pageOutput,
  deletionsOutput,
] as const
