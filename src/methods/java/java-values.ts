/** Values read as Java reads them, so that configurations of the original systems can be used unchanged. */

import { type NumberBounds, type Option, Refusal } from '../../ground/options/declare.ts'
import { isJavaException } from './java-exception.ts'
import { parseFloat32, parseInt32 } from './numbers.ts'

interface JavaValueSpec<T> {
  readonly default: T
  readonly doc: string
}

/** The largest finite number of 32 bits. */
const largestFloat = (2 - 2 ** -23) * 2 ** 127

/** A float. Java accepts NaN and infinities, but JSON cannot hold them, and a collection could not be reopened. */
export function javaFloat(spec: JavaValueSpec<number>): Option<number> {
  const domain = 'a finite number of 32 bits as Java reads a float, such as 0.01 or 1e-2'
  return javaNumber(
    { ...spec, default: Math.fround(spec.default), defaultText: String(spec.default) },
    domain,
    {
      placeholder: 'number',
      numbers: { isWhole: false, from: -largestFloat, to: largestFloat },
      parse: parseFloat32,
      accept: value => (Number.isFinite(Math.fround(value)) ? Math.fround(value) : undefined),
    },
  )
}

/** An int. */
export function javaInt(spec: JavaValueSpec<number>): Option<number> {
  return javaNumber({ ...spec, defaultText: String(spec.default) }, 'a whole number of 32 bits', {
    placeholder: 'whole',
    numbers: { isWhole: true, from: -(2 ** 31), to: 2 ** 31 - 1 },
    parse: parseInt32,
    accept: value => (value === (value | 0) ? value : undefined),
  })
}

interface JavaType {
  readonly placeholder: string
  readonly numbers: NumberBounds
  readonly parse: (text: string) => number
  /** The value of this type, or undefined. */
  readonly accept: (value: number) => number | undefined
}

function javaNumber(
  spec: JavaValueSpec<number> & { readonly defaultText: string },
  domain: string,
  { placeholder, numbers, parse, accept }: JavaType,
): Option<number> {
  return {
    placeholder,
    numbers,
    domain,
    doc: spec.doc,
    isList: false,
    defaultText: spec.defaultText,
    fallback: () => spec.default,
    read(given, fromText) {
      const value = fromText ? read(parse, given) : given
      return (typeof value === 'number' ? accept(value) : undefined) ?? new Refusal(domain)
    },
  }
}

/** Parses by Java's rules; undefined where Java would refuse, so that the refusal has our message. */
function read(parse: (text: string) => number, given: unknown): number | undefined {
  if (typeof given !== 'string') return undefined
  try {
    return parse(given)
  } catch (error) {
    if (isJavaException(error)) return undefined
    throw error
  }
}

const truthWords: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['on', true],
  ['false', false],
  ['off', false],
])

/** True or false; on the command line also the words that configurations use. */
export function truth(spec: JavaValueSpec<boolean>): Option<boolean> {
  const domain = 'true or false'
  return {
    placeholder: 'true|false',
    domain,
    doc: spec.doc,
    isList: false,
    defaultText: String(spec.default),
    fallback: () => spec.default,
    read(given, fromText) {
      const value = fromText ? truthWords.get(given) : given
      return typeof value === 'boolean' ? value : new Refusal(domain)
    },
  }
}
