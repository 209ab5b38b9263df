/** The most doubtful pairs, for a person to decide. */
import type { Resolved } from '../../ground/options/declare.ts'
import { reviewOptions } from '../job-files.ts'
import { checkReview, ReviewTable } from '../outputs/review-file.ts'
import type { DedupeOutput } from './output.ts'

export const reviewOutput = {
  options: reviewOptions,
  requested({ review }, { result }) {
    checkReview({ result, review })
    if (review === undefined) return undefined
    let table: ReviewTable | undefined
    return {
      path: review,
      seek(judgements) {
        table = new ReviewTable({ review }, judgements)
        return table.request
      },
      write: async ({ run }) => table?.write(run),
      publishRefused: async (run, error) => (await table?.publishRefused(run, error)) ?? error,
    }
  },
} satisfies DedupeOutput<Resolved<typeof reviewOptions>>
