/** Call options: the options of single calls of an index, validated at the boundary. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { checkArgument, checkCount, checkObject, checkWalkable } from '../../../ground/options/arguments.ts'
import { refuseUnknown } from '../../../ground/options/resolve.ts'
import { type AddOptions, type CheckOptions, duplicateChoices, type OnDuplicate } from './index-types.ts'
import type { CheckPassagesOptions } from './passage-types.ts'
import type { RequestMark } from './request-marks.ts'

/** Options of an add, with the one that only the server sets. */
export interface MarkedAddOptions extends AddOptions {
  /** Request that the document came with; the same document of the same request is added once. Default: none. */
  readonly mark?: RequestMark | undefined
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkAdd(options: MarkedAddOptions): {
  readonly onDuplicate: OnDuplicate
  readonly mark: RequestMark | undefined
} {
  const { onDuplicate = 'add', mark } = checkCallNames(options, ['onDuplicate', 'mark'])
  checkArgument(
    duplicateChoices.includes(onDuplicate),
    'onDuplicate',
    onDuplicate,
    `one of ${duplicateChoices.join(', ')}`,
  )
  const isMark = mark === undefined || (mark?.bytes instanceof Uint8Array && mark.bytes.length === 16)
  checkArgument(isMark, 'mark', mark, 'a mark of 16 bytes')
  return { onDuplicate, mark }
}

export interface AddEachOptions extends AddOptions {
  /** Maximum number of documents in work at a time, at least 1. Default: 512. */
  readonly inFlight?: number | undefined
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkAddEach(
  documents: unknown,
  options: AddEachOptions,
): { readonly onDuplicate: OnDuplicate; readonly inFlight: number } {
  const { inFlight = 512, ...rest } = checkCallNames(options, ['onDuplicate', 'inFlight'])
  checkWalkable('documents', documents, 'documents')
  checkCount('inFlight', inFlight, 1)
  return { onDuplicate: checkAdd(rest).onDuplicate, inFlight }
}

/**
 * @param least the collection's threshold
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 */
export function checkCheck(options: CheckOptions, least: number): CheckOptions {
  const { limit, threshold } = checkCallNames(options, ['limit', 'threshold', 'except'])
  if (limit !== undefined) checkCount('limit', limit, 1)
  const isInRange = typeof threshold === 'number' && threshold >= least && threshold <= 1
  if (threshold !== undefined) checkArgument(isInRange, 'threshold', threshold, thresholdsFrom(least))
  return options
}

/** Maximum number of documents that can be listed for a span. */
export const mostPlaces = 200

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkPassages(
  options: CheckPassagesOptions,
): CheckPassagesOptions & { readonly maxPlaces: number } {
  const { maxPlaces = 10 } = checkCallNames(options, ['maxPlaces', 'except'])
  const isInRange = Number.isInteger(maxPlaces) && maxPlaces >= 1 && maxPlaces <= mostPlaces
  checkArgument(isInRange, 'maxPlaces', maxPlaces, `a whole number in [1, ${mostPlaces}]`)
  return { ...options, maxPlaces }
}

/** Passages of a text are asked of a collection that keeps none. */
export function noPassages(): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'a collection made with `passages`',
    got: 'one without',
    fix: 'create another collection with `passages`, such as {"least": 50}, and add the documents to it',
  })
}

/** The used part of an `AbortSignal`, whose type exists only with the types of browsers or Node. */
export interface AbortSignalLike {
  /** As in `AbortSignal`. Default: undefined. */
  readonly reason?: unknown
  /** As in `AbortSignal`. */
  throwIfAborted(): void
  /** As in `AbortSignal`. */
  addEventListener(type: 'abort', listener: () => void): void
  /** As in `AbortSignal`. */
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface RetrainOptions {
  /** Ends the call early; the call then throws the reason of the signal. Default: none. */
  readonly signal?: AbortSignalLike | undefined
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkRetrain(options: RetrainOptions): RetrainOptions {
  checkSignal(checkCallNames(options, ['signal']).signal)
  return options
}

/** @throws NearsameError OPTION_VALUE */
export function checkSignal(signal: unknown): void {
  const isSignal = signal === undefined || signal instanceof AbortSignal
  checkArgument(isSignal, 'signal', signal, 'an AbortSignal')
}

/** The valid thresholds, in words. */
export function thresholdsFrom(least: number): string {
  return `a number in [${least}, 1], not below that of the collection`
}

/** @param names of all options @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkCallNames<T extends object>(
  options: T,
  names: readonly (keyof T & string)[],
  label = 'options',
): T {
  checkObject(label, options)
  refuseUnknown(names, Object.keys(options), 'library')
  return options
}

export function closedError(): NearsameError {
  return new NearsameError('STORE_UNAVAILABLE', {
    expected: 'an open index',
    got: 'a closed one',
    fix: 'make no calls after `close`, or open the collection again',
  })
}
