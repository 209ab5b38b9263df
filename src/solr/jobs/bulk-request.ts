/** The request of bulk files, as options: their flags, checks and texts; and what is reported. */
import { flag, type Given, options, outputPath } from '../../ground/options/declare.ts'
import type { BulkSignOptions } from '../elastic/sign-options.ts'

export const bulkJobOptions = options({
  output: outputPath({ ...{ short: 'o', holds: 'lines' }, doc: 'the bulk file with fingerprints' }),
  unsigned: outputPath({
    holds: 'lines',
    doc: 'the documents without a fingerprint, where and why (JSONL)',
  }),
  refused: outputPath({
    holds: 'lines',
    doc:
      'documents and updates that cannot be signed, with the reason (JSONL); ' +
      'without this, the first one ends the run',
  }),
  deletesReplaced: flag({
    doc: 'after each document, delete the earlier ones of the inputs with the same fingerprint',
  }),
  force: flag({ doc: 'overwrite the outputs' }),
})

type GivenBulkJob = Given<typeof bulkJobOptions>

export interface BulkRequest extends GivenBulkJob {
  /** Paths, globs, directories, or `-` for standard input. */
  readonly inputs: readonly string[]
  /** Resolved options of the fingerprint. */
  readonly sign: BulkSignOptions
}

export interface BulkReport {
  readonly counts: {
    /** Documents and updates. */
    readonly documents: number
    readonly signed: number
    readonly unsigned: number
    /** Updates that do not touch the fingerprint. */
    readonly passed: number
    readonly refused: number
    readonly deletions: number
    /** Deletions of documents that a later one replaces. */
    readonly replaced: number
  }
  /** The first documents without a fingerprint, as `file:line`. */
  readonly unsignedAt: readonly string[]
  /** Why they have none. */
  readonly unsignedReason: string
}
