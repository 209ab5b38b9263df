/**
 * Resolving options: validates a caller's options once, at the boundary, into a frozen object without optional fields.
 *
 * An unknown name is refused with the nearest known one, a value with its allowed values. Messages use the notation
 * of the caller: `--max-bad` on the command line, maxBad in the library, between backticks over HTTP.
 */

import { NearsameError } from '../errors/nearsame-error.ts'
import { toJson } from '../json/exact-json.ts'
import { ownValue } from '../json/field.ts'
import { type Declarations, Refusal, type Resolved } from './declare.ts'
import { nearestName } from './nearest-name.ts'
import { isOptions, isPlain, isPromise } from './own-names.ts'

/** The caller; decides how messages name options and whether values come as text. */
export type Voice = 'cli' | 'http' | 'library'

/** The name of an option as the caller writes it. @example spoken('maxBad', 'cli') // => '--max-bad' */
export function spoken(name: string, voice: Voice): string {
  if (voice === 'cli') return `--${kebab(name)}`
  return voice === 'http' ? `\`${name}\`` : name
}

/** @example kebab('signatureLength') // => 'signature-length' */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

/**
 * Checks every given value and fills in the defaults. A field that is `undefined` counts as not given.
 *
 * @throws NearsameError OPTION_UNKNOWN for a name that is not declared.
 * @throws NearsameError OPTION_VALUE for a value outside its domain, and for an object without own properties.
 */
export function resolve<D extends Declarations>(
  declarations: D,
  given: object,
  voice: Voice = 'library',
): Resolved<D> {
  if (!isOptions(given)) throw noOptions(given)
  refuseUnknown(Object.keys(declarations), Object.keys(given), voice)
  return readOptions(declarations, given, {
    label: (name, { cliName }) => spoken(voice === 'cli' ? (cliName ?? name) : name, voice),
    isText: () => voice === 'cli',
  })
}

/** The same, of the given options only: the others keep a default that someone else knows. */
export function readGiven<D extends Declarations>(
  declarations: D,
  given: object,
  voice: Voice = 'library',
): Partial<Resolved<D>> {
  const read = resolve(declarations, given, voice)
  const entries = Object.entries(read).filter(
    ([name]) => ownValue(given as Record<string, unknown>, name) !== undefined,
  )
  return Object.fromEntries(entries) as Partial<Resolved<D>>
}

/** How messages name options, and which values are texts to parse. */
interface Reading {
  readonly label: (name: string, option: { readonly cliName?: string }) => string
  readonly isText: (value: unknown) => boolean
}

const asGiven: Reading = { label: name => name, isText: () => false }

/**
 * The declared options in an object that may have others. A field that is `undefined` counts as not given.
 *
 * @throws NearsameError OPTION_VALUE for a value outside its domain
 */
export function readOptions<D extends Declarations>(
  declarations: D,
  given: object,
  { label, isText }: Reading = asGiven,
): Resolved<D> {
  const values = Object.entries(declarations).map(([name, option]) => {
    const value = ownValue(given as Readonly<Record<string, unknown>>, name)
    const fromText = isText(value)
    const read = value === undefined ? option.fallback() : option.read(value, fromText)
    if (read instanceof Refusal) {
      // A repeatable flag comes as a list.
      const isOne = fromText && Array.isArray(value) && value.length === 1
      throw refusedValue(label(name, option), isOne ? value[0] : value, read)
    }
    return [name, read] as const
  })
  return Object.freeze(Object.fromEntries(values)) as Resolved<D>
}

/** @throws NearsameError OPTION_UNKNOWN for the first name that is not known. */
export function refuseUnknown(known: readonly string[], names: readonly string[], voice: Voice): void {
  const unknown = names.find(name => !known.includes(name))
  if (unknown !== undefined)
    throw unknownName('the name of an option', unknown, known, name => spoken(name, voice))
}

/** The error for an unknown name; `say` converts a name to the caller's notation. */
export function unknownName(
  expected: string,
  unknown: string,
  known: readonly string[],
  say: (name: string) => string = name => name,
): NearsameError {
  const nearest = nearestName(unknown, known)
  const choices =
    known.length === 0 ? 'leave it out; none is known here' : `take one of ${known.map(say).join(', ')}`
  return new NearsameError('OPTION_UNKNOWN', {
    expected,
    got: say(unknown),
    fix: nearest === undefined ? choices : `write ${say(nearest)}, if that was meant`,
  })
}

/** The error for a value outside its domain; `label` is the option's name in the caller's notation. */
export function refusedValue(label: string, value: unknown, refusal: Refusal): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `${label} to be ${refusal.expected}`,
    got: shown(value),
    fix: refusal.fix || `change ${label}, or leave it out for its default`,
    ...(refusal.cause !== undefined && { cause: refusal.cause }),
  })
}

/** The error for options that are not an object, such as a promise of them. */
export function noOptions(value: unknown, name = 'options'): NearsameError {
  return refusedValue(name, value, noObject(value, name))
}

/** The refusal for the same. */
export function noObject(value: unknown, name: string): Refusal {
  const fix = isPromise(value) ? `await what is passed as \`${name}\`` : `pass an object as \`${name}\``
  return new Refusal('an object', fix)
}

/** A value in a message: short, on one line, texts in quotes. */
export function shown(value: unknown): string {
  for (const show of [asJson, toJson]) {
    try {
      const line = show(value)
      return line.length > 80 ? `${line.slice(0, 77)}…` : line
    } catch {
      // A bigint or a cycle has no JSON.
    }
  }
  return kindOf(value)
}

function asJson(value: unknown): string {
  const text = typeof value === 'number' ? undefined : JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return text ?? String(value)
  // Promises and maps have no useful JSON; their type is enough for a message.
  return text === undefined || (text === '{}' && !isPlain(value)) ? kindOf(value) : text
}

/** Such as `[object Map]`. */
function kindOf(value: unknown): string {
  const kind = Object.prototype.toString.call(value)
  const name: unknown = (value as object).constructor?.name
  return kind === '[object Object]' && typeof name === 'string' ? `[object ${name}]` : kind
}
