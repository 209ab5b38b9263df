/** Open options: what is open beside the options of a collection, checked at the door and completed. */
import type { EngineOptions } from '../../../engine/library/settings.ts'
import { checkArgument, checkObject, clockOf } from '../../../ground/options/arguments.ts'
import { hasMethod } from '../../../ground/options/own-names.ts'
import type { IndexObserver } from '../documents/index-types.ts'
import type { HeavyWork } from './heavy-work.ts'

/** What is open beside the options, none of which changes what is found. */
export interface OpenOptions {
  /** As in EngineOptions: name of the kernels, or kernels of the caller. Default: the fastest that run here. */
  readonly kernels?: EngineOptions['kernels']
  /** Hears what calls find and how long their stages take, for metrics. Default: none. */
  readonly observer?: IndexObserver | undefined
  /**
   * Does what long texts need in another thread, such as `methodThread().work` of `nearsame/node`. Default: all work
   * stays in this thread.
   */
  readonly heavy?: HeavyWork | undefined
  /** Clock, in milliseconds since 1970. Default: that of this machine. */
  readonly now?: (() => number) | undefined
}

export interface Surroundings {
  readonly kernels: EngineOptions['kernels']
  /** Throws nothing. */
  readonly observer: IndexObserver
  readonly heavy: HeavyWork | undefined
  /** Whole milliseconds. @throws NearsameError OPTION_VALUE where the caller's clock tells no time */
  readonly now: () => number
}

/** @throws NearsameError OPTION_VALUE */
export function checkOpen(store: unknown, options: unknown): void {
  checkArgument(hasMethod(store, 'open'), 'store', store, 'a store, such as that of memoryStore()')
  checkObject('options', options)
}

/** @throws NearsameError OPTION_VALUE */
export function surroundingsOf({
  kernels,
  observer = {},
  heavy,
  now = Date.now,
}: OpenOptions): Surroundings {
  checkObject('observer', observer)
  const { matched, stage, committed } = observer
  const parts = { 'observer.matched': matched, 'observer.stage': stage, 'observer.committed': committed }
  for (const [name, part] of Object.entries({ ...parts, heavy, now }))
    checkArgument(part === undefined || typeof part === 'function', name, part, 'a function')
  return { kernels, observer: heard(observer), heavy, now: clockOf(now) }
}

/** What is stored is stored, and what is found is found, whatever becomes of telling it. */
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
    // Metrics that fail are no matter of who adds or checks.
  }
}
