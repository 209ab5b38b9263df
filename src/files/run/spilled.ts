/** Spilled columns as ports: groups, bounds and measures of documents whose columns are on disk. */

import type { Bounds } from '../../engine/cluster/candidates.ts'
import { isDivided } from '../../engine/cluster/divided.ts'
import { gathered } from '../../engine/columns/chunks.ts'
import type { Grouping } from '../../engine/decide/measuring.ts'
import { allCandidates } from '../../engine/spilled/pruned-groups.ts'
import {
  candidatesIn,
  type SpilledColumns,
  spilledClasses,
  spilledGroups,
} from '../../engine/spilled/spilled-groups.ts'
import { release } from '../../ground/lists/release.ts'
import { wordPieces } from '../progress/log-file.ts'
import type { RunProgress } from '../progress/progress.ts'
import { SavedGroups } from '../progress/saved-groups.ts'
import { bytesOfSlot, sketchBounds } from '../progress/sketch-bounds.ts'
import { checkBudget, roomForCandidates, roomIn } from './memory-budget.ts'
import type { Run } from './run.ts'

/** Minimum bytes of memory for work, whatever the budget. */
const leastRoom = 8e6
/** Candidates, of the room for them and sketches. */
const shareOfCandidates = 0.7
/** Memberships that are written together: 64 KiB. */
const membershipsAtOnce = 8192

/** REQUIRES: the run is scanned. */
export function spilledGrouping(run: Run, progress: RunProgress): Grouping {
  const { budget, documents, settings } = run
  const rest = () => run.rest()
  const tokenCount = gathered(documents, documents.count, 'tokenCount')
  const columns: SpilledColumns = {
    count: documents.count,
    bands: documents.bands,
    tokenCount,
    hashes: name => progress.columns.read(name),
    keys: band => progress.columns.read('keys', band),
  }
  const { agree } = settings.shape
  const grouped = async (representative: Int32Array) => {
    const roomBytes = roomIn(budget, leastRoom) / 2
    const file = new Memberships(progress)
    const pruned = await spilledGroups(columns, representative, { agree, roomBytes }, file, rest)
    release(tokenCount)
    return pruned
  }
  const saved = run.keepsProgress ? new SavedGroups(progress, documents.count, agree) : undefined
  return {
    async classes(order) {
      checkBudget(budget, { documents: documents.count, memberships: 0, groups: 0 })
      const known = saved?.classes()
      if (known !== undefined) return known
      const found = await spilledClasses(columns, order, roomIn(budget, leastRoom) / 2, rest)
      saved?.saveClasses(found)
      return found
    },
    async candidates(representative) {
      const known = saved?.candidates(Number.POSITIVE_INFINITY)
      const found = known ?? allCandidates(await grouped(representative))
      const { groups, numbers } = found
      checkBudget(budget, { documents: documents.count, memberships: numbers.length, groups })
      if (known === undefined) saved?.saveCandidates(found)
      return found
    },
    async divided(representative, order) {
      const all = roomForCandidates(budget, documents.count)
      const known = saved?.candidates(all * shareOfCandidates)
      if (known !== undefined) return known
      const pruned = await grouped(representative)
      const roomBytes = (all - pruned.isLeft.length) * shareOfCandidates
      const found = candidatesIn(pruned, { order, roomBytes, open: name => progress.words(name) })
      if (!isDivided(found)) saved?.saveCandidates(found)
      return found
    },
  }
}

/** Bounds from sketches on disk; with enough memory each is read once. */
export function spilledBounds(run: Run, progress: RunProgress): Bounds {
  const { budget, documents, settings } = run
  const room = roomForCandidates(budget, documents.count) * (1 - shareOfCandidates)
  const slots = Math.floor(Math.min(room, roomIn(budget, leastRoom)) / bytesOfSlot)
  const most = Math.max(2, Math.min(documents.count, slots))
  return sketchBounds(progress.columns, settings.result.measure, most, () => run.rest())
}

/** Memberships in a log of the progress. */
class Memberships {
  readonly done: { readonly bands: number; readonly groups: number }
  readonly #progress: RunProgress
  readonly #waiting = new Uint32Array(2 * membershipsAtOnce)
  #count = 0

  constructor(progress: RunProgress) {
    this.#progress = progress
    this.done = progress.grouped
    progress.memberships.cutAt(progress.grouped.length)
  }

  add(document: number, group: number): void {
    this.#waiting[this.#count++] = document
    this.#waiting[this.#count++] = group
    if (this.#count === this.#waiting.length) this.#write()
  }

  #write(): void {
    const { buffer } = this.#waiting
    if (this.#count > 0) this.#progress.memberships.append(new Uint8Array(buffer, 0, 4 * this.#count))
    this.#count = 0
  }

  endBand(band: number, groups: number): void {
    this.#write()
    this.#progress.addBand({ bands: band + 1, groups, length: this.#progress.memberships.length })
  }

  readonly read = (): Iterable<Uint32Array> => wordPieces(this.#progress.memberships)
}
