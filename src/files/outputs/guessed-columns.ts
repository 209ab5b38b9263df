/**
 * Guessed columns: columns of CSV whose texts are all whole numbers, numbers or truths become these.
 *
 *     whole numbers   `7`, `-7`; not `007`, `+7` or more than 64 bits
 *     numbers         also `1.50`, `2e-3`; not what a double cannot hold with all digits
 *     truths          `true` and `false`, in lower or upper case, or with a capital
 *
 * An empty field is null then. A column with another text stays as it is, and so does one without any.
 */
import type { Fields } from '../run/record-fields.ts'

const whole = /^(?:0|-?[1-9]\d*)$/
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
const truth = /^(?:true|True|TRUE|false|False|FALSE)$/

const kinds = [
  { takes: (text: string) => whole.test(text) && isInt64(text), value: numberOf },
  { takes: isDouble, value: Number },
  { takes: (text: string) => truth.test(text), value: (text: string) => /^t/i.test(text) },
] as const

type Kind = (typeof kinds)[number]

/** Gathers rows; afterwards gives their values. */
export class GuessedColumns {
  /** By name, the kinds that take all texts so far; undefined before the first text. */
  readonly #possible = new Map<string, readonly Kind[]>()

  add(fields: Fields): void {
    for (const [name, text] of Object.entries(fields)) {
      if (typeof text !== 'string' || text === '') continue
      const possible = this.#possible.get(name) ?? kinds
      if (possible.length > 0 || possible === kinds)
        this.#possible.set(
          name,
          possible.filter(({ takes }) => takes(text)),
        )
    }
  }

  typed(fields: Fields): Fields {
    const entries = Object.entries(fields).map(([name, text]) => {
      const kind = this.#possible.get(name)?.[0]
      return [name, kind === undefined ? text : text === '' ? null : kind.value(text as string)] as const
    })
    return Object.fromEntries(entries)
  }
}

function isInt64(text: string): boolean {
  return text.length <= 20 && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
}

function numberOf(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** Whether a double holds the number with all its digits. */
function isDouble(text: string): boolean {
  if (!decimal.test(text) || !Number.isFinite(Number(text))) return false
  if (whole.test(text)) return Number.isSafeInteger(Number(text))
  const digits = text
    .replace(/e.*$/i, '')
    .replace(/^-?0*\.?0*/, '')
    .replace('.', '')
  return digits.length <= 15 || String(Number(text)) === text
}
