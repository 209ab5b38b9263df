/** `{!min_hash}` against Solr's queries for the same parameters. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isJavaException } from '../../methods/java/java-exception.ts'
import { chooseBandSize, type MinHashLocalParams, parseMinHashQuery } from './min-hash-query.ts'

const hashes = (count: number) => Array.from({ length: count }, (_, i) => `h${i + 1}`).join()
const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], digits => Number.parseInt(digits, 16))
const textOf = (hex: string) => new TextDecoder().decode(bytesOf(hex))

/** The clauses as texts. */
function clausesOf(q: string, params: MinHashLocalParams): (string | string[])[] {
  return parseMinHashQuery(q, { sep: ',', ...params }).should.map(clause =>
    typeof clause === 'string' ? textOf(clause) : clause.map(textOf),
  )
}

test('without sim and tp every hash is a clause, also a repeated one, and one match is enough', () => {
  const query = parseMinHashQuery('a,é,a,😀,\ud83d', { sep: ',' })
  assert.deepEqual(query, {
    field: 'min_hash',
    minShouldMatch: 0,
    should: ['61', 'c3a9', '61', 'f09f9880', 'efbfbd'],
    text: ['a', 'é', 'a', '😀', '\ufffd'].map(term => `ConstantScore(min_hash:${term})`).join(' '),
  })
})

test('sim alone requires its share of the hashes, a float32 product rounded up', () => {
  const least = (count: number, sim: string, tp?: string) =>
    parseMinHashQuery(hashes(count), { sep: ',', sim, ...(tp === undefined ? {} : { tp }) }).minShouldMatch
  assert.equal(least(12, '0.5'), 6)
  assert.equal(least(3, '0.5'), 2)
  assert.equal(least(10, '0.7'), 7)
  assert.equal(least(12, '0.5', '1.5'), 6)
  assert.equal(least(12, '0'), 0)
  assert.equal(least(12, '-1'), -12)
  assert.equal(least(12, '-Infinity'), -(2 ** 31))
  // As float32, this is 1: no minimum.
  assert.equal(least(12, '0.999999999'), 0)
  assert.equal(least(12, 'NaN'), 0)
  assert.equal(Object.is(least(1, '-0.5'), 0), true)
})

test('tp below 1 makes bands, and the last one is padded with the debug text of the first hashes', () => {
  assert.deepEqual(clausesOf(hashes(5), { sim: '0.8', tp: '0.5' }), [
    ['h1', 'h2'],
    ['h3', 'h4'],
    ['h5', '[68 31]'],
  ])
  // The debug text has no leading zeros, here for a tab and for an empty text.
  assert.deepEqual(clausesOf('\t,b,c,d,e', { sim: '0.8', tp: '0.5' }).at(-1), ['e', '[9]'])
  assert.deepEqual(clausesOf(',b,c,d,e', { sim: '0.8', tp: '0.5' }).at(-1), ['e', '[]'])
  assert.equal(
    parseMinHashQuery('h1,,h3,h4,h5', { sep: ',', sim: '0.9', tp: '0.9', field: 'f' }).text,
    'ConstantScore(+ConstantScore(f:h1) +ConstantScore(f:)) ConstantScore(+ConstantScore(f:h3) +ConstantScore(f:h4)) ConstantScore(+ConstantScore(f:h5) +ConstantScore(f:[68 31]))',
  )
})

test('chooses the first band size that finds more than tp', () => {
  const sizes = [0.5, 0.7, 0.8, 0.9, 0.95].map(sim =>
    chooseBandSize(512, Math.fround(sim), Math.fround(0.9)),
  )
  assert.deepEqual(sizes, [5, 9, 12, 22, 36])
  assert.equal(chooseBandSize(1, 0.9, 0.5), 1)
  assert.equal(chooseBandSize(12, 0, 0.5), 1)
  assert.equal(chooseBandSize(12, 1, 0.5), 12)
  assert.equal(chooseBandSize(12, 1, 1), 1)
  assert.equal(chooseBandSize(2 ** 20, 0, 1), 1)
})

test('accepts any float32 similarity in a query, and an empty list of hashes', () => {
  assert.deepEqual(clausesOf(',', { sim: '0.9', tp: '0.5' }), [])
  assert.deepEqual(clausesOf('a,b', { sim: '0', tp: '-1' }), [['a', 'b']])
  assert.deepEqual(clausesOf('a,b', { sim: 'NaN', tp: '0.5' }), ['a', 'b'])
})

