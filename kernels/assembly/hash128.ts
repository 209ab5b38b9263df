// MurmurHash3 x64 128, seed 0 (Appleby). Definition: src/texts/kernels/reference/hash128.ts.
import { fmix64 } from './mix'

const C1: u64 = 0x87c37b91114253d5
const C2: u64 = 0x4cf5ad432745937f

export function hash128(from: usize, to: usize, out: usize): void {
  const length = to - from
  let h1: u64 = 0
  let h2: u64 = 0
  let p = from
  const blocksEnd = from + (length & ~15)
  for (; p < blocksEnd; p += 16) {
    h1 ^= rotl<u64>(load<u64>(p) * C1, 31) * C2
    h1 = (rotl<u64>(h1, 27) + h2) * 5 + 0x52dce729
    h2 ^= rotl<u64>(load<u64>(p, 8) * C2, 33) * C1
    h2 = (rotl<u64>(h2, 31) + h1) * 5 + 0x38495ab5
  }
  const rest = (<u64>length) & 15
  if (rest > 8) h2 ^= rotl<u64>((load<u64>(p, 8) & (~(<u64>0) >> (128 - 8 * rest))) * C2, 33) * C1
  if (rest > 0) {
    const low = rest >= 8 ? load<u64>(p) : load<u64>(p) & (~(<u64>0) >> (64 - 8 * rest))
    h1 ^= rotl<u64>(low * C1, 31) * C2
  }
  h1 ^= <u64>length
  h2 ^= <u64>length
  h1 += h2
  h2 += h1
  h1 = fmix64(h1)
  h2 = fmix64(h2)
  h1 += h2
  h2 += h1
  store<u64>(out, h1)
  store<u64>(out, h2, 8)
}
