import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()

const fox = 'the quick brown fox jumps over the lazy dog today'
const records = jsonLines(
  { id: 0, text: fox },
  { id: 'a,"b"', text: 'nothing like the other ones in here' },
  { id: '0', text: fox },
  { id: '', text: fox.toUpperCase() },
  '{"id":12345678901234567890,"text":"the quick brown fox jumps over the lazy dog today now"}',
  { text: 'Nothing like the other ones, in here' },
  { id: 'empty', text: '…' },
  { id: null, text: '…' },
  { id: 'dots', text: '...' },
)
place.write('in.jsonl', records)

const similar = 6 / 7
const rows: readonly (readonly [string, string, number])[] = [
  ['0', '"0"', 1],
  ['0', '""', 1],
  ['0', '12345678901234567890', similar],
  ['"a,\\"b\\""', '"in.jsonl:6"', 1],
  ['"0"', '""', 1],
  ['"0"', '12345678901234567890', similar],
  ['""', '12345678901234567890', similar],
  ['"empty"', '"in.jsonl:8"', 1],
]
const asJson = rows
  .map(
    ([id1, id2, similarity]) =>
      `{"id1":${id1},"id2":${id2},"measure":"jaccard","similarity":${similarity}}\n`,
  )
  .join('')

test('writes every match once as CSV, equal texts included, by position', async () => {
  const { status, out, err } = await place.run('pairs', 'in.jsonl', '-o', 'pairs.csv', '--quiet')
  assert.deepEqual([status, out, err], [0, '', ''])
  assert.equal(
    place.read('pairs.csv'),
    `id1,id2,measure,similarity
0,0,jaccard,1
0,,jaccard,1
0,12345678901234567890,jaccard,0.8571428571428571
"a,""b""",in.jsonl:6,jaccard,1
0,,jaccard,1
0,12345678901234567890,jaccard,0.8571428571428571
,12345678901234567890,jaccard,0.8571428571428571
empty,in.jsonl:8,jaccard,1
`,
  )
})

test('writes JSONL with ids of their own type, and the same bytes for any threads', async () => {
  for (const threads of ['1', '2', '3']) {
    const run = await place.run('pairs in.jsonl -o p.jsonl --threads', threads, '--force', '--quiet')
    assert.equal(run.status, 0, run.err)
    assert.equal(place.read('p.jsonl'), asJson)
  }
})

test('reads compressed input and writes compressed output', async () => {
  place.write('in.jsonl.gz', gzipSync(records))
  assert.equal((await place.run('pairs', 'in.jsonl.gz', '-o', 'packed.jsonl.gz', '--quiet')).status, 0)
  const written = gunzipSync(place.bytes('packed.jsonl.gz')).toString()
  assert.equal(written, asJson.replaceAll('in.jsonl:', 'in.jsonl.gz:'))
})

test('names the measure of the run', async () => {
  const run = await place.run('pairs', 'in.jsonl', '-o', 'c.csv', '--measure', 'containment', '--quiet')
  assert.equal(run.status, 0)
  const lines = place.read('c.csv').split('\n')
  assert.equal(lines[1], '0,0,containment,1')
  assert.equal(lines[3], '0,12345678901234567890,containment,1')
})

test('finds equal texts only with --near off', async () => {
  assert.equal(
    (await place.run('pairs', 'in.jsonl', '-o', 'exact.jsonl', '--near', 'off', '--quiet')).status,
    0,
  )
  const lines = asJson.split('\n')
  assert.equal(place.read('exact.jsonl'), `${lines[0]}\n${lines[7]}\n`)
})

test('refuses more pairs than --max-pairs before anything is written', async () => {
  const { status, err } = await place.run('pairs', 'in.jsonl', '-o', 'many.csv', '--max-pairs', '7')
  assert.equal(status, 3)
  assert.match(
    err,
    /^nearsame: PAIRS_LIMIT: expected at most 7 pairs, got 8 or more\. To fix: raise `--max-pairs`/,
  )
  assert.deepEqual(
    readdirSync(place.path).filter(name => name.includes('many')),
    [],
  )
  assert.equal(
    (await place.run('pairs', 'in.jsonl', '-o', 'many.csv', '--max-pairs', '8', '--quiet')).status,
    0,
  )
})

