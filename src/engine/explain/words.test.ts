import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText, everyCharacter } from '../../../test/kernels/text-samples.ts'
import { canonicalise } from '../../texts/kernels/reference/canonical.ts'
import { decodeText, encodeText } from '../../texts/text/text-bytes.ts'
import { wordsIn } from './words.ts'

function tokensIn(text: string): string[] {
  const source = encodeText(text)
  const memory = new Uint8Array(5 * source.length + 64)
  memory.set(source)
  const end = canonicalise(memory, 0, source.length, source.length)
  const canonical = decodeText(memory.slice(source.length, end)).replaceAll('\u0001', ' ')
  return canonical === '' ? [] : canonical.split(' ')
}

/** Checks that words and tokens correspond one to one. */
function check(text: string): void {
  const [words, tokens] = [wordsIn(text), tokensIn(text)]
  assert.equal(words.length, tokens.length)
  assert.equal(tokensIn(words.join(' ')).join(' '), tokens.join(' '))
}

test('an apostrophe shared by many scripts, including Thai, is a letter of its word', () => {
  assert.deepEqual(wordsIn('новий обʼєкта тут'), ['новий', 'обʼєкта', 'тут'])
  assert.deepEqual(wordsIn('ʼn ʼʼ ทʼท'), ['ʼn', 'ʼʼ', 'ท', 'ʼ', 'ท'])
})

test('a character shared only by scripts without spaces is a word of its own', () => {
  assert.deepEqual(wordsIn('ラーメン 〆切 ｱｰﾞ'), ['ラ', 'ー', 'メ', 'ン', '〆', '切', 'ｱ', 'ｰ', 'ﾞ'])
})

test('marks stay with their character, and a mark that turns one separator into another forms no word', () => {
  assert.deepEqual(wordsIn('cafe\u0301 สวัสดี a=\u0338b'), ['cafe\u0301', 'ส', 'วั', 'ส', 'ดี', 'a', 'b'])
  assert.deepEqual(wordsIn('\u0301a .\u0316b\ud800\u0301'), ['\u0301a', '\u0316b', '\ud800\u0301'])
  assert.deepEqual(wordsIn('a\u{1f600}\ufe0f \u{1d15e}'), ['a', '\ufe0f', '\u{1d15e}'])
  assert.deepEqual(wordsIn(''), [])
})

/** U+0345 folds to a letter: in the word of a base character it is a token but no word. */
const withoutIota = (text: string): string => text.replaceAll('\u0345', '')

test('words and tokens of any text correspond one to one', () => {
  fc.assert(
    fc.property(anyText, text => check(withoutIota(text))),
    { numRuns: 300 },
  )
})

test('words and tokens agree on every character between a base character and a letter', () => {
  for (const text of everyCharacter('中', 'b')) check(withoutIota(text))
})
