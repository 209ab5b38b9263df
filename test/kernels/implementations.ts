/** The implementations of the kernels that the tests compare. */
import type { KernelName, Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { kernelsNamed } from '../../src/texts/kernels/select.ts'

export const names: readonly KernelName[] = ['reference', 'wasm', 'wasm-simd']

/** All of them, the reference first. */
export const all: readonly Kernels[] = await Promise.all(names.map(name => kernelsNamed(name)))
