/**
 * Arguments of public functions: checked once on entry, and refused with the messages of options.
 *
 * TypeScript checks the same at compile time; plain JavaScript does not.
 */
import { NearsameError } from '../errors/nearsame-error.ts'
import { Refusal } from './declare.ts'
import { hasMethod, isNamed, isOptions } from './own-names.ts'
import { noOptions, refusedValue, shown } from './resolve.ts'

/**
 * Refuses a wrong argument; `domain` completes "expected `name` to be …".
 *
 * @throws NearsameError OPTION_VALUE
 */
export function checkArgument(isRight: boolean, name: string, value: unknown, domain: string): void {
  if (!isRight) throw refusedValue(name, value, new Refusal(domain, `pass ${domain} as \`${name}\``))
}

/** An object with options as own properties. @throws NearsameError OPTION_VALUE for other values, also lists */
export function checkObject(name: string, value: unknown): void {
  if (!isOptions(value)) throw noOptions(value, name)
}

/** An object read by names, also those of its class. @throws NearsameError OPTION_VALUE, also for a list */
export function checkNamed(name: string, value: unknown): void {
  if (!isNamed(value)) throw noOptions(value, name)
}

/** @throws NearsameError OPTION_VALUE */
export function checkList(name: string, value: unknown, of: string): void {
  checkArgument(Array.isArray(value), name, value, `a list of ${of}`)
}

/** Any iterable, such as a list. @throws NearsameError OPTION_VALUE */
export function checkIterable(name: string, value: unknown, of: string): void {
  checkArgument(hasMethod(value, Symbol.iterator), name, value, `a list of ${of}`)
}

/**
 * Anything `for await` can iterate, except a text: iterating over its letters is never intended.
 *
 * @throws NearsameError OPTION_VALUE
 */
export function checkWalkable(name: string, value: unknown, of: string): void {
  const isWalkable = hasMethod(value, Symbol.asyncIterator) || hasMethod(value, Symbol.iterator)
  if (typeof value !== 'string' && isWalkable) return
  const domain = `a list or (async) iterable of ${of}`
  throw refusedValue(
    name,
    value,
    new Refusal(domain, `pass a list as \`${name}\`; \`[one]\` is a list of one`),
  )
}

/** @throws NearsameError OPTION_VALUE if it is not a list, TEXT_NOT_STRING if an item is not a text */
export function checkTexts(name: string, value: unknown): void {
  checkList(name, value, 'texts')
  const texts = value as unknown[]
  const place = texts.findIndex(text => typeof text !== 'string')
  if (place >= 0) checkString(`${name}[${place}]`, texts[place])
}

/** @throws NearsameError OPTION_VALUE */
export function checkBytes(name: string, value: unknown): void {
  checkArgument(value instanceof Uint8Array, name, value, 'a Uint8Array')
}

/** @throws NearsameError OPTION_VALUE */
export function checkBoolean(name: string, value: unknown): void {
  checkArgument(typeof value === 'boolean', name, value, 'true or false')
}

/** @throws NearsameError OPTION_VALUE */
export function checkHashes(name: string, value: unknown): void {
  checkArgument(value instanceof BigUint64Array, name, value, 'a BigUint64Array of hashes')
}

/** @throws NearsameError OPTION_VALUE */
export function checkCount(name: string, value: unknown, from = 0, to = Number.MAX_SAFE_INTEGER): void {
  const isCount = Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to
  const range = to < Number.MAX_SAFE_INTEGER ? `from ${from} to ${to}` : `of at least ${from}`
  checkArgument(isCount, name, value, `a whole number ${range}`)
}

/** A similarity or a probability. @throws NearsameError OPTION_VALUE */
export function checkShare(name: string, value: unknown): void {
  const isShare = typeof value === 'number' && value >= 0 && value <= 1
  checkArgument(isShare, name, value, 'a number in [0, 1]')
}

/** @throws NearsameError TEXT_NOT_STRING */
export function checkString(name: string, value: unknown): void {
  if (typeof value === 'string') return
  throw new NearsameError('TEXT_NOT_STRING', {
    expected: `${name} to be a text`,
    got: shown(value),
    fix: `pass a string as \`${name}\``,
  })
}

/**
 * The caller's clock, in whole milliseconds: it may return fractions, stored times have none.
 *
 * @returns a clock that throws NearsameError OPTION_VALUE if the caller's returns no time
 */
export function clockOf(now: () => number): () => number {
  return () => {
    const time: unknown = now()
    const isTime = typeof time === 'number' && Math.abs(time) <= 8.64e15
    checkArgument(isTime, 'now', time, 'a clock that gives milliseconds since 1970')
    return Math.floor(time as number)
  }
}
