/** Token hashes of the English stop words, with which shingles of the unit `stopword` begin. */
import type { Kernels } from '../kernels/layout/kernels.ts'
import { align64, canonicalRoom } from '../kernels/layout/memory-layout.ts'
import type { KernelPlan } from '../kernels/layout/plan-layout.ts'

/**
 * The hashes a unit needs: none except for `stopword`.
 *
 * @param open called only for that unit
 */
export async function stopHashesFor(
  unit: KernelPlan['unit'],
  open: () => Kernels | Promise<Kernels>,
): Promise<BigUint64Array> {
  return unit === 'stopword' ? stopHashes(await open()) : new BigUint64Array(0)
}

/** Uses the kernels' memory from their base. @returns one u64 per word, a copy */
async function stopHashes(kernels: Kernels): Promise<BigUint64Array> {
  const { stopWords } = await import('./stop-words.ts')
  const text = new TextEncoder().encode([...stopWords('en')].join(' '))
  const canonicalAt = kernels.base + text.length + 64
  const tokensAt = align64(canonicalAt + canonicalRoom(text.length))
  kernels.reserve(tokensAt + 8 * text.length + 64)
  new Uint8Array(kernels.memory.buffer).set(text, kernels.base)
  const end = kernels.canonicalise(kernels.base, kernels.base + text.length, canonicalAt, 0)
  const count = kernels.tokenHashes(canonicalAt, end, tokensAt, 0)
  return new BigUint64Array(kernels.memory.buffer.slice(tokensAt, tokensAt + 8 * count))
}
