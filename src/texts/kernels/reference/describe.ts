/** The whole chain for texts, step by step: the definition of `describe` and `shinglesOf`. */
import {
  describeStride,
  type KernelPlan,
  mostSketched,
  notSketched,
  oddSketchWords,
  readPlan,
  ruleOf,
} from '../layout/plan-layout.ts'
import { canonicalise } from './canonical.ts'
import { hash128 } from './hash128.ts'
import { oddSketch } from './odd-sketches.ts'
import { distinct } from './sets.ts'
import { charShingles, stopwordShingles, wordShingles } from './shingles.ts'
import { bandKeys, signature } from './signature.ts'
import { sequenceHash, tokenHashes } from './tokens.ts'

const align8 = (p: number): number => (p + 7) & ~7

/** @param sequence where to write the hash of the tokens, or of the characters if shingles consist of these */
function cut(
  memory: Uint8Array,
  from: number,
  to: number,
  plan: number,
  scratch: number,
  sequence?: number,
) {
  const planned = readPlan(memory.buffer as ArrayBuffer, plan)
  const { unit, size } = planned
  const rule = ruleOf(planned)
  const end = canonicalise(memory, from, to, scratch, rule)
  const tokens = align8(end + 64)
  const tokenCount = tokenHashes(memory, scratch, end, tokens, rule)
  const shingles = tokens + 8 * tokenCount + 64
  if (sequence !== undefined) {
    const ofCharacters = unit === 'chars'
    const count = ofCharacters ? charShingles(memory, scratch, end, 1, shingles) : tokenCount
    sequenceHash(memory, ofCharacters ? shingles : tokens, count, sequence)
  }
  const shingleCount =
    unit === 'words'
      ? wordShingles(memory, tokens, tokenCount, size, shingles)
      : unit === 'chars'
        ? charShingles(memory, scratch, end, size, shingles)
        : sequences(memory, tokens, tokenCount, planned, shingles)
  return { tokenCount, shingles, shingleCount }
}

/** Shingles that begin with a stop word; with a sequence, shingles of these. */
function sequences(
  memory: Uint8Array,
  tokens: number,
  count: number,
  { size, stops, stopBits, sequence }: Required<KernelPlan>,
  out: number,
): number {
  const items = stopwordShingles(memory, tokens, count, size, stops, stopBits, out)
  return sequence > 1 ? wordShingles(memory, out, items, sequence, out) : items
}

export function shinglesOf(
  memory: Uint8Array,
  from: number,
  to: number,
  plan: number,
  scratch: number,
  out: number,
): number {
  const { shingles, shingleCount } = cut(memory, from, to, plan, scratch)
  memory.copyWithin(out, shingles, shingles + 8 * shingleCount)
  return shingleCount
}

function describeOne(
  memory: Uint8Array,
  from: number,
  to: number,
  plan: number,
  scratch: number,
  row: number,
): void {
  const buffer = memory.buffer as ArrayBuffer
  const { signatureLength, seed, bands, rows, sketches } = readPlan(buffer, plan)
  hash128(memory, from, to, row)
  if (bands === 0) {
    new Uint32Array(buffer, row + 16, describeStride(bands, sketches) - 4).fill(0)
    return
  }
  const { tokenCount, shingles, shingleCount } = cut(memory, from, to, plan, scratch, row + 16)
  new Uint32Array(buffer, row + 32, describeStride(bands, sketches) - 8).fill(0)[0] = tokenCount
  if (tokenCount === 0) return
  const values = align8(shingles + 8 * shingleCount)
  signature(memory, shingles, shingleCount, signatureLength, seed, values)
  bandKeys(memory, values, bands, rows, row + 36)
  if (sketches) sketch(memory, shingles, shingleCount, row + 36 + 4 * bands)
}

function sketch(memory: Uint8Array, shingles: number, count: number, out: number): void {
  if (count > mostSketched)
    new Uint32Array(memory.buffer, out, oddSketchWords)[oddSketchWords - 1] = notSketched
  else oddSketch(memory, shingles, distinct(memory, shingles, count, 0, shingles), out)
}

export function describe(
  memory: Uint8Array,
  texts: number,
  count: number,
  plan: number,
  scratch: number,
  out: number,
): void {
  const buffer = memory.buffer as ArrayBuffer
  const { bands, sketches } = readPlan(buffer, plan)
  const stride = 4 * describeStride(bands, sketches)
  const ranges = new Uint32Array(buffer, texts, 2 * count)
  for (let i = 0; i < count; i++) {
    describeOne(memory, ranges[2 * i], ranges[2 * i + 1], plan, scratch, out + i * stride)
  }
}
