/**
 * Arguments: what a caller of a public function passes, checked once at its entry and refused in the words of options.
 *
 * Types say the same to those who use them; plain JavaScript gets here without.
 */
import { NearsameError } from '../errors/nearsame-error.ts'
import { Refusal } from './declare.ts'
import { hasMethod, isNamed, isOptions } from './own-names.ts'
import { noOptions, refusedValue, shown } from './resolve.ts'

/**
 * Refuses an argument that is not what it has to be; `domain` ends the sentence "expected `name` to be …".
 *
 * @throws NearsameError OPTION_VALUE
 */
export function checkArgument(isRight: boolean, name: string, value: unknown, domain: string): void {
  if (!isRight) throw refusedValue(name, value, new Refusal(domain, `pass ${domain} as \`${name}\``))
}

/** Options, which are copied by their own names. @throws NearsameError OPTION_VALUE for what has none, and lists */
export function checkObject(name: string, value: unknown): void {
  if (!isOptions(value)) throw noOptions(value, name)
}

/** What is read by names, perhaps those of its class. @throws NearsameError OPTION_VALUE, also for a list */
export function checkNamed(name: string, value: unknown): void {
  if (!isNamed(value)) throw noOptions(value, name)
}

/** @throws NearsameError OPTION_VALUE */
export function checkList(name: string, value: unknown, of: string): void {
  checkArgument(Array.isArray(value), name, value, `a list of ${of}`)
}

/** What can be gone through, a list for instance. @throws NearsameError OPTION_VALUE */
export function checkIterable(name: string, value: unknown, of: string): void {
  checkArgument(hasMethod(value, Symbol.iterator), name, value, `a list of ${of}`)
}

/**
 * The same where `for await` walks through it. It walks through a text, too, letter by letter; nobody means that.
 *
 * @throws NearsameError OPTION_VALUE
 */
export function checkWalkable(name: string, value: unknown, of: string): void {
  const isWalkable = hasMethod(value, Symbol.asyncIterator) || hasMethod(value, Symbol.iterator)
  if (typeof value !== 'string' && isWalkable) return
  const domain = `a list of ${of}, or what \`for await\` walks through`
  throw refusedValue(
    name,
    value,
    new Refusal(domain, `pass a list as \`${name}\`; \`[one]\` is a list of one`),
  )
}

/** @throws NearsameError OPTION_VALUE for what is no list, TEXT_NOT_STRING for what in it is no text */
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
 * A clock of the caller's, in whole milliseconds: it may have fractions, stored times have none.
 *
 * @returns a clock that throws NearsameError OPTION_VALUE where the caller's tells no time
 */
export function clockOf(now: () => number): () => number {
  return () => {
    const time: unknown = now()
    const isTime = typeof time === 'number' && Math.abs(time) <= 8.64e15
    checkArgument(isTime, 'now', time, 'a clock that gives milliseconds since 1970')
    return Math.floor(time as number)
  }
}
