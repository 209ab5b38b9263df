/**
 * Jobs on files for programs: one flat object of options, checked and turned into the request of a job.
 *
 *     { inputs, output, threshold: 0.9, threads: 2 }  ─▶  { inputs, output, result, input, speed, running }
 */

import { checkObject } from '../../ground/options/arguments.ts'
import type { Declarations, Resolved } from '../../ground/options/declare.ts'
import {
  againstOptions,
  type GivenAgainstOptions,
  type GivenInputOptions,
  inputOptions,
  resolveAgainstOptions,
} from '../../ground/options/input-options.ts'
import { readOptions, refuseUnknown } from '../../ground/options/resolve.ts'
import {
  type GivenPairsOptions,
  type GivenRunningOptions,
  pairsOptions,
  runningOptions,
} from '../../ground/options/running-options.ts'
import { type GivenSpeedOptions, speedOptions } from '../../ground/options/speed-options.ts'
import {
  cutOptions,
  type GivenCutOptions,
  type GivenPassageOptions,
  passageOptions,
} from '../../methods/options/passage-options.ts'
import {
  type GivenResultOptions,
  resolveResultOptions,
  resultOptions,
} from '../../methods/options/result-options.ts'
import { dedupeFileOptions, type GivenDedupeOutputs } from '../dedupe-outputs/dedupe-request.ts'
import {
  filesOfMatch,
  filesOfPairs,
  filesOfPassages,
  type GivenDedupeFiles,
  type GivenMatchFiles,
  type GivenPairsFiles,
} from '../job-files.ts'
import type { PassagesFiles, PassagesReport } from '../passages/passage-requests.ts'
import type {
  DedupeReport,
  MatchedSide,
  MatchReport,
  PairsReport,
  RunEvents,
  RunFiles,
  RunRequest,
} from '../requests.ts'
import { dedupe } from './dedupe.ts'
import { checkEventNames, checkEvents } from './given-request.ts'
import { match } from './match.ts'
import { pairs } from './pairs.ts'
import { passages } from './passages.ts'

/** All groups of options side by side: no two share a name. */
export type GivenRunOptions = GivenResultOptions &
  GivenInputOptions &
  GivenSpeedOptions &
  GivenRunningOptions

/** Events, all optional. */
export interface GivenRunEvents {
  /** Called during the run with the progress of its stage. Default: not called. */
  readonly progress?: RunEvents['progress'] | undefined
  /** Ends the run early; it then throws the reason of the signal. Default: none. */
  readonly signal?: AbortSignal | undefined
}

export type DedupeFilesOptions = RunFiles & GivenDedupeFiles & GivenDedupeOutputs & GivenRunOptions
export type PairsOfFilesOptions = RunFiles & GivenPairsFiles & GivenPairsOptions & GivenRunOptions
export type MatchFilesOptions = RunFiles &
  MatchedSide &
  GivenMatchFiles &
  GivenMatchOptions &
  GivenAgainstOptions &
  GivenRunOptions

export type PassagesOfFilesOptions = RunFiles &
  PassagesFiles &
  GivenPassageOptions &
  GivenCutOptions &
  GivenAgainstOptions &
  GivenRunOptions

interface GivenMatchOptions {
  /** Whether each record is in one pair at most, best pairs first. Default: false. */
  readonly oneToOne?: boolean | undefined
}

/** Removes exact and near duplicates from files. @throws NearsameError */
export async function dedupeFiles(
  given: DedupeFilesOptions,
  events?: GivenRunEvents,
): Promise<DedupeReport> {
  return dedupe(requestOf(given, dedupeFileOptions), eventsOf(events))
}

/** Writes every match among the records of files. @throws NearsameError */
export async function pairsOfFiles(
  given: PairsOfFilesOptions,
  events?: GivenRunEvents,
): Promise<PairsReport> {
  const request = requestOf(given, filesOfPairs, ['maxPairs'])
  return pairs({ ...request, ...readOptions(pairsOptions, given) }, eventsOf(events))
}

/** Writes which records of `inputs` have a twin in `against`. @throws NearsameError */
export async function matchFiles(given: MatchFilesOptions, events?: GivenRunEvents): Promise<MatchReport> {
  const names = ['against', 'map', 'oneToOne', ...Object.keys(againstOptions)]
  const request = requestOf(given, filesOfMatch, names)
  const { against, map, oneToOne = false } = given
  const againstInput = resolveAgainstOptions(request.input, givenOf(againstOptions, given))
  return match({ ...request, against, map, againstInput, oneToOne }, eventsOf(events))
}

/** Writes the passages of files, and the documents without them. @throws NearsameError */
export async function passagesOfFiles(
  given: PassagesOfFilesOptions,
  events?: GivenRunEvents,
): Promise<PassagesReport> {
  const own = [againstOptions, passageOptions, cutOptions].flatMap(options => Object.keys(options))
  const request = requestOf(given, filesOfPassages, ['against', ...own])
  const againstInput = resolveAgainstOptions(request.input, givenOf(againstOptions, given))
  const ofJob = { passages: readOptions(passageOptions, given), cutting: readOptions(cutOptions, given) }
  return passages({ ...request, ...ofJob, against: given.against, againstInput }, eventsOf(events))
}

/**
 * The parts that all requests have, and the files of this job, which checks the inputs and events itself.
 *
 * @param others names of the other fields of the job
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 */
function requestOf<Files extends Declarations>(
  given: RunFiles & GivenRunOptions,
  files: Files,
  others: readonly string[] = [],
): RunRequest & Resolved<Files> {
  checkObject('options', given)
  const kinds = [resultOptions, inputOptions, speedOptions, runningOptions]
  const names = kinds.flatMap(declarations => Object.keys(declarations))
  const known = [...names, ...Object.keys(files), ...others, 'inputs', 'bad']
  refuseUnknown(known, Object.keys(given), 'library')
  return {
    ...readOptions(files, given),
    inputs: given.inputs,
    bad: given.bad,
    result: resolveResultOptions(givenOf(resultOptions, given)),
    input: readOptions(inputOptions, given),
    speed: readOptions(speedOptions, given),
    running: readOptions(runningOptions, given),
  }
}

/** The given ones of declared options. */
function givenOf(declarations: Declarations, given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(declarations, name)))
}

/** `undefined` counts as not given. @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
function eventsOf(events: GivenRunEvents = {}): RunEvents {
  checkEventNames(events, ['progress', 'signal'])
  const { progress = () => {}, signal = new AbortController().signal } = events
  checkEvents({ progress, signal })
  return { progress: done => progress.call(events, done), signal }
}
