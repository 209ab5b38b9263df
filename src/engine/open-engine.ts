/** Engine: what every call has before it sees a text: settings, kernels with their memory laid out, a reader. */
import type { Kernels } from '../kernels/kernels.ts'
import type { KernelPlan } from '../kernels/plan-layout.ts'
import {
  type EngineOptions,
  openKernels,
  resolveSettings,
  type Settings,
  sharedKernels,
} from './settings.ts'
import { TextReader } from './text-reader.ts'
import { Workspace } from './workspace.ts'

export interface Engine {
  readonly settings: Settings
  readonly space: Workspace
  readonly reader: TextReader
}

/**
 * An engine whose kernels are its own, for work that waits in between.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, BANDS_UNREACHABLE
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const settings = resolveSettings(options)
  const kernels = await openKernels(options.kernels)
  return layOut(settings, kernels, await stopHashes(settings.plan.unit, kernels))
}

/** What `use` gives, by an engine over kernels that all such calls share: it must not wait for anything. */
export async function useEngine<T>(options: EngineOptions, use: (engine: Engine) => T): Promise<T> {
  const settings = resolveSettings(options)
  const kernels = await sharedKernels(options.kernels)
  const stops = await stopHashes(settings.plan.unit, kernels)
  // From here on nothing waits, so no other call lays out the same memory before this one is done.
  return use(layOut(settings, kernels, stops))
}

function layOut(settings: Settings, kernels: Kernels, stops: BigUint64Array): Engine {
  const space = new Workspace(kernels, settings.plan, stops)
  return { settings, space, reader: new TextReader(space, settings.rule) }
}

/**
 * Token hashes of the stop words that shingles of the unit `stopword` begin with, those of English. Uses the memory of
 * the kernels from their base on.
 */
async function stopHashes(unit: KernelPlan['unit'], kernels: Kernels): Promise<BigUint64Array> {
  if (unit !== 'stopword') return new BigUint64Array(0)
  const { stopWords } = await import('../text/stop-words.ts')
  const text = new TextEncoder().encode([...stopWords('en')].join(' '))
  const canonicalAt = kernels.base + text.length + 64
  const tokensAt = Math.ceil((canonicalAt + 4 * text.length + 128) / 64) * 64
  kernels.reserve(tokensAt + 8 * text.length + 64)
  new Uint8Array(kernels.memory.buffer).set(text, kernels.base)
  const end = kernels.canonicalise(kernels.base, kernels.base + text.length, canonicalAt)
  const count = kernels.tokenHashes(canonicalAt, end, tokensAt)
  return new BigUint64Array(kernels.memory.buffer.slice(tokensAt, tokensAt + 8 * count))
}
