/** Titles above the header of CSV: only where a row could name no columns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { titlesIn } from './csv-titles.ts'

const dialect = { separator: 0x3b, quote: 0x22 }
const found = (text: string, isWhole = true) => titlesIn(Buffer.from(text), 0, { dialect, isWhole })

test('padded titles and blank rows end where the names begin', () => {
  assert.deepEqual(found('Club;;;\r\n;;;\r\n\r\nnr;name;town;\r\n1;a;b;c\r\n'), { count: 3, end: 16 })
  assert.deepEqual(found('"Club";;\nnr;name;"a;b"\n'), { count: 1, end: 9 })
})

test('other first rows are headers, or refused as before', () => {
  for (const text of [
    'id;text\n1;a\n',
    'text;\na;b\n', // one name, one empty: a header
    'a;b;;\nc;d;e;f\n', // two names: a header with columns that have none
    'Club;;\n1;Ann;Ulm\n', // no names follow
    'Club;;\na;a;b\n',
    'Club;;\n',
    '\nid;text;a\n',
    'Club\nid;text;a\n',
    '',
  ])
    assert.deepEqual(found(text), { count: 0, end: 0 }, text)
  assert.equal(found('Club;;\nid;te', false).count, 0)
})
