/** Stop-word hashes of a run, to be sent to its threads; none but for the unit `stopword`. */
import type { KernelName } from '../kernels/kernels.ts'
import { kernelsNamed } from '../kernels/select.ts'
import type { Shingle } from '../options/shingle-option.ts'
import { stopHashes } from '../text/stop-hashes.ts'

export async function stopHashesFor(unit: Shingle['unit'], name: KernelName): Promise<readonly bigint[]> {
  return unit === 'stopword' ? [...(await stopHashes(await kernelsNamed(name)))] : []
}
