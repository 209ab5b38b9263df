/** Open options: everything but the options of the collection, validated at the boundary and completed. */

import type { EngineOptions } from '../../../engine/library/settings.ts'
import { checkArgument, checkObject, clockOf } from '../../../ground/options/arguments.ts'
import { hasMethod } from '../../../ground/options/own-names.ts'
import type { IndexObserver } from '../documents/index-types.ts'
import type { HeavyWork } from './heavy-work.ts'

/** Options of opening a collection; none of them changes results. */
export interface OpenOptions {
  /** Kernels, by name or the caller's own, as in EngineOptions. Default: the fastest that run here. */
  readonly kernels?: EngineOptions['kernels']
  /** Observer of what calls find and how long their stages take, for metrics. Default: none. */
  readonly observer?: IndexObserver | undefined
  /**
   * Runs the work on long texts in another thread, such as `methodThread().work` of `nearsame/node`. Default: all work
   * stays in this thread.
   */
  readonly heavy?: HeavyWork | undefined
  /** Clock, in milliseconds since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined
}

export interface OpenSettings {
  readonly kernels: EngineOptions['kernels']
  /** Never throws. */
  readonly observer: IndexObserver
  readonly heavy: HeavyWork | undefined
  /** Whole milliseconds. @throws NearsameError OPTION_VALUE if the caller's clock returns no valid time */
  readonly now: () => number
}

/** @throws NearsameError OPTION_VALUE */
export function checkOpen(store: unknown, options: unknown): void {
  checkArgument(hasMethod(store, 'open'), 'store', store, 'a store, such as that of memoryStore()')
  checkObject('options', options)
}

/** @throws NearsameError OPTION_VALUE */
export function openSettings({ kernels, observer = {}, heavy, now = Date.now }: OpenOptions): OpenSettings {
  checkObject('observer', observer)
  const { matched, stage, committed } = observer
  const parts = { 'observer.matched': matched, 'observer.stage': stage, 'observer.committed': committed }
  for (const [name, part] of Object.entries({ ...parts, heavy, now }))
    checkArgument(part === undefined || typeof part === 'function', name, part, 'a function')
  return { kernels, observer: heard(observer), heavy, now: clockOf(now) }
}

/** The observer, with its errors ignored. */
function heard(observer: IndexObserver): IndexObserver {
  return {
    matched: event => tell(() => observer.matched?.(event)),
    stage: (stage, ms) => tell(() => observer.stage?.(stage, ms)),
    committed: documents => tell(() => observer.committed?.(documents)),
  }
}

function tell(one: () => unknown): void {
  try {
    const told = one()
    if (told instanceof Promise) told.catch(() => {})
  } catch {
    // A failing observer must not affect the caller.
  }
}
