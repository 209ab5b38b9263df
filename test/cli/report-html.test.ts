/** `--report-html FILE`: a page with the data of a run, which no text can break out of. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtPackage } from '../runtimes/build.ts'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

await builtPackage()
const place = new Workshop()
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `w${(from * 7919 + i * 31) % 997}`).join(' ')
/** Documents in families: each a text, and others with some of its words replaced at the end. */
const family = (name: number, member: number) =>
  `${words(name, 40 - 2 * member)} ${words(1000 + 17 * name + member, 2 * member)}`
const documents = Array.from({ length: 120 }, (_, i) => ({
  id: i,
  text: family(i % 30, Math.floor(i / 30)),
}))
place.write(
  'in.jsonl',
  jsonLines(...documents, { id: 'copy', text: documents[0].text }, { id: 'other', text: 'alone' }),
)

/** The embedded data, by the same rule as a browser: up to the first `</script`. */
function dataIn(name: string) {
  const page = place.read(name)
  const start = page.indexOf('id="data">') + 'id="data">'.length
  assert.ok(page.includes('Content-Security-Policy'))
  return JSON.parse(page.slice(start, page.indexOf('</script', start)))
}

async function run(...args: string[]) {
  const { status, err } = await place.run(...args, '--quiet')
  assert.deepEqual([status, err], [0, ''], args.join(' '))
}

test('dedupe: report, clusters and pairs are those of the other outputs', async () => {
  const outputs = [
    '-o',
    'kept.jsonl',
    '--report',
    'r.json',
    '--clusters',
    'c.jsonl',
    '--removed',
    'r.jsonl',
  ]
  await run(
    'dedupe',
    'in.jsonl',
    ...outputs,
    '--report-html',
    'r.html',
    '--threshold',
    '0.5',
    '--pairs',
    'p.csv',
  )
  const {
    report,
    clusters,
    documents: rows,
    pairs,
    sizes,
    texts,
    omitted,
    replay,
    bytesSaved,
  } = dataIn('r.html')
  assert.deepEqual(report, JSON.parse(place.read('r.json')))
  const starts = [0, ...clusters.ends]
  const shown = clusters.ends.map((end: number, c: number) =>
    clusters.members.slice(starts[c], end).map((row: number) => rows.id[row]),
  )
  const written = place
    .rows('c.jsonl')
    .map(({ survivor, members }) => [
      survivor,
      ...members.map(({ id }: { id: unknown }) => id).filter((id: unknown) => id !== survivor),
    ])
  assert.deepEqual(shown.toSorted(), written.toSorted())
  assert.equal(clusters.total, written.length)
  assert.deepEqual(omitted, { clusters: 0, pairs: 0 })
  const lines = place.read('p.csv').trim().split('\n').slice(1)
  const listed = pairs.left.map((row: number, i: number) => `${rows.id[row]},${rows.id[pairs.right[i]]}`)
  assert.deepEqual(
    listed,
    lines.map(line => line.split(',').slice(0, 2).join()),
  )
  assert.equal(
    sizes.reduce((sum: number, [size, count]: [number, number]) => sum + (size - 1) * count, 0),
    place.rows('r.jsonl').length,
  )
  assert.equal(texts[rows.id.indexOf(0)], documents[0].text)
  assert.match(replay.absent, /--replay-from/)
  const kept = new Set(place.read('kept.jsonl').split('\n'))
  const removed = place
    .read('in.jsonl')
    .split('\n')
    .filter(line => !kept.has(line))
  const lengths = removed.map(line => Buffer.byteLength(line) + 1)
  assert.equal(
    bytesSaved,
    lengths.reduce((sum, length) => sum + length, 0),
  )
})

interface Replay {
  readonly id: (string | number)[]
  readonly copyOf: number[]
  readonly left: number[]
  readonly right: number[]
  readonly similarities: number[]
}

/** Star by its definition: each joins the most similar survivor before it, ties to the earlier one. */
function star({ id, copyOf, left, right, similarities }: Replay, threshold: number): string[] {
  const values = new Map(
    left.map((a, i) => [`${Math.min(a, right[i])} ${Math.max(a, right[i])}`, similarities[i]]),
  )
  const survivors: number[] = []
  const removed: string[] = []
  for (const row of id.keys()) {
    let best: { survivor: number; value: number } | undefined
    for (const survivor of survivors) {
      const [a, b] = [copyOf[row], copyOf[survivor]].sort((x, y) => x - y)
      const value = a === b ? 1 : (values.get(`${a} ${b}`) ?? 0)
      if (value >= threshold && (best === undefined || value > best.value)) best = { survivor, value }
    }
    if (best === undefined) survivors.push(row)
    else removed.push(`${id[row]} ${id[best.survivor]} ${best.value}`)
  }
  return removed.sort()
}

