import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idTextFormat, txtFormat, wholeFormat } from './formats.ts'
import type { RecordFormat } from './record-format.ts'

const read = ({ parse }: RecordFormat, record: string) => {
  const { id, text } = parse(Buffer.from(record))
  return [id, Buffer.from(text).toString()]
}

test('takes a line as a document, without its line end', () => {
  assert.deepEqual(read(txtFormat, 'a b \r\n'), [undefined, 'a b '])
  assert.deepEqual(read(txtFormat, 'a\r'), [undefined, 'a'])
  for (const blank of ['\n', ' \t\r\n', '']) assert.equal(txtFormat.isBlank(Buffer.from(blank)), false)
})

test('takes the first word of a line as its id', () => {
  assert.deepEqual(read(idTextFormat, 't120 \t some words\r\n'), ['t120', 'some words'])
  assert.deepEqual(read(idTextFormat, '  t1 x'), ['t1', 'x'])
  assert.deepEqual(read(idTextFormat, 't2\n'), ['t2', ''])
  assert.equal(idTextFormat.isBlank(Buffer.from(' \t\r\n')), true)
})

test('takes a whole file as a document, line ends included', () => {
  assert.deepEqual(read(wholeFormat, 'a\nb\n'), [undefined, 'a\nb\n'])
  assert.deepEqual(read(wholeFormat, ''), [undefined, ''])
})
