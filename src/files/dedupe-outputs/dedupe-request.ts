/**
 * The request of `dedupe`: a run, the options of its outputs, decisions and state. Programs get these types, and so not
 * those of a run behind the outputs.
 */
import { type Declarations, type Given, options } from '../../ground/options/declare.ts'
import type { JudgedRequest, RunRequest } from '../requests.ts'
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

export type GivenDedupeOutputs = Given<typeof dedupeOutputOptions>

/** The files of `dedupe` beside its outputs. */
export interface DedupeFiles {
  /** File for the report (JSON). Default: not written. */
  readonly report?: string | undefined
  /** Directory of what earlier runs decided, with which new files are compared, too. Default: no earlier runs. */
  readonly state?: string | undefined
}

export interface DedupeRequest extends RunRequest, DedupeFiles, GivenDedupeOutputs, JudgedRequest {}
