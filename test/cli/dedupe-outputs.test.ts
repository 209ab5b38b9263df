/** The files beside KEPT: removed, clusters, pairs, report, bad; and the rules that choose the survivor. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { nearly, Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const a = wordsOf(1)
const corpus = jsonLines(
  { id: 1, text: a },
  { id: 'other', text: wordsOf(2) },
  { id: 'x,"y"', text: nearly(1, 1) },
  { id: 4, text: a },
  '{"broken',
  { id: 6, text: a.toUpperCase() },
)
const quiet = ['--max-bad', '0.5']

test('removed: one line per record, in input order', async () => {
  shop.write('in.jsonl', corpus)
  await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--removed', 'r.jsonl', ...quiet)
  const line = (id: string, record: number, kind: string, similarity: number) =>
    `{"id":${id},"at":"in.jsonl:${record}","survivor":1,"survivorAt":"in.jsonl:1","kind":"${kind}","measure":"jaccard","similarity":${similarity},"kept":"first"}\n`
  assert.equal(
    shop.read('r.jsonl'),
    line('"x,\\"y\\""', 3, 'near', 15 / 17) + line('4', 4, 'exact', 1) + line('6', 6, 'normalised', 1),
  )
})

test('pairs: copies of a near duplicate have a row with its survivor', async () => {
  const near = nearly(1, 1)
  shop.write(
    'copies.jsonl',
    jsonLines({ text: a }, { text: near }, { text: near }, { text: near.toUpperCase() }),
  )
  for (const cluster of ['star', 'components', 'complete']) {
    await shop.dedupe('copies.jsonl', '-o', 'k.jsonl', '--pairs', 'p.csv', '--cluster', cluster)
    const rows = shop.read('p.csv').trim().split('\n').slice(1)
    const row = (record: number) => `copies.jsonl:1,copies.jsonl:${record},jaccard,${15 / 17}`
    assert.deepEqual(rows, [row(2), row(3), row(4)], cluster)
  }
})

test('clusters: the survivor, all members with their similarity to it, and the diameter', async () => {
  await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--clusters', 'c.jsonl', ...quiet)
  const members = `{"id":1,"similarity":1},{"id":"x,\\"y\\"","similarity":${15 / 17}},{"id":4,"similarity":1},{"id":6,"similarity":1}`
  assert.equal(
    shop.read('c.jsonl'),
    `{"cluster":1,"survivor":1,"members":[${members}],"diameter":${1 - 15 / 17}}\n`,
  )
})

test('pairs: the measured matches as CSV or JSONL, compressed by name', async () => {
  await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--pairs', 'p.csv', ...quiet)
  const rows = [`1,"x,""y""",jaccard,${15 / 17}`, '1,4,jaccard,1', '1,6,jaccard,1']
  assert.equal(shop.read('p.csv'), `id1,id2,measure,similarity\n${rows.join('\n')}\n`)
  await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--pairs', 'p.jsonl.gz', ...quiet)
  assert.equal(
    gunzipSync(shop.bytes('p.jsonl.gz')).toString().split('\n')[0],
    `{"id1":1,"id2":"x,\\"y\\"","measure":"jaccard","similarity":${15 / 17}}`,
  )
})

test('bad: the skipped records with place and reason', async () => {
  await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--bad', 'b.jsonl', ...quiet)
  const [bad] = shop.rows('b.jsonl')
  assert.deepEqual([bad.at, bad.code, bad.record], ['in.jsonl:5', 'JSON_SYNTAX', '{"broken\n'])
  assert.match(
    bad.message,
    /^JSON_SYNTAX: expected one JSON object per line, got [^\n]*, at in\.jsonl:5\. To fix: /,
  )
})

test('bad: lines and report name options as flags, whatever the record has', async () => {
  const long = '{"text":"`maxRecord` '
  shop.write('long.jsonl', `{"text":"a b c"}\n${long}${'x'.repeat(3000)}"}\n`)
  const outputs = ['--bad', 'long-bad.jsonl', '--report', 'long-report.json', '--max-record', '1KB']
  await shop.dedupe('long.jsonl', '-o', 'k.jsonl', ...outputs, '--max-bad', '1', ...quiet)
  const [{ message, record }] = shop.rows('long-bad.jsonl')
  assert.match(message, / To fix: raise `--max-record` /)
  assert(record.startsWith(long), record)
  assert.equal(JSON.parse(shop.read('long-report.json')).badRecords[0].message, message)
})

test('report: all options, counts and decisions', async () => {
  const start = performance.now()
  const shown = await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--report', 'report.json', ...quiet)
  const elapsed = (performance.now() - start) / 1000
  const report = JSON.parse(shop.read('report.json'))
  assert.deepEqual(report, shown)
  assert.deepEqual(report.counts, {
    read: 6,
    bad: 1,
    exact: 1,
    normalised: 1,
    near: 1,
    kept: 2,
    bytes: Buffer.byteLength(corpus),
  })
  assert.deepEqual(report.inputs, [
    { path: 'in.jsonl', format: 'jsonl', bytes: Buffer.byteLength(corpus), records: 6 },
  ])
  assert.deepEqual(
    [report.options.threshold, report.options.measure, report.options.cluster, report.options.recall],
    [0.8, 'jaccard', 'star', 0.99],
  )
  assert.deepEqual(Object.keys(report.versions), ['nearsame', 'node', 'unicode'])
  assert.equal(report.histogram.length, 20)
  assert.equal(report.histogram[Math.floor((15 / 17) * 20)], 1)
  assert.match(report.digest, /^[0-9a-f]{64}$/)
  assert(report.peakMemoryBytes > 1e6)
  assert.deepEqual(
    [...new Set(report.stages.map((stage: { name: string }) => stage.name))],
    ['scan', 'group', 'verify', 'write'],
  )
  assert(report.stages.every(({ seconds }: { seconds: number }) => seconds > 0 && seconds < elapsed))
  assert(report.bands.bands * report.bands.rows <= 128 && report.bands.curve.length >= 8)
})

test('the digest follows docs/formats/digest.md', async () => {
  const { digest } = await shop.dedupe(
    'in.jsonl',
    'in.jsonl',
    '-o',
    'k.jsonl',
    '--removed',
    'r.jsonl',
    ...quiet,
  )
  // Both files have six records, those of the second after those of the first; all documents of the second are removed.
  const survivors = [3, 4, 6, 7, 8, 9, 10, 12].map(record => [record, [2, 8].includes(record) ? 2 : 1])
  const rows = shop
    .rows('r.jsonl')
    .map(({ kind, similarity }, i) => `${survivors[i].join(' ')} ${kind} ${similarity}\n`)
  assert.equal(digest, createHash('sha256').update(rows.join('')).digest('hex'))
})

test('clusters of a chain: star, components and complete', async () => {
  const chain = [wordsOf(1), nearly(1, 2), `${nearly(1, 2).split(' ').slice(2).join(' ')} x y`]
  shop.write('chain.jsonl', jsonLines(...chain.map((text, i) => ({ id: i + 1, text }))))
  const survivors = async (cluster: string) => {
    const options = [
      '--threshold',
      '0.7',
      '--cluster',
      cluster,
      '--removed',
      'r.jsonl',
      '--clusters',
      'c.jsonl',
    ]
    await shop.dedupe('chain.jsonl', '-o', 'k.jsonl', ...options)
    return shop.rows('r.jsonl').map(row => [row.id, row.survivor, row.similarity])
  }
  assert.deepEqual(await survivors('star'), [[2, 1, 14 / 18]])
  assert.deepEqual(await survivors('complete'), [[2, 1, 14 / 18]])
  assert.deepEqual(await survivors('components'), [
    [2, 1, 14 / 18],
    [3, 1, 12 / 20],
  ])
  assert.deepEqual(
    shop.rows('c.jsonl').map(row => [row.members.length, row.diameter]),
    [[3, 1 - 12 / 20]],
  )
})

test('components: summary and report count the removals less similar to their survivor than a match', async () => {
  const chain = ['a b c d e f', 'a b c d e f g', 'b c d e f g h']
  shop.write('links.jsonl', jsonLines(...chain.map((text, id) => ({ id, text }))))
  const near = async (...options: readonly string[]) => {
    const { belowThreshold } = await shop.dedupe('links.jsonl', '-o', 'k.jsonl', ...options)
    const { err } = await shop.run('dedupe', 'links.jsonl', '-o', 'k.jsonl', '--force', ...options)
    return [belowThreshold, /near +[0-9]+ +[0-9.]+ % {2}(.*)/.exec(err)?.[1]]
  }
  const words = ['--shingle', 'words:1', '--recall', '0.999']
  const linked = [...words, '--cluster', 'components', '--threshold']
  assert.deepEqual(await near(...linked, '0.7'), [
    1,
    'linked by jaccard of at least 0.7; 1 less similar to their survivor',
  ])
  assert.deepEqual(await near(...linked, '0.6'), [0, 'linked by jaccard of at least 0.6'])
  assert.deepEqual(await near(...words, '--threshold', '0.7'), [undefined, 'jaccard of at least 0.7'])
  const trials = ['--method', 'repeated-trials', '--param', 'hashes=1', '--param', 'trials=20']
  const agreed = [...trials, '--param', 'words=1', '--param', 'agree=15', '--cluster', 'components']
  assert.deepEqual(await near(...agreed), [
    1,
    'linked by 15 trials or more agree; 1 less similar to their survivor',
  ])
})

test('keep rules: the first rule that distinguishes two records decides, then the position', async () => {
  const records = [
    { id: 1, text: a, score: 2, source: 'web', date: '2020-01-02' },
    { id: 2, text: `${a}!!`, score: 10, source: 'wiki', date: '2021' },
    { id: 3, text: a, score: 10, source: 'web', date: '2019' },
    { id: 4, text: `${a}!`, source: 'wiki', date: null },
  ]
  shop.write('keep.jsonl', jsonLines(...records))
  const keeps = async (rule: string) => {
    await shop.dedupe('keep.jsonl', '-o', 'k.jsonl', '--keep', rule, '--removed', 'r.jsonl')
    const [survivor, ...others] = shop.rows('k.jsonl')
    assert.equal(others.length, 0)
    return `${survivor.id}: ${shop.rows('r.jsonl').map(row => row.kept)}`
  }
  assert.equal(await keeps('first'), '1: first,first,first')
  assert.equal(await keeps('last'), '4: last,last,last')
  assert.equal(await keeps('longest'), '2: longest,longest,longest')
  assert.equal(await keeps('shortest'), '1: shortest,first,shortest')
  assert.equal(await keeps('max:score'), '2: max:score,first,max:score')
  assert.equal(await keeps('max:score,shortest'), '3: max:score,shortest,max:score')
  assert.equal(await keeps('min:score'), '1: min:score,min:score,min:score')
  assert.equal(await keeps('max:date'), '2: max:date,max:date,max:date')
  assert.equal(await keeps('prefer:source=wiki'), '2: prefer:source=wiki,prefer:source=wiki,first')
  assert.equal(
    await keeps('prefer:source=wiki,shortest'),
    '4: prefer:source=wiki,shortest,prefer:source=wiki',
  )
  assert.equal(await keeps('prefer:source=none,last'), '4: last,last,last')
  await shop.refused(2, 'OPTION_VALUE', 'keep.jsonl', '-o', 'no.jsonl', '--keep', 'best')
})

test('keep rules compare all digits of integers beyond 2^53', async () => {
  const [low, high] = ['1732300000000000001', '1732300000000000002']
  shop.write('long.csv', `id,seen,text\n1,${low},${a}\n2,${high},${a}\n`)
  shop.write('long.jsonl', `{"id":1,"seen":${low},"text":"${a}"}\n{"id":2,"seen":${high},"text":"${a}"}\n`)
  for (const file of ['long.csv', 'long.jsonl']) {
    for (const [rule, removed] of [
      ['max', 1],
      ['min', 2],
    ] as const) {
      await shop.dedupe(file, '-o', 'k.out', '--keep', `${rule}:seen`, '--removed', 'r.jsonl')
      assert.match(shop.read('r.jsonl'), new RegExp(`"at":"${file}:${removed}".*"kept":"${rule}:seen"`))
    }
  }
})

test('a keep rule for a field that no record has is refused before anything is written', async () => {
  shop.write('fields.csv', `id,score,text\n1,9,${a}\n2,10,${a}\n`)
  shop.write('fields.jsonl', jsonLines({ id: 1, text: a }, { id: 2, text: a, score: null }))
  for (const file of ['fields.csv', 'fields.jsonl']) {
    for (const rule of ['max:scor', 'max:score,longets', 'longest,prefer:source=wiki']) {
      await shop.refused(2, 'OPTION_VALUE', file, '-o', 'none.out', '--keep', rule)
    }
    await shop.dedupe(file, '-o', 'k.out', '--keep', 'max:score')
  }
  shop.write('empty.jsonl', '')
  await shop.dedupe('empty.jsonl', '-o', 'k.out', '--keep', 'max:score')
})

test('keep rules on CSV compare numbers as numbers', async () => {
  shop.write('keep.csv', `id,score,text\n1,9,${a}\n2,10,${a}\n`)
  await shop.dedupe('keep.csv', '-o', 'k.csv', '--keep', 'max:score')
  assert.equal(shop.read('k.csv'), `id,score,text\n2,10,${a}\n`)
})

test('a later survivor stays in its place in the input', async () => {
  shop.write('in2.jsonl', jsonLines({ id: 1, text: a }, { id: 2, text: wordsOf(2) }, { id: 3, text: a }))
  await shop.dedupe(
    'in2.jsonl',
    '-o',
    'k.jsonl',
    '--keep',
    'last',
    '--pairs',
    'p.csv',
    '--removed',
    'r.jsonl',
  )
  assert.deepEqual(
    shop.rows('k.jsonl').map(row => row.id),
    [2, 3],
  )
  assert.equal(shop.read('p.csv'), 'id1,id2,measure,similarity\n1,3,jaccard,1\n')
  assert.equal(shop.rows('r.jsonl')[0].survivorAt, 'in2.jsonl:3')
})
