/** Opens a run: checks outputs and disk space, and chooses the bands, before anything is read. */
import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fieldsToKeep } from '../../engine/batch/partition.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { bandsOf, type Decision, decisionOf } from '../../methods/options/decision.ts'
import { formats } from '../formats/formats.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { type ConvertedFormat, unsaidFormat } from '../inputs/resolve/kept-format.ts'
import { checkOutputs } from '../io/check-outputs.ts'
import { inputError } from '../io/input-errors.ts'
import { removeLeftDirectories, takeRemovedLeftovers } from '../io/leftovers.ts'
import { namesDirectory, placeOfOutput } from '../io/output-place.ts'
import { checkTemporaryDirectory } from '../io/temporaries.ts'
import type { RunEvents, RunRequest } from '../requests.ts'
import type { PassageShape } from '../work/thread/thread.ts'
import { type InputSize, inputSizeOf } from './input-size.ts'
import { checkEstimate, memoryOfMachine, memoryWarning, usualPeak } from './memory-budget.ts'
import { Run } from './run.ts'

/** The outputs and needs of a job. */
export interface RunNeeds {
  /** Files it writes, dry run or not, beside the bad records; undefined if not wanted. */
  readonly always?: readonly (string | undefined)[]
  /** Files that a dry run checks but does not write. */
  readonly unlessDry?: readonly (string | undefined)[]
  /** The one of them for the kept records: a directory if documents are files, or if its name is that of one. */
  readonly kept?: string | undefined
  /** What records are converted to in each file of them; undefined where they keep their format, the default. */
  conversions?(set: InputSet): readonly (ConvertedFormat | undefined)[]
  /** Files it reads beside the inputs; undefined if not given. */
  readonly alsoReads?: readonly (string | undefined)[]
  /** Whether it measures candidates. */
  readonly measuresPairs: boolean
  /** Whether it forgets each range as soon as it has used it. Default: false. */
  readonly isPassing?: boolean
  /** Whether it reads nothing of a record but texts, ids and what keep rules read. Default: false. */
  readonly readsTexts?: boolean
  /** The job, if another run may go on where one was stopped. */
  readonly resumable?: ResumableJob
  /** What passages are, if it looks for them. */
  readonly passages?: PassageShape
  /** The size of the inputs, if another run over them has told the user what to expect. */
  readonly size?: InputSize
  /** Whether it compares hashes after documents are grouped, so that they must stay in memory. */
  readonly keepsHashes?: boolean
  /** Whether documents become those of a state. Default: false. */
  readonly hasState?: boolean
}

/** What names the progress of a job beside the inputs and the options that all jobs share. */
export interface ResumableJob {
  readonly command: 'dedupe' | 'pairs' | 'match' | 'passages'
  /** Its progress is that towards this output. */
  readonly output: string | undefined
  /** Further options that decide what is read and found. */
  readonly options?: object
}

/** @param set inputs found beforehand */
export async function openRun(
  set: InputSet,
  { bad, input, result, running, speed, idle }: RunRequest,
  { always = [], unlessDry = [], kept, conversions, alsoReads = [], ...purpose }: RunNeeds,
  events: RunEvents,
): Promise<Run> {
  const { measuresPairs, isPassing = false, passages, keepsHashes = passages !== undefined } = purpose
  if (result.within !== '' && !measuresPairs) throw notWithin(result.within)
  if (running.resume && purpose.resumable === undefined) throw notResumed()
  const decision = decisionOf(result)
  const shape = bandsOf(result, decision)
  const [dry, written] = [unlessDry, [...always, bad]].map(paths =>
    paths.filter(path => path !== undefined),
  )
  const paths = [...dry, ...written]
  const read = [...set.inputs.map(({ path }) => path), ...alsoReads]
  for (const path of alsoReads) if (path !== undefined) await checkReadable(path)
  const isDirectory = kept !== undefined && (formats[set.format].isFileEach || namesDirectory(kept))
  const directory = isDirectory ? kept : undefined
  await checkOutputs(paths, read, { force: running.force, directory, untouched: running.dryRun ? dry : [] })
  await checkTemporaryDirectory(speed.temp)
  const targets = conversions?.(set) ?? [undefined]
  const run = new Run({
    set,
    result,
    decision,
    input,
    speed: { ...speed, temp: speed.temp || (await directoryOf(paths[0])) },
    running,
    idle,
    shape,
    fields: fieldsToKeep(result),
    measuresPairs,
    keepsRows: !isPassing,
    passages,
    spills:
      !isPassing &&
      !keepsHashes &&
      result.within === '' &&
      spills(decision, running.resume || speed.memory > 0),
    joinsRows: kept !== undefined && !isDirectory && targets.includes(undefined),
    converts: targets.some(target => target !== undefined),
    hasState: purpose.hasState === true,
    readsTexts: purpose.readsTexts === true && bad === undefined,
    size: purpose.size ?? inputSizeOf(set),
    keepAllBad: bad !== undefined,
    events,
  })
  const unsaid = kept === undefined || isDirectory ? undefined : unsaidFormat(set, kept)
  if (unsaid !== undefined) run.warnings.push(unsaid)
  if (speed.temp !== '') removeLeftDirectories(speed.temp)
  const removed = takeRemovedLeftovers()
  if (purpose.size === undefined) checkMemory(run)
  if (removed.length > 0) run.warnings.push(`removed what killed runs left: ${removed.join(', ')}`)
  return run
}

/** @throws NearsameError MEMORY_EXHAUSTED */
function checkMemory({ budget, settings, warnings }: Run): void {
  if (settings.speed.memory > 0) {
    checkEstimate(budget)
    return
  }
  const warning = memoryWarning(usualPeak(budget), memoryOfMachine(), budget)
  if (warning === undefined) return
  warnings.push(warning)
  settings.events.warn?.(warning)
}

/** Whether columns go to files: only groups by keys can be made there. */
function spills({ isByCandidates, isJoined }: Decision, isWanted: boolean): boolean {
  return isWanted && isByCandidates && !isJoined
}

/** Decided pairs are read late, or never by a plan. @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE */
async function checkReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK)
  } catch (cause) {
    throw inputError(cause, path)
  }
}

/** The directory of an output; '' if there is no output, or its directory cannot hold files. */
export async function directoryOf(output: string | undefined): Promise<string> {
  if (output === undefined) return ''
  const { path, isStream, isObject } = await placeOfOutput(output)
  return isStream || isObject ? '' : dirname(path)
}

function notResumed(): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: '`resume` given only to dedupe, pairs, match and passages',
    got: 'true',
    fix: 'leave it out',
  })
}

function notWithin(field: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: '`within` given only where all records are compared: dedupe, pairs, match',
    got: JSON.stringify(field),
    fix: 'leave it out',
  })
}
