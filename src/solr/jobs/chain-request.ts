/** The request of a chain on files, as options: their flags, checks and texts; and what it reports. */
import type { Progress } from '../../files/requests.ts'
import {
  choice,
  flag,
  type Given,
  inputPath,
  options,
  outputPath,
  text,
} from '../../ground/options/declare.ts'
import { chainOptions, namedChain, signingOptions } from '../chain/chain-options.ts'

const updateFormats = ['xml', 'json', 'jsonl'] as const
export type UpdateFormat = (typeof updateFormats)[number]

export const chainJobOptions = options({
  chain: namedChain,
  schema: inputPath({
    doc: 'a schema.xml: checks the signature field, distinguishes child documents from updates',
  }),
  output: outputPath({
    ...{ short: 'o', holds: 'lines' },
    doc: 'the documents that the index would hold, with their signature, one per line (JSONL)',
  }),
  inputFormat: choice(updateFormats, {
    default: undefined,
    defaultText: 'by their names',
    doc: 'format of the inputs',
  }),
  ...signingOptions,
  refused: outputPath({
    holds: 'lines',
    doc: 'updates that Solr would refuse, with its answer; without this, the first one ends the run',
  }),
  removed: outputPath({
    holds: 'lines',
    doc: 'the documents that were replaced or deleted, each with the one that replaced it',
  }),
  keep: { ...chainOptions.keep, doc: 'of documents with one signature: the last, as Solr, or the first' },
  temp: {
    ...text({ placeholder: 'dir', default: undefined, doc: 'directory for temporary files' }),
    defaultText: 'beside the output',
  },
  force: flag({ doc: 'overwrite the outputs' }),
})

type GivenChainJob = Given<typeof chainJobOptions>

export interface ChainRequest extends GivenChainJob {
  /** Path of a solrconfig.xml. */
  readonly config: string
  /**
   * Values for `${name}` in the configuration and the schema, beside those of a `core.properties` next to them.
   * Default: none.
   */
  readonly properties?: Readonly<Record<string, string>> | undefined
  /** Paths, globs, directories, or `-` for standard input. */
  readonly inputs: readonly string[]
}

export interface ChainReport {
  /** Undefined for the only chain of a configuration without names. */
  readonly chain: string | undefined
  readonly counts: {
    /** Documents added, atomic updates included. */
    readonly documents: number
    /** Those of them that update an earlier document. */
    readonly updates: number
    /** All of them if the chain has no processor that runs updates, else none. */
    readonly unstored: number
    readonly refused: number
    /** Documents that another one replaced, not those that were updated. */
    readonly replaced: number
    readonly deleted: number
    /** Lines, those of updates included. */
    readonly written: number
  }
  /** How often each notice of `compatibility: 'safe'` was given. */
  readonly notices: Readonly<Record<string, number>>
}

export interface ChainRunEvents {
  progress(progress: Progress): void
  readonly signal: AbortSignal
}
