/**
 * V8's flags for a job of kernels. It does without TurboFan, V8's last compiler, as what that compiles would come too
 * late to pay. V8's heap, in which little lives, may grow to four times its size, the most that V8 takes by itself,
 * before it is collected.
 *
 * V8 takes compiled code from a cache only under the flags for which it was compiled. A thread that starts under other
 * flags compiles all modules of Node from their source, which takes as long as its whole start. So the flags wait until
 * the threads of a pool have started. For one that starts later, V8's own flags would come too late: once changed, they
 * do not fit the cache when they are set back either.
 */
import { setFlagsFromString } from 'node:v8'

const flags = '--no-turbofan --heap-growing-percent=300'

let isForKernels = false
let starting = 0

/** Sets the flags when a pool has its threads, to the end of the process. */
export function takeKernelFlags(): void {
  isForKernels = true
}

/** @param change how many threads begin to start, or have started (negative); 0 if a pool needs none */
export function noteStarts(change: number): void {
  starting += change
  if (isForKernels && starting === 0) setFlagsFromString(flags)
}
