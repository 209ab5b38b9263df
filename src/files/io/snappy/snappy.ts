/**
 * Snappy: packs and unpacks pages by the kernel `kernels/assembly/snappy/`. The library for it (`hysnappy`) is slower,
 * wants one buffer, and gives each page memory of its own.
 *
 *     memory of the kernel: table ┊ parts, one behind the other ┊ packed          packed ┊ page
 */
import { bytes } from './generated/wasm-snappy.ts'

interface Exports {
  readonly memory: WebAssembly.Memory
  readonly tableBytes: WebAssembly.Global
  freeMemory(): number
  pack(from: number, to: number, table: number, out: number): number
  unpack(from: number, to: number, out: number, end: number): number
}

/** The kernel writes up to 16 bytes at once. */
const slack = 64
const mostKept = 2 ** 25

let kernel: Exports | undefined

/** The kernel and its memory, with `size` bytes free. */
function kernelFor(size: number): [kernel: Exports, all: Uint8Array] {
  kernel ??= new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(bytes, 'base64')))
    .exports as unknown as Exports
  const { memory } = kernel
  const missing = kernel.freeMemory() + size - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / 2 ** 16))
  const found = [kernel, new Uint8Array(memory.buffer)] as [Exports, Uint8Array]
  if (memory.buffer.byteLength > mostKept) kernel = undefined // memory of a kernel never shrinks
  return found
}

/** The parts as one packed page; valid until the next call in this thread. */
export function packSnappy(parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const room = 2 * size + Math.ceil(size / 5) + 3 * slack
  const [{ freeMemory, tableBytes, pack }, all] = kernelFor((1 << 16) + room)
  const table = freeMemory()
  const from = table + tableBytes.value
  const out = from + size + slack
  let at = from
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all.subarray(out, pack(from, at, table, out))
}

/**
 * A page of `length` bytes.
 *
 * @param room memory for it; if it is too small or absent, the page gets memory of its own
 * @throws RangeError if the page has another length
 */
export function unpackSnappy(packed: Uint8Array, length: number, room?: Uint8Array): Uint8Array {
  const start = startOf(packed, length)
  const [{ freeMemory, unpack }, all] = kernelFor(packed.length + length + 2 * slack)
  const from = freeMemory()
  const out = from + packed.length + slack
  all.set(packed, from)
  if (unpack(from + start, from + packed.length, out, out + length) !== out + length)
    throw new RangeError(`damaged Snappy of ${length} bytes`)
  const found = all.subarray(out, out + length)
  if (kernel === undefined) return found // nothing else uses its memory
  // The next page of a column has about as many bytes.
  const page = room !== undefined && room.length >= length ? room : new Uint8Array(length + (length >> 3))
  page.set(found)
  return page.subarray(0, length)
}

/** Where the elements of a page begin. @throws RangeError if it promises another length */
function startOf(packed: Uint8Array, length: number): number {
  let promised = 0
  let at = 0
  do promised += (packed[at] & 127) * 2 ** (7 * at)
  while (packed[at++] >= 128 && at < 5)
  // Three bytes give at most 64.
  if (promised === length && length <= 22 * packed.length) return at
  throw new RangeError(`${packed.length} bytes of Snappy for ${length}`)
}
