import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unicodeImage } from '../../src/texts/kernels/layout/unicode-image.ts'
import { kernelsNamed } from '../../src/texts/kernels/select.ts'

for (const name of ['wasm', 'wasm-simd'] as const) {
  test(`${name} unpacks the Unicode tables of the definition, and leaves nothing behind them`, async () => {
    const { base, memory } = await kernelsNamed(name)
    const image = unicodeImage()
    const room = Math.ceil(image.length / 64) * 64
    const found = new Uint8Array(memory.buffer, base - room, image.length)
    assert(Buffer.from(found).equals(image))
    assert(new Uint8Array(memory.buffer, base - room + image.length).every(byte => byte === 0))
  })
}
