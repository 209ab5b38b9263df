/** Record sets: the table of `record-sets.ts` against its targets. The sets are those of NEARSAME_LABELLED. */
import type { Definition, Row } from '../definition.ts'
import { figuresOf, type SetFigures, setsIn, tableOf } from '../record-sets.ts'

const leastMacro = 0.8
/** Each set reaches this share of its best fixed threshold, but for `mostBelow` of them. */
const leastOfBest = 0.93
const mostBelow = 3
const mostError = 0.08
/** No estimate is further above the truth where less than half of the pairs are right. */
const mostAbove = 0.15

function mean(all: readonly SetFigures[], of: (figures: SetFigures) => number): number {
  return all.reduce((sum, figures) => sum + of(figures), 0) / all.length
}

function targets(all: readonly SetFigures[]): Row[] {
  const macro = mean(all, ({ f1 }) => f1)
  const error = mean(all, ({ estimate, precision }) => Math.abs(estimate - precision))
  const below = all.filter(({ f1, bestF1 }) => f1 < leastOfBest * bestF1).map(({ set }) => set)
  const above = all.filter(({ estimate, precision }) => precision < 0.5 && estimate > precision + mostAbove)
  return [
    { name: 'macro-F1', note: macro.toFixed(3), met: macro >= leastMacro },
    { name: 'mean absolute error of the estimate', note: error.toFixed(3), met: error <= mostError },
    {
      name: `below ${leastOfBest} of the best`,
      note: below.join(', ') || 'none',
      met: below.length <= mostBelow,
    },
    {
      name: 'wrong and sure',
      note: above.map(({ set }) => set).join(', ') || 'none',
      met: above.length === 0,
    },
  ]
}

export const recordSets: Definition = {
  name: 'record-sets',
  about: '`--method records` on labelled sets by their columns (NEARSAME_LABELLED): F1, best F1, estimate',
  isGenerated: true,
  run: async context => {
    const folder = process.env.NEARSAME_LABELLED
    if (folder === undefined) {
      context.say('skipped: name the folder of the sets with NEARSAME_LABELLED')
      return []
    }
    const all = setsIn(folder).map(set => figuresOf(folder, set))
    context.say(tableOf(all))
    return targets(all)
  },
}
