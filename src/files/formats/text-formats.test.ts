import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordReader } from './record-format.ts'
import { idTextFormat, txtFormat, wholeFormat } from './text-formats.ts'

const source = { name: 'txt' } as const
const [txt, idText, whole] = [txtFormat, idTextFormat, wholeFormat].map(({ reader }) => reader(source))

const read = ({ parse }: RecordReader, record: string) => {
  const { id, text } = parse(Buffer.from(record))
  return [id, Buffer.from(text).toString()]
}

test('takes a line as a document, without its line end', () => {
  assert.deepEqual(read(txt, 'a b \r\n'), [undefined, 'a b '])
  assert.deepEqual(read(txt, 'a\r'), [undefined, 'a'])
  for (const blank of ['\n', ' \t\r\n', '']) assert.equal(txt.isBlank(Buffer.from(blank)), false)
})

test('takes the first word of a line as its id', () => {
  assert.deepEqual(read(idText, 't120 \t some words\r\n'), ['t120', 'some words'])
  assert.deepEqual(read(idText, '  t1 x'), ['t1', 'x'])
  assert.deepEqual(read(idText, 't2\n'), ['t2', ''])
  assert.equal(idText.isBlank(Buffer.from(' \t\r\n')), true)
})

test('takes a whole file as a document, line ends included', () => {
  assert.deepEqual(read(whole, 'a\nb\n'), [undefined, 'a\nb\n'])
  assert.deepEqual(read(whole, ''), [undefined, ''])
})
