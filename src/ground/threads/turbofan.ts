/**
 * TurboFan, V8's last compiler, which a job of kernels does without: what it compiles would come too late to pay.
 *
 * V8 takes compiled code from a cache only under the flags for which it was compiled. A thread that starts under other
 * flags compiles all modules of Node from their source, which takes as long as its whole start. So TurboFan is turned
 * off when a pool has its threads, and is on while others start.
 */
import { setFlagsFromString } from 'node:v8'

let isAvoided = false
let isOn = true
let starting = 0

/** Turns TurboFan off from when a pool has its threads, to the end of the process. */
export function avoidTurboFan(): void {
  isAvoided = true
}

/** @param change how many threads begin to start, or have started (negative); 0 if a pool needs none */
export function noteStarts(change: number): void {
  starting += change
  const isNeeded = !isAvoided || starting > 0
  if (isNeeded !== isOn) setFlagsFromString(isNeeded ? '--turbofan' : '--no-turbofan')
  isOn = isNeeded
}
