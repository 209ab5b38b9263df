/** Line feeds against their definition, for every implementation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { newlines } from '../../src/texts/kernels/reference/reference-kernels.ts'
import { kernelsNamed } from '../../src/texts/kernels/select.ts'
import { runs } from '../ground/runs.ts'
import { guarded, placeBehind, reserveGuarded } from './guards.ts'
import { names } from './implementations.ts'

const twin = new Uint8Array(1 << 20)

/** Offsets of the line feeds, equal for kernel and twin. More line feeds follow the text. */
function feeds(kernels: Kernels, text: Uint8Array, max: number, shift: number): Uint32Array {
  const from = kernels.base + shift
  const to = from + text.length
  const out = placeBehind(to)
  const expected = text.filter(byte => byte === 0x0a).length
  const target = { at: out, bytes: 4 * Math.min(max, expected), slack: 0 }
  reserveGuarded(kernels, out + target.bytes)
  const real = new Uint8Array(kernels.memory.buffer)
  real.fill(0x0a, from, to + 64).set(text, from)
  twin.set(real.subarray(from, to + 64), from)
  const count = newlines(twin, from, to, out, max)
  assert.equal(
    guarded(kernels, [target], () => kernels.newlines(from, to, out, max)),
    count,
  )
  const found = new Uint32Array(real.slice(out, out + 4 * count).buffer)
  assert.deepEqual(found, new Uint32Array(twin.slice(out, out + 4 * count).buffer))
  return found.map(offset => offset - from)
}

for (const name of names) {
  test(`${name}: newlines returns offsets in order, up to the maximum`, async () => {
    const kernels = await kernelsNamed(name)
    assert.equal(kernels.name, name)
    const text = Buffer.from(`a\n\n${'b'.repeat(70)}\nc`)
    assert.deepEqual([...feeds(kernels, text, 9, 0)], [1, 2, 73])
    assert.deepEqual([...feeds(kernels, text, 2, 1)], [1, 2])
    assert.deepEqual([...feeds(kernels, text, 0, 1)], [])
  })

  test(`${name}: newlines agrees at every length around the blocks and on noise`, async () => {
    const kernels = await kernelsNamed(name)
    for (let length = 0; length <= 200; length++) {
      for (const every of [1, 3, 64, 500]) {
        const text = new Uint8Array(length).map((_, i) =>
          i % every === every - 1 ? 0x0a : 0x0b + (i % 3) * 0x40,
        )
        for (const max of [0, 1, 7, 1000]) feeds(kernels, text, max, length % 9)
      }
    }
    const bytes = fc.array(fc.constantFrom(0x0a, 0x0b, 0x8a, 0x09, 0, 0xff), { maxLength: 400 })
    const property = fc.property(bytes, fc.nat(500), fc.nat(70), (text, max, shift) => {
      feeds(kernels, Uint8Array.from(text), max, shift)
    })
    fc.assert(property, { numRuns: runs(500), seed: 17 })
  })
}
