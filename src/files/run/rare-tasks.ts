/** Rare shingles of a run's documents, as tasks for the threads. */
import {
  countedOf,
  joinedSets,
  type RareShingles,
  type SomeRareSets,
} from '../../engine/batch/crowds/rare-sets.ts'
import { rarityBytes } from '../../texts/similarity/rarity.ts'
import { placesOf } from './documents/places.ts'
import { resultsInOrder } from './results-in-order.ts'
import type { Run } from './run.ts'

// A few milliseconds of work.
const documentsPerTask = 256

export function rareTasks(run: Run): RareShingles {
  const { shingle } = run.settings.result
  return {
    async read(documents, threshold) {
      const counts = new Uint32Array(new SharedArrayBuffer(rarityBytes))
      const tasks = function* <T>(kind: T, some: Int32Array) {
        for (let from = 0; from < some.length; from += documentsPerTask) {
          const places = placesOf(run.documents, some.subarray(from, from + documentsPerTask))
          yield { kind, places, shingle, counts, threshold }
        }
      }
      const counted = resultsInOrder(run, tasks('count' as const, countedOf(documents)))
      while (!(await counted.next()).done);
      const sets: SomeRareSets[] = []
      for await (const some of resultsInOrder(run, tasks('rare' as const, documents))) {
        sets.push(some)
        const read = Math.min(documents.length, sets.length * documentsPerTask)
        run.settings.events.progress({ stage: 'verify', documents: read, bytes: 0, totalBytes: 0 })
      }
      return joinedSets(sets, threshold)
    },
  }
}
