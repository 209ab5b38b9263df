/** Blank texts: strings and bytes agree, over all of the BMP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlankText, isBlankUtf8 } from './blank-text.ts'

const inBytes = (text: string) => {
  const bytes = Buffer.from(`x${text}x`)
  return isBlankUtf8(bytes, 1, bytes.length - 1)
}

test('exactly the white space of Unicode and the byte-order mark are blank, in strings and in bytes', () => {
  const found: number[] = []
  for (let code = 0; code < 0x10000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const text = String.fromCharCode(code)
    assert.equal(isBlankText(text), inBytes(text), `U+${code.toString(16)}`)
    if (isBlankText(text)) found.push(code)
  }
  const spaces = [9, 10, 11, 12, 13, 32, 0x85, 0xa0, 0x1680]
  for (let code = 0x2000; code <= 0x200a; code++) spaces.push(code)
  assert.deepEqual(found, [...spaces, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff])
})

test('a text is blank if all of it is', () => {
  for (const [text, expected] of [
    ['', true],
    [' \t\r\n\u00a0\u3000', true],
    [' .', false],
    ['\u00a0\u00a1', false],
    ['\u2003\u200b', false],
    ['\u{1f600} ', false],
  ] as const)
    assert.deepEqual([isBlankText(text), inBytes(text)], [expected, expected], JSON.stringify(text))
})
