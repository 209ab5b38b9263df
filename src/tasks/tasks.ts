/** The tasks of a run, and the one function that does any of them in any thread. */
import { atOnce, type Steps } from '../breath/steps.ts'
import type { Thread } from '../thread/thread.ts'
import { type CopyTask, copySegments } from './copy-segments.ts'
import { type MeasureTask, measurePairs } from './measure-pairs.ts'
import { type ProbeTask, probeTexts } from './probe-texts.ts'
import { comparePairs, type SampleTask } from './sample-texts.ts'
import { type RangeResult, type ScanTask, scanRanges } from './scan-range.ts'
import { type SignedTexts, type SignTask, signTexts } from './sign-texts.ts'

export type Task = ScanTask | MeasureTask | CopyTask | SignTask | SampleTask | ProbeTask

export type TaskResult = RangeResult[] | Float64Array | SignedTexts | number

export function runTask(thread: Thread, task: Task): TaskResult {
  return atOnce(taskSteps(thread, task))
}

/** REQUIRES: nothing else uses the thread between the steps, which only samples and probes have. */
export function* taskSteps(thread: Thread, task: Task): Steps<TaskResult> {
  switch (task.kind) {
    case 'scan':
      return scanRanges(thread, task)
    case 'measure':
      return measurePairs(thread, task)
    case 'copy':
      return copySegments(thread, task)
    case 'sign':
      return signTexts(thread, task)
    case 'sample':
      return yield* comparePairs(thread, task)
    case 'probe':
      return yield* probeTexts(thread, task)
  }
}

/** Buffers of a result that may change hands instead of being copied. */
export function transfersOf(result: TaskResult): ArrayBuffer[] {
  if (typeof result === 'number' || 'signatures' in result) return []
  const arrays = Array.isArray(result)
    ? result.flatMap(range => [range.described, range.offsets, range.lengths, range.textBytes])
    : [result]
  return arrays.map(array => array.buffer as ArrayBuffer)
}
