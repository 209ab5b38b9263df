/** Exact recall on files: the decisions of the library, for all commands, threads and divisions into files. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deduplicate, findPairs } from '../../src/doors/index.ts'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()

/** Texts of a few hundred words, in families that drift apart, so that many pairs are near the threshold. */
const texts = Array.from({ length: 900 }, (_, i) => {
  const family = i % 150
  const drift = Math.floor(i / 150)
  return Array.from({ length: 40 }, (_, at) =>
    at % 12 < drift && at % 2 === 0 ? `w${i * 31 + at}` : `f${(family * 17 + at * 7) % 501}`,
  ).join(' ')
})
const lines = texts.map((text, id) => ({ id, text }))
shop.write('all.jsonl', jsonLines(...lines))
const flags = ['--recall', 'exact', '--shingle', 'words:2', '--threshold', '0.6']
const options = { recall: 'exact' as const, shingle: 'words:2', threshold: 0.6 }

for (const measure of ['jaccard', 'containment'] as const) {
  test(`files and memory decide the same, with any threads and files: ${measure}`, async () => {
    const { kept, digest } = await deduplicate(texts, { ...options, measure })
    assert.ok(kept.length < 700)
    for (const threads of ['1', '3']) {
      const report = await shop.dedupe(
        'all.jsonl',
        '-o',
        'k.jsonl',
        ...flags,
        '--measure',
        measure,
        '--threads',
        threads,
      )
      assert.deepEqual([report.digest, report.counts.kept], [digest, kept.length])
    }
    shop.write('1.jsonl', jsonLines(...lines.slice(0, 301)))
    shop.write('2.jsonl', jsonLines(...lines.slice(301)))
    const split = await shop.dedupe('1.jsonl', '2.jsonl', '-o', 'k.jsonl', ...flags, '--measure', measure)
    assert.equal(split.digest, digest)
  })
}

test('pairs and match write the pairs of the library', async () => {
  const { pairs } = await findPairs(texts, options)
  const run = await shop.run('pairs', 'all.jsonl', '-o', 'p.csv', ...flags, '--force', '--quiet')
  assert.equal(run.status, 0, run.err)
  const rows = pairs.map(({ left, right, similarity }) => `${left},${right},jaccard,${similarity}\n`)
  assert.equal(shop.read('p.csv'), `id1,id2,measure,similarity\n${rows.join('')}`)
  shop.write('a.jsonl', jsonLines(...lines.slice(0, 450)))
  shop.write('b.jsonl', jsonLines(...lines.slice(450)))
  const match = await shop.run(
    'match',
    'a.jsonl',
    '--against',
    'b.jsonl',
    '-o',
    'm.csv',
    ...flags,
    '--quiet',
  )
  assert.equal(match.status, 0, match.err)
  const across = pairs.filter(({ left, right }) => left < 450 && right >= 450)
  assert.equal(shop.read('m.csv').split('\n').length, across.length + 2)
})

test('the plan, the summary, the report and explain say exact, and name no bands', async () => {
  const plan = await shop.run('dedupe', 'all.jsonl', '--plan', ...flags)
  assert.match(plan.out, /recall +exact: every pair, by a join of the shingle sets/)
  assert.doesNotMatch(plan.out, /band/)
  const run = await shop.run('dedupe', 'all.jsonl', '-o', 'k.jsonl', '--force', ...flags)
  assert.match(run.err, /near +[\d,]+ +[\d.]+ % +jaccard of at least 0\.6, every pair/)
  const report = await shop.dedupe('all.jsonl', '-o', 'k.jsonl', ...flags)
  assert.equal(report.options.recall, 'exact')
  assert.deepEqual(report.bands, { bands: 0, rows: 0, agree: 0, curve: [] })
  const explained = await shop.run('explain', 'all.jsonl', '--ids', '0,150', ...flags)
  assert.equal(explained.status, 0, explained.err)
  assert.doesNotMatch(explained.out, /band|candidate/)
})

test('tune refuses exact recall, as nothing is missed', async () => {
  const { status, err } = await shop.run('tune', 'all.jsonl', '--recall', 'exact')
  assert.equal(status, 2)
  assert.match(
    err,
    /expected a recall that bands promise, in \(0, 1\), got exact. To fix: leave `--recall` out/,
  )
})
