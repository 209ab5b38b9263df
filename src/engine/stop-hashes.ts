/** Token hashes of the stop words that shingles of the unit `stopword` begin with: those of English. */
import type { Kernels } from '../kernels/kernels.ts'
import type { KernelPlan } from '../kernels/plan-layout.ts'

/** Uses the memory of the kernels from their base on. */
export async function stopHashes(unit: KernelPlan['unit'], kernels: Kernels): Promise<BigUint64Array> {
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
