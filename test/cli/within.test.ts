/** `--within FIELD` on files. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deduplicate } from '../../src/doors/index.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const langs = ['en', 'de', 'fr', undefined]
const records = Array.from({ length: 800 }, (_, i) => ({
  id: i,
  text: wordsOf(i % 90, 30),
  meta: { lang: langs[i % 4] },
}))
shop.write('all.jsonl', jsonLines(...records))

test('dedupe within a path of a field decides as the library, with any threads', async () => {
  const { digest, kept } = await deduplicate(records, { within: 'meta.lang' })
  assert.equal(kept.length, 180)
  for (const threads of ['1', '3']) {
    const report = await shop.dedupe(
      'all.jsonl',
      '-o',
      'k.jsonl',
      '--within',
      'meta.lang',
      '--threads',
      threads,
    )
    assert.deepEqual([report.digest, report.options.within], [digest, 'meta.lang'])
  }
  const near = await shop.dedupe('all.jsonl', '-o', 'k.jsonl', '--within', 'meta.lang', '--near', 'off')
  assert.equal(near.counts.kept, 180)
  const run = await shop.run('dedupe', 'all.jsonl', '-o', 'k.jsonl', '--force', '--within', 'meta.lang')
  assert.match(
    run.err,
    /200 records have no value of --within meta\.lang, and are compared with each other only/,
  )
})

test('pairs and match list only pairs of one value; CSV columns are fields', async () => {
  shop.write('a.csv', 'id,text,dump\n1,one two three four five six,a\n2,one two three four five six,b\n')
  shop.write('b.csv', 'id,text,dump\n3,one two three four five six,b\n4,one two three four five six,\n')
  const pairs = await shop.run('pairs', 'a.csv', 'b.csv', '--within', 'dump', '-o', 'p.csv', '--quiet')
  assert.equal(pairs.status, 0, pairs.err)
  assert.equal(shop.read('p.csv'), 'id1,id2,measure,similarity\n2,3,jaccard,1\n')
  const match = await shop.run(
    'match',
    'a.csv',
    '--against',
    'b.csv',
    '--within',
    'dump',
    '-o',
    'm.csv',
    '--quiet',
  )
  assert.equal(match.status, 0, match.err)
  assert.equal(shop.read('m.csv'), shop.read('p.csv'))
})

test('the plan names the field and refuses one that no header has', async () => {
  const plan = await shop.run('dedupe', 'all.jsonl', '--plan', '--within', 'meta.lang')
  assert.match(plan.out, /within +meta\.lang: only records with equal values are compared/)
  for (const args of [['--plan'], ['-o', 'no.csv']]) {
    const refused = await shop.run('dedupe', 'a.csv', ...args, '--within', 'dmup')
    assert.equal(refused.status, 2)
    assert.match(refused.err, /expected `--within` to name a field that some document has, got "dmup"/)
  }
})

test('commands that do not compare all records refuse it', async () => {
  for (const command of ['sign all.jsonl -o s', 'tune all.jsonl', 'explain all.jsonl --ids 1,2']) {
    const { status, err } = await shop.run(...command.split(' '), '--within', 'lang')
    assert.equal(status, 2, command)
    assert.match(err, /expected an option of this command, got --within/)
  }
  const records = await shop.run(
    'dedupe',
    'all.jsonl',
    '-o',
    'no',
    '--within',
    'lang',
    '--method',
    'records',
  )
  assert.match(
    records.err,
    /expected --within to be left out with the method records.*To fix: give it the records/,
  )
})
