/** Values read as Java reads them, so that the configurations of the systems methods come from can be taken over. */
import { isJavaException } from '../../ground/java/java-exception.ts'
import { parseFloat32, parseInt32 } from '../../ground/java/numbers.ts'
import { type Option, parsed, Refusal } from '../../ground/options/declare.ts'

interface Plan<T> {
  readonly default: T
  readonly doc: string
}

/** A float. Java takes NaN and the infinities, too; no JSON holds them, so a collection could not be opened again. */
export function javaFloat(plan: Plan<number>): Option<number, number | string> {
  return parsed<number, number | string>({
    placeholder: 'number',
    domain: 'a finite number of 32 bits as Java reads a float, such as 0.01 or 1e-2',
    default: Math.fround(plan.default),
    defaultText: String(plan.default),
    doc: plan.doc,
    parse: given => {
      const value = typeof given === 'number' ? Math.fround(given) : read(parseFloat32, given)
      return Number.isFinite(value) ? value : undefined
    },
  })
}

/** An int. */
export function javaInt(plan: Plan<number>): Option<number, number | string> {
  return parsed<number, number | string>({
    placeholder: 'whole',
    domain: 'a whole number of 32 bits',
    default: plan.default,
    defaultText: String(plan.default),
    doc: plan.doc,
    parse: given => {
      if (typeof given !== 'number') return read(parseInt32, given)
      return given === (given | 0) ? given : undefined
    },
  })
}

/** What Java refuses with words of its own is refused with ours. */
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

/** True or false, also as the words that configurations use. */
export function truth(plan: Plan<boolean>): Option<boolean, boolean | string> {
  const domain = 'true or false'
  return {
    placeholder: 'true|false',
    domain,
    doc: plan.doc,
    isList: false,
    defaultText: String(plan.default),
    fallback: () => plan.default,
    read: given => (typeof given === 'boolean' ? given : (truthWords.get(given) ?? new Refusal(domain))),
  }
}
