/**
 * Call checks: validate the arguments of a client's calls. Unknown names are refused before anything is sent, because a
 * call without them does something else; values go to the server, which knows their domains.
 */

import { checkArgument, checkBoolean, checkString } from '../../ground/options/arguments.ts'
import { checkCallNames, checkSignal } from '../../online/index/documents/call-options.ts'
import { clusterOptionNames } from '../../online/index/documents/index-types.ts'
import type {
  CallOptions,
  ClientAddEachOptions,
  ClientAddOptions,
  ClientCheckEachOptions,
  ClientCheckOptions,
  ClientCheckPassagesOptions,
  ClientClusterOptions,
  ClientExpireOptions,
  ClientImportOptions,
  ClientPageOptions,
} from './client-types.ts'

const inAll = ['signal'] as const

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, as all of these */
export function callOptions(given: CallOptions): CallOptions {
  return checked(given, inAll)
}

export function checkedAddOptions(given: ClientAddOptions): ClientAddOptions {
  const { idempotencyKey } = checked(given, ['onDuplicate', 'idempotencyKey', ...inAll])
  if (idempotencyKey !== undefined) checkString('idempotencyKey', idempotencyKey)
  return given
}

export function addEachOptions(given: ClientAddEachOptions): ClientAddEachOptions {
  return checked(given, ['onDuplicate', ...inAll])
}

export function checkOptions(given: ClientCheckOptions): ClientCheckOptions {
  return checked(given, ['limit', 'threshold', 'except', ...inAll])
}

export function checkEachOptions(given: ClientCheckEachOptions): ClientCheckEachOptions {
  return checked(given, ['limit', 'threshold', 'maxPlaces', ...inAll])
}

export function checkPassagesOptions(given: ClientCheckPassagesOptions): ClientCheckPassagesOptions {
  return checked(given, ['maxPlaces', 'except', ...inAll])
}

export function expireOptions(given: ClientExpireOptions): ClientExpireOptions {
  const { before } = checked(given, ['before', ...inAll])
  // JSON drops a function or a symbol, and then documents would expire by their own times.
  const isTime = before === undefined || typeof before === 'string' || Number.isFinite(before)
  checkArgument(isTime, 'before', before, 'a time, as a text or in milliseconds since 1970')
  return given
}

export function pageOptions(given: ClientPageOptions): ClientPageOptions {
  return checked(given, ['after', 'limit', ...inAll])
}

export function clusterOptions(given: ClientClusterOptions): ClientClusterOptions {
  const { details } = checked(given, [...clusterOptionNames, ...inAll])
  if (details !== undefined) checkBoolean('details', details)
  return given
}

export function importOptions(given: ClientImportOptions): ClientImportOptions {
  return checked(given, ['format', 'id', 'file', 'source', 'nullText', 'onDuplicate', ...inAll])
}

function checked<T extends CallOptions>(given: T, names: readonly (keyof T & string)[]): T {
  checkSignal(checkCallNames(given, names).signal)
  return given
}
