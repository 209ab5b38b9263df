import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { type GivenInputOptions, resolveInputOptions } from '../../ground/options/input-options.ts'
import { findDialect } from './csv-dialect.ts'
import { comma, tab } from './csv-format.ts'
import { noQuote } from './cut-csv.ts'

/** Separator, quote and bytes before the header. */
function found(start: string, given: GivenInputOptions = {}, format: 'csv' | 'tsv' = 'csv') {
  const { dialect, preamble } = findDialect(
    Buffer.from(start),
    { csv: comma, tsv: tab }[format],
    resolveInputOptions(given),
    'a.csv',
  )
  return [String.fromCharCode(dialect.separator), String.fromCharCode(dialect.quote), preamble]
}

test('takes the one separator that divides the header', () => {
  for (const separator of [',', ';', '\t', '|']) {
    for (const format of ['csv', 'tsv'] as const) {
      assert.deepEqual(found(`key${separator}body\r\n1${separator}a,b;c|d\te\r\n`, {}, format), [
        separator,
        '"',
        0,
      ])
    }
  }
})

test('takes that of the format if the header is one column', () => {
  assert.deepEqual(found('text\na;b\n'), [',', '"', 0])
  assert.deepEqual(found('text\na;b\n', {}, 'tsv'), ['\t', '"', 0])
  assert.deepEqual(found(''), [',', '"', 0])
})

test('refuses a header of one column with another mark, which the rows have as often', () => {
  for (const mark of [':', '^', '\x01']) {
    const lines = `key${mark}body\r\n1${mark}one two\r\n2${mark}three\r\n`
    assert.throws(
      () => found(lines),
      (error: unknown) =>
        isNearsameError(error) && error.code === 'CSV_HEADER' && error.message.includes('`delimiter`'),
    )
    assert.deepEqual(found(lines, { delimiter: mark }), [mark, '"', 0])
    assert.deepEqual(found(lines, { delimiter: ',' }), [',', '"', 0])
  }
  assert.deepEqual(found('dc:title\nA walk\nB: a run\n'), [',', '"', 0])
  assert.deepEqual(found('dc:title\n'), [',', '"', 0])
})

test('ignores separators inside quotes, and finds the quote', () => {
  assert.deepEqual(found('"id, or key";"text"\n'), [';', '"', 0])
  assert.deepEqual(found('"te\nx,t";id\n'), [';', '"', 0])
  assert.deepEqual(found("'id, or key'|'text'\n"), ['|', "'", 0])
  assert.deepEqual(found("the author's id,text of 'x'\n"), [',', '"', 0])
})

test('of several separators, takes the one that gives the wanted columns', () => {
  assert.deepEqual(found('id;name, first;text\n'), [';', '"', 0])
  assert.deepEqual(found('id,a|b,text\n'), [',', '"', 0])
  assert.deepEqual(found('nr;note, long;body\n', { text: 'body' }), [';', '"', 0])
  assert.throws(
    () => found('nr;note, long;body\n'),
    (error: unknown) =>
      isNearsameError(error) &&
      error.message ===
        'CSV_HEADER: expected a first line with one separator, got "," and ";" in it, at a.csv. To fix: name the separator with `delimiter`.',
  )
})

test('a first line may name the separator', () => {
  assert.deepEqual(found('sep=;\r\nid;a,b\r\n'), [';', '"', 7])
  assert.deepEqual(found('"sep=|"\nid|text\n'), ['|', '"', 8])
  assert.deepEqual(found('sep=\t\nid\ttext\n'), ['\t', '"', 6])
})

test('the caller may name separator and quote', () => {
  assert.deepEqual(found('id^~a;b~\n', { delimiter: '^', quote: '~' }), ['^', '~', 0])
  assert.deepEqual(found('id\ttext;x\n', { delimiter: 'tab' }), ['\t', '"', 0])
  assert.deepEqual(found('sep=;\na,b\n', { delimiter: ',' }), [',', '"', 6])
  const { dialect } = findDialect(
    Buffer.from('"id,"text\n'),
    comma,
    resolveInputOptions({ quote: 'none' }),
    'a',
  )
  assert.deepEqual(dialect, { separator: 0x2c, quote: noQuote, isQuoteGiven: true })
  for (const delimiter of ['', 'ab', 'a', '"', '\n', 'é']) {
    assert.throws(() => resolveInputOptions({ delimiter }), /OPTION_VALUE: expected delimiter to be one/)
  }
  for (const quote of ['', 'x', ',', '\t', '""']) {
    assert.throws(() => resolveInputOptions({ quote }), /OPTION_VALUE: expected quote to be `none`, or one/)
  }
})
