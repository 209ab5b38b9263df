/** Signs texts with a kernel of whole-text signatures, as a thread does, and checks every write. */
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { align64 } from '../../src/texts/kernels/layout/memory-layout.ts'
import {
  profilePlanBytes,
  profileUnitsBytes,
  signatureBytes,
} from '../../src/texts/kernels/layout/signature-layout.ts'
import { encodeText } from '../../src/texts/text/text-bytes.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'

/** Address of the plan of profiles, behind their table of units. */
export const planAt = (kernels: Kernels): number => kernels.base + profileUnitsBytes

/**
 * Lays out texts at unaligned addresses between other bytes and calls `run`, guarded.
 *
 * @returns 16 bytes for each, in hex
 */
export function sign(
  kernels: Kernels,
  texts: readonly string[],
  scratchBytes: number,
  run: (table: number, scratch: number, out: number) => void,
): string[] {
  const encoded = texts.map(encodeText)
  const table = planAt(kernels) + align64(profilePlanBytes)
  const first = align64(table + 8 * texts.length + 64)
  const end = encoded.reduce((at, bytes) => at + bytes.length + 7, first)
  const out = placeBehind(end)
  const rows = { at: out, bytes: signatureBytes * texts.length, slack: 0 }
  const scratch = { at: placeBehind(out + rows.bytes), bytes: scratchBytes, slack: 0 }
  reserveGuarded(kernels, scratch.at + scratchBytes)
  const memory = new Uint8Array(kernels.memory.buffer)
  memory.fill(0xe9, first, end + 64)
  memory.fill(0x41, scratch.at, scratch.at + scratchBytes)
  let at = first + 3
  encoded.forEach((bytes, i) => {
    memory.set(bytes, at)
    new Uint32Array(memory.buffer, table + 8 * i, 2).set([at, at + bytes.length])
    at += bytes.length + 7
  })
  guarded(kernels, [rows, scratch], () => run(table, scratch.at, out))
  return encoded.map((_, i) =>
    Buffer.from(memory.subarray(out + 16 * i, out + 16 * i + 16)).toString('hex'),
  )
}
