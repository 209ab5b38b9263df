/**
 * Shingle hashes: from token hashes or characters w to one 64-bit number per run of k of them,
 *
 *     fmix64(w1 * B^(k-1) + ... + w(k-1) * B + wk + k * GOLDEN)  mod 2^64.              (1)
 *
 * A sequence shorter than k is its own single shingle, with its own length in (1), so short texts match only
 * texts with the same tokens.
 *
 * Source: Karp, Rabin, "Efficient randomized pattern-matching algorithms", 1987, for the rolling form;
 * Rajaraman, Ullman, "Mining of Massive Datasets", section 3.2.4, for shingles that begin with a stop word.
 */
import { BASE, fmix64, GOLDEN, u64, wordView } from './mix.ts'
import { writeAll } from './sets.ts'
import { codePoints } from './utf8.ts'

/** Equation (1). */
export function shingleHash(parts: readonly bigint[]): bigint {
  const rolled = parts.reduce((sum, part) => u64(sum * BASE + part), 0n)
  return fmix64(u64(rolled + BigInt(parts.length) * GOLDEN))
}

function readAll(memory: Uint8Array, at: number, count: number): bigint[] {
  const words = wordView(memory)
  return Array.from({ length: count }, (_, i) => words.get(at + 8 * i))
}

function consecutive(parts: readonly bigint[], size: number): bigint[] {
  if (parts.length === 0) return []
  if (parts.length < size) return [shingleHash(parts)]
  return Array.from({ length: parts.length - size + 1 }, (_, i) => shingleHash(parts.slice(i, i + size)))
}

export function wordShingles(
  memory: Uint8Array,
  tokens: number,
  count: number,
  size: number,
  out: number,
): number {
  return writeAll(memory, out, consecutive(readAll(memory, tokens, count), size))
}

export function charShingles(
  memory: Uint8Array,
  from: number,
  to: number,
  size: number,
  out: number,
): number {
  const parts: bigint[] = []
  for (const value of codePoints(memory, from, to)) if (value !== 1) parts.push(fmix64(BigInt(value) + 1n))
  return writeAll(memory, out, consecutive(parts, size))
}

/** `stops` and `bits`: the table of stop-word hashes, read here as a set. */
export function stopwordShingles(
  memory: Uint8Array,
  tokens: number,
  count: number,
  size: number,
  stops: number,
  bits: number,
  out: number,
): number {
  const stopSet = new Set(readAll(memory, stops, 2 ** bits).filter(hash => hash !== 0n))
  const parts = readAll(memory, tokens, count)
  const anchored: bigint[] = []
  for (let i = 0; i + size <= count; i++) {
    if (stopSet.has(parts[i])) anchored.push(shingleHash(parts.slice(i, i + size)))
  }
  return writeAll(memory, out, anchored.length > 0 ? anchored : consecutive(parts, count))
}
