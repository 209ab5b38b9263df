/** JSON arrays and web archives made to cost much: in a child, within limits of time and memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Workshop, wordsOf } from '../cli/command.ts'
import { withinLimits } from './within-limits.ts'

const shop = new Workshop()
const good = JSON.stringify({ id: 1, text: wordsOf(1) })
const run = (name: string, ...more: readonly string[]) =>
  withinLimits(['dedupe', name, '-o', 'kept', '--force', '--json', '--max-bad', '0.9', ...more])

test('elements nested deeply, long ones, blanks and backslashes cost what their bytes do', () => {
  const deep = `{"a":${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}}`
  const slashes = `{"text":"${'\\\\'.repeat(3_000_000)}"}`
  const blanks = ' \n'.repeat(3_000_000)
  shop.write('x.json', `[${blanks}${good},${deep}${blanks},${slashes}${blanks}]${blanks}`)
  const { counts } = JSON.parse(run('x.json', '--max-record', '2MB').out)
  assert.deepEqual([counts.read, counts.bad, counts.kept], [3, 2, 1])
})

function record(type: string, fields: string, content: Buffer | string): Buffer {
  const head = `WARC/1.0\r\nWARC-Type: ${type}\r\n${fields}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n\r\n')])
}

test('bodies that unpack to very much, very many chunks and kinds, and long records are bounded', () => {
  const response = (head: string, body: Buffer | string) =>
    record(
      'response',
      'Content-Type: application/http\r\n',
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200\r\nContent-Type: text/plain\r\n${head}\r\n\r\n`),
        Buffer.from(body),
      ]),
    )
  const bomb = gzipSync(Buffer.alloc(2 ** 28))
  const chunks = `${'1\r\nx\r\n'.repeat(2_000_000)}0\r\n\r\n`
  const archive = [
    record('conversion', '', wordsOf(1)),
    response('Content-Encoding: gzip', bomb),
    response('Transfer-Encoding: chunked', chunks),
    record('conversion', '', Buffer.alloc(40 * 2 ** 20, 'x')),
    ...Array.from({ length: 20_000 }, (_, i) => record('resource', `Content-Type: a/${i}\r\n`, '')),
  ]
  shop.write('x.warc.gz', gzipSync(Buffer.concat(archive)))
  const { counts, textless } = JSON.parse(run('x.warc.gz', '--max-record', '16MB').out)
  assert.deepEqual([counts.read, counts.bad, counts.kept], [4, 2, 2])
  assert.equal(Object.keys(textless).length, 51)
  assert.equal(textless.other, 20_000 - 50)
})
