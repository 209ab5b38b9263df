/** Call options: what single calls of an index may be told, checked at the door. */
import { NearsameError } from '../errors/nearsame-error.ts'
import { refuseUnknown, shown } from '../options/resolve.ts'
import type { AddOptions, CheckOptions, OnDuplicate } from './index-types.ts'

const choices: readonly OnDuplicate[] = ['add', 'reject', 'skip', 'replace']

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkAdd(options: AddOptions): OnDuplicate {
  refuseUnknown(['onDuplicate'], Object.keys(options), 'library')
  const { onDuplicate = 'add' } = options
  if (choices.includes(onDuplicate)) return onDuplicate
  throw refused('onDuplicate', `one of ${choices.join(', ')}`, onDuplicate)
}

/**
 * @param least the collection's threshold
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 */
export function checkCheck(options: CheckOptions, least: number): CheckOptions {
  refuseUnknown(['limit', 'threshold', 'except'], Object.keys(options), 'library')
  const { limit, threshold } = options
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    throw refused('limit', 'a whole number of at least 1', limit)
  }
  if (threshold !== undefined && !(threshold >= least && threshold <= 1)) {
    throw refused('threshold', `a number in [${least}, 1], not below that of the collection`, threshold)
  }
  return options
}

function refused(name: string, expected: string, got: unknown): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `${name} to be ${expected}`,
    got: shown(got),
    fix: `change ${name}, or leave it out`,
  })
}
