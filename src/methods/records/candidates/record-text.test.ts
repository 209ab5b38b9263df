/** Compared texts: which texts become equal, which stay different, and words of scripts without spaces. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { comparedText, wordsOf } from './record-text.ts'

test('case, punctuation, width and accents do not matter', () => {
  for (const text of ["Art's Délicatessen", 'ART S  DELICATESSEN!', 'ａｒｔ’s delicatessen']) {
    assert.equal(comparedText(text), 'art s delicatessen')
  }
  assert.equal(comparedText('Ναί ναι'), 'ναι ναι')
})

test('marks that are letters of their script stay', () => {
  assert.equal(comparedText('が か'), 'が か')
  assert.equal(comparedText('ที่'), 'ที่')
  assert.notEqual(comparedText('हिन्दी'), comparedText('हन्द'))
})

test('a text without letters and digits is empty', () => {
  for (const text of ['', '  ', '--- / ---', '★']) assert.equal(comparedText(text), '')
  assert.deepEqual(wordsOf(''), [])
})

test('runs in scripts without spaces become pairs of characters; a single character stays', () => {
  assert.deepEqual(wordsOf(comparedText('東京タワー 3F')), ['東京', '京タ', 'タワ', 'ワー', '3f'])
  assert.deepEqual(wordsOf(comparedText('a東b 京')), ['a', '東', 'b', '京'])
})

test('every letter of these scripts is cut, wherever Unicode has it', () => {
  const letter =
    /(?=\p{L})[\p{sc=Han}\p{sc=Yi}\p{sc=Myanmar}\p{sc=Tai_Tham}\p{sc=Tai_Viet}\p{sc=Balinese}\p{sc=Javanese}]/u
  for (let code = 0x80; code < 0x33480; code++) {
    const character = String.fromCodePoint(code)
    if (letter.test(character) && comparedText(character) === character)
      assert.deepEqual(wordsOf(`x${character}x`), ['x', character, 'x'], code.toString(16))
  }
  assert.deepEqual(wordsOf(comparedText('\ua188\ua320\ua071')), ['\ua188\ua320', '\ua320\ua071'])
})

test('the compared text of a compared text is itself, and the fast path for plain text agrees', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), text => {
      const compared = comparedText(text)
      assert.equal(comparedText(compared), compared)
      assert.equal(comparedText(`${text} é`), `${compared} e`.trim())
    }),
  )
})
