/** Likely pairs: a pair whose rival is no match at all is accepted only if it is the likelier of the two. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inhabitants } from '../../../../test/golden/records/inhabitants.ts'
import { atOnce } from '../../../ground/breath/steps.ts'
import { isByColumns } from '../choose-decision.ts'
import { decideRecords, type RecordOptions } from '../find-record-pairs.ts'
import { scoresAlone } from './score-pairs.ts'

/** The probabilities without rivals of the accepted pairs of a list, or of two; none if the text decides. */
function acceptedAlone(seed: number, split: number, options: RecordOptions): number[] {
  const { values } = inhabitants(300, seed)
  const columns = ['first', 'last', 'street', 'town'].map(name => ({ name, values: values[name] }))
  const texts = columns[0].values.map((_, row) => columns.map(column => column.values[row]).join('\n'))
  const sides = split > 0 ? { split } : undefined
  const { decision, evidence } = atOnce(decideRecords(texts, sides, { columns, ...options }))
  if (!isByColumns(decision) || decision.grounds.isMatched) return []
  const alone = atOnce(scoresAlone(decision.model, decision.columns, decision.swapped, evidence))
  return [...alone].filter((_, p) => decision.accepted[p] === 1)
}

for (const [lists, split] of [
  ['one list', 0],
  ['two lists', 150],
] as const) {
  test(`of ${lists} no pair is accepted that is less likely than no match`, () => {
    const all = [1, 2, 3, 5].flatMap(seed =>
      [true, false].flatMap(oneToOne => acceptedAlone(seed, split, { oneToOne })),
    )
    assert.ok(split > 0 || all.length > 10)
    assert.deepEqual(
      all.filter(probability => probability < 0.5),
      [],
    )
  })
}

test('a threshold that is given accepts less likely pairs, too', () => {
  const all = [1, 2, 3, 5, 7, 11].flatMap(seed =>
    acceptedAlone(seed, 0, { oneToOne: true, threshold: 0.05 }),
  )
  assert.ok(all.some(probability => probability < 0.5))
})
