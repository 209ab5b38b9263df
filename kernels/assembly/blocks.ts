// Blocks of 64 bytes, with SIMD.

// @ts-ignore: decorator
@inline export function copy64(p: usize, out: usize): void {
  v128.store(out, v128.load(p))
  v128.store(out, v128.load(p, 16), 16)
  v128.store(out, v128.load(p, 32), 32)
  v128.store(out, v128.load(p, 48), 48)
}

// @ts-ignore: decorator
@inline export function isAscii64(p: usize): bool {
  const a = v128.or(v128.load(p), v128.load(p, 16))
  const b = v128.or(v128.load(p, 32), v128.load(p, 48))
  return !i8x16.bitmask(v128.or(a, b))
}
