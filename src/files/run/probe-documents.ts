/** Probes of a run: its threads compare all of its documents with some of them. */

import { readKeys } from '../../engine/columns/chunks.ts'
import {
  addCounts,
  type ProbeCounts,
  type ProbeIndex,
  type ProbeRule,
  probeCounts,
  probeIndex,
} from '../../engine/tune/probe-counts.ts'
import { breathing, type Steps } from '../../ground/breath/steps.ts'
import type { Shingle } from '../../ground/options/shingle-option.ts'
import type { KeyShape } from '../../texts/workspace/workspace.ts'
import { readSets } from '../work/sample-texts.ts'
import { placesOf } from './documents/document-places.ts'
import { resultsInOrder } from './results-in-order.ts'
import type { Run } from './run.ts'

// A tenth of a second of work; the counts, 72 bytes per probe, are small beside it.
const documentsPerTask = 1024

/** How documents are cut, which keys they have, and which pairs count. */
interface Probing {
  readonly shingle: Shingle
  /** `scanned`: the keys of the scan; otherwise new ones of this shape. */
  readonly keys: 'scanned' | KeyShape
  readonly rule: ProbeRule
}

/**
 * Compares every document of `population` with every probe.
 *
 * @param population document numbers, ascending
 * @param probes some of them
 */
export async function probeDocuments(
  run: Run,
  population: Int32Array,
  probes: Int32Array,
  probing: Probing,
): Promise<ProbeCounts> {
  const index = await breathing(indexOf(run, probes, probing), () => run.rest())
  const total = probeCounts(probes.length)
  const tasks = function* () {
    const { shingle, rule } = probing
    for (let from = 0; from < population.length; from += documentsPerTask) {
      const documents = population.slice(from, from + documentsPerTask)
      const keys = probing.keys === 'scanned' ? scannedKeys(run, documents) : probing.keys
      const places = placesOf(run.documents, documents)
      yield { kind: 'probe' as const, places, documents, keys, shingle, index, rule }
    }
  }
  let done = 0
  for await (const counts of resultsInOrder(run, tasks())) {
    addCounts(total, probeCounts(probes.length, counts))
    done = Math.min(population.length, done + documentsPerTask)
    run.settings.events.progress({ stage: 'verify', documents: done, bytes: 0, totalBytes: 0 })
  }
  return total
}

function* indexOf(run: Run, probes: Int32Array, { shingle, keys }: Probing): Steps<ProbeIndex> {
  const shape = keys === 'scanned' ? undefined : keys
  const read = yield* readSets(run.thread, placesOf(run.documents, probes), shingle, shape)
  const own = keys === 'scanned' ? scannedKeys(run, probes) : read.keys
  return yield* probeIndex(probes, read.sets, own, bytes => new SharedArrayBuffer(bytes))
}

/** Rows of the key column. REQUIRES: documents are not grouped yet, as grouping releases the column. */
function scannedKeys({ documents }: Run, numbers: Int32Array): Uint32Array {
  const rows = new Uint32Array(numbers.length * documents.bands)
  for (let i = 0; i < numbers.length; i++) readKeys(documents, numbers[i], rows, i * documents.bands)
  return rows
}
