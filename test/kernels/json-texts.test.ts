/** `jsonTexts` against its definition, and against the single records it combines. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { align64 } from '../../src/texts/kernels/layout/memory-layout.ts'
import { jsonType } from '../../src/texts/kernels/reference/json.ts'
import { runs } from '../ground/runs.ts'
import { guarded, placeBehind, reserveGuarded, type Target } from './guards.ts'
import { all } from './implementations.ts'

const names = ['text', 'id'].map(name => Buffer.from(name))

interface Layout {
  readonly bounds: number
  readonly found: number
  readonly texts: Target
  readonly out: Target
}

/** Puts wanted names, records and their bounds into memory; the bytes after the records must not matter. */
function layOut(kernels: Kernels, records: readonly string[]): Layout {
  const { base } = kernels
  const source = Buffer.from(records.join(''))
  const [from, bounds] = [base + 256, align64(base + 256 + source.length + 64)]
  const texts = placeBehind(bounds + 4 * (records.length + 1))
  const textsBytes = 8 * records.length + 12 * names.length + 4
  const out = placeBehind(texts + textsBytes)
  const outBytes = source.length + 64 * records.length
  const found = placeBehind(out + outBytes)
  reserveGuarded(kernels, found + 64)
  const bytes = new Uint8Array(kernels.memory.buffer)
  const words = new Uint32Array(kernels.memory.buffer)
  let at = base + 64
  names.forEach((name, i) => {
    words.set([at, name.length], base / 4 + 2 * i)
    bytes.set(name, at)
    at += name.length
  })
  bytes.fill(0x22, from, from + source.length + 64).set(source, from)
  let end = from
  const ends = records.map(record => {
    end += Buffer.byteLength(record)
    return end
  })
  words.set([from, ...ends], bounds / 4)
  return {
    bounds,
    found,
    texts: { at: texts, bytes: textsBytes, slack: 0 },
    out: { at: out, bytes: outBytes, slack: 0 },
  }
}

/** The texts of the accepted records, and the first free address relative to the target. */
function textsOf(kernels: Kernels, records: readonly string[]): { texts: string[]; free: number } {
  const { bounds, texts, out } = layOut(kernels, records)
  const count = records.length
  const taken = guarded(kernels, [texts, out], () =>
    kernels.jsonTexts(bounds, count, kernels.base, names.length, out.at, texts.at),
  )
  const words = new Uint32Array(kernels.memory.buffer, texts.at, 2 * taken + 1)
  const bytes = Buffer.from(kernels.memory.buffer)
  const found = Array.from({ length: taken }, (_, i) =>
    bytes.toString('latin1', words[2 * i], words[2 * i + 1]),
  )
  return { texts: found, free: words[2 * taken] - out.at }
}

/** The same by one record after the other. */
function oneByOne(kernels: Kernels, records: readonly string[]): string[] {
  const { bounds, found, out } = layOut(kernels, records)
  const { buffer } = kernels.memory
  const [words, bytes] = [new Uint32Array(buffer), Buffer.from(buffer)]
  const texts: string[] = []
  for (const i of records.keys()) {
    const [from, to] = words.subarray(bounds / 4 + i, bounds / 4 + i + 2)
    if (kernels.jsonRecord(from, to, kernels.base, names.length, found) !== 0) break
    const [type, textFrom, textTo] = words.subarray(found / 4, found / 4 + 3)
    if (type !== jsonType.string && type !== jsonType.escapedString) break
    const end = kernels.unescapeJson(textFrom, textTo, out.at)
    texts.push(bytes.toString('latin1', out.at, end))
  }
  return texts
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`
const plain = line({ id: 1, text: 'plain' })
const escaped = line({ text: 'a "b"\n', id: 2 })
const stops = [
  '',
  '\n',
  ' \r\n',
  '{"text":\n',
  line(['text']),
  line({ id: 3 }),
  line({ text: null }),
  line({ text: 7 }),
  line({ text: ['a'] }),
  '{"text":"\0"}\n',
]

for (const kernels of all) {
  test(`${kernels.name}: jsonTexts takes lines up to the first one it does not accept`, () => {
    for (const stop of stops) {
      const { texts, free } = textsOf(kernels, [plain, escaped, plain, stop, plain])
      assert.deepEqual(texts, ['plain', 'a "b"\n', 'plain'], stop)
      assert.equal(free, 'a "b"\n'.length + 64)
    }
  })

  test(`${kernels.name}: jsonTexts takes all lines, with or without a final line end`, () => {
    for (const records of [[], [plain], [plain, ` ${plain}`, plain.trimEnd()]]) {
      assert.deepEqual(textsOf(kernels, records), { texts: records.map(() => 'plain'), free: 0 })
    }
  })

  test(`${kernels.name}: jsonTexts agrees with its definition and with single records`, () => {
    const text = fc.string({ unit: 'binary', maxLength: 150 })
    const record = fc.oneof(
      { weight: 8, arbitrary: text.map(text => line({ id: 0, text })) },
      { weight: 2, arbitrary: text.map(text => ` {"text" : ${JSON.stringify(text)}, "a":[{}]}\r\n`) },
      { weight: 1, arbitrary: fc.constantFrom(...stops) },
    )
    const property = fc.property(fc.array(record, { maxLength: 12 }), records => {
      const got = textsOf(kernels, records)
      assert.deepEqual(got, textsOf(all[0], records))
      assert.deepEqual(got.texts, oneByOne(kernels, records))
    })
    fc.assert(property, { numRuns: runs(500), seed: 17 })
  })
}
