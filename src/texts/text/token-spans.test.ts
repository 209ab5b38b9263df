import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { anyText, everyCharacter } from '../../../test/kernels/text-samples.ts'
import { align64, canonicalRoom } from '../kernels/layout/memory-layout.ts'
import { kernelsNamed } from '../kernels/select.ts'
import { tokensOf } from './canonical-text.ts'
import { decodeText, encodeText } from './text-bytes.ts'
import { tokenSpans } from './token-spans.ts'

const kernels = await kernelsNamed('wasm')

function tokensIn(text: string, rule: number): string[] {
  const bytes = encodeText(text)
  const out = align64(kernels.base + bytes.length + 64)
  assert.ok(kernels.reserve(out + canonicalRoom(bytes.length)))
  const memory = new Uint8Array(kernels.memory.buffer)
  memory.set(bytes, kernels.base)
  const end = kernels.canonicalise(kernels.base, kernels.base + bytes.length, out, rule)
  return tokensOf(memory.slice(out, end))
}

/** Each token is one of its span, spans are in order, and units and bytes name the same characters. */
function check(text: string, rule: number): void {
  const bytes = encodeText(text)
  const { count, from, to, fromUnit, toUnit } = tokenSpans(bytes, rule)
  const tokens = tokensIn(text, rule)
  assert.equal(count, tokens.length, JSON.stringify(text))
  for (let i = 0; i < count; i++) {
    const spelt = text.slice(fromUnit[i], toUnit[i])
    assert.equal(decodeText(bytes.subarray(from[i], to[i])), spelt)
    assert.ok(tokensIn(spelt, rule).includes(tokens[i]), `${JSON.stringify(text)}, token ${i}`)
    if (i > 0) assert.ok(from[i] >= from[i - 1] && to[i] >= to[i - 1])
  }
}

const spansIn = (text: string, rule = 0) => {
  const { count, fromUnit, toUnit } = tokenSpans(encodeText(text), rule)
  return Array.from({ length: count }, (_, i) => text.slice(fromUnit[i], toUnit[i]))
}

test('a span has whole characters, with marks and what vanishes', () => {
  assert.deepEqual(spansIn('The cafe\u0301, won\u00adder!'), ['The', 'cafe\u0301', 'won\u00adder'])
  assert.deepEqual(spansIn('a\u{1f600}b 中ab\u{20000}\ufe00'), ['a', 'b', '中', 'ab', '\u{20000}\ufe00'])
  assert.deepEqual(spansIn('a+b', 2), ['a', '+', 'b'])
  assert.deepEqual(spansIn('\u00ad \u0301'), [])
})

test('the tokens of one character share it', () => {
  assert.deepEqual(spansIn('x㍿y'), ['x', '㍿', '㍿', '㍿', '㍿', 'y'])
  assert.deepEqual(spansIn('ab\ufdfacd'), ['ab\ufdfa', '\ufdfa', '\ufdfa', '\ufdfacd'])
})

test('a token that vanishes when marks are folded has no span', () => {
  for (const text of ['a \u0640 b\u0640', '\u0640\u064b\u0640 x', '中\u0640中\u0640a']) {
    check(text, 0)
    check(text, 1)
  }
})

test('spans have the tokens of any text', () => {
  for (const rule of [0, 1, 2]) {
    fc.assert(
      fc.property(anyText, text => check(text, rule)),
      { numRuns: runs(300) },
    )
  }
})

test('spans have the tokens of every character', () => {
  for (const text of everyCharacter('中', 'b')) assert.equal(spansIn(text).length, tokensIn(text, 0).length)
})
