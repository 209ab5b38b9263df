/**
 * Jobs on files for programs: one flat object of what is wanted, checked and put into the request of a job.
 *
 *     { inputs, output, threshold: 0.9, threads: 2 }  ─▶  { inputs, output, result, input, speed, running }
 */
import type {
  DedupeReport,
  DedupeRequest,
  MatchReport,
  MatchRequest,
  PairsReport,
  PairsRequest,
  RunEvents,
  RunRequest,
} from '../batch/requests.ts'
import { checkArgument, checkBoolean, checkNamed, checkObject } from '../options/arguments.ts'
import { type GivenInputOptions, inputOptions, resolveInputOptions } from '../options/input-options.ts'
import { refuseUnknown, resolve } from '../options/resolve.ts'
import { type GivenResultOptions, resolveResultOptions, resultOptions } from '../options/result-options.ts'
import {
  type GivenRunningOptions,
  pairsOptions,
  resolveRunningOptions,
  runningOptions,
} from '../options/running-options.ts'
import { type GivenSpeedOptions, resolveSpeedOptions, speedOptions } from '../options/speed-options.ts'
import { dedupe } from './dedupe.ts'
import { match } from './match.ts'
import { pairs } from './pairs.ts'

/** Options of every kind, side by side: their names are all different. */
export type GivenRunOptions = GivenResultOptions &
  GivenInputOptions &
  GivenSpeedOptions &
  GivenRunningOptions

type Own<R extends RunRequest> = Omit<R, 'result' | 'input' | 'speed' | 'running'>

/** What a program may give of the events. */
export type GivenRunEvents = { readonly [K in keyof RunEvents]?: RunEvents[K] | undefined }

/** Files of a job, and any options. */
export type DedupeFilesOptions = Own<DedupeRequest> & GivenRunOptions
export type PairsOfFilesOptions = Omit<Own<PairsRequest>, 'maxPairs'> & {
  readonly maxPairs?: number | undefined
} & GivenRunOptions
export type MatchFilesOptions = Omit<Own<MatchRequest>, 'oneToOne'> & {
  readonly oneToOne?: boolean | undefined
} & GivenRunOptions

/** Removes exact and near duplicates from files. @throws NearsameError */
export async function dedupeFiles(
  given: DedupeFilesOptions,
  events?: GivenRunEvents,
): Promise<DedupeReport> {
  const request = requestOf(given, { paths: ['output', 'removed', 'clusters', 'pairs', 'report'] })
  const { output, removed, clusters, pairs: measured, report } = given
  return dedupe({ ...request, output, removed, clusters, pairs: measured, report }, eventsOf(events))
}

/** Writes every match among the records of files. @throws NearsameError */
export async function pairsOfFiles(
  given: PairsOfFilesOptions,
  events?: GivenRunEvents,
): Promise<PairsReport> {
  const request = requestOf(given, { paths: ['output', 'report'], others: ['maxPairs'] })
  const { output, report } = given
  const { maxPairs } = resolve(pairsOptions, { maxPairs: given.maxPairs })
  return pairs({ ...request, output, report, maxPairs }, eventsOf(events))
}

/** Writes which records of `inputs` have a twin in `against`. @throws NearsameError */
export async function matchFiles(given: MatchFilesOptions, events?: GivenRunEvents): Promise<MatchReport> {
  const request = requestOf(given, { paths: ['output', 'kept', 'report'], others: ['against', 'oneToOne'] })
  const { against, output, kept, report, oneToOne = false } = given
  checkInputs('against', against)
  checkBoolean('oneToOne', oneToOne)
  return match({ ...request, against, output, kept, report, oneToOne }, eventsOf(events))
}

/** Names of the fields that a job has of its own. */
interface OwnFields {
  readonly paths: readonly string[]
  readonly others?: readonly string[]
}

/**
 * The parts that all requests have.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 */
function requestOf(given: RunFiles & GivenRunOptions, { paths, others = [] }: OwnFields): RunRequest {
  checkObject('options', given)
  const kinds = [resultOptions, inputOptions, speedOptions, runningOptions]
  const names = kinds.flatMap(declarations => Object.keys(declarations))
  refuseUnknown([...names, ...paths, ...others, 'inputs', 'bad'], Object.keys(given), 'library')
  checkInputs('inputs', given.inputs)
  for (const name of [...paths, 'bad']) checkPath(name, given[name as 'bad'])
  const those = (declarations: object) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(declarations, name)))
  return {
    inputs: given.inputs,
    bad: given.bad,
    result: resolveResultOptions(those(resultOptions)),
    input: resolveInputOptions(those(inputOptions)),
    speed: resolveSpeedOptions(those(speedOptions)),
    running: resolveRunningOptions(those(runningOptions)),
  }
}

/** A text is iterable, too, letter by letter: each would be a path. @throws NearsameError OPTION_VALUE */
function checkInputs(name: string, paths: unknown): void {
  const arePaths = Array.isArray(paths) && [...paths].every(path => typeof path === 'string')
  checkArgument(arePaths, name, paths, 'a list of paths, globs or directories')
}

function checkPath(name: string, path: unknown): void {
  const isPath = path === undefined || (typeof path === 'string' && path !== '')
  checkArgument(isPath, name, path, 'the name of a file')
}

type RunFiles = Pick<RunRequest, 'inputs' | 'bad'>

/** What is given as `undefined` counts as not given; a class may have more. @throws NearsameError OPTION_VALUE */
function eventsOf(events: GivenRunEvents = {}): RunEvents {
  checkNamed('events', events)
  const { progress = () => {}, signal = new AbortController().signal } = events
  checkArgument(typeof progress === 'function', 'events.progress', progress, 'a function')
  const isSignal = typeof signal?.throwIfAborted === 'function'
  checkArgument(isSignal, 'events.signal', signal, 'an AbortSignal')
  return { progress: done => progress.call(events, done), signal }
}
