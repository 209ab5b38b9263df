/** Signs texts with a kernel of whole-text signatures, as a thread does, and looks over its shoulder. */
import assert from 'node:assert/strict'
import type { KernelName, Kernels } from '../../src/kernels/kernels.ts'
import { kernelsNamed } from '../../src/kernels/select.ts'
import { profilePlanBytes, profileUnitsBytes, signatureBytes } from '../../src/kernels/signature-layout.ts'
import { encodeText } from '../../src/sketch/text-bytes.ts'

const names: readonly KernelName[] = ['reference', 'wasm', 'wasm-simd']
/** All implementations, the reference first. */
export const all: readonly Kernels[] = await Promise.all(names.map(name => kernelsNamed(name)))

const align = (value: number): number => Math.ceil(value / 64) * 64
/**
 * Lays out texts at odd places between other bytes, calls `run`, and looks whether it wrote where it may not.
 *
 * @returns 16 bytes for each, in hex
 */
export function sign(
  kernels: Kernels,
  texts: readonly string[],
  scratchBytes: number,
  run: (table: number, plan: number, scratch: number, out: number) => void,
): string[] {
  const encoded = texts.map(encodeText)
  const plan = kernels.base + profileUnitsBytes
  const table = plan + align(profilePlanBytes)
  const out = align(table + 8 * texts.length + 64)
  const outEnd = out + signatureBytes * texts.length
  const first = align(outEnd + 128)
  const end = encoded.reduce((at, bytes) => at + bytes.length + 7, first)
  const scratch = align(end + 64)
  const scratchEnd = scratch + scratchBytes + 64
  assert.ok(kernels.reserve(scratchEnd + 256))
  const memory = new Uint8Array(kernels.memory.buffer)
  memory.fill(0xee, out, first)
  memory.fill(0xe9, first, scratch)
  memory.fill(0x41, scratch, scratchEnd + 256)
  let at = first + 3
  encoded.forEach((bytes, i) => {
    memory.set(bytes, at)
    new Uint32Array(memory.buffer, table + 8 * i, 2).set([at, at + bytes.length])
    at += bytes.length + 7
  })
  run(table, plan, scratch, out)
  const isLeft = (byte: number) => (from: number, to: number) =>
    memory.subarray(from, to).every(b => b === byte)
  assert.ok(isLeft(0xee)(outEnd + 64, first), `${kernels.name} wrote behind the target`)
  assert.ok(isLeft(0x41)(scratchEnd, scratchEnd + 256), `${kernels.name} wrote behind the scratch`)
  return encoded.map((_, i) =>
    Buffer.from(memory.subarray(out + 16 * i, out + 16 * i + 16)).toString('hex'),
  )
}
