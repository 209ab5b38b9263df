import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import type { Input } from '../inputs/resolve/input.ts'
import { inputSizeOf } from './input-size.ts'

const folder = temporaryFolder()

/** An input of a file with these bytes. */
function input(name: string, bytes: Uint8Array, more: Partial<Input> = {}): Input {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return {
    path,
    name,
    format: 'jsonl',
    compression: 'none',
    encoding: 'utf-8',
    sizeBytes: bytes.length,
    ...more,
  }
}

const lines = (count: number, words: number) =>
  Buffer.from(`{"text":"${'word '.repeat(words)}"}\n`.repeat(count))

test('documents are counted by lines in samples, also inside archives', () => {
  const short = lines(40_000, 4)
  const found = inputSizeOf({ inputs: [input('a', short), input('b', lines(1000, 400))] })
  assert.equal(found.bytes, short.length + lines(1000, 400).length)
  assert(Math.abs(found.documents - 41_000) < 1500, `${found.documents}`)
  const packed = input('c.jsonl.gz', gzipSync(short), { compression: 'gz' })
  const { bytes, documents } = inputSizeOf({ inputs: [packed] })
  assert(bytes > 0.5 * short.length && documents > 20_000, `${documents} in ${bytes}`)
})

test('what has no lines counts as usual records, a line or file of its own as one, a stream as nothing', () => {
  const blank = Buffer.alloc(25_000, 'x')
  const documentsOf = (given: Input) => inputSizeOf({ inputs: [given] }).documents
  assert.equal(documentsOf(input('d', blank, { format: 'csv' })), 10)
  assert.equal(documentsOf(input('d', blank)), 1)
  assert.deepEqual(inputSizeOf({ inputs: [input('e', blank, { format: 'whole' })] }), {
    bytes: 25_000,
    documents: 1,
    files: 1,
  })
  const stream = input('-', blank, { isStream: true })
  assert.deepEqual(inputSizeOf({ inputs: [stream] }), {
    bytes: Number.POSITIVE_INFINITY,
    documents: 0,
    files: 1,
  })
  const missing = { ...input('f', blank), path: join(folder, 'missing') }
  assert.equal(inputSizeOf({ inputs: [missing] }).documents, 10)
})
