/** Splitting as Java does it, by what a separator may be: results observed on Java 17, and refusals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitAsJava } from './separator.ts'

/** What Java 17 gave. */
function assertSplits(cases: readonly [text: string, separator: string, ...parts: string[]][]): void {
  for (const [text, separator, ...parts] of cases)
    assert.deepEqual(splitAsJava(text, separator), parts, separator)
}

test('drops empty parts at the end, and keeps them elsewhere', () => {
  assertSplits([
    ['a,,b', ',', 'a', '', 'b'],
    [',a', ',', '', 'a'],
    ['a,,', ',', 'a'],
    [',', ','],
    ['', ',', ''],
    ['abc', 'xyz', 'abc'],
    ['axyzb', 'xyz', 'a', 'b'],
  ])
})

test('a backslash makes a special character literal, and names white space', () => {
  assertSplits([
    ['a|b', '\\|', 'a', 'b'],
    ['a.b.', '\\.', 'a', 'b'],
    ['a\\b', '\\\\', 'a', 'b'],
    ['a-b', '\\-', 'a', 'b'],
    ['a\tb', '\\t', 'a', 'b'],
    ['a]b}c', ']', 'a', 'b}c'],
  ])
})

test('classes are those of Java, of ASCII where they are predefined', () => {
  assertSplits([
    ['a1b2c', '[0-9]', 'a', 'b', 'c'],
    ['a;b, c', '[,;] ', 'a;b', 'c'],
    ['a1\u0661', '\\d', 'a', '\u0661'],
    ['a\u00a0b\u000bc', '\\s', 'a\u00a0b', 'c'],
    ['a1,b_é9', '\\W', 'a1', 'b_', '9'],
    ['a1b22', '\\D', '', '1', '22'],
    ['a-b,c', '[,-]', 'a', 'b', 'c'],
    ['a-b,c', '[-,]', 'a', 'b', 'c'],
    ['a]b', '[\\]]', 'a', 'b'],
    ['a b\tc1d', '[\\s\\d]', 'a', 'b', 'c', 'd'],
    ['a|b&c', '[|&]', 'a', 'b', 'c'],
    ['😀,', '[^,]', '', ','],
  ])
})

test('characters beyond the first plane are whole', () => {
  assertSplits([
    ['a😀b', '😀', 'a', 'b'],
    ['a😀b', '[😀😁]', 'a', 'b'],
    ['a😀b', '\ud83d', 'a😀b'],
  ])
})

test('refuses what is neither character nor class, whether Java takes it or not', () => {
  const patterns =
    '. | $ ^ \\s+ x* a? a{2} (a) (?=a) (?i)a \\bx [a[b]] [a&&b] [b-a] [\\d-x] [] [^] [ [a \\ \\q \\p{L} \\u0041'
  for (const pattern of patterns.split(' '))
    assert.throws(() => splitAsJava('a', pattern), { code: 'OPTION_VALUE' }, pattern)
  assert.throws(() => splitAsJava('a', '\\s+'), {
    message:
      'OPTION_VALUE: expected sep to be made of characters and character classes, such as `,` or `[,;]`, got "\\\\s+". To fix: leave out repetition, alternatives and groups; a backslash makes a special character literal.',
  })
})

test('takes linear time', () => {
  const letters = 'a'.repeat(200_000)
  assert.deepEqual(splitAsJava(letters, 'aab'), [letters])
  assert.equal(splitAsJava('a ,'.repeat(50_000), '[ ],').length, 50_000)
  assert.throws(() => splitAsJava('a', `${'[a-b]'.repeat(50_000)}+`), { code: 'OPTION_VALUE' })
})
