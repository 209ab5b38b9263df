/** Spilled columns as ports: groups, bounds and measures of documents whose columns are on disk. */

import type { Bounds } from '../../engine/cluster/candidates.ts'
import { gathered } from '../../engine/columns/chunks.ts'
import type { Grouping, Ports } from '../../engine/decide/measuring.ts'
import { allCandidates } from '../../engine/spilled/pruned-groups.ts'
import {
  candidatesIn,
  type SpilledColumns,
  spilledClasses,
  spilledGroups,
} from '../../engine/spilled/spilled-groups.ts'
import { release } from '../../ground/lists/release.ts'
import type { RunProgress } from '../progress/progress.ts'
import { bytesOfSlot, sketchBounds } from '../progress/sketch-bounds.ts'
import { checkBudget, roomForCandidates, roomIn } from './memory-budget.ts'
import type { Run } from './run.ts'

/** Minimum bytes of memory for work, whatever the budget. */
const leastRoom = 8e6
/** Candidates, of the room for them and sketches. */
const shareOfCandidates = 0.7

/** REQUIRES: the run is scanned. */
export function spilledGrouping(run: Run, progress: RunProgress): Grouping {
  const { budget, documents, settings } = run
  const rest = () => run.rest()
  const tokenCount = gathered(documents, documents.count, 'tokenCount')
  const columns: SpilledColumns = {
    count: documents.count,
    bands: documents.bands,
    tokenCount,
    hashes: name => progress.scan.read(name),
    keys: band => progress.scan.read('keys', band),
  }
  const { agree } = settings.shape
  const grouped = async (representative: Int32Array) => {
    const roomBytes = roomIn(budget, leastRoom) / 2
    const file = progress.words('memberships')
    const pruned = await spilledGroups(columns, representative, { agree, roomBytes }, file, rest)
    release(tokenCount)
    return pruned
  }
  return {
    async classes(order) {
      checkBudget(budget, { documents: documents.count, memberships: 0, groups: 0 })
      return spilledClasses(columns, order, roomIn(budget, leastRoom) / 2, rest)
    },
    async candidates(representative) {
      const found = allCandidates(await grouped(representative))
      const { groups, numbers } = found
      checkBudget(budget, { documents: documents.count, memberships: numbers.length, groups })
      documents.groups = found
      return found
    },
    async divided(representative, order) {
      const all = roomForCandidates(budget, documents.count)
      const pruned = await grouped(representative)
      const roomBytes = (all - pruned.isLeft.length) * shareOfCandidates
      return candidatesIn(pruned, { order, roomBytes, open: name => progress.words(name) })
    },
  }
}

/** Bounds from sketches on disk, if there are any; with enough memory each is read once. */
export function spilledBounds(run: Run, progress: RunProgress): Ports['bounds'] {
  const { budget, documents, settings } = run
  let bounds: Bounds | undefined
  return () => {
    if (bounds !== undefined || !documents.shape.sketches) return bounds
    const room = roomForCandidates(budget, documents.count) * (1 - shareOfCandidates)
    const slots = Math.floor(Math.min(room, roomIn(budget, leastRoom)) / bytesOfSlot)
    const most = Math.max(2, Math.min(documents.count, slots))
    bounds = sketchBounds(progress.scan, settings.result.measure, most, () => run.rest())
    return bounds
  }
}
