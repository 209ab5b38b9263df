/** The progress of a stage counts what it has done: documents read, pairs measured, records written. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { dedupeFiles, pairsOfFiles, passagesOfFiles } from '../../src/files/jobs/of-files.ts'
import type { Progress } from '../../src/files/requests.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
/** Records of about 30 KB, every fourth of them a copy: more than two pieces of what is kept. */
const corpus = Array.from({ length: 480 }, (_, i) => {
  const number = i % 4 === 3 ? i - 1 : i
  return jsonLines({
    id: i,
    text: Array.from({ length: 400 }, (_, k) => wordsOf(400 * number + k)).join(' '),
  })
})
const kept = 360

/** The counts of each stage, in order. */
function recorded() {
  const counts = new Map<string, number[]>()
  const progress = ({ stage, documents, unit }: Progress) => {
    const name = `${stage}${unit ?? ''}`
    counts.set(name, [...(counts.get(name) ?? []), documents])
  }
  return { counts, events: { progress } }
}

function assertGrows(counts: readonly number[] = [], last: number, what: string): void {
  assert.ok(counts.length > 1 && counts[0] < last, `${what}: ${counts}`)
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
    what,
  )
  assert.equal(counts.at(-1), last, what)
}

test('scan counts documents read, write those written, into a file, an archive and a folder', async () => {
  for (const name of ['a', 'b']) {
    const half = name === 'a' ? corpus.slice(0, 240) : corpus.slice(240)
    shop.write(`in/${name}.jsonl`, half.join(''))
  }
  mkdirSync('shards')
  for (const output of ['kept.jsonl', 'kept.jsonl.gz', 'shards']) {
    const { counts, events } = recorded()
    const report = await dedupeFiles({ inputs: ['in'], output, near: false, threads: 1 }, events)
    assert.equal(report.counts.kept, kept)
    assertGrows(counts.get('scan'), 480, `scan, ${output}`)
    const written = counts.get('write') ?? []
    // Copies that all threads make may all be there at the first report.
    if (output === 'kept.jsonl') assert.equal(written.at(-1), kept)
    else assertGrows(written, kept, `write, ${output}`)
  }
})

test('verify counts the documents that star has decided, and the pairs of other clusterings', async () => {
  const documents = recorded()
  await dedupeFiles({ inputs: ['in'], output: 'star.jsonl', threads: 1 }, documents.events)
  const decided = documents.counts.get('verify') ?? []
  assert.equal(decided[0], 0)
  assert.equal(decided.at(-1), 480)
  assert.deepEqual(
    decided,
    decided.toSorted((a, b) => a - b),
  )
  assert.equal(documents.counts.has('verifypair'), false)
  const pairs = recorded()
  const words = Array.from({ length: 60 }, (_, k) => wordsOf(k)).join(' ')
  const texts = Array.from({ length: 30 }, (_, id) => ({ id, text: `${words} ${wordsOf(100 + id)}` }))
  shop.write('near.jsonl', jsonLines(...texts))
  const joined = {
    inputs: ['near.jsonl'],
    output: 'joined.jsonl',
    cluster: 'components',
    acceptRisk: true,
    threads: 1,
  } as const
  await dedupeFiles(joined, pairs.events)
  assert.equal(pairs.counts.has('verify'), false)
  assert((pairs.counts.get('verifypair')?.at(-1) ?? 0) > 0)
})

test('pairs are counted as such when written, and passages by the documents of each stage', async () => {
  const pairs = recorded()
  const report = await pairsOfFiles({ inputs: ['in'], output: 'pairs.csv', threads: 1 }, pairs.events)
  assert.equal(pairs.counts.get('writepair')?.at(-1), report.counts.pairs)
  assert.equal(pairs.counts.has('write'), false)
  const passages = recorded()
  await passagesOfFiles({ inputs: ['in'], output: 'passages.jsonl', threads: 1 }, passages.events)
  assertGrows(passages.counts.get('group'), 480, 'group')
  const placed = passages.counts.get('verify') ?? []
  assert.deepEqual(
    placed,
    placed.toSorted((a, b) => a - b),
  )
  assert.ok((placed.at(-1) ?? 0) >= 120, `${placed}`)
})
