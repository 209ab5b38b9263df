/** `--decisions FILE`: what people decided about pairs, in every command that finds them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { parquetBytes } from './parquet-files.ts'

const place = new Workshop()
const fox = 'the quick brown fox jumps over the lazy dog today'
place.write(
  'in.jsonl',
  jsonLines(
    { id: 1, text: fox },
    { id: 2, text: `${fox} now` },
    { id: 'c,"3"', text: fox },
    { id: 4, text: 'a wholly different line of seven words' },
  ),
)
const header = 'id1,id2,decision,survivor,by,at\n'
const run = async (...args: string[]) => {
  const { status, err } = await place.run(...args, '--force', '--quiet')
  return { status, err }
}

test('pairs written as Parquet and decisions of Parquet are read as CSV is', async () => {
  const cells = [
    ['1', 'c,"3"', 'different', null],
    ['4', '2', 'same', '4'],
    ['1', '2', null, null],
  ]
  const names = ['id1', 'id2', 'decision', 'survivor']
  const columns = names.map((name, i) => ({
    name,
    data: cells.map(row => row[i]),
    type: 'STRING' as const,
  }))
  place.write('p.parquet', parquetBytes(columns))
  place.write('p.csv', `${header}1,"c,""3""",different,,,\n4,2,same,4,,\n1,2,,,,\n`)
  for (const format of ['csv', 'parquet']) {
    const outputs = ['-o', `kept-${format}.jsonl`, '--removed', `removed-${format}.jsonl`]
    const done = await run('dedupe', 'in.jsonl', ...outputs, '--decisions', `p.${format}`)
    assert.deepEqual(done, { status: 0, err: '' })
    assert.deepEqual(await run('pairs', 'in.jsonl', '-o', `found.${format}`), { status: 0, err: '' })
  }
  for (const output of ['kept', 'removed'])
    assert.equal(place.read(`${output}-parquet.jsonl`), place.read(`${output}-csv.jsonl`))
  const scored = await place.run('evaluate', 'found.parquet', 'found.csv', '--json')
  assert.deepEqual(JSON.parse(scored.out).f1, 1)
})

test('dedupe honours decisions, counts unknown ids, and reports both', async () => {
  place.write('d.csv', `${header}1,"c,""3""",different,,ann,2026-01-01\n4,2,same,4,ann,\n7,1,same,,,\n`)
  const args = [
    'dedupe',
    'in.jsonl',
    '-o',
    'kept.jsonl',
    '--removed',
    'removed.jsonl',
    '--pairs',
    'pairs.csv',
  ]
  assert.deepEqual(await run(...args, '--report', 'r.json', '--decisions', 'd.csv'), { status: 0, err: '' })
  assert.deepEqual(
    place.rows('kept.jsonl').map(({ id }) => id),
    ['c,"3"', 4],
  )
  const removed = place.rows('removed.jsonl')
  assert.deepEqual(
    removed.map(({ id, survivor, kind, similarity, kept }) => [id, survivor, kind, similarity, kept]),
    [
      [1, 4, 'near', 0, 'decision'],
      [2, 4, 'near', 0, 'decision'],
    ],
  )
  const { options, counts, belowThreshold } = JSON.parse(place.read('r.json'))
  const { sha256, ...decisions } = options.decisions
  assert.deepEqual(decisions, { same: 1, different: 1, unknown: 1 })
  assert.match(sha256, /^[0-9a-f]{64}$/)
  assert.deepEqual([counts.kept, counts.near, belowThreshold], [2, 2, 2])
  const pairs = '1,2,jaccard,0.8571428571428571\n1,4,jaccard,0\n2,4,jaccard,0\n'
  assert.equal(place.read('pairs.csv'), `id1,id2,measure,similarity\n${pairs}`)
  const { err } = await place.run('dedupe in.jsonl -o told.jsonl --decisions d.csv')
  assert.match(err, /\n {2}1 of 3 decisions names an id that no record has\n/)
})

test('threads do not matter', async () => {
  const digests = []
  for (const threads of ['1', '2']) {
    await run(
      'dedupe',
      'in.jsonl',
      '-o',
      'k.jsonl',
      '--report',
      'r.json',
      '--decisions',
      'd.csv',
      '--threads',
      threads,
    )
    digests.push(JSON.parse(place.read('r.json')).digest)
  }
  assert.equal(digests[0], digests[1])
})

test('pairs lists what is the same, and nothing that is different', async () => {
  await run('pairs', 'in.jsonl', '-o', 'p.csv', '--decisions', 'd.csv')
  assert.equal(
    place.read('p.csv'),
    'id1,id2,measure,similarity\n1,2,jaccard,0.8571428571428571\n2,"c,""3""",jaccard,0.8571428571428571\n2,4,jaccard,0\n',
  )
})

test('match: a decided pair wins over a better one', async () => {
  place.write('b.jsonl', jsonLines({ id: 'x', text: fox }, { id: 'y', text: `${fox} now` }))
  place.write('m.csv', `${header}1,y,same,,,\n2,y,different,,,\n`)
  await run(
    'match',
    'in.jsonl',
    '--against',
    'b.jsonl',
    '-o',
    'm.out.csv',
    '--one-to-one',
    '--decisions',
    'm.csv',
  )
  assert.equal(
    place.read('m.out.csv'),
    'id1,id2,measure,similarity\n1,y,jaccard,0.8571428571428571\n"c,""3""",x,jaccard,1\n',
  )
})

test('a method that finds pairs itself honours decisions as well', async () => {
  place.write('l.csv', `${header}1,4,same,,,\n1,2,different,,,\n`)
  const method = ['--method', 'longest-words', '--decisions', 'l.csv']
  await run('dedupe', 'in.jsonl', '-o', 'k.jsonl', '--removed', 'r.jsonl', ...method)
  assert.deepEqual(
    place.rows('r.jsonl').map(({ id, survivor, similarity }) => [id, survivor, similarity]),
    [
      ['c,"3"', 1, 100],
      [4, 1, null],
    ],
  )
  await run('pairs', 'in.jsonl', '-o', 'p.jsonl', ...method)
  const last = place.rows('p.jsonl').at(1)
  assert.deepEqual([last.id1, last.id2, last.similarity], [1, 4, null])
})

test('rows that contradict each other, and rows that are none, are refused with their places', async () => {
  const refused = async (rows: string) => {
    place.write('bad.csv', header + rows)
    const { status, err } = await run('pairs', 'in.jsonl', '-o', 'bad.out.csv', '--decisions', 'bad.csv')
    assert.equal(status, 3)
    assert.equal(place.names().includes('bad.out.csv'), false)
    return err
  }
  assert.match(
    await refused('1,2,same,,,\n4,2,same,,,\n1,4,different,,,\n'),
    /bad.csv:2, bad.csv:3, bad.csv:4/,
  )
  assert.match(await refused('1,2,same,1,,\n2,4,same,4,,\n'), /DECISIONS_CONFLICT.*bad.csv:2, bad.csv:3/)
  assert.match(await refused('1,2,maybe,,,\n'), /PAIRS_FILE.*"maybe", at bad.csv:2/)
  assert.match(await refused('1,2,different,1,,\n'), /PAIRS_FILE.*no survivor.*bad.csv:2/)
})

test('a file of decisions that is missing is refused before anything is read', async () => {
  const { status, err } = await run('pairs', 'in.jsonl', '-o', 'x.csv', '--decisions', 'none.csv')
  assert.equal(status, 2)
  assert.match(err, /INPUT_MISSING/)
})
