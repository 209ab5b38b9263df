/** A run as it is kept on the disk, and its decisions. */

import type { DedupeReport } from '../../files/requests.ts'
import type { PackedError } from '../../ground/errors/packed-error.ts'
import type { InputFormat } from '../../ground/options/input-options.ts'
import { csvHeader, csvRow } from '../../online/index/review/reviews-csv.ts'
import type { RunOptions } from './run-options.ts'
import type { OutputFiles } from './run-outputs.ts'
import { keptMs } from './uploads.ts'

export interface RunEntry {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly created: string
  /** Time of the last start or end, ISO 8601. */
  readonly changed: string
  readonly isKept: boolean
  readonly state: 'queued' | 'running' | 'done' | 'failed'
  readonly uploads: readonly string[]
  /** Names of the files, and their bytes. */
  readonly inputs: readonly { readonly name: string; readonly bytes: number }[]
  readonly format: InputFormat
  readonly options: RunOptions
  readonly files: OutputFiles
  /** How many decisions it has. */
  readonly decisions: number
  /** Of the last end that was one. */
  readonly counts?: DedupeReport['counts'] | undefined
  /** Bytes of its outputs. */
  readonly bytes: number
  /** Why it failed. */
  readonly error?: PackedError | undefined
}

/** When it is deleted, in milliseconds since 1970; null if it is kept or has not ended. */
export function expiryOf({ state, isKept, changed }: RunEntry): number | null {
  const isOver = state === 'done' || state === 'failed'
  return isOver && !isKept ? Date.parse(changed) + keptMs : null
}

/** What a person decided about two documents; `unsure` has no effect. */
export interface RunDecision {
  readonly id1: string
  readonly id2: string
  readonly decision: 'same' | 'different' | 'unsure'
}

/** The file `decisions` of a run. */
export function decisionLines(decisions: readonly RunDecision[], by: string, at: string): string {
  const rows = decisions.map(({ decision, ...pair }) =>
    csvRow({ ...pair, decision: decision === 'unsure' ? null : decision, survivor: null, by, at }, false),
  )
  return csvHeader + rows.join('')
}
