/** Asks about patterns of undecided pairs: one question each, with an example. */
import { onOneLine } from '../../engine/decide/too-many-near.ts'
import type { DecidedPattern } from '../../methods/contract/method.ts'
import type { UndecidedNotes } from '../../methods/contract/undecided.ts'

/** Undefined: no answer. */
export type Ask = (question: string) => Promise<boolean | undefined>

/** @param undecided undefined if there is none */
export async function answersTo(
  undecided: Pick<UndecidedNotes, 'patterns'> | undefined,
  ask: Ask,
): Promise<DecidedPattern[]> {
  const answers: DecidedPattern[] = []
  for (const { columns, pairs, example } of undecided?.patterns ?? []) {
    const [left, right] = [example.leftText, example.rightText].map(text => JSON.stringify(onOneLine(text)))
    const what = `${pairs} pairs differ wholly in ${columns.join(' and ')}, such as`
    const isSame = await ask(`${what}\n  ${left}\n  ${right}\nAre these the same?`)
    if (isSame !== undefined) answers.push({ columns, isSame })
  }
  return answers
}
