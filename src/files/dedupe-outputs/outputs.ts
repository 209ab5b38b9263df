/** The outputs of `dedupe`: all that its job, its flags and the options of the library know of them. */
import { type Declarations, type Given, options } from '../../ground/options/declare.ts'
import { readOptions } from '../../ground/options/resolve.ts'
import type { RunRequest } from '../requests.ts'
import { annotatedOutput } from './annotated.ts'
import { clustersOutput } from './clusters.ts'
import { deletionsOutput } from './deletions.ts'
import { goldenOutput } from './golden.ts'
import { keptOutput } from './kept.ts'
import type { RequestedOutput } from './output.ts'
import { pageOutput } from './page.ts'
import { pairsOutput } from './pairs.ts'
import { removedOutput } from './removed.ts'
import { reviewOutput } from './review.ts'

/** In the order in which they are checked and written. */
export const dedupeOutputs = [
  keptOutput,
  removedOutput,
  clustersOutput,
  pairsOutput,
  annotatedOutput,
  goldenOutput,
  reviewOutput,
  pageOutput,
  deletionsOutput,
] as const

type OptionsOf<Outputs extends readonly { readonly options: Declarations }[]> = Outputs extends readonly [
  infer First extends { readonly options: Declarations },
  ...infer Others extends readonly { readonly options: Declarations }[],
]
  ? First['options'] & OptionsOf<Others>
  : unknown

/** The options of all outputs. */
export const dedupeOutputOptions = options(
  Object.assign({}, ...dedupeOutputs.map(output => output.options)) as OptionsOf<typeof dedupeOutputs>,
)

export type GivenDedupeOutputs = Given<typeof dedupeOutputOptions>

/** The outputs that a request wants, those without a file included. @throws NearsameError OPTION_VALUE */
export function requestedOutputs(request: RunRequest & GivenDedupeOutputs): readonly RequestedOutput[] {
  const values = readOptions(dedupeOutputOptions, request)
  return dedupeOutputs.flatMap(output => output.requested(values, request) ?? [])
}
