/** Snappy against its definition, byte by byte, and against the library that unpacks; damaged pages are refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { snappyUncompress } from 'hysnappy'
import { runs } from '../../../../test/ground/runs.ts'
import { packSnappy, unpackSnappy } from './snappy.ts'

/** The definition, a block at a time. */
function packed(bytes: Buffer): Buffer {
  const out: number[] = []
  let size = bytes.length
  for (; size > 127; size >>>= 7) out.push((size & 127) | 128)
  out.push(size)
  for (let at = 0; at < bytes.length; at += 65536) packBlock(bytes.subarray(at, at + 65536), out)
  return Buffer.from(out)
}

function packBlock(bytes: Buffer, out: number[]): void {
  const padded = Buffer.concat([bytes, Buffer.alloc(8)])
  const places = new Map<bigint, number>()
  /** The last place with the hash of the five bytes at `p`, or 0; `p` is the last one now. */
  const lastLike = (p: number) => {
    const five = BigInt.asUintN(40, padded.readBigUInt64LE(p)) << 24n
    const hash = BigInt.asUintN(64, five * 0xcf1bbcdcb7a56463n) >> 50n
    const last = places.get(hash) ?? 0
    places.set(hash, p)
    return last
  }
  const isSame = (p: number, q: number) => bytes.readUInt32LE(p) === bytes.readUInt32LE(q)
  const end = bytes.length > 32 ? bytes.length - 24 : 0
  let begin = 0
  let misses = 0
  for (let p = 1; p <= end; ) {
    let q = lastLike(p)
    if (!isSame(p, q)) q = lastLike(++p)
    if (!isSame(p, q)) {
      p += 1 + (misses++ >> 5)
      continue
    }
    if (begin < p) literal(bytes.subarray(begin, p), out)
    begin = p + 4
    while (begin < bytes.length && bytes[begin] === bytes[begin - p + q]) begin++
    copy(p - q, begin - p, out)
    p = begin
    misses = 0
    if (p <= end) lastLike(p - 1)
  }
  if (begin < bytes.length) literal(bytes.subarray(begin), out)
}

function literal(bytes: Uint8Array, out: number[]): void {
  const rest = bytes.length - 1
  if (rest < 60) out.push(rest << 2)
  else if (rest < 256) out.push(60 << 2, rest)
  else out.push(61 << 2, rest & 255, rest >> 8)
  out.push(...bytes)
}

function copy(distance: number, length: number, out: number[]): void {
  let left = length
  while (left > 64) {
    const part = left < 68 ? 60 : 64
    out.push(((part - 1) << 2) | 2, distance & 255, distance >> 8)
    left -= part
  }
  if (left < 12 && distance < 2048) out.push(1 | ((left - 4) << 2) | ((distance >> 8) << 5), distance & 255)
  else out.push(((left - 1) << 2) | 2, distance & 255, distance >> 8)
}

const check = (bytes: Buffer, cuts: readonly number[] = []) => {
  const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  const parts = places.slice(1).map((to, i) => bytes.subarray(places[i], to))
  const got = Buffer.from(packSnappy(parts))
  assert.ok(got.equals(packed(bytes)), `${bytes.length} bytes, parts at ${places}`)
  assert.ok(bytes.equals(unpackSnappy(got, bytes.length)))
  assert.ok(bytes.equals(snappyUncompress(got, bytes.length)))
  return got.length
}

/** Words of few kinds, runs, and bytes at random. */
const anyBytes = fc
  .array(
    fc.oneof(
      fc.constantFrom('word', 'words of', 'e', '\0\0\0\0').map(text => Buffer.from(text)),
      fc.tuple(fc.nat(255), fc.nat(200)).map(([byte, times]) => Buffer.alloc(times, byte)),
      fc.uint8Array({ maxLength: 100 }).map(bytes => Buffer.from(bytes)),
    ),
    { maxLength: 60 },
  )
  .map(parts => Buffer.concat(parts))

test('pages of any parts are packed as their definition says, and unpacked by the library', () => {
  const property = fc.property(anyBytes, fc.array(fc.nat(), { maxLength: 4 }), (bytes, cuts) => {
    check(bytes, cuts)
  })
  fc.assert(property, { numRuns: runs(1000) })
})

