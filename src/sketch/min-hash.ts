/**
 * MinHash: from a text, or a set of shingle hashes, to a signature that estimates Jaccard similarity.
 *
 * The share of equal values of two signatures is an unbiased estimate of the Jaccard similarity of the two sets
 * of shingles. With t values and similarity J it is off by about sqrt(J(1 - J) / t): 0.035 at J = 0.8, t = 128.
 *
 * Source: Broder, "On the resemblance and containment of documents", 1997, for the estimate; how values are made
 * is the kernels' (`kernels/reference/signature.ts`).
 * Ours: a text without tokens has no shingles and therefore no signature, so empty texts are never alike by accident.
 */
import { NearsameError } from '../errors/nearsame-error.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { align64 } from '../kernels/memory-layout.ts'
import { type KernelPlan, planBytes, scratchBytes, writePlan } from '../kernels/plan-layout.ts'
import { encodeText } from '../text/text-bytes.ts'
import {
  checkComparable,
  checkSignature,
  largestShingle,
  longestSignature,
  type Signature,
} from './signature-format.ts'

export interface MinHashOptions {
  /** What a shingle is; with `stopword`, shingle hashes must be given instead of a text. */
  readonly unit: Signature['unit']
  /** Words or characters in a shingle, 1 to 64. */
  readonly size: number
  /** Values, 1 to 4096. */
  readonly length: number
  /** Of the hash family, u32. */
  readonly seed: number
  /** A number of the caller's (u16) for what it did to the text first; only equal numbers compare. */
  readonly steps: number
}

const defaultMinHashOptions: MinHashOptions = Object.freeze({
  unit: 'words',
  size: 5,
  length: 128,
  seed: 1,
  steps: 0,
})

/**
 * The signature of a text, or of a set of u64 shingle hashes (well mixed; order and repeats do not count).
 * Uses the memory of `kernels` from `kernels.base` on: do not call it while something else has data there.
 *
 * @returns undefined for a text without tokens and for no hashes.
 * @throws NearsameError OPTION_VALUE, MEMORY_EXHAUSTED
 */
export function minHash(
  input: string | BigUint64Array,
  options: Partial<MinHashOptions>,
  kernels: Kernels,
): Signature | undefined {
  const checked = checkOptions({ ...defaultMinHashOptions, ...options }, typeof input === 'string')
  const { unit, size, length, seed, steps } = checked
  const hashes = kernels.base
  const count = typeof input === 'string' ? cutText(input, checked, kernels) : placeHashes(input, kernels)
  if (count === 0) return undefined
  const out = hashes + 8 * count + 64
  reserve(kernels, out + 4 * length + 64)
  kernels.signature(hashes, count, length, seed, out)
  const values = new Uint32Array(kernels.memory.buffer.slice(out, out + 4 * length))
  return { unit, size, steps, seed, values }
}

/**
 * Estimated Jaccard similarity, a multiple of 1 / length in [0, 1].
 *
 * @throws NearsameError OPTION_VALUE, SIGNATURE_MISMATCH when the two were not made alike.
 */
export function estimateJaccard(a: Signature, b: Signature): number {
  checkSignature('a', a)
  checkSignature('b', b)
  checkComparable(a, b)
  let equal = 0
  for (let i = 0; i < a.values.length; i++) equal += Number(a.values[i] === b.values[i])
  return equal / a.values.length
}

/** Shingle hashes of a text at `kernels.base`. @returns how many. */
function cutText(text: string, { unit, size, length, seed }: MinHashOptions, kernels: Kernels): number {
  const plan: KernelPlan = {
    unit,
    size,
    stops: 0,
    stopBits: 0,
    signatureLength: length,
    seed,
    bands: 0,
    rows: 0,
  }
  const bytes = encodeText(text)
  // From the base on: room for the hashes, the plan, the text, scratch. A text has at most a shingle a byte.
  const planAt = align64(kernels.base + 8 * (bytes.length + size + 1) + 64)
  const from = planAt + planBytes + 64
  const scratch = align64(from + bytes.length + 64)
  reserve(kernels, scratch + scratchBytes(bytes.length, plan))
  writePlan(kernels.memory.buffer, planAt, plan)
  new Uint8Array(kernels.memory.buffer).set(bytes, from)
  return kernels.shinglesOf(from, from + bytes.length, planAt, scratch, kernels.base)
}

function placeHashes(hashes: BigUint64Array, kernels: Kernels): number {
  reserve(kernels, kernels.base + 8 * hashes.length + 64)
  new BigUint64Array(kernels.memory.buffer, kernels.base, hashes.length).set(hashes)
  return hashes.length
}

function reserve(kernels: Kernels, end: number): void {
  if (kernels.reserve(end)) return
  throw new NearsameError('MEMORY_EXHAUSTED', {
    expected: 'at most 4 GiB of kernel memory',
    got: `a need of ${end} bytes`,
    fix: 'sign a shorter text',
  })
}

function checkOptions(options: MinHashOptions, isText: boolean): MinHashOptions {
  const { unit, size, length, seed, steps } = options
  const known = isText ? ['words', 'chars'] : ['words', 'chars', 'stopword']
  if (!known.includes(unit)) {
    throw new NearsameError('OPTION_VALUE', {
      expected: `unit to be one of ${known.join(', ')}${isText ? ' for a text' : ''}`,
      got: String(unit),
      fix: isText ? 'pass the shingle hashes instead of the text' : 'name one of these',
    })
  }
  checkWhole('size', size, 1, largestShingle)
  checkWhole('length', length, 1, longestSignature)
  checkWhole('seed', seed, 0, 2 ** 32 - 1)
  checkWhole('steps', steps, 0, 2 ** 16 - 1)
  return options
}

function checkWhole(name: string, value: number, from: number, to: number): void {
  if (Number.isInteger(value) && value >= from && value <= to) return
  throw new NearsameError('OPTION_VALUE', {
    expected: `${name} to be a whole number in [${from}, ${to}]`,
    got: String(value),
    fix: `pass a \`${name}\` in that range`,
  })
}
