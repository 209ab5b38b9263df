/** Patterns of Java: each result is that of Java 17. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { javaPattern, javaReplacement, wholePattern } from './pattern.ts'

test('a pattern matches a whole name as in Java', () => {
  const cases: readonly (readonly [pattern: string, name: string, matches: boolean])[] = [
    ['.*_s', 'title_s', true],
    ['.*_s', 'title_ss', false],
    ['^feat(.*)s$', 'features', true],
    ['(name|tag)_[a-z]{1,2}', 'tag_ss', true],
    ['a\\Q.*\\Eb', 'a.*b', true],
    ['a\\Q.*\\Eb', 'axxb', false],
    ['\\w+', 'gr\u00f6sse', false],
    ['[^\\d_]+', 'abc', true],
    ['[a\\-z.]+', 'a-.', true],
    ['x\\u0041\\x42', 'xAB', true],
    ['.', '\u{1f600}', true],
    ['.', '\u0085', false],
    ['a(?=b)..?', 'ab', true],
    ['(?!x).*', 'xy', false],
    ['\\As\\z', 's', true],
    ['a*?b', 'aab', true],
  ]
  for (const [pattern, name, matches] of cases)
    assert.equal(wholePattern(pattern)?.test(name), matches, `${pattern} ${name}`)
})

test('has no equal for what JavaScript reads in another way', () => {
  const others = [
    '(?i)a',
    'a++',
    '(a)\\1',
    '\\p{L}',
    '[a[b]]',
    '[a&&b]',
    '((a)|b)*',
    '(?<n>a)',
    '\\bx',
    '[]a]',
    'a{',
    '(a',
  ]
  for (const pattern of others) assert.equal(javaPattern(pattern), undefined, pattern)
})

test('a dollar sign also stands before the last line break', () => {
  assert.deepEqual('ab\n'.match(javaPattern('b$') as RegExp)?.[0], 'b')
})

test('replacements have groups and escapes', () => {
  const replace = (text: string, groups: number) => javaReplacement(text, groups)?.(['xy', 'x', undefined])
  assert.equal(replace('$1-$0', 2), 'x-xy')
  assert.equal(replace('$2$11', 2), 'x1')
  assert.equal(replace('\\$1\\\\', 0), '$1\\')
  for (const text of ['$3', '$', '$x', '$\u007bn}', '\\']) assert.equal(replace(text, 2), undefined, text)
})
