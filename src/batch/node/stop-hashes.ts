/** Token hashes of the stop words that shingles begin with; needed for the unit `stopword` only. */
import type { KernelName } from '../../kernels/kernels.ts'
import { kernelsNamed } from '../../kernels/select.ts'
import type { Shingle } from '../../options/shingle-option.ts'

export async function stopHashesFor(unit: Shingle['unit'], name: KernelName): Promise<readonly bigint[]> {
  if (unit !== 'stopword') return []
  const { stopWords } = await import('../../text/stop-words.ts')
  const kernels = await kernelsNamed(name)
  const text = new TextEncoder().encode([...stopWords('en')].join(' '))
  const canonicalAt = kernels.base + text.length + 64
  const tokensAt = Math.ceil((canonicalAt + 4 * text.length + 128) / 64) * 64
  kernels.reserve(tokensAt + 8 * text.length + 64)
  new Uint8Array(kernels.memory.buffer).set(text, kernels.base)
  const end = kernels.canonicalise(kernels.base, kernels.base + text.length, canonicalAt)
  const count = kernels.tokenHashes(canonicalAt, end, tokensAt)
  return [...new BigUint64Array(kernels.memory.buffer, tokensAt, count)]
}
