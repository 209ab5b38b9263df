/** Heads: of a stream, in whatever pieces it arrives, as of the file; a header must have a text only for a run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { resolveInputOptions } from '../../ground/options/input-options.ts'
import { BytesAhead } from '../io/archives/bytes-ahead.ts'
import type { Beginning } from './beginning.ts'
import { readHead, streamHead } from './source-head.ts'

const inMemory = (bytes: Buffer): Beginning => ({
  name: 'a.csv',
  start: length => bytes.subarray(0, length),
})

const fields = { text: ['text'], map: new Map<string, string>(), columns: false }
const options = { ...resolveInputOptions(), ...fields, encoding: 'utf-8' }

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** The head, or the message of its error. */
async function headOr(read: () => unknown): Promise<unknown> {
  try {
    return await read()
  } catch (error) {
    return (error as Error).message
  }
}

test('a stream has the head of its file, however its bytes arrive, and all bytes behind it', async () => {
  const line = fc.constantFrom(
    'id,text\n',
    'id;text\r\n',
    '"a\n\n',
    'a"\n',
    'a:b\n',
    'sep=;\n',
    '1,2\n',
    '\n',
  )
  const content = fc.array(line, { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(
      content,
      fc.boolean(),
      fc.integer({ min: 1, max: 50 }),
      async (lines, hasMark, size) => {
        const bytes = Buffer.from(`${hasMark ? '\ufeff' : ''}${lines.join('')}`)
        const start = new BytesAhead(inPieces(bytes, size))
        const ofFile = await headOr(() =>
          readHead(inMemory(bytes), 'csv', { ...options, needsText: false }),
        )
        const source = { format: 'csv', name: 'a.csv' } as const
        const ofStream = await headOr(() =>
          streamHead(start, source, () => ({ ...options, text: undefined })),
        )
        assert.deepEqual(ofStream, ofFile)
        const behind = await Array.fromAsync(start.rest(1))
        assert.deepEqual(Buffer.concat(behind), bytes.subarray(1))
      },
    ),
    { numRuns: 300 },
  )
})

test('the head of lines needs three bytes and no more', async () => {
  async function* endless() {
    yield Buffer.from('{"')
    yield Buffer.from('id":1}\n')
    throw new Error('read on')
  }
  const source = { format: 'jsonl', name: 'a' } as const
  const head = await streamHead(new BytesAhead(endless()), source, () => ({
    ...resolveInputOptions(),
    encoding: 'utf-8',
  }))
  assert.deepEqual(head, { format: { name: 'jsonl', choice: { text: ['text'], id: 'id' } }, start: 0 })
})

test('a run refuses a header without a text field', () => {
  const header = inMemory(Buffer.from('id,body\n1,a\n'))
  assert.throws(() => readHead(header, 'csv', { ...options, needsText: true }), {
    message:
      'TEXT_FIELD: expected a column "text", got columns "id", "body", at a.csv. To fix: name the column that holds the text with `text`.',
  })
  assert.equal(readHead(header, 'csv', { ...options, needsText: false }).start, 8)
})

test('columns without a name are called by their letters, as those of a sheet', () => {
  const headerOf = (line: string) => {
    const { format } = readHead(inMemory(Buffer.from(line)), 'csv', { ...options, needsText: false })
    return 'header' in format ? format.header : undefined
  }
  assert.deepEqual(headerOf('id;text;;\r\n1;a;;\r\n'), ['id', 'text', 'C', 'D'])
  assert.deepEqual(headerOf(',text\n0,a\n'), ['A', 'text'])
  assert.throws(
    () => headerOf('C,text,\n0,a,\n'),
    /^NearsameError: CSV_HEADER: .* got "C" twice, at a\.csv\./,
  )
  assert.throws(() => headerOf('\n0,a\n'), /^NearsameError: CSV_HEADER: .* got an empty one, at a\.csv\./)
})
