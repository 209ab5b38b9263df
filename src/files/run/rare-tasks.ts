/** Rare shingles of a run's documents, as tasks for the threads. */
import {
  countedOf,
  joinedLists,
  joinedSets,
  type RareSets,
  type RareShingles,
  type SomeMemberLists,
  type SomeRareSets,
} from '../../engine/batch/join/rare-sets.ts'
import { addMembers, memberBitsBytes } from '../../texts/similarity/member-bits.ts'
import { rarityBytes, rarityClasses } from '../../texts/similarity/rarity.ts'
import { placesOf } from './documents/document-places.ts'
import { resultsInOrder } from './results-in-order.ts'
import type { Run } from './run.ts'

// A few milliseconds of work.
const documentsPerTask = 256

interface RareTasks extends RareShingles {
  /** Also gives the classes of counters by which shingles are ordered. */
  readOrdered(documents: Int32Array, threshold: number): Promise<{ sets: RareSets; classes: Uint8Array }>
}

export function rareTasks(run: Run): RareTasks {
  const { shingle } = run.settings.result
  const tasks = function* <T>(some: Int32Array, task: T) {
    for (let from = 0; from < some.length; from += documentsPerTask) {
      const places = placesOf(run.documents, some.subarray(from, from + documentsPerTask))
      yield { ...task, places, shingle }
    }
  }
  const progress = (documents: Int32Array, done: number) => {
    const read = Math.min(documents.length, done * documentsPerTask)
    run.settings.events.progress({ stage: 'verify', documents: read, bytes: 0, totalBytes: 0 })
  }
  const classesOf = async (documents: Int32Array) => {
    const counts = new Uint32Array(new SharedArrayBuffer(rarityBytes))
    const counted = resultsInOrder(run, tasks(countedOf(documents), { kind: 'count' as const, counts }))
    while (!(await counted.next()).done);
    return rarityClasses(counts)
  }
  const read = async (documents: Int32Array, classes: Uint8Array, threshold: number) => {
    const sets: SomeRareSets[] = []
    for await (const some of resultsInOrder(
      run,
      tasks(documents, { kind: 'rare' as const, classes, threshold }),
    )) {
      sets.push(some)
      progress(documents, sets.length)
    }
    return joinedSets(sets, threshold)
  }
  const readOrdered = async (documents: Int32Array, threshold: number) => {
    const { scannedRarest } = run
    if (scannedRarest?.hasClasses !== true) {
      const classes = await classesOf(documents)
      return { classes, sets: await read(documents, classes, threshold) }
    }
    const { classes } = scannedRarest.settings
    return {
      classes,
      sets: await scannedRarest.taken(documents, missing => read(missing, classes, threshold)),
    }
  }
  return {
    readOrdered,
    read: async (documents, threshold) => (await readOrdered(documents, threshold)).sets,
    async among(documents, members) {
      const bits = new Uint32Array(new SharedArrayBuffer(memberBitsBytes(members.length)))
      addMembers(bits, members)
      const lists: SomeMemberLists[] = []
      for await (const some of resultsInOrder(run, tasks(documents, { kind: 'among' as const, bits }))) {
        lists.push(some)
        progress(documents, lists.length)
      }
      return joinedLists(lists)
    },
  }
}
