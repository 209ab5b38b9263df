/**
 * Snappy: packs and unpacks pages by the kernel `kernels/assembly/snappy/`. The library for it (`hysnappy`) is slower,
 * wants one buffer, and gives each page memory of its own.
 *
 *     memory of the kernel: table ┊ parts, one behind the other ┊ packed          packed ┊ page
 */
import { putAll, totalLength } from '../../../ground/lists/joined.ts'
import { bytes } from './generated/wasm-snappy.ts'

interface Exports {
  readonly memory: WebAssembly.Memory
  readonly tableBytes: WebAssembly.Global
  freeMemory(): number
  pack(from: number, to: number, table: number, out: number): number
  readonly rest: WebAssembly.Global
  unpack(
    from: number,
    to: number,
    last: number,
    out: number,
    at: number,
    enough: number,
    end: number,
  ): number
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
  const size = totalLength(parts)
  const room = 2 * size + Math.ceil(size / 5) + 3 * slack
  const [{ freeMemory, tableBytes, pack }, all] = kernelFor((1 << 16) + room)
  const table = freeMemory()
  const from = table + tableBytes.value
  const out = from + size + slack
  putAll(parts, all, from)
  return all.subarray(out, pack(from, from + size, table, out))
}

/**
 * A page of `length` bytes.
 *
 * @param room memory for it; if it is too small or absent, the page gets memory of its own
 * @throws RangeError if the page has another length
 */
export function unpackSnappy(packed: Uint8Array, length: number, room?: Uint8Array): Uint8Array {
  const start = startOfSnappy(packed, length, packed.length)
  const [{ freeMemory, unpack }, all] = kernelFor(packed.length + length + 2 * slack)
  const from = freeMemory()
  const out = from + packed.length + slack
  all.set(packed, from)
  const [to, end] = [from + packed.length, out + length]
  if (unpack(from + start, to, to, out, out, end + 1, end) !== end)
    throw new RangeError(`damaged Snappy of ${length} bytes`)
  const found = all.subarray(out, out + length)
  if (kernel === undefined) return found // nothing else uses its memory
  // The next page of a column has about as many bytes.
  const page = room !== undefined && room.length >= length ? room : new Uint8Array(length + (length >> 3))
  page.set(found)
  return page.subarray(0, length)
}

/** Most bytes of a literal, and back to what is copied, as packers cut pages into blocks. */
const block = 2 ** 16

/**
 * Unpacks elements of a page, until 1 MiB is unpacked or the next one might be cut off.
 *
 * @param packed the next ones of its bytes
 * @param isEnd whether these are the last
 * @param before bytes unpacked before, to copy from
 * @param length bytes that the page still has
 * @returns `before` and what follows, valid until the next call; and the number of bytes of `packed` that are done.
 *   Undefined if the page is damaged or has larger blocks
 */
export function unpackSome(
  packed: Uint8Array,
  isEnd: boolean,
  before: Uint8Array,
  length: number,
): { readonly bytes: Uint8Array; readonly used: number } | undefined {
  const most = before.length + Math.min(length, someBytes + block)
  const [{ freeMemory, unpack, rest }, all] = kernelFor(packed.length + most + 2 * slack)
  const from = freeMemory()
  const to = from + packed.length
  const out = to + slack
  const at = out + before.length
  all.set(packed, from)
  all.set(before, out)
  const end = unpack(from, to, isEnd ? to : to - block - 8, out, at, at + someBytes, out + most)
  return end === 0 ? undefined : { bytes: all.subarray(out, end), used: rest.value - from }
}

/** Bytes unpacked at once. */
const someBytes = 2 ** 20

/**
 * Where the elements of a page begin.
 *
 * @param size bytes of the page, packed
 * @throws RangeError if it promises another length
 */
export function startOfSnappy(packed: Uint8Array, length: number, size: number): number {
  let promised = 0
  let at = 0
  do promised += (packed[at] & 127) * 2 ** (7 * at)
  while (packed[at++] >= 128 && at < 5)
  // Three bytes give at most 64.
  if (promised === length && length <= 22 * size) return at
  throw new RangeError(`${size} bytes of Snappy for ${length}`)
}
