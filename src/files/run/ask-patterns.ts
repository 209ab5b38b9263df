/** Asks about patterns of undecided pairs: one question each, with an example. */
import { onOneLine } from '../../engine/decide/too-many-near.ts'
import type { DecidedPattern } from '../../methods/contract/method.ts'

/** Undefined: no answer. */
export type Ask = (question: string) => Promise<boolean | undefined>

interface Undecided {
  readonly patterns: readonly {
    readonly columns: readonly string[]
    readonly pairs: number
    readonly example: { readonly leftText: string; readonly rightText: string }
  }[]
}

/** @param undecided of the notes of a method; undefined if it has none */
export async function answersTo(undecided: unknown, ask: Ask): Promise<DecidedPattern[]> {
  const answers: DecidedPattern[] = []
  for (const { columns, pairs, example } of (undecided as Undecided | undefined)?.patterns ?? []) {
    const [left, right] = [example.leftText, example.rightText].map(text => JSON.stringify(onOneLine(text)))
    const what = `${pairs} pairs differ wholly in ${columns.join(' and ')}, such as`
    const isSame = await ask(`${what}\n  ${left}\n  ${right}\nAre these the same?`)
    if (isSame !== undefined) answers.push({ columns, isSame })
  }
  return answers
}
