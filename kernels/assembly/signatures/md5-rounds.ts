// Rounds of MD5 (RFC 1321), over u32 words or over vectors of them: a text in each of four lanes.

// @ts-ignore: decorator
@inline
function sum<T>(a: T, b: T): T {
  if (isVector<T>()) return i32x4.add(a as v128, b as v128) as T
  return (a + b) as T
}

// @ts-ignore: decorator
@inline
function both<T>(a: T, b: T): T {
  if (isVector<T>()) return v128.and(a as v128, b as v128) as T
  return (a & b) as T
}

// @ts-ignore: decorator
@inline
function odd<T>(a: T, b: T): T {
  if (isVector<T>()) return v128.xor(a as v128, b as v128) as T
  return (a ^ b) as T
}

// @ts-ignore: decorator
@inline
function orNot<T>(a: T, b: T): T {
  if (isVector<T>()) return v128.or(a as v128, v128.not(b as v128)) as T
  return (a | ~b) as T
}

// @ts-ignore: decorator
@inline
function all<T>(value: u32): T {
  if (isVector<T>()) return i32x4.splat(value) as T
  return value as T
}

// b + ((a + f + word + constant) rotated)
// @ts-ignore: decorator
@inline
function turn<T>(a: T, b: T, f: T, word: usize, constant: u32, bits: i32): T {
  const t = sum<T>(sum<T>(a, sum<T>(load<T>(word), all<T>(constant))), f)
  if (isVector<T>()) {
    const v = t as v128
    return sum<T>(b, v128.or(i32x4.shl(v, bits), i32x4.shr_u(v, 32 - bits)) as T)
  }
  return sum<T>(b, rotl<u32>(t as u32, bits) as T)
}

// @ts-ignore: decorator
@inline
function one<T>(a: T, b: T, c: T, d: T, w: usize, i: usize, bits: i32, constant: u32): T {
  return turn<T>(a, b, odd<T>(d, both<T>(b, odd<T>(c, d))), w + i * sizeof<T>(), constant, bits)
}

// @ts-ignore: decorator
@inline
function two<T>(a: T, b: T, c: T, d: T, w: usize, i: usize, bits: i32, constant: u32): T {
  return turn<T>(a, b, odd<T>(c, both<T>(d, odd<T>(b, c))), w + i * sizeof<T>(), constant, bits)
}

// @ts-ignore: decorator
@inline
function three<T>(a: T, b: T, c: T, d: T, w: usize, i: usize, bits: i32, constant: u32): T {
  return turn<T>(a, b, odd<T>(odd<T>(c, d), b), w + i * sizeof<T>(), constant, bits)
}

// @ts-ignore: decorator
@inline
function four<T>(a: T, b: T, c: T, d: T, w: usize, i: usize, bits: i32, constant: u32): T {
  return turn<T>(a, b, odd<T>(c, orNot<T>(b, d)), w + i * sizeof<T>(), constant, bits)
}

