/** A thread of files in this process, with kernels, for tests of its tasks. */
import { openThread, type Thread, type ThreadSettings } from '../../src/files/work/thread/thread.ts'
import { bandsOf, decisionOf, kernelPlanOf } from '../../src/methods/options/decision.ts'
import { resolveResultOptions } from '../../src/methods/options/result-options.ts'

const shape = { bits: 3, bands: 3, sketches: false, places: false, textBytes: false, isShared: false }

/** @param other settings than those of a thread that only has kernels */
export function openKernelThread(other: Partial<ThreadSettings> = {}): Promise<Thread> {
  const result = resolveResultOptions()
  const decision = decisionOf(result)
  return openThread({
    kernels: 'wasm-simd',
    module: undefined,
    plan: kernelPlanOf(result, decision, bandsOf(result, decision), false),
    keys: [],
    stopHashes: [],
    html: false,
    nullTexts: [],
    urlField: '',
    cacheBytes: 2 ** 20,
    signing: undefined,
    rows: { shape, next: new Int32Array(1), isPassing: false },
    ...other,
  })
}
