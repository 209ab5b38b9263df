/**
 * Snappy: packs pages by the kernel `kernels/assembly/snappy/`, from their parts. The library for it (`hysnappy`, which
 * unpacks) is slower, and wants one buffer.
 *
 *     memory of the kernel: table ┊ parts, one behind the other ┊ packed
 */
import { bytes } from './generated/wasm-snappy.ts'

interface Exports {
  readonly memory: WebAssembly.Memory
  readonly tableBytes: WebAssembly.Global
  freeMemory(): number
  pack(from: number, to: number, table: number, out: number): number
}

/** The kernel writes up to 16 bytes at once. */
const slack = 64
const mostKept = 2 ** 25

let kernel: Exports | undefined

/** The parts as one packed page; valid until the next call in this thread. */
export function packSnappy(parts: readonly Uint8Array[]): Uint8Array {
  kernel ??= new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(bytes, 'base64')))
    .exports as unknown as Exports
  const { memory, freeMemory, tableBytes, pack } = kernel
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const table = freeMemory()
  const from = table + tableBytes.value
  const out = from + size + slack
  const missing = out + size + Math.ceil(size / 5) + 2 * slack - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / 2 ** 16))
  const all = new Uint8Array(memory.buffer)
  let at = from
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  const packed = all.subarray(out, pack(from, at, table, out))
  if (all.length > mostKept) kernel = undefined // memory of a kernel never shrinks
  return packed
}
