/**
 * Vectors: the answers of the real Solr, Nutch and Lucene, every row of every file, and the program that runs them.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compareFile, formatOf, formats } from './formats.ts'

const totals: Readonly<Record<string, number>> = {
  'lucene-fingerprint.jsonl': 60,
  'lucene-minhash.jsonl': 164,
  'lucene-shingle-minhash.jsonl': 60,
  'minhash-query.jsonl': 213,
  'murmur3-128.jsonl': 160,
  'murmur3-32.jsonl': 160,
  'nutch-md5.jsonl': 181,
  'nutch-textprofile.jsonl': 316,
  'solr-chain.jsonl': 204,
  'solr-json-number.jsonl': 470,
  'solr-lookup3.jsonl': 211,
  'solr-md5.jsonl': 171,
  'solr-textprofile.jsonl': 394,
}

test('every format has a file, and every file a format', () => {
  const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.jsonl'))
  assert.deepEqual(files.sort(), Object.keys(totals))
  assert.deepEqual(files.map(formatOf).sort(), [...formats].sort())
})

for (const [file, total] of Object.entries(totals)) {
  test(`all ${total} rows of ${file} are equal`, async () => {
    const { rows, different } = await compareFile(join(import.meta.dirname, file))
    assert.equal(rows, total)
    assert.deepEqual(different.slice(0, 3), [], `${different.length} differ`)
  })
}

function run(...files: string[]): { status: number | null; stdout: string; stderr: string } {
  const program = join(import.meta.dirname, 'run.ts')
  return spawnSync(process.execPath, [program, ...files], { encoding: 'utf8' })
}

test('the program prints a line for each file, then the rows that differ, and exits with 1', () => {
  const directory = mkdtempSync(join(tmpdir(), 'nearsame-vectors-'))
  const file = join(directory, 'solr-md5-of-another-seed.jsonl')
  const right = {
    id: 'one',
    class: 'MD5Signature',
    params: {},
    adds: ['abc'],
    signature: '900150983cd24fb0d6963f7d28e17f72',
  }
  const row = (fields: object) => `${JSON.stringify({ ...right, ...fields })}\n`
  try {
    writeFileSync(file, row({}))
    assert.deepEqual(
      [run(file).stdout, run(file).status],
      ['solr-md5-of-another-seed.jsonl: 1 equal, 0 different\n', 0],
    )
    writeFileSync(
      file,
      row({}) + row({ id: 'two', adds: ['abd'] }) + row({ id: 'three', class: 'NoSignature' }),
    )
    const { status, stdout } = run(file)
    assert.equal(status, 1)
    assert.match(
      stdout,
      /^solr-md5-of-another-seed\.jsonl: 1 equal, 2 different\n\n[^\n]+, row two\n {2}expected "9001/,
    )
    assert.match(stdout, /, row three\n {2}expected "no failure"\n {2}got {6}"TypeError/)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('the program exits with 2 for no file, an unknown name and a missing file', () => {
  assert.deepEqual([run().status, run().stderr], [2, 'usage: node test/vectors/run.ts FILE.jsonl...\n'])
  assert.match(
    run('murmur4-32.jsonl').stderr,
    /^murmur4-32\.jsonl: the name begins with none of solr-textprofile, /,
  )
  assert.equal(run('murmur4-32.jsonl').status, 2)
  assert.deepEqual(
    [run('no/solr-md5.jsonl').status, run('no/solr-md5.jsonl').stderr],
    [2, 'no/solr-md5.jsonl: no such file\n'],
  )
})
