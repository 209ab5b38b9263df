/** Call options: what single calls of an index may be told, checked at the door. */
import { NearsameError } from '../errors/nearsame-error.ts'
import { refuseUnknown, shown } from '../options/resolve.ts'
import type { Store } from '../store/store.ts'
import type { AddOptions, CheckOptions, OnDuplicate } from './index-types.ts'

const choices: readonly OnDuplicate[] = ['add', 'reject', 'skip', 'replace']

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkAdd(options: AddOptions): OnDuplicate {
  const { onDuplicate = 'add' } = checkNames(options, ['onDuplicate'])
  if (choices.includes(onDuplicate)) return onDuplicate
  throw refused('onDuplicate', `one of ${choices.join(', ')}`, onDuplicate)
}

export interface AddManyOptions extends AddOptions {
  readonly inFlight?: number | undefined
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkAddMany(
  documents: unknown,
  options: AddManyOptions,
): { readonly onDuplicate: OnDuplicate; readonly inFlight: number } {
  const { inFlight = 512, ...rest } = checkNames(options, ['onDuplicate', 'inFlight'])
  const isIterable =
    typeof documents === 'object' &&
    documents !== null &&
    (Symbol.iterator in documents || Symbol.asyncIterator in documents)
  if (!isIterable) throw needed('documents', 'a list, or what can be iterated', documents)
  if (Number.isInteger(inFlight) && inFlight >= 1) return { onDuplicate: checkAdd(rest), inFlight }
  throw refused('inFlight', 'a whole number of at least 1', inFlight)
}

/**
 * @param least the collection's threshold
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 */
export function checkCheck(options: CheckOptions, least: number): CheckOptions {
  const { limit, threshold } = checkNames(options, ['limit', 'threshold', 'except'])
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    throw refused('limit', 'a whole number of at least 1', limit)
  }
  const isInRange = typeof threshold === 'number' && threshold >= least && threshold <= 1
  if (threshold !== undefined && !isInRange) {
    throw refused('threshold', `a number in [${least}, 1], not below that of the collection`, threshold)
  }
  return options
}

/** @param names of all that may be told @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkNames<T extends object>(options: T, names: readonly (keyof T & string)[]): T {
  refuseUnknown(names, Object.keys(checkObject(options, 'the options')), 'library')
  return options
}

/** @throws NearsameError OPTION_VALUE */
export function checkObject<T>(given: T, name: string): T {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given
  throw needed(name, 'an object', given)
}

/** @throws NearsameError OPTION_VALUE */
export function checkList<T extends readonly unknown[]>(given: T, name: string): T {
  if (Array.isArray(given)) return given
  throw needed(name, 'a list', given)
}

/** @throws NearsameError OPTION_VALUE */
export function checkStore(given: Store): Store {
  if (typeof (given as Partial<Store> | null | undefined)?.open === 'function') return given
  throw needed('the store', 'a store, such as that of `memoryStore()`', given)
}

export function closedError(): NearsameError {
  return new NearsameError('STORE_UNAVAILABLE', {
    expected: 'an index that is open',
    got: 'one that is closed',
    fix: 'call nothing after `close`, or open the collection again',
  })
}

function refused(
  name: string,
  expected: string,
  got: unknown,
  fix = `change ${name}, or leave it out`,
): NearsameError {
  return new NearsameError('OPTION_VALUE', { expected: `${name} to be ${expected}`, got: shown(got), fix })
}

function needed(name: string, expected: string, got: unknown): NearsameError {
  return refused(name, expected, got, `give ${expected}`)
}
