import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { type Words, wordDiff } from './word-diff.ts'

/** The words of a text, compared without case. */
function wordsOf(text: string): Words {
  const words = text.split(' ').filter(word => word !== '')
  return { words, keys: words.map(word => word.toLowerCase()) }
}

function side(a: Words, b: Words, op: 'removed' | 'added'): string[] {
  return wordDiff(a, b)
    .filter(run => run.op === 'same' || run.op === op)
    .flatMap(run => run.words.map(word => word.toLowerCase()))
}

/** Checks that the diff turns A into B, and that its runs alternate. */
function check(a: Words, b: Words): void {
  assert.deepEqual(side(a, b, 'removed'), a.keys)
  assert.deepEqual(side(a, b, 'added'), b.keys)
  const ops = wordDiff(a, b)
    .map(run => run.op[0])
    .join('')
  assert.match(ops, /^(r?a?s)*r?a?$/)
  assert.doesNotMatch(ops, /ss/)
}

/** Length of the longest common subsequence, by dynamic programming. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array(b.length + 1).fill(0)
  for (const word of a) {
    const next = [0]
    for (let j = 0; j < b.length; j++) next.push(word === b[j] ? row[j] + 1 : Math.max(row[j + 1], next[j]))
    row = next
  }
  return row[b.length]
}

function commonWords(a: Words, b: Words): number {
  return wordDiff(a, b).reduce((sum, { op, words }) => sum + (op === 'same' ? words.length : 0), 0)
}

/** Random words from a vocabulary of the given size. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomWords(length: number, different: number, next: (below: number) => number): Words {
  return wordsOf(Array.from({ length }, () => `w${next(different)}`).join(' '))
}

test('gives runs in reading order, removed before added; common words have the spelling of A', () => {
  assert.deepEqual(wordDiff(wordsOf('The quick Fox jumps'), wordsOf('the slow red fox jumps high')), [
    { op: 'same', words: ['The'] },
    { op: 'removed', words: ['quick'] },
    { op: 'added', words: ['slow', 'red'] },
    { op: 'same', words: ['Fox', 'jumps'] },
    { op: 'added', words: ['high'] },
  ])
})

test('finds the shortest script of Myers 1986, figure 1', () => {
  const [a, b] = [wordsOf('a b c a b b a'), wordsOf('c b a b a c')]
  assert.equal(commonWords(a, b), 4)
  check(a, b)
})

test('gives one run for equal texts or for a text and an empty one, and none for two empty ones', () => {
  assert.deepEqual(wordDiff(wordsOf('a b'), wordsOf('A B')), [{ op: 'same', words: ['a', 'b'] }])
  assert.deepEqual(wordDiff(wordsOf('a b'), wordsOf('')), [{ op: 'removed', words: ['a', 'b'] }])
  assert.deepEqual(wordDiff(wordsOf(''), wordsOf('a b')), [{ op: 'added', words: ['a', 'b'] }])
  assert.deepEqual(wordDiff(wordsOf(''), wordsOf('')), [])
})

test('turns A into B by as few edits as possible, for any short texts', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', 'E', 'e'), { maxLength: 30 })
    .map(words => words.join(' '))
  fc.assert(
    fc.property(text, text, (left, right) => {
      const [a, b] = [wordsOf(left), wordsOf(right)]
      check(a, b)
      assert.equal(commonWords(a, b), longestCommon(a.keys, b.keys))
    }),
    { numRuns: runs(1000) },
  )
})

test('turns A into B for long texts with a small or a large vocabulary', () => {
  const next = random(1)
  for (const different of [2, 5, 50, 5000])
    check(randomWords(3000, different, next), randomWords(2500, different, next))
})

test('keeps the rest aligned when a long passage is added or moved', () => {
  const next = random(2)
  const [before, passage, after] = [4000, 3000, 4000].map(length =>
    randomWords(length, 2000, next).words.join(' '),
  )
  const whole = wordsOf(`${before} ${passage} ${after}`)
  assert.equal(commonWords(wordsOf(`${before} ${after}`), whole), 8000)
  check(whole, wordsOf(`${passage} ${before} ${after}`))
  assert(commonWords(whole, wordsOf(`${passage} ${before} ${after}`)) >= 8000)
})

test('compares long texts in less than quadratic time, whatever they have in common', () => {
  const next = random(3)
  const words = 40_000
  for (const different of [2, 20, 1000, 50_000, 1_000_000]) {
    check(randomWords(words, different, next), randomWords(words, different, next))
  }
})
