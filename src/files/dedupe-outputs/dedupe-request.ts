/** The request of `dedupe`: a run, its outputs, decisions and state. */
import type { JudgedRequest, RunRequest } from '../requests.ts'
import type { GivenDedupeOutputs } from './outputs.ts'

/** The files of `dedupe` beside its outputs. */
export interface DedupeFiles {
  /** File for the report (JSON). Default: not written. */
  readonly report?: string | undefined
  /** Directory of what earlier runs decided, with which new files are compared, too. Default: no earlier runs. */
  readonly state?: string | undefined
}

export interface DedupeRequest extends RunRequest, DedupeFiles, GivenDedupeOutputs, JudgedRequest {}
