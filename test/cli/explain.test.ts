import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Explanation } from '../../src/engine/explain/explanation.ts'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()

const fox = 'The quick brown Fox jumps over the lazy dog today.'
const records = jsonLines(
  { id: 7, text: fox },
  { id: '7', text: fox },
  { id: 'a,b', text: 'the QUICK brown fox, jumps over the lazy dog today' },
  { text: 'The quick brown fox jumps over one lazy dog today!' },
  '{"id":12345678901234567890,"text":"The quick brown fox jumps over the lazy dog today now"}',
  { id: 'none', text: '...' },
  { id: 8 },
  { id: '', text: '...' },
)
place.write('in.jsonl', records)

async function explain(...args: string[]): Promise<Explanation> {
  const { status, out, err } = await place.run('explain', ...args, '--json')
  assert.equal(status, 0, err)
  return JSON.parse(out)
}

test('calls texts of the same tokens normalised only if they have the same shingles', async () => {
  place.write('spaces.jsonl', jsonLines({ id: 1, text: '日本語 学校' }, { id: 2, text: '日 本 語 学 校' }))
  const seen = async (shingle: string) => {
    const { kind, measures } = await explain('spaces.jsonl', '--ids', '1,2', '--shingle', shingle)
    return [kind, measures.jaccard]
  }
  assert.deepEqual(await seen('words:2'), ['normalised', 1])
  assert.deepEqual(await seen('chars:2'), ['different', 2 / 11])
})

test('an integer beyond 2^53 stays a number with all its digits', async () => {
  const ids = ['--ids', '7,12345678901234567890']
  assert.match(
    (await place.run('explain', 'in.jsonl', ...ids, '--json')).out,
    /"id": 12345678901234567890,\n/,
  )
  assert.match(
    (await place.run('explain', 'in.jsonl', ...ids)).out,
    /^ {2}B {2}12345678901234567890 {2}in\.jsonl:5/m,
  )
})

test('explains a near pair: measures, shingles, bands and a word diff', async () => {
  const { diff, a, b, bandsMet, bands, rows, ...rest } = await explain(
    'in.jsonl',
    '--ids',
    '7,12345678901234567890',
  )
  assert.deepEqual(
    [a.id, a.at, a.text, b.id, b.at],
    [7, 'in.jsonl:1', fox, Number('12345678901234567890'), 'in.jsonl:5'],
  )
  const { estimate, ...measures } = rest.measures
  assert.deepEqual(measures, { jaccard: 6 / 7, containment: 1, shared: 6, onlyA: 0, onlyB: 1 })
  assert(Math.abs(estimate - 6 / 7) < 0.15 && Number.isInteger(estimate * 128))
  assert.deepEqual([rest.kind, rest.matches, rest.threshold], ['near', true, 0.8])
  assert(bandsMet.length > 0 && bandsMet.every(band => band >= 0 && band < bands) && bands * rows <= 128)
  assert.deepEqual(rest.sharedShingles.slice(0, 2), [
    'the quick brown fox jumps',
    'quick brown fox jumps over',
  ])
  assert.deepEqual([rest.sharedShingles.length, rest.onlyAShingles], [6, []])
  assert.deepEqual(rest.onlyBShingles, ['the lazy dog today now'])
  assert.deepEqual(
    rest.passages?.map(({ tokens, a: { from, to }, b: there }) => [
      tokens,
      a.text.slice(from, to),
      b.text.slice(there.from, there.to) === b.text.slice(0, -' now'.length).trimEnd(),
    ]),
    [[10, fox.slice(0, -1), true]],
  )
  assert.deepEqual(diff, [
    { op: 'same', words: ['The', 'quick', 'brown', 'Fox', 'jumps', 'over', 'the', 'lazy', 'dog', 'today'] },
    { op: 'added', words: ['now'] },
  ])
})

test('explains a pair that does not match, by the given measure and threshold', async () => {
  const different = await explain('in.jsonl', '--ids', '7', '--ids', 'in.jsonl:4')
  assert.deepEqual(
    [different.kind, different.matches, different.measures.jaccard],
    ['different', false, 2 / 10],
  )
  assert.deepEqual(different.diff.slice(1, 3), [
    { op: 'removed', words: ['the'] },
    { op: 'added', words: ['one'] },
  ])
  const near = await explain(
    'in.jsonl',
    '--ids',
    '7,in.jsonl:4',
    '--threshold',
    '0.3',
    '--measure',
    'containment',
  )
  assert.deepEqual([near.kind, near.matches, near.measures.containment], ['near', true, 2 / 6])
})

test('distinguishes the same text and the same words from other matches', async () => {
  const exact = await explain('in.jsonl', '--ids', '7,7')
  assert.deepEqual([exact.a.id, exact.b.id, exact.kind, exact.matches], [7, '7', 'exact', true])
  assert.equal(exact.bandsMet.length, exact.bands)
  const normalised = await explain('in.jsonl', '--ids', '7', '--ids', 'a,b')
  assert.deepEqual([normalised.kind, normalised.measures.jaccard], ['normalised', 1])
  assert.deepEqual(normalised.diff.length, 1)
})

