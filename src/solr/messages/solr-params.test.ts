/** Solr's booleans and whole numbers, with its refusals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isJavaException } from '../../methods/java/java-exception.ts'
import { parseLong, parseSolrBoolean, parseSolrInt } from './solr-params.ts'

function refusal(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return isJavaException(error) ? [error.code, error.message] : error
  }
}

test('the beginning of a text decides its boolean value', () => {
  for (const text of ['true', 'TRUEish', 'on', 'only', 'yes', 'Yes!'])
    assert.equal(parseSolrBoolean(text), true)
  for (const text of ['false', 'False?', 'off', 'offset', 'no', 'NO'])
    assert.equal(parseSolrBoolean(text), false)
})

test('refuses everything else', () => {
  for (const text of ['', '1', '0', 't', 'none', 'nope', ' true', 'no\n']) {
    assert.deepEqual(
      refusal(() => parseSolrBoolean(text)),
      [400, `invalid boolean value: ${text}`],
    )
  }
  assert.deepEqual(
    refusal(() => parseSolrInt('2.0')),
    [400, 'For input string: "2.0"'],
  )
  assert.deepEqual(
    refusal(() => parseLong('9223372036854775808')),
    [undefined, 'For input string: "9223372036854775808"'],
  )
  assert.deepEqual(
    refusal(() => parseLong('')),
    [undefined, 'For input string: ""'],
  )
})

test('whole numbers', () => {
  assert.deepEqual([parseSolrInt('+2'), parseLong('-9223372036854775808')], [2, '-9223372036854775808'])
  // Digits of the BMP are accepted, others are pairs of units.
  assert.deepEqual([parseLong('\u0662'), parseLong('-\uff11\u0967')], ['2', '-11'])
  assert.deepEqual(
    refusal(() => parseLong('\u{1d7d0}')),
    [undefined, 'For input string: "\u{1d7d0}"'],
  )
})
