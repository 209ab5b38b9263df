/** Lucene's MinHash against observed tokens, and against one sorted list for each bucket. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { luceneMinHash, minHashTermBytes, minHashTokenHex, minHashTokens } from './lucene-min-hash.ts'
import type { LuceneMinHashParams } from './params.ts'

const oneBucket = { hashCount: 1, bucketCount: 1, hashSetSize: 1, withRotation: false }

/** Tokens by the names of their words. */
function namesOf(text: string, params: LuceneMinHashParams): string {
  const names = new Map(
    [...'abcde'].map(name => [minHashTokenHex(luceneMinHash([name], oneBucket))[0], name]),
  )
  return minHashTokenHex(luceneMinHash(text.split(' '), params))
    .map(token => names.get(token))
    .join(' ')
}

test('gives the tokens that Lucene gives', () => {
  const hex = (tokens: string[], params: LuceneMinHashParams) =>
    minHashTokenHex(luceneMinHash(tokens, params))
  assert.deepEqual(hex(['woof woof woof woof woof'], oneBucket), ['2101d33dfa858059219da1c1d671676f'])
  assert.deepEqual(hex([''], oneBucket), ['589623161cf526f1cfa0f7ddd84c76bc'])
  assert.deepEqual(hex(['', ''], { ...oneBucket, hashCount: 2, bucketCount: 3, hashSetSize: 2 }), [
    '00000000589623161cf526f1cfa0f7dd',
    '00000001798c330cbcdfe0e6c7849998',
  ])
})

test('no token gives no token, and one token fills all 512 buckets by default', () => {
  assert.equal(luceneMinHash([]).length, 0)
  const tokens = minHashTokenHex(luceneMinHash(['abc']))
  assert.equal(tokens.length, 512)
  assert.deepEqual([...new Set(tokens)], ['9bfa010f70eb8d2891114dbb5f2db88b'])
  assert.equal(luceneMinHash(['abc'], { withRotation: false }).length, 4)
})

test('an empty bucket takes the value of the next filled one, around the end', () => {
  // a and c are in the first quarter of the range, b and d in the second, and e in the last.
  assert.equal(namesOf('a b c d e', { bucketCount: 4 }), 'c d e e')
  assert.equal(namesOf('a', { bucketCount: 4 }), 'a a a a')
  assert.equal(namesOf('a e', { bucketCount: 4 }), 'a e e e')
  assert.equal(namesOf('b e', { bucketCount: 4 }), 'b b e e')
  assert.equal(namesOf('a e', { bucketCount: 4, withRotation: false }), 'a e')
  assert.equal(namesOf('a e', { bucketCount: 4, hashSetSize: 2 }), 'a e')
})

test('a set shrinks if a member below its largest comes again, so order and repetition matter', () => {
  const params = { bucketCount: 1, hashSetSize: 3 }
  // By value: c < a < d < b < e.
  assert.equal(namesOf('a b c d e', params), 'c a d')
  assert.equal(namesOf('c a d c', params), 'c a')
  assert.equal(namesOf('c c a d', params), 'c a d')
  assert.equal(namesOf('a b c d e c', params), 'c a')
  assert.equal(namesOf('a b c d e d', params), 'c a d')
})

test('terms of an index lose values that UTF-8 cannot hold', () => {
  const words = Uint32Array.of(0x00410042, 0xd83dde00, 0xd8000041, 0xdc00007a)
  assert.deepEqual(minHashTokens(words), ['AB\u{1f600}\ud800A\udc00z'])
  assert.deepEqual(minHashTermBytes(words), [new TextEncoder().encode('AB\u{1f600}\ufffdA\ufffdz')])
})

const letters = fc.array(fc.constantFrom(...'abcdefghijkl'), { maxLength: 60 })
const count = fc.integer({ min: 1, max: 9 })

/** The rule of a set, on one sorted list of tokens of a bucket. */
function naiveSet(tokens: readonly string[], bound: number): string[] {
  let set: string[] = []
  for (const token of tokens) {
    if (set.length === bound) {
      if (token >= (set.at(-1) ?? '')) continue
      set.pop()
    }
    set = [...new Set([...set, token])].sort()
  }
  return set
}

test('every bucket holds the values by the rule, in order, for any number of buckets', () => {
  const property = fc.property(letters, count, count, (tokens, bucketCount, hashSetSize) => {
    const values = tokens.map(token => minHashTokenHex(luceneMinHash([token], oneBucket))[0])
    const width = Math.ceil(2 ** 32 / bucketCount)
    const bucketOf = (value: string) => Math.floor(Number.parseInt(value.slice(0, 8), 16) / width)
    const expected = Array.from({ length: bucketCount }, (_, bucket) => {
      return naiveSet(
        values.filter(value => bucketOf(value) === bucket),
        hashSetSize,
      )
    }).flat()
    const params = { hashCount: 1, bucketCount, hashSetSize, withRotation: false }
    assert.deepEqual(minHashTokenHex(luceneMinHash(tokens, params)), expected)
  })
  fc.assert(property, { numRuns: runs(300), seed: 4 })
})

test('sets of any bound hold many tokens completely', () => {
  const tokens = Array.from({ length: 1000 }, (_, i) => `t${i}`)
  const words = luceneMinHash(tokens, { hashCount: 2, bucketCount: 3, hashSetSize: 10 ** 9 })
  const found = minHashTokenHex(words)
  assert.equal(found.length, 2000)
  assert.deepEqual(found, [...found].sort())
})

test('refuses values that are no counts, with the words of Lucene as the cause', () => {
  for (const name of ['hashCount', 'bucketCount', 'hashSetSize'] as const) {
    for (const wrong of [0, -1, 1.5, Number.NaN]) {
      const isRight = (error: unknown) =>
        isNearsameError(error) &&
        error.message ===
          `OPTION_VALUE: expected ${name} to be a whole number in [1, ${name === 'hashSetSize' ? 2147483647 : 4194304}], got ${wrong}. To fix: change ${name}, or leave it out for its default.` &&
        (error.cause as Error).message === `${name} must be greater than zero`
      assert.throws(() => luceneMinHash([], { [name]: wrong }), isRight)
    }
  }
  assert.throws(() => luceneMinHash([], { bucketCount: 2 ** 22, hashCount: 2 }), {
    message:
      'OPTION_VALUE: expected hashCount * bucketCount to be at most 4194304, got 8388608. To fix: lower hashCount or bucketCount.',
  })
})