test('explains texts without tokens', async () => {
  const { measures, kind, bandsMet, diff } = await explain('in.jsonl', '--ids', '7,none')
  assert.deepEqual([measures.jaccard, measures.estimate, kind, bandsMet], [0, 0, 'different', []])
  assert.deepEqual(
    diff.map(({ op }) => op),
    ['removed'],
  )
  const exact = await explain('in.jsonl', '--ids', 'none,in.jsonl:8')
  assert.deepEqual([exact.b.id, exact.kind, exact.measures.jaccard, exact.diff], ['', 'exact', 1, []])
})

test('equal texts without a token match without bands, and the page says so', async () => {
  const { out } = await place.run('explain', 'in.jsonl', '--ids', 'none,in.jsonl:8')
  assert.match(out, /^They match: the same text, letter for letter\.$/m)
  assert.match(out, /bands met +0 of 25 +of 5 rows, none needed for equal texts$/m)
  assert(!out.includes('no candidate pair'))
})

test('shows shingles of characters, and those that begin with a stop word', async () => {
  const chars = await explain('in.jsonl', '--ids', '7,12345678901234567890', '--shingle', 'chars:9')
  assert.deepEqual(chars.sharedShingles.slice(0, 2), ['the quick', 'he quick '])
  assert.equal(chars.sharedShingles.length, 20)
  assert.deepEqual(chars.onlyBShingles, ['og today ', 'g today n', ' today no', 'today now'])
  assert.equal(chars.measures.shared, 41)
  const stops = await explain('in.jsonl', '--ids', '7,in.jsonl:4', '--shingle', 'stopword:3')
  assert(stops.sharedShingles.includes('the quick brown'))
  assert(stops.onlyAShingles.includes('the lazy dog'))
  assert.equal(stops.sharedShingles.length, stops.measures.shared)
  const pairs = await explain('in.jsonl', '--ids', '7,in.jsonl:4', '--shingle', 'stopword:3:2')
  assert(
    pairs.onlyAShingles.every((shingle: string) => / \| /.test(shingle)),
    pairs.onlyAShingles.join(),
  )
})

test('segments scripts without spaces, and keeps marks and lone surrogates', async () => {
  place.write(
    'zh.jsonl',
    jsonLines({ id: 1, text: '我喜欢猫 caf\u0065\u0301 x' }, '{"id":2,"text":"我喜欢狗 CAFÉ \\ud800"}'),
  )
  assert.deepEqual((await explain('zh.jsonl', '--ids', '1,2')).diff, [
    { op: 'same', words: ['我', '喜', '欢'] },
    { op: 'removed', words: ['猫'] },
    { op: 'added', words: ['狗'] },
    { op: 'same', words: ['cafe\u0301'] },
    { op: 'removed', words: ['x'] },
    { op: 'added', words: ['\ud800'] },
  ])
})

test('reads compressed input, CSV, and files as documents', async () => {
  place.write('in.jsonl.gz', gzipSync(records))
  assert.equal((await explain('in.jsonl.gz', '--ids', '7,7')).kind, 'exact')
  place.write('in.csv', `id,text\n"x, y",${fox}\n"x, y","${fox}"\n`)
  assert.equal((await explain('in.csv', '--ids', 'x, y', '--ids', 'x, y')).kind, 'exact')
  place.write('one.md', fox)
  place.write('two.md', 'another text')
  assert.equal((await explain('one.md', 'two.md', '--ids', 'one.md,two.md')).kind, 'different')
})

test('refuses ids that no record has, and an id given twice with only one record', async () => {
  const refusal = (ids: string) => place.run('explain', 'in.jsonl', '--null', 'bad', '--ids', ids)
  assert.deepEqual(await refusal('7,nine'), {
    status: 2,
    out: '',
    err:
      'nearsame: DOCUMENT_NOT_FOUND: expected a record with the id "nine", got none among 8 records, 1 of which ' +
      'could not be read. To fix: check the id and the field named by `--id`, or give the position of the record, ' +
      '`file:record`.\n',
  })
  assert.match(
    (await refusal('none,none')).err,
    /expected two records with the id "none", got one among 8 records/,
  )
  assert.match((await refusal('8,7')).err, /expected a record with the id "8"/)
})

test('explains megabyte texts with little in common within seconds of processor time', async () => {
  let state = 5
  const word = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return `w${Math.floor((state / 2 ** 32) ** 3 * below)}`
  }
  const text = () => Array.from({ length: 180_000 }, () => word(100_000)).join(' ')
  place.write('long.jsonl', jsonLines({ id: 1, text: text() }, { id: 2, text: text() }))
  const start = process.cpuUsage()
  const { diff, kind } = await explain('long.jsonl', '--ids', '1,2')
  assert.equal(kind, 'different')
  const count = (op: string) => diff.reduce((sum, run) => sum + (run.op === op ? run.words.length : 0), 0)
  assert.deepEqual([count('same') + count('removed'), count('same') + count('added')], [180_000, 180_000])
  const { user, system } = process.cpuUsage(start)
  assert((user + system) / 1e6 < 15, `${(user + system) / 1e6} CPU s`)
})
