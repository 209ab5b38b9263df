import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { recordFormat, txtFormat } from './formats.ts'
import { invalidUtf8At, type RecordFormat } from './record-format.ts'

function records(format: RecordFormat, bytes: Buffer, from = 0, to = bytes.length): string[] {
  const found: string[] = []
  let at = from
  let end = format.recordEnd(bytes, at, to, true)
  while (end !== -1) {
    found.push(bytes.toString('latin1', at, end))
    at = end
    end = format.recordEnd(bytes, at, to, true)
  }
  return found
}

const choice = { text: ['text'], id: 'id' }
const formats: RecordFormat[] = [
  recordFormat({ name: 'jsonl', choice }),
  recordFormat({ name: 'txt' }),
  recordFormat({ name: 'id-text' }),
  recordFormat({ name: 'csv', choice, header: ['id', 'text'] }),
  recordFormat({ name: 'tsv', choice, header: ['id', 'text'] }),
]

test('finds the place of each ill-formed sequence of the Unicode Standard, table 3-8 included', () => {
  const cases: [string, number][] = [
    ['61', -1],
    ['c3a9e282acf09f9880f48fbfbf', -1],
    ['61c0af', 1],
    ['c1bf', 0],
    ['e09fbf', 0],
    ['eda080', 0],
    ['edbfbf', 0],
    ['f08fbfbf', 0],
    ['f4908080', 0],
    ['f5', 0],
    ['6180', 1],
    ['61e282', 1],
    ['61e28261', 1],
    ['f09f98', 0],
  ]
  for (const [hex, at] of cases) assert.equal(invalidUtf8At(Buffer.from(hex, 'hex')), at, hex)
})

test('agrees with the decoder of the runtime on what is UTF-8', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 3 }),
    fc.string({ unit: 'grapheme', maxLength: 3 }).map(text => Buffer.from(text)),
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const bytes = Buffer.concat(pieces)
      let isValid = true
      try {
        decoder.decode(bytes)
      } catch {
        isValid = false
      }
      assert.equal(invalidUtf8At(bytes) === -1, isValid)
    }),
    { numRuns: 500 },
  )
})

test('gives the same records when a source is divided at any record starts', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '"', ',', '\t', '\n', '\r', 'é', ' '),
    maxLength: 60,
  })
  for (const format of formats) {
    fc.assert(
      fc.property(text, fc.nat(), (content, seed) => {
        const bytes = Buffer.from(content)
        const whole = records(format, bytes)
        assert.equal(whole.join(''), bytes.toString('latin1'))
        const cut = whole.slice(0, seed % (whole.length + 1)).join('').length
        assert.deepEqual([...records(format, bytes, 0, cut), ...records(format, bytes, cut)], whole)
      }),
      { numRuns: 500 },
    )
  }
})

test('waits for more bytes exactly while a record could go on', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r'), minLength: 1, maxLength: 30 })
  for (const format of formats) {
    fc.assert(
      fc.property(text, content => {
        const bytes = Buffer.from(content)
        const end = format.recordEnd(bytes, 0, bytes.length, true)
        for (let to = 0; to < bytes.length; to++) {
          const early = format.recordEnd(bytes, 0, to, false)
          if (early !== -1) assert.equal(early, end)
        }
      }),
      { numRuns: 500 },
    )
  }
})

test('does not look beyond the end of the window', () => {
  const bytes = Buffer.from('ab\ncd\n')
  assert.equal(txtFormat.recordEnd(bytes, 0, 2, false), -1)
  assert.equal(txtFormat.recordEnd(bytes, 0, 2, true), 2)
  assert.equal(txtFormat.recordEnd(bytes, 3, 3, true), -1)
})
