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

/** That the words are the tokens, one for one. */
function check(text: string): void {
  const [words, tokens] = [wordsIn(text), tokensIn(text)]
  assert.equal(words.length, tokens.length)
  assert.equal(tokensIn(words.join(' ')).join(' '), tokens.join(' '))
}

test('an apostrophe that many scripts share, Thai among them, is a letter of the word it stands in', () => {
  assert.deepEqual(wordsIn('новий обʼєкта тут'), ['новий', 'обʼєкта', 'тут'])
  assert.deepEqual(wordsIn('ʼn ʼʼ ทʼท'), ['ʼn', 'ʼʼ', 'ท', 'ʼ', 'ท'])
})

test('what only scripts without spaces share is a word of its own', () => {
  assert.deepEqual(wordsIn('ラーメン 〆切 ｱｰﾞ'), ['ラ', 'ー', 'メ', 'ン', '〆', '切', 'ｱ', 'ｰ', 'ﾞ'])
})

test('marks stay with their character, and one that makes a separator another is no word', () => {
  assert.deepEqual(wordsIn('cafe\u0301 สวัสดี a=\u0338b'), ['cafe\u0301', 'ส', 'วั', 'ส', 'ดี', 'a', 'b'])
  assert.deepEqual(wordsIn('\u0301a .\u0316b\ud800\u0301'), ['\u0301a', '\u0316b', '\ud800\u0301'])
  assert.deepEqual(wordsIn('a\u{1f600}\ufe0f \u{1d15e}'), ['a', '\ufe0f', '\u{1d15e}'])
  assert.deepEqual(wordsIn(''), [])
})

/** U+0345 folds to a letter: in a word of a base character it is a token that is no word. */
const withoutIota = (text: string): string => text.replaceAll('\u0345', '')

test('the words of any text are its tokens, one for one', () => {
  fc.assert(
    fc.property(anyText, text => check(withoutIota(text))),
    { numRuns: 300 },
  )
})

test('every character is in the words as it is in the tokens, between a base character and a letter', () => {
  for (const text of everyCharacter('中', 'b')) check(withoutIota(text))
})
