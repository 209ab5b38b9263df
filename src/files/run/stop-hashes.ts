/** Stop-word hashes of a run, to be sent to its threads; none but for the unit `stopword`. */

import type { Shingle } from '../../ground/options/shingle-option.ts'
import type { KernelName } from '../../texts/kernels/layout/kernels.ts'
import { kernelsNamed } from '../../texts/kernels/select.ts'
import { stopHashes } from '../../texts/text/stop-hashes.ts'

export async function stopHashesFor(unit: Shingle['unit'], name: KernelName): Promise<readonly bigint[]> {
  return unit === 'stopword' ? [...(await stopHashes(await kernelsNamed(name)))] : []
}
