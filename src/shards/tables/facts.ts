/**
 * Facts of a table: which options and inputs it belongs to. They travel in the file, so that a shard of another run, or
 * an input that has changed, is refused instead of giving a wrong result.
 */

import { createHash } from 'node:crypto'
import type { Input } from '../../files/inputs/resolve/input.ts'
import { inputError } from '../../files/io/input-errors.ts'
import { readFully, withOpen } from '../../files/io/read-input.ts'
import { jsonOptions, optionDifference } from '../../files/progress/job-identity.ts'
import type { RunReport } from '../../files/requests.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import type { ResultOptions } from '../../methods/options/result-options.ts'

/** The key of the facts in a Parquet file. */
export const factsKey = 'nearsame'
/** Changes with the columns of a table or their meaning. */
export const tablesVersion = 3

export type TableKind = 'keys' | 'pairs' | 'measures' | 'texts' | 'shingles' | 'decisions'

/** The options under which a table was made: JSON of all that decides texts, ids and results. */
export type OptionsJson = string

/** An input file as it was signed. */
export interface SignedInput {
  readonly shard: number
  readonly path: string
  readonly bytes: number
  /** Digest of its first and last 64 KiB. */
  readonly check: string
  /** Records, bad ones and those without a text included. */
  readonly records: number
}

export interface TableFacts {
  readonly version: number
  readonly table: TableKind
  readonly options: OptionsJson
  readonly inputs: readonly SignedInput[]
  /** Of shingles: rows of the table of texts. */
  readonly texts?: number
  /** Of decisions: the rounds that led to them. */
  readonly rounds?: readonly RoundReport[] | undefined
  /** Of keys: the report of signing. */
  readonly report?: SignReportPart | undefined
}

export type RoundPhase = 'heads' | 'survivors' | 'crowds' | 'copies'

/** What a round did. */
export interface RoundReport {
  readonly round: number
  readonly phase: RoundPhase
  /** Texts undecided before it. */
  readonly undecided: number
  /** Pairs that share enough groups, or may. */
  readonly met: number
  /** Pairs to measure: those that their sketches do not refuse. */
  readonly pairs: number
  /** Of `crowds`: texts whose shingles are read. */
  readonly texts?: number
  /** Bytes that groupings and joins exchange: rows of groups, of pairs met, of pairs to measure, and of shingles. */
  readonly shuffledBytes: number
}

/** The part of a report that signing knows. */
export type SignReportPart = Pick<
  RunReport,
  'versions' | 'inputs' | 'counts' | 'badRecords' | 'bands' | 'fields' | 'textless'
>

export function optionsJson(result: ResultOptions, input: InputOptions): OptionsJson {
  return JSON.stringify({ result, input })
}

const checkedBytes = 65536

/**
 * What identifies the content of an input, cheaply: of a file its ends, of an object its version.
 *
 * @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE
 */
export function checkOf({ path, sizeBytes, object }: Pick<Input, 'path' | 'sizeBytes' | 'object'>): string {
  if (object !== undefined) return createHash('sha256').update(object.etag).digest('hex').slice(0, 32)
  const hash = createHash('sha256')
  const bytes = Buffer.alloc(Math.min(checkedBytes, sizeBytes))
  try {
    withOpen(path, fd => {
      for (const from of [0, Math.max(0, sizeBytes - checkedBytes)])
        hash.update(bytes.subarray(0, readFully(fd, bytes, from)))
    })
  } catch (cause) {
    throw inputError(cause, path)
  }
  return hash.digest('hex').slice(0, 32)
}

/** @throws NearsameError OPTIONS_MISMATCH */
export function checkSameOptions(found: OptionsJson, wanted: OptionsJson, where: string): void {
  if (found === wanted) return
  const [before, now] = [found, wanted].map(json =>
    jsonOptions(...Object.values(JSON.parse(json) as Readonly<Record<'result' | 'input', object>>)),
  )
  throw new NearsameError('OPTIONS_MISMATCH', {
    expected: 'the options under which the shard was signed',
    got: optionDifference(before, now) ?? 'others',
    where,
    fix: 'give all commands of a job the same options, or sign again',
  })
}

/**
 * Checks that inputs are those that were signed. @param first the shard of the first of them
 *
 * @throws NearsameError SHARD_INPUT
 */
export function checkSigned(inputs: readonly Input[], signed: readonly SignedInput[], first = 0): void {
  const byShard = new Map(signed.map(input => [input.shard, input]))
  for (const [number, input] of inputs.entries()) {
    const known = byShard.get(first + number)
    if (known === undefined) throw otherInput(input, `no shard ${first + number} in the table`)
    if (known.bytes === input.sizeBytes && known.check === checkOf(input)) continue
    throw otherInput(input, `another file than ${known.path}, which is shard ${first + number}`)
  }
}

function otherInput({ name }: Input, got: string): NearsameError {
  return new NearsameError('SHARD_INPUT', {
    expected: 'the inputs that were signed, in the order of their shards',
    got,
    where: name,
    fix: 'give the same inputs in the same order, or sign the changed ones again',
  })
}
