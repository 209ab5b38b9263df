/** Engine: what each call needs before the first text: settings, kernels with their memory laid out, a reader. */
import { type Breath, breather } from '../../ground/breath/breath.ts'
import type { TextPairs, TextSignature } from '../../methods/contract/method.ts'
import { decisionOf, textPairsOf, textSignatureOf, trialsOf } from '../../methods/options/chosen-method.ts'
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
  /** Present if the method finds its pairs in all texts at once. */
  readonly pairs: TextPairs | undefined
}

/** An engine that owns its kernels, for asynchronous work. */
export interface Engine extends TextEngine {
  /** Awaited between steps of long work, so that a page stays responsive. */
  readonly breath: Breath
}

/** What decides instead of kernels; at most one is present. */
type Decider = 'signature' | 'pairs'

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
  return { ...layOut(settings, kernels, stops), ...(await decidersOf(settings)), breath: breather() }
}

/** The result of `use`, called with an engine over kernels that all such calls share. */
export async function useEngine<T>(options: EngineOptions, use: (engine: TextEngine) => T): Promise<T> {
  const settings = resolveSettings(options, 'texts')
  const kernels = await sharedKernels(options.kernels)
  const stops = await stopHashesFor(settings.plan.unit, () => kernels)
  const deciders = await decidersOf(settings)
  // Synchronous from here on, so no other call lays out the same memory before this one ends.
  try {
    return use({ ...layOut(settings, kernels, stops), ...deciders })
  } finally {
    dropIfLarge(kernels)
  }
}

async function decidersOf({ result }: Settings): Promise<Pick<TextEngine, Decider>> {
  const decision = decisionOf(result)
  return {
    signature: decision === 'signature' ? await textSignatureOf(result) : undefined,
    pairs: decision === 'pairs' ? await textPairsOf(result) : undefined,
  }
}

function layOut(settings: Settings, kernels: Kernels, stops: BigUint64Array): Omit<TextEngine, Decider> {
  const space = new TextWorkspace(kernels, settings.plan, stops)
  const { result, rule } = settings
  const hasTrials = decisionOf(result) === 'trials'
  const trials = hasTrials ? new PlacedTrials(space, { ...trialsOf(result), seed: result.seed }) : undefined
  return { settings, space, trials, reader: new TextReader(space, rule) }
}
