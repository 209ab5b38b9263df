/**
 * MurmurHash3 x64 128 with seed 0: the hash of a raw text, which finds exact duplicates.
 *
 * Source: Austin Appleby, MurmurHash3 (public domain), variant x64_128; computed in `hash/murmur3.ts`.
 * Error: two different texts share a hash with probability 2^-128 by chance; the hash is not keyed.
 */
import { foldHash128 } from '../../../ground/hash/murmur3.ts'

const state = new Uint32Array(4)

/** Writes 16 bytes at `out`. */
export function hash128(memory: Uint8Array, from: number, to: number, out: number): void {
  state.fill(0)
  foldHash128(memory, from, to, state)
  const view = new DataView(memory.buffer, memory.byteOffset)
  for (let i = 0; i < 4; i++) view.setUint32(out + 4 * i, state[i], true)
}
