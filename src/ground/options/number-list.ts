/** Lists of numbers: `10,12,14` on the command line, an array elsewhere; undefined if none is given. */
import { list, number, type Option, Refusal, whole } from './declare.ts'

type NumberList = Option<readonly number[] | undefined, string | readonly number[]>

interface ListSpec {
  readonly from: number
  readonly to: number
  readonly doc: string
  readonly defaultText?: string
}

/** Whole numbers in [from, to]. */
export function wholeList(spec: ListSpec): NumberList {
  return listOf(whole({ ...spec, default: spec.from }), spec)
}

/** Numbers in [from, to]. */
export function numberList(spec: ListSpec): NumberList {
  return listOf(number({ ...spec, default: spec.from }), spec)
}

function listOf(item: Option<number>, { doc, defaultText = '' }: ListSpec): NumberList {
  return list<readonly number[] | undefined, string | readonly number[]>({
    placeholder: `${item.placeholder},…`,
    domain: `a list, each ${item.domain}`,
    default: undefined,
    defaultText,
    doc,
    parse(given) {
      const parts = (Array.isArray(given) ? given : [given]).flatMap(part =>
        typeof part === 'string' ? part.split(',') : [part],
      )
      const numbers = parts.map(part => item.read(part, typeof part === 'string'))
      return numbers.some(part => part instanceof Refusal) ? undefined : Object.freeze(numbers as number[])
    },
  })
}
