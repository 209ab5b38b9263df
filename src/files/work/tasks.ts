/** The tasks of a run, and the one function that runs any of them in any thread. */

import type { BandTask } from '../../engine/batch/group-band.ts'
import type { SomeMemberLists, SomeRareSets } from '../../engine/batch/join/rare-sets.ts'
import type { GroupList, ListTask } from '../../engine/batch/list-groups.ts'
import { breathing, type Steps } from '../../ground/breath/steps.ts'
import type { ColumnsTask, WrittenColumn } from '../io/parquet/parquet-rows.ts'
import type { Records, RecordsTask } from '../io/parquet-records/parquet-records.ts'
import { type CopyTask, copySlices } from './copy-slices.ts'
import { type CutRecords, type CutTask, cutPassages } from './cut-passages.ts'
import { groupInKernels, listInKernels } from './group-in-kernels.ts'
import { type MeasureTask, measurePairs } from './measure-pairs.ts'
import { type PlacedRanges, type PlaceTask, placePassages } from './place-passages.ts'
import { type ProbeTask, probeTexts } from './probe-texts.ts'
import {
  type AmongTask,
  type CountTask,
  countTexts,
  type RareTask,
  rareTexts,
  textsAmong,
} from './rare-shingles.ts'
import { readWindows, type WindowColumns, type WindowsTask } from './read-windows.ts'
import { comparePairs, type SampledPairs, type SampleTask } from './sample-texts.ts'
import { type RangeResult, type ScanTask, scanRanges } from './scan-range.ts'
import { type SignedTexts, type SignTask, signTexts } from './sign-texts.ts'
import type { Thread } from './thread/thread.ts'

/** Tasks that only read and compute. */
type ReckonTask =
  | ScanTask
  | BandTask
  | ListTask
  | MeasureTask
  | SignTask
  | SampleTask
  | ProbeTask
  | CountTask
  | RareTask
  | AmongTask
  | WindowsTask
  | PlaceTask
  | CutTask

/** Tasks that wait for the disk. */
type FileTask = CopyTask | RecordsTask | ColumnsTask

export type Task = ReckonTask | FileTask

/** The result of each kind of task. */
interface Results {
  readonly scan: RangeResult[]
  /** The number of groups; the groups are in shared memory. */
  readonly band: number
  readonly list: GroupList
  readonly measure: Float64Array
  readonly sign: SignedTexts
  readonly sample: SampledPairs
  readonly probe: Float64Array
  /** The counts are in shared memory. */
  readonly count: undefined
  readonly rare: SomeRareSets
  readonly among: SomeMemberLists
  readonly windows: WindowColumns
  readonly place: PlacedRanges
  readonly cut: CutRecords
  /** The bytes are in the output. */
  readonly copy: undefined
  readonly records: Records
  readonly columns: WrittenColumn[]
}

export type TaskResult<T extends Task = Task> = Results[T['kind']]

/**
 * A task of files frees the thread while it waits for the disk; all others keep it.
 *
 * @param rest awaited now and then by long tasks; only those of files may use the thread meanwhile
 */
export async function runTask(thread: Thread, task: Task, rest?: () => Promise<void>): Promise<TaskResult> {
  if (task.kind === 'copy') return copySlices(task).then(() => undefined)
  // Loaded on demand: few runs read or write Parquet.
  if (task.kind === 'records')
    return (await import('../io/parquet-records/parquet-records.ts')).takeRecords(task)
  if (task.kind === 'columns') return (await import('../io/parquet/parquet-rows.ts')).writeColumns(task)
  return breathing(taskSteps(thread, task), rest)
}

/** Scans, pairs and signatures take a few milliseconds each; the others yield between steps. */
function* taskSteps(thread: Thread, task: ReckonTask): Steps<TaskResult> {
  switch (task.kind) {
    case 'scan':
      return scanRanges(thread, task)
    case 'band':
      return groupInKernels(thread, task)
    case 'list':
      return listInKernels(thread, task)
    case 'measure':
      return measurePairs(thread, task)
    case 'sign':
      return signTexts(thread, task)
    case 'sample':
      return yield* comparePairs(thread, task)
    case 'probe':
      return yield* probeTexts(thread, task)
    case 'count':
      return yield* countTexts(thread, task)
    case 'rare':
      return yield* rareTexts(thread, task)
    case 'windows':
      return readWindows(thread, task)
    case 'place':
      return placePassages(thread, task)
    case 'cut':
      return cutPassages(thread, task)
    case 'among':
      return yield* textsAmong(thread, task)
  }
}

/** Arrays of results that are transferred instead of copied. */
const transferred: { readonly [Kind in Task['kind']]?: (result: Results[Kind]) => ArrayBufferView[] } = {
  scan: ranges =>
    ranges.flatMap(({ fingerprints, rarest, runs }) => [
      ...runs.flatMap(({ chunk }) => Object.values(chunk)),
      ...[fingerprints, rarest].filter(words => words !== undefined),
    ]),
  list: ({ ends, numbers }) => [ends, numbers],
  measure: values => [values],
  probe: values => [values],
  records: ({ bytes }) => [bytes],
  columns: chunks => chunks.map(({ pages }) => pages),
  place: ({ spans, tokens, bounds, isPlain, bytes }) => [
    ...[spans, tokens, bounds, isPlain],
    ...[bytes.firsts, bytes.passages],
  ],
  windows: ({ runs, hashes, sizes, found }) => [runs, hashes, sizes, found],
}

/** Buffers of a task's result that can be transferred instead of copied. */
export function transfersOf<Kind extends Task['kind']>(kind: Kind, result: Results[Kind]): ArrayBuffer[] {
  const arrays = transferred[kind]?.(result) ?? []
  const buffers = arrays.map(array => array.buffer).filter(buffer => buffer instanceof ArrayBuffer)
  return [...new Set(buffers)]
}
