import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InputFormat } from '../../ground/options/input-options.ts'
import { refuseMistaken } from './mistaken.ts'

const refused = (text: string, format: InputFormat) => () => refuseMistaken(Buffer.from(text), format, 'a')

test('lines that end in CR alone are refused where lines are records', () => {
  for (const format of ['jsonl', 'csv', 'tsv', 'txt', 'id-text'] as const)
    assert.throws(refused('id,text\r1,a\r', format), /INPUT_FORMAT_UNKNOWN: .*CR \(U\+000D\) alone, at a/)
  for (const text of ['id,text\r\n1,a\r\n', 'one line\r', 'one line', '', 'a\nprogress\rbar'])
    assert.doesNotThrow(refused(text, 'txt'))
  assert.doesNotThrow(refused('a\rb', 'whole'))
})

test('a page or an error of a server is not data', () => {
  const pages = ['<!DOCTYPE html>\n<html>', ' \n<html lang="en">', '\ufeff<?xml version="1.0"?>\n<a/>']
  for (const page of pages) {
    for (const format of ['jsonl', 'json', 'csv', 'parquet'] as const)
      assert.throws(refused(page, format), /INPUT_FORMAT_UNKNOWN: .*got a web page or XML/)
    for (const format of ['whole', 'txt'] as const) assert.doesNotThrow(refused(page, format))
  }
  const error = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>'
  assert.throws(refused(error, 'parquet'), /got the error AccessDenied of a server/)
  assert.doesNotThrow(refused('<b>bold</b>,text\n', 'csv'))
})
