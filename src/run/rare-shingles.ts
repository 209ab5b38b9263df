/** Rare shingles of a run's documents, by its threads. */
import { countedOf, joinedSets, type RareShingles } from '../batch/crowds/rare-sets.ts'
import { rarityBytes } from '../similarity/rarity.ts'
import { placesOf } from './documents/places.ts'
import type { Run } from './run.ts'

// Some milliseconds of work, as for pairs.
const documentsPerTask = 256

/** REQUIRES: the run is scanned, and decided by a measure. */
export function rareShinglesOf(run: Run): RareShingles {
  const { shingle } = run.settings.result
  return {
    async read(documents, threshold) {
      const counts = new Uint32Array(new SharedArrayBuffer(rarityBytes))
      const places = (some: Int32Array) => placesOf(run.documents, some)
      await Promise.all(
        parts(countedOf(documents)).map(part =>
          run.run({ kind: 'count', places: places(part), shingle, counts }),
        ),
      )
      const sets = await Promise.all(
        parts(documents).map(part =>
          run.run({ kind: 'rare', places: places(part), shingle, counts, threshold }),
        ),
      )
      return joinedSets(sets, threshold)
    },
  }
}

function parts(documents: Int32Array): Int32Array[] {
  const count = Math.ceil(documents.length / documentsPerTask)
  return Array.from({ length: count }, (_, i) =>
    documents.subarray(i * documentsPerTask, (i + 1) * documentsPerTask),
  )
}