// Digests the 16 words at w into the four words at state.
export function block<T>(state: usize, w: usize): void {
  const size = sizeof<T>()
  let a = load<T>(state)
  let b = load<T>(state + size)
  let c = load<T>(state + 2 * size)
  let d = load<T>(state + 3 * size)
  a = one<T>(a, b, c, d, w, 0, 7, 0xd76aa478)
  d = one<T>(d, a, b, c, w, 1, 12, 0xe8c7b756)
  c = one<T>(c, d, a, b, w, 2, 17, 0x242070db)
  b = one<T>(b, c, d, a, w, 3, 22, 0xc1bdceee)
  a = one<T>(a, b, c, d, w, 4, 7, 0xf57c0faf)
  d = one<T>(d, a, b, c, w, 5, 12, 0x4787c62a)
  c = one<T>(c, d, a, b, w, 6, 17, 0xa8304613)
  b = one<T>(b, c, d, a, w, 7, 22, 0xfd469501)
  a = one<T>(a, b, c, d, w, 8, 7, 0x698098d8)
  d = one<T>(d, a, b, c, w, 9, 12, 0x8b44f7af)
  c = one<T>(c, d, a, b, w, 10, 17, 0xffff5bb1)
  b = one<T>(b, c, d, a, w, 11, 22, 0x895cd7be)
  a = one<T>(a, b, c, d, w, 12, 7, 0x6b901122)
  d = one<T>(d, a, b, c, w, 13, 12, 0xfd987193)
  c = one<T>(c, d, a, b, w, 14, 17, 0xa679438e)
  b = one<T>(b, c, d, a, w, 15, 22, 0x49b40821)
  a = two<T>(a, b, c, d, w, 1, 5, 0xf61e2562)
  d = two<T>(d, a, b, c, w, 6, 9, 0xc040b340)
  c = two<T>(c, d, a, b, w, 11, 14, 0x265e5a51)
  b = two<T>(b, c, d, a, w, 0, 20, 0xe9b6c7aa)
  a = two<T>(a, b, c, d, w, 5, 5, 0xd62f105d)
  d = two<T>(d, a, b, c, w, 10, 9, 0x02441453)
  c = two<T>(c, d, a, b, w, 15, 14, 0xd8a1e681)
  b = two<T>(b, c, d, a, w, 4, 20, 0xe7d3fbc8)
  a = two<T>(a, b, c, d, w, 9, 5, 0x21e1cde6)
  d = two<T>(d, a, b, c, w, 14, 9, 0xc33707d6)
  c = two<T>(c, d, a, b, w, 3, 14, 0xf4d50d87)
  b = two<T>(b, c, d, a, w, 8, 20, 0x455a14ed)
  a = two<T>(a, b, c, d, w, 13, 5, 0xa9e3e905)
  d = two<T>(d, a, b, c, w, 2, 9, 0xfcefa3f8)
  c = two<T>(c, d, a, b, w, 7, 14, 0x676f02d9)
  b = two<T>(b, c, d, a, w, 12, 20, 0x8d2a4c8a)
  a = three<T>(a, b, c, d, w, 5, 4, 0xfffa3942)
  d = three<T>(d, a, b, c, w, 8, 11, 0x8771f681)
  c = three<T>(c, d, a, b, w, 11, 16, 0x6d9d6122)
  b = three<T>(b, c, d, a, w, 14, 23, 0xfde5380c)
  a = three<T>(a, b, c, d, w, 1, 4, 0xa4beea44)
  d = three<T>(d, a, b, c, w, 4, 11, 0x4bdecfa9)
  c = three<T>(c, d, a, b, w, 7, 16, 0xf6bb4b60)
  b = three<T>(b, c, d, a, w, 10, 23, 0xbebfbc70)
  a = three<T>(a, b, c, d, w, 13, 4, 0x289b7ec6)
  d = three<T>(d, a, b, c, w, 0, 11, 0xeaa127fa)
  c = three<T>(c, d, a, b, w, 3, 16, 0xd4ef3085)
  b = three<T>(b, c, d, a, w, 6, 23, 0x04881d05)
  a = three<T>(a, b, c, d, w, 9, 4, 0xd9d4d039)
  d = three<T>(d, a, b, c, w, 12, 11, 0xe6db99e5)
  c = three<T>(c, d, a, b, w, 15, 16, 0x1fa27cf8)
  b = three<T>(b, c, d, a, w, 2, 23, 0xc4ac5665)
  a = four<T>(a, b, c, d, w, 0, 6, 0xf4292244)
  d = four<T>(d, a, b, c, w, 7, 10, 0x432aff97)
  c = four<T>(c, d, a, b, w, 14, 15, 0xab9423a7)
  b = four<T>(b, c, d, a, w, 5, 21, 0xfc93a039)
  a = four<T>(a, b, c, d, w, 12, 6, 0x655b59c3)
  d = four<T>(d, a, b, c, w, 3, 10, 0x8f0ccc92)
  c = four<T>(c, d, a, b, w, 10, 15, 0xffeff47d)
  b = four<T>(b, c, d, a, w, 1, 21, 0x85845dd1)
  a = four<T>(a, b, c, d, w, 8, 6, 0x6fa87e4f)
  d = four<T>(d, a, b, c, w, 15, 10, 0xfe2ce6e0)
  c = four<T>(c, d, a, b, w, 6, 15, 0xa3014314)
  b = four<T>(b, c, d, a, w, 13, 21, 0x4e0811a1)
  a = four<T>(a, b, c, d, w, 4, 6, 0xf7537e82)
  d = four<T>(d, a, b, c, w, 11, 10, 0xbd3af235)
  c = four<T>(c, d, a, b, w, 2, 15, 0x2ad7d2bb)
  b = four<T>(b, c, d, a, w, 9, 21, 0xeb86d391)
  store<T>(state, sum<T>(a, load<T>(state)))
  store<T>(state + size, sum<T>(b, load<T>(state + size)))
  store<T>(state + 2 * size, sum<T>(c, load<T>(state + 2 * size)))
  store<T>(state + 3 * size, sum<T>(d, load<T>(state + 3 * size)))
}
