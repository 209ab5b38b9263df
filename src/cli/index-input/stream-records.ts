/** Streams records through an index: several in progress at once, one line each, in input order. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Command } from 'commander'
import { type InputSet, isReadInPlace } from '../../files/inputs/resolve/input.ts'
import type { Progress } from '../../files/requests.ts'
import { isNearsameError, type NearsameError } from '../../ground/errors/nearsame-error.ts'
import { atLeastAt } from '../../ground/errors/place.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { type InputOptions, inputOptions, resolveInputOptions } from '../../ground/options/input-options.ts'
import {
  type RunningOptions,
  resolveRunningOptions,
  runningOptions,
} from '../../ground/options/running-options.ts'
import { inOrder } from '../../online/index/reading/in-order.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import { withProgress } from '../terminal/progress.ts'
import { noneLine } from '../terminal/report-lines.ts'
import type { Context } from '../terminal/terminal.ts'
import { BadLines } from './bad-records.ts'
import type { GivenRecord } from './given-documents.ts'

/** Twice the size of a commit, so that the next commit is full when one ends. */
const inFlight = { count: 512, bytes: 32 * 2 ** 20, breath: nextTurn }

/** Options for writing files. */
const unused = ['plan', 'dryRun', 'force', 'json', 'acceptRisk', 'columns', 'types', 'spreadsheetSafe']

export function addStreamOptions(command: Command): Command {
  const inLines = 'records without a text (null or absent): a line with the status `null`, no line, or bad'
  addOptions(command, 'Input', { ...inputOptions, null: { ...inputOptions.null, doc: inLines } })
  return addOptions(command, 'Running', runningOptions, unused)
}

/** @throws NearsameError OPTION_VALUE */
export function streamRequest(values: FlagValues) {
  return {
    input: resolveInputOptions(givenFor(inputOptions, values), 'cli'),
    running: resolveRunningOptions(givenFor(runningOptions, values), 'cli'),
  }
}

/** How the progress of the stream is reported. */
interface Stream {
  /** Stage named in the progress line. */
  readonly stage: Progress['stage']
  readonly set: InputSet
  /** What becomes of records without a text. */
  readonly nulls: InputOptions['null']
  readonly running: RunningOptions
  readonly context: Context
}

/**
 * Prints a line for each record, unless it has no text and `nulls` is `drop`.
 *
 * @param work returns the line of a document; throws an error of the document if it is at fault
 * @param done called for every record
 * @returns the number of records
 * @throws NearsameError TOO_MANY_BAD, TEXT_MISSING if no record has a text field, the first bad record under
 *   `onError: 'stop'`, those of reading and of the work
 */
export async function streamRecords<L extends object>(
  records: AsyncIterable<GivenRecord>,
  work: (document: NonNullable<GivenRecord['document']>) => Promise<L>,
  done: (line: L | { readonly status: 'bad' | 'null' }) => void,
  { stage, set, nulls, running, context }: Stream,
): Promise<number> {
  const { terminal, signal } = context
  const bad = new BadLines(running, nulls)
  // If the lines go to the same terminal, they show the progress themselves.
  const hasProgress = !running.quiet && !terminal.hasColour
  const totalBytes = totalOf(set)
  let documents = 0
  let bytes = 0
  const badLine = (error: NearsameError, record: GivenRecord) => {
    return { length: record.length, line: bad.line(error, record), error }
  }
  const lineOf = async (record: GivenRecord) => {
    const { at, length, document } = record
    if (document === undefined) return badLine(record.error as NearsameError, record)
    try {
      return { length, line: await work(document), error: undefined }
    } catch (fault) {
      if (!isNearsameError(fault)) throw fault
      return badLine(atLeastAt(fault, at), record)
    }
  }
  const sizeOf = ({ length }: GivenRecord) => length
  await withProgress(terminal, hasProgress, async show => {
    for await (const batch of inOrder(untilAborted(records, signal), lineOf, { ...inFlight, sizeOf })) {
      const lines = batch.flatMap(({ line, error }) => (bad.isDropped(error) ? [] : [`${toJson(line)}\n`]))
      if (lines.length > 0) terminal.out(lines.join(''))
      for (const { line, length, error } of batch) {
        if (error !== undefined) bad.note(error)
        done(line)
        bytes += length
      }
      documents += batch.length
      show({ stage, documents, bytes, totalBytes })
    }
  })
  signal.throwIfAborted()
  bad.check(documents)
  if (documents === 0) terminal.err(noneLine(set.inputs.map(({ name }) => name)))
  return documents
}

/** Finishes what has begun, but starts nothing more. */
async function* untilAborted(
  records: AsyncIterable<GivenRecord>,
  signal: AbortSignal,
): AsyncGenerator<GivenRecord> {
  for await (const record of records) {
    signal.throwIfAborted()
    yield record
  }
}

/** Bytes of the inputs; 0 if unknown before reading. */
function totalOf({ inputs }: InputSet): number {
  return inputs.every(isReadInPlace) ? inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) : 0
}
