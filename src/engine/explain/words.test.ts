import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { anyText, everyCharacter } from '../../../test/kernels/text-samples.ts'
import { canonicalRoom } from '../../texts/kernels/layout/memory-layout.ts'
import { canonicalise } from '../../texts/kernels/reference/canonical.ts'
import { decodeText, encodeText } from '../../texts/text/text-bytes.ts'
import { wordsIn } from './words.ts'

function tokensIn(text: string): string[] {
  const source = encodeText(text)
  const memory = new Uint8Array(source.length + canonicalRoom(source.length))
  memory.set(source)
  const end = canonicalise(memory, 0, source.length, source.length, 0)
  const canonical = decodeText(memory.slice(source.length, end)).replaceAll('\u0001', ' ')
  return canonical === '' ? [] : canonical.split(' ')
}

/** Checks that the words have the tokens of the text. */
function check(text: string): void {
  assert.equal(tokensIn(wordsIn(text, {}).join(' ')).join(' '), tokensIn(text).join(' '), text)
}

test('an apostrophe shared by many scripts, including Thai, is a letter of its word', () => {
  assert.deepEqual(wordsIn('новий обʼєкта тут', {}), ['новий', 'обʼєкта', 'тут'])
  assert.deepEqual(wordsIn('ʼn ʼʼ ทʼท', {}), ['ʼn', 'ʼʼ', 'ท', 'ʼ', 'ท'])
})

test('a character shared only by scripts without spaces is a word of its own', () => {
  assert.deepEqual(wordsIn('ラーメン 〆切 ｱｰﾞ', {}), ['ラ', 'ー', 'メ', 'ン', '〆', '切', 'ｱ', 'ｰﾞ'])
})

test('marks stay with their character, and a mark that turns one separator into another forms no word', () => {
  assert.deepEqual(wordsIn('cafe\u0301 สวัสดี a=\u0338b', {}), ['cafe\u0301', 'ส', 'วั', 'ส', 'ดี', 'a', 'b'])
  assert.deepEqual(wordsIn('\u0301a .\u0316b\ud800\u0301', {}), ['a', 'b', '\ud800\u0301'])
  assert.deepEqual(wordsIn('a\u{1f600}\ufe0f \u{1d15e}', {}), ['a'])
  assert.deepEqual(wordsIn('', {}), [])
})

test('what vanishes stays in its word, and a character of several tokens is in one', () => {
  assert.deepEqual(wordsIn('won\u00adder\u200bful \ufeff x\u{1f600}\u200d', {}), [
    'won\u00adder\u200bful',
    'x',
  ])
  assert.deepEqual(wordsIn('新㍿ a㏂b x㈱y', {}), ['新', '㍿', 'a㏂', 'b', 'x', '㈱', 'y'])
})

test('words and tokens of any text correspond', () => {
  fc.assert(
    fc.property(anyText, text => check(text)),
    { numRuns: runs(300) },
  )
})

test('words and tokens agree on every character between a base character and a letter', () => {
  for (const text of everyCharacter('中', 'b')) check(text)
})