test('replay: the pairs give the answer of the engine at every threshold, and the result is as without it', async () => {
  await run('dedupe', 'in.jsonl', '-o', 'a.jsonl', '--report', 'a.json', '--force')
  const page = ['--report-html', 'p.html', '--replay-from', '0.3']
  await run('dedupe', 'in.jsonl', '-o', 'a.jsonl', '--report', 'b.json', '--force', ...page)
  const digestOf = (name: string) => JSON.parse(place.read(name)).digest
  assert.equal(digestOf('a.json'), digestOf('b.json'))
  const { replay, measuredBands, documents: rows, texts } = dataIn('p.html')
  assert.equal(replay.documents, 122)
  for (const threshold of [0.3, 0.45, 0.6, 0.8, 0.95]) {
    await run(
      'dedupe',
      'in.jsonl',
      '-o',
      'x.jsonl',
      '--removed',
      'x.removed',
      '--force',
      '--threshold',
      `${threshold}`,
    )
    const removed = place.rows('x.removed').map(row => `${row.id} ${row.survivor} ${row.similarity}`)
    assert.deepEqual(star(replay, threshold), removed.sort(), `threshold ${threshold}`)
  }
  const total = measuredBands.reduce((sum: number, { pairs }: { pairs: number }) => sum + pairs, 0)
  assert.equal(total, replay.left.length)
  const last = measuredBands.at(-1)
  assert.equal(last.share, 1)
  const row = replay.documentRows.findIndex((at: number) => at >= 0)
  assert.equal(rows.id[replay.documentRows[row]], replay.id[row])
  assert.equal(typeof texts[replay.documentRows[row]], 'string')
})

test('a replay of a run that may be resumed is the same, and the user is warned of memory once', async t => {
  const page = ['--report-html', 'p.html', '--replay-from', '0.5', '--force']
  await run('dedupe', 'in.jsonl', '-o', 'a.jsonl', ...page)
  const { replay } = dataIn('p.html')
  await run('dedupe', 'in.jsonl', '-o', 'a.jsonl', '--resume', ...page)
  assert.deepEqual(dataIn('p.html').replay, replay)
  t.mock.method(process, 'constrainedMemory', () => 1e6)
  const { status, err } = await place.run('dedupe', 'in.jsonl', '-o', 'a.jsonl', ...page)
  assert.equal(status, 0)
  assert.equal(err.split('warning: this run needs').length, 2, err)
})

test('decisions are part of a replay, by their rows; without one the bands have estimated points', async () => {
  const [first] = place.rows('r.jsonl')
  place.write(
    'decisions.csv',
    `id1,id2,decision,survivor\n${first.id},${first.survivor},different,\n${first.id},never,same,\n`,
  )
  const decided = ['--decisions', 'decisions.csv', '--report-html', 'd.html', '--force']
  await run('dedupe', 'in.jsonl', '-o', 'd.jsonl', '--threshold', '0.5', '--replay-from', '0.4', ...decided)
  const { judged, id } = dataIn('d.html').replay
  assert.deepEqual(
    judged.map(({ left, right, isSame }: { left: number; right: number; isSame: boolean }) => [
      id[left],
      id[right],
      isSame,
    ]),
    [[first.id, first.survivor, false]],
  )
  await run('dedupe', 'in.jsonl', '-o', 'd.jsonl', ...decided)
  const { measuredBands } = dataIn('d.html')
  assert(measuredBands.length > 0)
  for (const { isEstimated, share, pairs } of measuredBands)
    assert(isEstimated && share > 0.5 && share <= 1 && pairs > 0)
})

test('pairs and match write pages, too', async () => {
  await run('pairs', 'in.jsonl', '-o', 'p2.csv', '--report-html', 'pairs.html', '--threshold', '0.5')
  const found = dataIn('pairs.html')
  assert.equal(found.replay.left.length, found.report.counts.pairs)
  assert.equal(
    found.histogram.bins.reduce((a: number, b: number) => a + b),
    found.report.counts.pairs,
  )
  await run('match', 'in.jsonl', '--against', 'in.jsonl', '-o', 'm.csv', '--report-html', 'match.html')
  const matched = dataIn('match.html')
  assert.equal(matched.command, 'match')
  assert.equal(matched.clusters.total, matched.report.counts.matched)
  assert.match(matched.replay.absent, /two sides/)
  assert.deepEqual(new Set(matched.documents.source), new Set([0, 1]))
})

