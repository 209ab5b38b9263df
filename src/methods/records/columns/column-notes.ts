/** Column notes: what the columns are, what they said, and which way the pairs were decided. Plain JSON. */
import type { ColumnNotes } from '../../contract/record-columns.ts'
import type { Column } from '../values/column-values.ts'
import { type ColumnDecision, isFilledInBoth } from './decide-by-columns.ts'
import { levelWeights } from './match-weights.ts'

/** @param split the first record of a second list; 0 if there is one */
export function columnNotes(
  given: readonly { readonly name: string }[],
  { columns, split }: { readonly columns: readonly Column[]; readonly split: number },
  decision: ColumnDecision | undefined,
): ColumnNotes {
  const byName = new Map(columns.map(column => [column.name, column]))
  return {
    decidedBy: decision === undefined ? 'text' : 'columns',
    columns: given.map(({ name }) => {
      const column = byName.get(name)
      if (column === undefined) return { name, kind: 'ignored', filled: 0, ignored: 'as asked' }
      const { kind, filled } = column
      if (filled === 0) return { name, kind, filled, ignored: 'it is empty, or others have all its words' }
      if (kind === 'constant') return { name, kind, filled, ignored: 'all its values are equal' }
      if (!isFilledInBoth(column, split))
        return { name, kind, filled, ignored: 'one of the lists has none' }
      if (decision === undefined) return { name, kind, filled }
      const at = decision.columns.indexOf(column)
      if (at < 0) return { name, kind, filled, ignored: 'it agrees no more among copies than among others' }
      const worth = levelWeights(decision.model, at)
      // 0 is added for -0, which JSON does not keep.
      return {
        name,
        kind,
        filled,
        weights: Array.from(worth, weight => Math.round(weight * 100) / 100 + 0),
      }
    }),
    nullWords: [...new Set(columns.flatMap(({ nullWords }) => nullWords))].sort(),
  }
}
