/**
 * The WebAssembly kernels: modules embedded as base64, so nothing is fetched, and compiled on first use.
 *
 * The SIMD module needs the fixed-width SIMD instructions (in every engine since 2023); if it does not compile, the
 * scalar module of the same sources replaces it, with the same bits.
 */

import { unicodeTables } from './generated/unicode-tables.ts'
import type { Kernels } from './layout/kernels.ts'
import { align64 } from './layout/memory-layout.ts'

type Exports = Omit<Kernels, 'name' | 'base' | 'memory' | 'reserve'> & {
  memory: WebAssembly.Memory
  freeMemory(): number
  unpackTables(at: number, from: number, to: number): number
}

const pageBytes = 65536

// Every growth creates a new view of the whole memory, whose full size counts for the garbage collector: many small
// steps would trigger it again and again, and so would many memories with room that they never use. So memory doubles,
// by 16 MB at most.
const mostPages = (16 * 2 ** 20) / pageBytes

/** At least the length of the unpacked tables. */
const tablesRoom = 2 ** 19

/** An instance of a compiled module. Threads may share one module; each has its own instance and memory. */
export function wasmKernels(name: 'wasm' | 'wasm-simd', module: WebAssembly.Module): Kernels {
  const { memory, freeMemory, unpackTables, ...methods } = new WebAssembly.Instance(module, {
    env: {
      abort() {
        throw new Error('kernel abort')
      },
    },
  }).exports as unknown as Exports
  let size = memory.buffer.byteLength // reading the buffer costs more than the rest of a `reserve`
  const reserve = (end: number): boolean => {
    if (end <= size) return true
    const missing = Math.ceil((end - size) / pageBytes)
    for (const pages of [Math.max(missing, Math.min(size / pageBytes, mostPages)), missing]) {
      try {
        memory.grow(pages)
        size = memory.buffer.byteLength
        return true
      } catch {
        // The engine's limit: a last step may be smaller, else the caller reports the record as too large.
      }
    }
    return false
  }
  const tablesAt = align64(freeMemory())
  const packed = new TextEncoder().encode(unicodeTables)
  const packedAt = tablesAt + tablesRoom
  const packedEnd = packedAt + packed.length
  reserve(packedEnd + 16 * packed.length)
  new Uint8Array(memory.buffer).set(packed, packedAt)
  const base = align64(unpackTables(tablesAt, packedAt, packedEnd))
  return { name, base, memory: memory as { readonly buffer: ArrayBuffer }, reserve, ...methods }
}
