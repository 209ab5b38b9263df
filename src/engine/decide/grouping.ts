/** Grouping in memory: classes of equal texts, then groups of equal keys. */
import type { Columns } from '../batch/columns.ts'
import { exactTwins, representatives } from '../batch/group-equal.ts'
import type { Candidates } from '../cluster/candidates.ts'
import type { Grouping } from './measuring.ts'

/** @param candidates as `groupBands`, perhaps in other threads */
export function groupingInMemory(
  columns: Columns,
  candidates: (representative: Int32Array) => Promise<Candidates>,
): Grouping {
  return {
    async classes(order) {
      const representative = representatives(columns, order)
      return { representative, exactTwin: exactTwins(columns, representative) }
    },
    candidates,
    divided: candidates,
  }
}