test('blocks, long copies, literals of all lengths, and bytes that cannot be packed', () => {
  const noise = Buffer.alloc(200_000)
  for (let i = 0, seed = 1; i < noise.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    noise[i] = seed >>> 24
  }
  assert.ok(check(noise, [70_000]) < noise.length + 20)
  for (const length of [0, 1, 31, 32, 33, 59, 60, 61, 255, 256, 257, 65535, 65536, 65537])
    for (const bytes of [noise.subarray(0, length), Buffer.alloc(length, 'ab')]) check(bytes)
  for (const repeated of [64, 65, 67, 68, 69, 128, 132, 3000])
    check(
      Buffer.concat([
        noise.subarray(0, 4000),
        noise.subarray(100, 100 + repeated),
        noise.subarray(5000, 5100),
      ]),
    )
  assert.ok(check(Buffer.alloc(2 ** 20, 'a line of text that comes again\n')) < 2 ** 20 / 20)
})

test('a kernel that grew for a large page packs the next one as well', () => {
  const large = Buffer.alloc(2 ** 25, 'large ')
  const page = unpackSnappy(packSnappy([large]).slice(), large.length)
  assert.ok(large.equals(page))
  check(Buffer.from('small'.repeat(100)))
  assert.ok(large.equals(page), 'the page stays')
})

/** Bytes with the number of those that they stand for in front. */
const withSize = (size: number, ...elements: number[]) =>
  Uint8Array.of((size & 127) | 128, size >> 7, ...elements)

test('elements of every kind are unpacked; room is used again', () => {
  const literal = (length: number) => [
    60 << 2,
    length - 1,
    ...Array.from({ length }, (_, i) => (i * 7) & 255),
  ]
  const elements: [added: number, ...bytes: number[]][] = [
    [1, 0x00, 5],
    [256, 61 << 2, 255, 0, ...literal(256).slice(2)],
    [100, 62 << 2, 99, 0, 0, ...literal(100).slice(2)],
    [70, 63 << 2, 69, 0, 0, 0, ...literal(70).slice(2)],
    [11, (7 << 2) | 1, 1],
    [4, 1, 3],
    [64, (63 << 2) | 2, 15, 0],
    [64, (63 << 2) | 2, 16, 0],
    [17, (16 << 2) | 3, 200, 0, 0, 0],
    [33, (32 << 2) | 3, 0, 1, 0, 0],
  ]
  const size = elements.reduce((sum, [added]) => sum + added, 0)
  const packed = withSize(size, ...elements.flatMap(([, ...bytes]) => bytes))
  const room = new Uint8Array(1000).fill(7)
  const page = unpackSnappy(packed, size, room)
  assert.deepEqual(page, snappyUncompress(packed, size))
  assert.deepEqual([page.buffer === room.buffer, page.length, room[size]], [true, size, 7])
})

test('a page that is damaged or promises another size is refused', () => {
  const refused = (packed: Uint8Array, size: number) =>
    assert.throws(() => unpackSnappy(packed, size), RangeError, Buffer.from(packed).toString('hex'))
  refused(new Uint8Array(0), 4)
  refused(withSize(4, 3 << 2, 1, 2, 3, 4), 5)
  refused(withSize(4, 3 << 2, 1, 2, 3), 4) // a literal beyond the end
  refused(withSize(4, 4 << 2, 1, 2, 3, 4, 5), 4) // more bytes than promised
  refused(withSize(4, 2 << 2, 1, 2, 3), 4) // fewer
  refused(withSize(5, 0, 1, 1, 0), 5) // from a distance of 0
  refused(withSize(5, 0, 1, 1, 2), 5) // from before the first byte
  refused(withSize(5, 0, 1, (3 << 2) | 3, 255, 255, 255, 255), 5)
  refused(withSize(5, 0, 1, (3 << 2) | 2, 1), 5) // a distance that ends early
  refused(withSize(4, 63 << 2, 255, 255, 255, 255, 1, 2, 3, 4), 4) // a literal of 4 GiB
  refused(withSize(200, 0, 1), 200) // a length that these bytes cannot give
})

test('any bytes are unpacked as the library does, or refused', () => {
  const property = fc.property(anyBytes, fc.array(fc.tuple(fc.nat(), fc.nat(255))), (bytes, changes) => {
    const packed = packSnappy([bytes]).slice()
    for (const [at, byte] of changes) packed[at % packed.length] = byte
    let expected: Uint8Array | undefined
    try {
      expected = snappyUncompress(packed, bytes.length)
    } catch {}
    let got: Uint8Array | undefined
    try {
      got = unpackSnappy(packed, bytes.length)
    } catch (error) {
      assert.ok(error instanceof RangeError)
    }
    if (got !== undefined && expected !== undefined) assert.deepEqual(got, expected)
  })
  fc.assert(property, { numRuns: runs(300) })
})