test('a method without a threshold says so, and --replay-from is refused there', async () => {
  await run(
    'dedupe',
    'in.jsonl',
    '-o',
    's.jsonl',
    '--report-html',
    's.html',
    '--method',
    'solr-text-profile',
  )
  assert.match(dataIn('s.html').replay.absent, /solr-text-profile has no threshold/)
  const refused = async (...args: string[]) => {
    const { status, err } = await place.run('dedupe', 'in.jsonl', '-o', 'no.jsonl', ...args)
    assert.equal(status, 2)
    return err
  }
  const page = ['--report-html', 'no.html']
  assert.match(await refused(...page, '--replay-from', '0.5', '--method', 'nutch-md5'), /nutch-md5/)
  assert.match(await refused(...page, '--replay-from', '0.9'), /at most the threshold, 0.8/)
  assert.match(await refused('--replay-from', '0.5'), /--report-html/)
  assert.match(await refused(...page, '--replay-from', '0.5', '--memory', '1GB'), /without `--memory`/)
  assert.match(await refused('--report-html', 'r.html'), /OUTPUT_EXISTS/)
  assert.equal(place.names().includes('no.html'), false)
})

test('no text breaks out of its element, long texts are cut, and 20 MB are enough', async () => {
  const hostile = '</script><script>alert(1)</script><!-- \u2028\u2029 ]]> & " \ud800'
  const long = Array.from({ length: 1200 }, (_, i) => `${'<é'.repeat(12_000)} ${i % 300}`)
  const given = [hostile, hostile, ...long].map((text, id) => ({ id: `${id}</script>`, text }))
  place.write('hostile.jsonl', jsonLines(...given))
  await run('dedupe', 'hostile.jsonl', '-o', 'h.jsonl', '--report-html', 'h.html', '--near', 'off')
  const page = place.bytes('h.html')
  assert.ok(page.length <= 20_000_000, `${page.length} bytes`)
  const { texts, cutTexts, documents: rows, clusters } = dataIn('h.html')
  assert.equal(clusters.total, 301)
  const row = rows.id.indexOf('0</script>')
  assert.equal(texts[row], hostile)
  assert.ok(cutTexts.length > 100)
  const cut = texts[cutTexts[0]]
  assert.ok(Buffer.byteLength(cut) <= 20_000 && Buffer.byteLength(cut) > 19_990)
  assert.equal(
    page.toString().split('alert(1)').length - 1,
    page.toString().split('\\u003cscript>alert(1)').length - 1,
  )
})

test('passages: the page has the most repeated ones with their texts, documents, and bytes', async () => {
  const [often, once] = [words(5000, 30), words(6000, 60)]
  place.write(
    'pass.jsonl',
    jsonLines(
      { id: 'a', text: `first </script><b> ${often}. ${once}` },
      { id: 'b', text: `second ${often}` },
      { id: 'c', text: `${once} third ${often} end` },
      { id: 'd', text: 'nothing of it' },
    ),
  )
  const outputs = ['-o', 'pass.out', '--report', 'pass.json', '--report-html', 'pass.html']
  await run('passages', 'pass.jsonl', '--least', '20', ...outputs)
  const data = dataIn('pass.html')
  assert.equal(data.command, 'passages')
  assert.deepEqual(data.report.counts, JSON.parse(place.read('pass.json')).counts)
  const rows = place.rows('pass.out')
  // 30 words in three places count more than 60 in two only if both copies are counted: 90 and 120.
  assert.deepEqual(
    data.passages.map(({ tokens, places, id }: Record<string, unknown>) => [tokens, places, id]),
    [
      [60, 2, 'a'],
      [30, 3, 'a'],
    ],
  )
  assert.deepEqual(
    data.passages.map(({ text }: { text: string }) => text),
    [once, often],
  )
  assert.deepEqual(
    data.passages[1].others.map(({ id }: { id: string }) => id),
    ['b', 'c'],
  )
  const bytes = rows.map(({ fromByte, toByte }) => Number(toByte) - Number(fromByte))
  assert.equal(
    data.repeatedBytes,
    bytes.reduce((sum, each) => sum + each, 0),
  )
  assert.deepEqual(
    data.mostRepeated.map(({ id, repeated }: Record<string, unknown>) => [id, repeated]),
    [
      ['c', 90],
      ['b', 30],
    ],
  )
  assert.equal(
    data.shares.reduce((sum: number, each: number) => sum + each, 0),
    2,
  )
  const sideBySide = ['--against', 'pass.jsonl', '-o', 'sides.out', '--report-html', 'sides.html']
  await run('passages', 'pass.jsonl', '--least', '20', ...sideBySide)
  const sides = dataIn('sides.html')
  assert.equal(sides.covered, sides.report.covered.length)
  assert(sides.covered > 0 && sides.passages.length > 0)
})
