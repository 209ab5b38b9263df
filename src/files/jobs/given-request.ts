/** The arguments of a job: a request with resolved options, and events. Checked before anything is opened. */
import { ownValue } from '../../ground/json/field.ts'
import { checkArgument, checkNamed } from '../../ground/options/arguments.ts'
import type { Declarations } from '../../ground/options/declare.ts'
import { inputOptions } from '../../ground/options/input-options.ts'
import { isPlain } from '../../ground/options/own-names.ts'
import { refuseUnknown } from '../../ground/options/resolve.ts'
import { runningOptions } from '../../ground/options/running-options.ts'
import { speedOptions } from '../../ground/options/speed-options.ts'
import { resultOptions } from '../../methods/options/result-options.ts'

const declared = {
  result: resultOptions,
  input: inputOptions,
  speed: speedOptions,
  running: runningOptions,
}
type Part = keyof typeof declared
const allParts: readonly Part[] = ['result', 'input', 'speed', 'running']

interface RequestFields {
  /** Optional fields that name a file. */
  readonly files: readonly string[]
  /** Names of the other fields beside the inputs; the job checks them. */
  readonly others?: readonly string[]
  /** Options of the job. Default: those of a run. */
  readonly parts?: readonly Part[]
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkRequest(
  request: { readonly inputs: unknown },
  { files, others = [], parts = allParts }: RequestFields,
): void {
  checkNamed('request', request)
  // A caller may pass a run's request to a job that reads fewer of its options.
  const known = ['inputs', ...files, ...others, ...(parts.length > 0 ? allParts : [])]
  refuseUnknown(known, Object.keys(request), 'library')
  const given = request as Readonly<Record<string, unknown>>
  checkInputs('inputs', given.inputs)
  for (const name of parts) checkResolved(name, given[name])
  for (const name of files) checkFile(name, ownValue(given, name))
}

/** Unresolved options would run with defaults that the caller did not choose; resolved ones have all names. */
export function checkResolved(part: Part, value: unknown, field: string = part): void {
  const declarations: Declarations = declared[part]
  const name = `request.${field}`
  checkNamed(name, value)
  const isResolved = Object.keys(declarations).every(option => Object.hasOwn(value as object, option))
  const resolver = `resolve${part.charAt(0).toUpperCase()}${part.slice(1)}Options`
  checkArgument(isResolved, name, value, `what \`${resolver}\` gives`)
}

/** A string is iterable too; each of its letters would be a path. @throws NearsameError OPTION_VALUE */
export function checkInputs(name: string, paths: unknown): void {
  const arePaths = Array.isArray(paths) && [...paths].every(path => typeof path === 'string')
  checkArgument(arePaths, name, paths, 'a list of paths, globs or directories')
}

/** @throws NearsameError OPTION_VALUE */
function checkFile(name: string, path: unknown): void {
  const isPath = path === undefined || (typeof path === 'string' && path !== '')
  checkArgument(isPath, name, path, 'the name of a file')
}

const eventNames = ['progress', 'signal', 'warn', 'ask', 'worded']

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkEvents(events: { readonly progress: unknown; readonly signal: unknown }): void {
  checkEventNames(events, eventNames)
  const { progress, signal } = events
  checkArgument(typeof progress === 'function', 'events.progress', progress, 'a function')
  const isSignal = typeof (signal as AbortSignal | null | undefined)?.throwIfAborted === 'function'
  checkArgument(isSignal, 'events.signal', signal, 'an AbortSignal')
}

/** A class instance may have more fields. @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkEventNames(events: object, known: readonly string[]): void {
  checkNamed('events', events)
  if (isPlain(events)) refuseUnknown(known, Object.keys(events), 'library')
}