test('counts bad records, writes them on request, and reports', async () => {
  place.write(
    'bad.jsonl',
    jsonLines({ id: 1, text: 'a b c' }, { id: 2, text: 7 }, { id: 3, text: 'a b c' }),
  )
  const files = ['-o', 'b.csv', '--bad', 'skipped.jsonl', '--report', 'report.json']
  const run = await place.run('pairs', 'bad.jsonl', ...files, '--max-bad', '0.5', '--json')
  assert.equal(run.status, 0)
  assert.equal(place.read('b.csv'), 'id1,id2,measure,similarity\n1,3,jaccard,1\n')
  assert.match(place.read('skipped.jsonl'), /^\{"at":"bad.jsonl:2","code":"TEXT_NOT_STRING",/)
  const report = JSON.parse(run.out)
  assert.deepEqual(report.counts, { read: 3, bad: 1, bytes: 66, pairs: 1 })
  const stored = JSON.parse(place.read('report.json'))
  assert.deepEqual([stored.counts, stored.options], [report.counts, report.options])
  const refused = await place.run('pairs', 'bad.jsonl', '-o', 'refused.csv')
  assert.equal(refused.status, 3)
  assert.match(refused.err, /TOO_MANY_BAD/)
  assert(!existsSync(join(place.path, 'refused.csv')))
})

test('refuses an index of Solr with a method that would ignore it', async () => {
  for (const method of ['minhash', 'records']) {
    const options = ['-o', 'no.csv', '--method', method, '--index', 'solr=http://localhost:1']
    assert.deepEqual(await place.run('pairs', 'in.jsonl', ...options), {
      status: 2,
      out: '',
      err:
        'nearsame: OPTION_VALUE: expected `--index` only with the methods restaurants-shingles and ' +
        `restaurants-minhash, which search in it, got the method ${method}. ` +
        'To fix: leave out `--index`, or set `--method` to one of these.\n',
    })
  }
})

test('writes nothing in a dry run and reads nothing for a plan', async () => {
  const dry = await place.run('pairs', 'in.jsonl', '-o', 'dry.csv', '--dry-run', '--json')
  assert.equal(JSON.parse(dry.out).counts.pairs, 8)
  const plan = await place.run('pairs', 'in.jsonl', '--plan', '--json')
  assert.deepEqual(JSON.parse(plan.out).counts, {
    read: 0,
    bad: 0,
    pairs: 0,
    bytes: Buffer.byteLength(records),
  })
  assert(!existsSync(join(place.path, 'dry.csv')))
})

/** Shingles of 4 characters, the words joined by single blanks. */
function shinglesOf(text: string): Set<string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? []
  const characters = [...words.join(' ')]
  if (characters.length < 4) return new Set([characters.join('')])
  return new Set(characters.slice(3).map((_, i) => characters.slice(i, i + 4).join('')))
}

test('finds the same as comparing all restaurants with each other, with the same doubles', async () => {
  const file = resolve(import.meta.dirname, '../golden/restaurant/records.jsonl')
  const restaurants = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as { id: string; text: string })
    .map(({ id, text }) => ({ id, set: shinglesOf(text) }))
  const expected: string[] = []
  restaurants.forEach((left, i) => {
    for (const right of restaurants.slice(i + 1)) {
      const shared = [...left.set].filter(shingle => right.set.has(shingle)).length
      const similarity = shared / (left.set.size + right.set.size - shared)
      if (similarity >= 0.5) expected.push(`${left.id},${right.id},jaccard,${similarity}`)
    }
  })
  const options = ['--shingle', 'chars:4', '--threshold', '0.5', '--recall', '0.999', '--quiet']
  const run = await place.run('pairs', file, '-o', 'restaurant.csv', ...options)
  assert.equal(run.status, 0, run.err)
  const [header, ...found] = place.read('restaurant.csv').trimEnd().split('\n')
  assert.equal(header, 'id1,id2,measure,similarity')
  assert.deepEqual(found, expected)
})

test('texts with more shingles than a cached table holds are measured exactly among shorter ones', async () => {
  const word = (at: number) => `w${(at * 2_654_435_761) % 4_294_967_296}`
  const words = (from: number, count: number) => Array.from({ length: count }, (_, i) => word(from + i))
  // Two groups, each with texts below and above 16,384 shingles, so large ones are on both sides of small ones.
  const lengths = [15_000, 16_500, 18_000, 16_000, 20_000, 14_000, 17_000]
  const texts = lengths.flatMap(length => [words(0, length), words(1e6, length + 7)])
  place.write('long.jsonl', jsonLines(...texts.map((text, id) => ({ id, text: text.join(' ') }))))
  const expected: string[] = []
  for (const [a, left] of texts.entries()) {
    for (let b = a + 2; b < texts.length; b += 2) {
      const [less, more] = [left.length, texts[b].length].sort((x, y) => x - y)
      const jaccard = (less - 4) / (more - 4) // the shorter is the start of the longer
      if (jaccard >= 0.7) expected.push(`${a},${b},jaccard,${jaccard}`)
    }
  }
  for (const threads of ['1', '2']) {
    const run = await place.run(
      'pairs long.jsonl -o long.csv --threshold 0.7 --threads',
      threads,
      '--force',
    )
    assert.equal(run.status, 0, run.err)
    assert.deepEqual(place.read('long.csv').trim().split('\n').slice(1).sort(), expected.sort())
  }
})
