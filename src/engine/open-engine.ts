/** Engine: what every call has before it sees a text: checked settings, kernels with their memory laid out, a reader. */
import { type EngineOptions, openKernels, resolveSettings, type Settings, sharedKernels } from './settings.ts'
import { stopHashes } from './stop-hashes.ts'
import { TextReader } from './text-reader.ts'
import { Workspace } from './workspace.ts'

export interface Engine {
  readonly settings: Settings
  readonly space: Workspace
  readonly reader: TextReader
}

/**
 * @param isBrief whether the caller is done with the kernels' memory whenever it waits for something
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, BANDS_UNREACHABLE
 */
export async function openEngine(options: EngineOptions, isBrief: boolean): Promise<Engine> {
  const settings = resolveSettings(options)
  const kernels = await (isBrief ? sharedKernels : openKernels)(options.kernels)
  // After this no call waits before it is done: shared kernels are laid out anew by each.
  const stops = await stopHashes(settings.plan.unit, kernels)
  const space = new Workspace(kernels, settings.plan, stops)
  return { settings, space, reader: new TextReader(space, settings.rule) }
}
