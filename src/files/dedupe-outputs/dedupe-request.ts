/**
 * The request of `dedupe`: a run, the options of its outputs, decisions and state. Programs get these types, and so not
 * those of a run behind the outputs.
 */
import { type Declarations, type Given, options } from '../../ground/options/declare.ts'
import { filesOfDedupe, type GivenDedupeFiles } from '../job-files.ts'
import type { RunRequest } from '../requests.ts'
import { dedupeOutputs } from './outputs.ts'

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

/** All files but the inputs and the bad records. */
export const dedupeFileOptions = { ...dedupeOutputOptions, ...filesOfDedupe }

export type GivenDedupeOutputs = Given<typeof dedupeOutputOptions>

export interface DedupeRequest extends RunRequest, GivenDedupeFiles, GivenDedupeOutputs {}
