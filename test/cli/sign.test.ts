import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { EngineOptions } from '../../src/engine/library/settings.ts'
import { openSketcher } from '../../src/engine/library/sketcher.ts'
import { signatureToHex } from '../../src/texts/sketch/signature-format.ts'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()

/** The signature by the reference kernels, as JSON. */
async function signing(options: EngineOptions = {}): Promise<(text: string) => string> {
  const sketcher = await openSketcher({ ...options, kernels: 'reference' })
  return text => {
    const signature = sketcher.minHash(text)
    return signature === undefined ? 'null' : `"${signatureToHex(signature)}"`
  }
}

const signed = await signing()

const texts = ['The quick brown fox jumps over the lazy dog', '... !', 'Größe 中文', '…', 'a\ud800b']

test('writes the signature of every text with its id, in input order, null for texts without tokens', async () => {
  const ids = [0, '0', '', 'a,"b"']
  const records = texts.map((text, i) => ({ id: ids[i], text }))
  place.write('in.jsonl', `${jsonLines(...records)}{"id":12345678901234567890,"text":"big"}\n`)
  const { status, out, err } = await place.run('sign', 'in.jsonl', '-o', 'out.jsonl', '--quiet')
  assert.deepEqual([status, out, err], [0, '', ''])
  const names = ['0', '"0"', '""', '"a,\\"b\\""', '"in.jsonl:5"', '12345678901234567890']
  const expected = [...texts, 'big'].map((text, i) => `{"id":${names[i]},"signature":${signed(text)}}\n`)
  assert.equal(place.read('out.jsonl'), expected.join(''))
  assert.match(expected[1], /null/)
})

test('signs by the options, even if a signature is too short for bands', async () => {
  const signedShort = await signing({ shingle: 'chars:3', seed: 7, signatureLength: 1 })
  const options = ['--shingle', 'chars:3', '--seed', '7', '--signature-length', '1', '--quiet']
  assert.equal((await place.run('sign', 'in.jsonl', '-o', 'short.jsonl', ...options)).status, 0)
  const [first] = place.read('short.jsonl').split('\n')
  const signature = signedShort(texts[0])
  assert.equal(first, `{"id":0,"signature":${signature}}`)
})

test('counts bad records and numbers those without an id around them', async () => {
  place.write(
    'bad.jsonl',
    jsonLines({ text: 'one' }, '{"text":', { text: 'three' }, { text: 4 }, { text: 'five' }),
  )
  const run = await place.run('sign bad.jsonl -o b.jsonl --bad skipped.jsonl --max-bad 0.5 --json')
  assert.equal(run.status, 0, run.err)
  const lines = [1, 3, 5].map((record, i) => {
    return `{"id":"bad.jsonl:${record}","signature":${signed(['one', 'three', 'five'][i])}}\n`
  })
  assert.equal(place.read('b.jsonl'), lines.join(''))
  const bytes = place.bytes('bad.jsonl').length
  assert.deepEqual(JSON.parse(run.out).counts, { read: 5, bad: 2, bytes, signatures: 3 })
  assert.equal(place.read('skipped.jsonl').split('\n').length, 3)
  for (const option of [['--on-error', 'stop'], []]) {
    const refused = await place.run('sign', 'bad.jsonl', '-o', 'refused.jsonl', ...option)
    assert.equal(refused.status, 3)
    assert.match(refused.err, option.length > 0 ? /JSON_SYNTAX.*bad\.jsonl:2/ : /TOO_MANY_BAD/)
    assert(!existsSync(join(place.path, 'refused.jsonl')))
  }
})

test('writes the same with any threads and for compressed input, over many ranges and tasks', async () => {
  const records = Array.from({ length: 9000 }, (_, i) =>
    i % 1000 === 500
      ? { text: i }
      : { ...(i % 3 === 0 ? {} : { id: i }), text: `document ${i} of `.repeat(1 + (i % 9)) },
  )
  const bytes = Buffer.from(jsonLines(...records))
  place.write('many.jsonl', bytes)
  place.write('many.jsonl.gz', gzipSync(bytes))
  const outputOf = async (input: string, threads: string) => {
    const options = ['--threads', threads, '--signature-length', '8', '--force', '--quiet']
    const run = await place.run('sign', input, '-o', 'many-out.jsonl', ...options)
    assert.equal(run.status, 0, run.err)
    return place.read('many-out.jsonl')
  }
  const one = await outputOf('many.jsonl', '1')
  const signedShort = await signing({ signatureLength: 8 })
  const expected = records.flatMap(({ text, ...id }, i) => {
    if (typeof text === 'number') return []
    const name = 'id' in id ? id.id : `"many.jsonl:${i + 1}"`
    return `{"id":${name},"signature":${signedShort(text)}}\n`
  })
  assert.equal(one, expected.join(''))
  assert.equal(await outputOf('many.jsonl', '3'), one)
  assert.equal((await outputOf('many.jsonl.gz', '2')).replaceAll('many.jsonl.gz', 'many.jsonl'), one)
})

test('signs lines of text, and files as documents', async () => {
  place.write('lines.txt', 'first line\r\n\nthird line')
  place.write('page.html', '<p>Hello <b>world</b> &amp; all</p>')
  assert.equal((await place.run('sign', 'lines.txt', '-o', 'l.jsonl', '--quiet')).status, 0)
  const lines = [1, 3].map(
    line => `{"id":"lines.txt:${line}","signature":${signed(line === 1 ? 'first line' : 'third line')}}\n`,
  )
  assert.equal(readFileSync(join(place.path, 'l.jsonl'), 'utf8'), lines.join(''))
  assert.equal((await place.run('sign', 'page.html', '-o', 'h.jsonl', '--html', '--quiet')).status, 0)
  assert.equal(place.read('h.jsonl'), `{"id":"page.html","signature":${signed('Hello world & all')}}\n`)
})

test('writes nothing in a dry run and reads nothing for a plan', async () => {
  const dry = await place.run('sign', 'in.jsonl', '-o', 'dry.jsonl', '--dry-run', '--json')
  assert.equal(JSON.parse(dry.out).counts.signatures, 4)
  const plan = await place.run('sign', 'in.jsonl', '--plan', '--json')
  assert.equal(JSON.parse(plan.out).counts.read, 0)
  assert(!existsSync(join(place.path, 'dry.jsonl')))
})

test('long signatures of many documents are written in small batches', async () => {
  const records = Array.from({ length: 300 }, (_, i) => ({ id: i, text: `one two three four five ${i}` }))
  place.write('many.jsonl', jsonLines(...records))
  const options = ['--method', 'lucene-min-hash', '--param', 'hashCount=4']
  for (const threads of ['1', '2']) {
    const run = await place.run('sign many.jsonl -o many.out', ...options, '--threads', threads, '--force')
    assert.equal(run.status, 0, run.err)
    const lines = place.rows('many.out')
    assert.deepEqual(
      lines.map(({ id }) => id),
      records.map(({ id }) => id),
    )
    assert.equal(new Set(lines.map(({ signature }) => signature.length)).size, 1)
  }
})