test('chooseBandSize refuses anything but a count of hashes and two shares', () => {
  const loose = chooseBandSize as (...given: unknown[]) => number
  const says = (given: unknown[], message: RegExp) =>
    assert.throws(() => loose(...given), { code: 'OPTION_VALUE', message })
  for (const count of [
    Number.POSITIVE_INFINITY,
    1e300,
    2 ** 20 + 1,
    0,
    -5,
    1.5,
    Number.NaN,
    '5',
    10n,
    undefined,
  ])
    says([count, 0.8, 0.9], /count to be a whole number in \[1, 1048576\]/)
  for (const share of [Number.NaN, -0.1, 2, '0.5', {}, [], 1n, undefined]) {
    says([100, share, 0.5], /sim to be a number in \[0, 1\]/)
    says([100, 0.5, share], /tp to be a number in \[0, 1\]/)
  }
})

test('refuses a query or a token that is not a text', () => {
  const loose = parseMinHashQuery as (...given: unknown[]) => unknown
  for (const q of [undefined, null, 5, {}, Symbol('q')])
    assert.throws(() => loose(q, { sep: ',' }), { code: 'TEXT_NOT_STRING' })
  for (const tokens of [undefined, 'a', 5, new Set(['a'])])
    assert.throws(() => loose('a', {}, { analyse: () => tokens }), { code: 'OPTION_VALUE' })
  assert.throws(() => loose('a', {}, { analyse: () => ['a', 5] }), { code: 'TEXT_NOT_STRING' })
})

test('a separator consists of characters and classes', () => {
  assert.deepEqual(clausesOf('a.b.c', { sep: '\\.' }), ['a', 'b', 'c'])
  assert.deepEqual(clausesOf('a;b, c', { sep: '[,;]' }), ['a', 'b', ' c'])
  assert.deepEqual(clausesOf('', {}), [''])
  assert.deepEqual(clausesOf(',', {}), [])
  for (const sep of ['.', '|', '\\s+', '('])
    assert.throws(() => parseMinHashQuery('a.b', { sep }), { code: 'OPTION_VALUE' })
})

test("without a separator the field's analyser cuts the text", () => {
  const asked: string[][] = []
  const analyse = (text: string, field: string) => {
    asked.push([text, field])
    return text.split(' ')
  }
  assert.deepEqual(parseMinHashQuery('b a b', {}, { analyse }).should, ['62', '61', '62'])
  parseMinHashQuery('x', { sep: '', field: 'f' }, { analyse })
  const query = parseMinHashQuery('x', { field: 'f', analyzer_field: 'g' }, { analyse })
  assert.equal(query.field, 'f')
  assert.deepEqual(asked, [
    ['b a b', 'min_hash'],
    ['x', 'f'],
    ['x', 'g'],
  ])
  assert.throws(() => parseMinHashQuery('x'), {
    message:
      'OPTION_VALUE: expected an analyser, or sep in the parameters of the query, got neither. To fix: pass the index analyser of the field as `analyse`, or name the separator of the hashes in `sep`.',
  })
})

/** Class, code and message of the failure. */
function failureOf(q: string, params: MinHashLocalParams): unknown[] {
  try {
    parseMinHashQuery(q, params)
  } catch (error) {
    if (isJavaException(error)) return [error.className, error.code, error.message]
  }
  return []
}

test('fails as Solr does', () => {
  const solr = 'org.apache.solr.common.SolrException'
  assert.deepEqual(failureOf('a', { sep: ',', sim: 'abc' }), [solr, 400, 'For input string: "abc"'])
  assert.deepEqual(failureOf('a', { sep: ',', tp: '' }), [solr, 400, 'empty String'])
  assert.deepEqual(failureOf('a', { sep: ',', sim: '0,2', tp: 'x' }), [
    solr,
    400,
    'For input string: "0,2"',
  ])
  const tooMany = 'org.apache.lucene.search.IndexSearcher$TooManyClauses'
  const message = 'maxClauseCount is set to 1024'
  assert.deepEqual(failureOf(hashes(1025), { sep: ',' }), [tooMany, undefined, message])
  assert.deepEqual(failureOf(hashes(1025), { sep: ',', sim: '1', tp: '0.5' }), [
    tooMany,
    undefined,
    message,
  ])
  assert.equal(clausesOf(hashes(1024), {}).length, 1024)
  assert.equal(clausesOf(hashes(3000), { sim: '0.8', tp: '0.9' }).length, 167)
  assert.throws(() => parseMinHashQuery('a,b,c', { sep: ',' }, { maxClauseCount: 2 }), {
    message: 'maxClauseCount is set to 2',
  })
})
