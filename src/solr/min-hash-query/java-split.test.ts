/** Splitting as Java does it: observed results, the wording of refusals, and time that stays linear. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isJavaException } from '../../ground/java/java-exception.ts'
import { splitAsJava } from './java-split.ts'

/** What Java 17 gave; parts between bars. */
function assertSplits(cases: readonly [text: string, regex: string, ...parts: string[]][]): void {
  for (const [text, regex, ...parts] of cases) assert.deepEqual(splitAsJava(text, regex), parts, regex)
}

test('drops empty parts at the end, and keeps them elsewhere', () => {
  assertSplits([
    ['a,,b', ',', 'a', '', 'b'],
    [',a', ',', '', 'a'],
    ['a,,', ',', 'a'],
    [',', ','],
    ['', ',', ''],
    ['abc', 'xyz', 'abc'],
    ['a|b', '\\|', 'a', 'b'],
  ])
})

test('takes the separator for a pattern', () => {
  assertSplits([
    ['a.b.c', '.'],
    ['a|b', '|', 'a', '|', 'b'],
    ['a$b', '$', 'a$b'],
    ['ab', '^', 'ab'],
    ['a b  c', '\\s+', 'a', 'b', 'c'],
    ['a1b2c', '[0-9]', 'a', 'b', 'c'],
    ['a , b,c', ' *, *', 'a', 'b', 'c'],
    ['axxb', 'x{2}?', 'a', 'b'],
    ['xaxbx', 'a||b', 'x', '', 'x', 'b', 'x'],
    ['éa1\u0661', '\\w|\\d', 'é', '', '\u0661'],
    ['a\u0085b\n', '.', '', '\u0085', '\n'],
    ['😀,', '[^,]', '', ','],
    ['x]a', '[]a]', 'x'],
    ['+,-', '[+--]'],
    ['xabab', '(?:ab)+', 'x'],
    ['ababac', 'ab|a', '', '', '', 'c'],
    ['a-b', '\\-', 'a', 'b'],
    ['a1, b_é9c', '\\W+', 'a1', 'b_', '9c'],
    ['a1b22', '\\D', '', '1', '22'],
    ['a b\tc ', '\\S+', '', ' ', '\t', ' '],
    ['a\u00a0b c', '\\H+', '', '\u00a0', ' '],
    ['a\nb\u2028c', '\\V+', '', '\n', '\u2028'],
    ['a\rb\fc', '\\v', 'a', 'b', 'c'],
    ['a_b c', '[^\\W_]', '', '_', ' '],
    ['a5b6', '[\\D5]', '', '', '', '6'],
  ])
})

test('a match of nothing separates all units, and does not count at the beginning', () => {
  assertSplits([
    ['abc', '', 'a', 'b', 'c'],
    ['axb', 'x*', 'a', '', 'b'],
    ['a😀b', '|', 'a', '\ud83d', '\ude00', 'b'],
    ['a\nb\n', '$', 'a\nb', '\n'],
    ['a\r\n', '$', 'a', '\r\n'],
    ['xy😀z', 'a?😀?', 'x', 'y', '', 'z'],
  ])
})

test('refuses what Java refuses, in its words', () => {
  const refused: [string, string][] = [
    ['(', 'Unclosed group near index 1\n('],
    [')', "Unmatched closing ')'\n)"],
    ['a)', "Unmatched closing ')' near index 0\na)\n^"],
    ['[', 'Unclosed character class near index 0\n[\n^'],
    ['[^]', 'Unclosed character class near index 2\n[^]\n  ^'],
    ['[b-a]', 'Illegal character range near index 3\n[b-a]\n   ^'],
    ['{', 'Illegal repetition near index 1\n{'],
    ['a{2', 'Unclosed counted closure near index 3\na{2'],
    ['a{2,1}', 'Illegal repetition range near index 5\na{2,1}\n     ^'],
    ['x{99999999999}', 'Illegal repetition range near index 11\nx{99999999999}\n           ^'],
    ['*', "Dangling meta character '*' near index 0\n*\n^"],
    ['a|+', "Dangling meta character '+' near index 2\na|+\n  ^"],
    ['\\', 'Unexpected internal error near index 1\n\\'],
    ['(\\', 'Unclosed group near index 3\n(\\'],
    ['[\\', 'Unclosed character class near index 2\n[\\'],
    ['\\q', 'Illegal/unsupported escape sequence near index 1\n\\q\n ^'],
    ['[\\b]', 'Illegal/unsupported escape sequence near index 2\n[\\b]\n  ^'],
    ['[a-', 'Illegal character range near index 3\n[a-'],
  ]
  for (const [regex, message] of refused) {
    assert.throws(
      () => splitAsJava('a', regex),
      error => {
        assert.ok(isJavaException(error))
        assert.deepEqual(
          [error.className, error.message],
          ['java.util.regex.PatternSyntaxException', message],
        )
        return true
      },
    )
  }
})

test('says what it does not support', () => {
  for (const regex of ['(?=a)', '(?i)a', 'a++', '\\bx', '(a)\\1', '[a[b]]', '[a&&b]', '\\p{L}', '(a*)*']) {
    assert.throws(() => splitAsJava('a', regex), { code: 'OPTION_VALUE' }, regex)
  }
  assert.throws(() => splitAsJava('a', 'a++'), {
    message:
      'OPTION_VALUE: expected sep to be made of characters, classes, groups, alternatives and simple repetitions, got a possessive quantifier in "a++". To fix: write sep in a simpler way.',
  })
  assert.throws(() => splitAsJava('a', 'a{5000}'), { code: 'OPTION_VALUE' })
  assert.throws(() => splitAsJava('a'.repeat(10 ** 6), '(?:ab){200}'), { code: 'OPTION_VALUE' })
})

test('splits as the patterns of JavaScript do, where both mean the same', () => {
  const pieces = fc.constantFrom(
    'a',
    'b',
    '[ab]',
    '[^a]',
    'a*',
    'b+',
    'a{1,2}',
    '(?:ab|a)',
    '|',
    'b??',
    '(?:a|,)+?',
    ',',
  )
  const patterns = fc.array(pieces, { minLength: 1, maxLength: 5 }).map(list => list.join(''))
  const texts = fc.array(fc.constantFrom('a', 'b', ',', 'x'), { maxLength: 12 }).map(list => list.join(''))
  const property = fc.property(patterns, texts, (regex, text) => {
    const expected: string[] = []
    let from = 0
    for (const { 0: match, index } of text.matchAll(new RegExp(regex, 'g'))) {
      if (index + match.length === 0) continue
      expected.push(text.slice(from, index))
      from = index + match.length
    }
    if (from > 0) expected.push(text.slice(from))
    while (expected.at(-1) === '') expected.pop()
    assert.deepEqual(splitAsJava(text, regex), from === 0 ? [text] : expected)
  })
  fc.assert(property, { numRuns: 1000, seed: 5 })
})

test('takes linear time where other matchers take exponential or square time', () => {
  const spaces = ' '.repeat(50_000)
  assert.deepEqual(splitAsJava(spaces, '\\s*,\\s*'), [spaces])
  const letters = 'a'.repeat(50_000)
  assert.deepEqual(splitAsJava(letters, '(?:a|aa)+,'), [letters])
  assert.equal(splitAsJava('a ,'.repeat(50_000), '\\s*,\\s*').length, 50_000)
})
