/**
 * The WebAssembly kernels: modules embedded as base64, so nothing is fetched, compiled when first asked for.
 *
 * The SIMD module needs the fixed-width SIMD instructions (in every engine since 2023); where compiling it
 * fails the scalar module of the same sources serves, with the same bits.
 */
import { decodeBase64 } from './base64.ts'
import { unicodeTables } from './generated/unicode-tables.ts'
import type { Kernels } from './kernels.ts'
import { align64 } from './memory-layout.ts'

type Exports = Omit<Kernels, 'name' | 'base' | 'memory' | 'reserve'> & {
  memory: WebAssembly.Memory
  freeMemory(): number
  useTables(at: number): void
}

const pageBytes = 65536

/** Instance over a compiled module. Threads may share one module; each has its own instance and memory. */
export function wasmKernels(name: 'wasm' | 'wasm-simd', module: WebAssembly.Module): Kernels {
  const { memory, freeMemory, useTables, ...methods } = new WebAssembly.Instance(module, {
    env: {
      abort() {
        throw new Error('kernel abort')
      },
    },
  }).exports as unknown as Exports
  const reserve = (end: number): boolean => {
    const missing = Math.ceil((end - memory.buffer.byteLength) / pageBytes)
    if (missing <= 0) return true
    try {
      memory.grow(missing)
      return true
    } catch {
      return false // the engine's limit: the caller names the record that is too large
    }
  }
  const tablesAt = align64(freeMemory())
  const tables = decodeBase64(unicodeTables)
  const base = align64(tablesAt + tables.length)
  reserve(base)
  new Uint8Array(memory.buffer).set(tables, tablesAt)
  useTables(tablesAt)
  return { name, base, memory: memory as { readonly buffer: ArrayBuffer }, reserve, ...methods }
}
