/** Engine: what each call needs before the first text: settings, kernels with their memory laid out, a reader. */
import { type Breath, breather } from '../../ground/breath/breath.ts'
import type { TextSignature } from '../../methods/contract/method.ts'
import type { Kernels } from '../../texts/kernels/layout/kernels.ts'
import { stopHashesFor } from '../../texts/text/stop-hashes.ts'
import { PlacedTrials } from '../../texts/workspace/placed-trials.ts'
import { TextReader } from '../../texts/workspace/text-reader.ts'
import { TextWorkspace } from '../../texts/workspace/text-workspace.ts'
import {
  dropIfLarge,
  type EngineOptions,
  type EngineUse,
  openKernels,
  resolveSettings,
  type Settings,
  sharedKernels,
} from './settings.ts'

/** An engine whose kernels may be shared: its work must be synchronous. */
export interface TextEngine {
  readonly settings: Settings
  readonly space: TextWorkspace
  readonly reader: TextReader
  /** Present if the method decides by an equal signature. */
  readonly signature: TextSignature | undefined
  /** Present if the method decides by repeated trials. */
  readonly trials: PlacedTrials | undefined
}

/** An engine that owns its kernels, for asynchronous work. */
export interface Engine extends TextEngine {
  /** Awaited between steps of long work, so that a page stays responsive. */
  readonly breath: Breath
}

/**
 * An engine for many documents.
 *
 * @param use as for `resolveSettings`
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE; BANDS_UNREACHABLE unless for texts
 */
export async function openEngine(options: EngineOptions, use: EngineUse = 'keys'): Promise<Engine> {
  const settings = resolveSettings(options, use)
  const kernels = await openKernels(options.kernels)
  const stops = await stopHashesFor(settings.plan.unit, () => kernels)
  return { ...layOut(settings, kernels, stops), signature: await signatureOf(settings), breath: breather() }
}

/** The result of `use`, called with an engine over kernels that all such calls share. */
export async function useEngine<T>(options: EngineOptions, use: (engine: TextEngine) => T): Promise<T> {
  const settings = resolveSettings(options, 'texts')
  const kernels = await sharedKernels(options.kernels)
  const stops = await stopHashesFor(settings.plan.unit, () => kernels)
  const signature = await signatureOf(settings)
  // Synchronous from here on, so no other call lays out the same memory before this one ends.
  try {
    return use({ ...layOut(settings, kernels, stops), signature })
  } finally {
    dropIfLarge(kernels)
  }
}

async function signatureOf({ decision }: Settings): Promise<TextSignature | undefined> {
  return decision.kind === 'signature' ? decision.signature() : undefined
}

function layOut(
  settings: Settings,
  kernels: Kernels,
  stops: BigUint64Array,
): Omit<TextEngine, 'signature'> {
  const space = new TextWorkspace(kernels, settings.plan, stops)
  const { decision, result, rule } = settings
  const trials =
    decision.kind === 'trials'
      ? new PlacedTrials(space, { ...decision.trials, seed: result.seed })
      : undefined
  return { settings, space, trials, reader: new TextReader(space, rule) }
}
