/** `tune`: its measurements agree with the findings of the other commands, on texts whose pairs are all known. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TuneReport } from '../../src/files/jobs/tune-report.ts'
import { methods } from '../../src/methods/methods.ts'
import { nearly, Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()

/** 60 texts without a twin, 40 with a near one, 5 with an equal one, one without a word. */
const texts = [
  ...Array.from({ length: 60 }, (_, i) => wordsOf(i, 40)),
  ...Array.from({ length: 40 }, (_, i) => nearly(i, 1 + (i % 4), 40)),
  ...Array.from({ length: 5 }, (_, i) => wordsOf(i, 40).toUpperCase()),
  '...',
]
place.write('in.jsonl', jsonLines(...texts.map((text, id) => ({ id, text }))))

async function tune(...args: readonly string[]): Promise<TuneReport> {
  const { status, out, err } = await place.run('tune', ...args, '--json')
  assert.equal(status, 0, err)
  return JSON.parse(out)
}

/** The part of a report that must not depend on the threads. */
function found({ stages, peakMemoryBytes, ...rest }: TuneReport): unknown {
  assert.ok(stages.length > 0 && peakMemoryBytes > 0)
  return rest
}

test('measures every pair of a small input, in agreement with an exact comparison and the pairs command', async () => {
  const { asked, counts } = await tune('in.jsonl')
  assert.deepEqual([counts.read, counts.texts, counts.probes], [106, 100, 100])
  // Near texts differ in their last 1 to 4 of 40 words: 36 - n of 36 + n shingles are shared.
  const matching = Array.from({ length: 40 }, (_, i) => 1 + (i % 4)).filter(n => (36 - n) / (36 + n) >= 0.8)
  const { recall, texts: twins, precision } = asked.measured
  assert.deepEqual([recall.pairs, recall.probes, twins.pairs], [2 * matching.length, 80, 80])
  assert.deepEqual([recall.effective, recall.low], [null, recall.estimate])
  assert.equal(asked.estimated.matchingPairs, matching.length)
  await place.run('pairs', 'in.jsonl', '-o', 'pairs.csv')
  const rows = place.read('pairs.csv').trim().split('\n').slice(1)
  // Five rows are pairs of equal texts, and five more pair the equal ones with the near ones of their twins.
  assert.equal(rows.length - 10, recall.hits / 2)
  assert.equal(precision.hits, recall.hits)
  assert.ok(Math.abs((asked.expected.recall as number) - 1) < 0.01)
})

test('a sample is measured within its interval, the same for any number of threads', async () => {
  const whole = await tune('in.jsonl', '--threshold', '0.85')
  const one = await tune('in.jsonl', '--threshold', '0.85', '--sample', '30', '--threads', '1')
  const three = await tune('in.jsonl', '--threshold', '0.85', '--sample', '30', '--threads', '3')
  assert.deepEqual(found(one), found(three))
  const truth = whole.asked.measured.recall.estimate as number
  const { low, high, probes } = one.asked.measured.recall
  assert.ok(low <= truth && truth <= high && low < high && probes <= 30)
  assert.equal(one.counts.probes, 30)
  // The text nearest to a probe is compared, too.
  assert.ok(one.counts.compared > 30 && one.counts.compared <= 60)
  const other = await tune('in.jsonl', '--threshold', '0.85', '--sample', '30', '--seed', '2')
  assert.notDeepEqual(found(other), found(one))
})

test('proposes a threshold in the valley, and measures it', async () => {
  const { proposal, shingles, asked } = await tune('in.jsonl', '--threshold', '0.97')
  assert.equal(asked.estimated.matchingPairs, 0)
  assert.deepEqual([asked.measured.recall.estimate, asked.measured.recall.high], [null, 1])
  assert.deepEqual(
    shingles.map(({ shingle }) => shingle),
    [
      'words:5',
      'words:1',
      'words:2',
      'words:3',
      'words:4',
      'chars:4',
      'chars:5',
      'chars:6',
      'chars:7',
      'chars:8',
    ],
  )
  assert.ok(proposal !== null && proposal.threshold < 0.75 && proposal.threshold > 0.1)
  assert.deepEqual(
    [proposal.estimated.matchingPairs, proposal.measured.recall.estimate, proposal.measured.texts.pairs],
    [40, 1, 80],
  )
})

test('a proposal says what it would do, with pairs on either side, in report and page alike', async () => {
  const { effect, proposal } = await tune('in.jsonl', '--threshold', '0.97')
  assert.ok(effect !== null && proposal !== null)
  assert.deepEqual([effect.records, effect.removed, effect.removedAsGiven], [106, 46, 6])
  for (const { similarity, id1, id2, text1, text2 } of effect.above) {
    assert.ok(similarity >= proposal.threshold && similarity < 1)
    // Near texts differ in their last words only.
    assert.equal(Number(id2), Number(id1) + 60)
    assert.ok(text1.startsWith('…') && text1.slice(0, 19) === text2.slice(0, 19) && text1 !== text2)
  }
  assert.equal(effect.above.length, 3)
  for (const { similarity } of effect.below) assert.ok(similarity < proposal.threshold)
  const { out } = await place.run('tune', 'in.jsonl', '--threshold', '0.97')
  assert.match(
    out,
    /\n {2}Removed: about 46 of 106 records, with your options 6; estimated precision 1\.00\n/,
  )
  const { id1, text1, similarity } = effect.above[0]
  const first = `Just above ${proposal.threshold}, these would match:\n    ${similarity.toFixed(3)}  ${id1}: ${text1}\n`
  assert.ok(out.includes(first), out)
})

/** Pages of one template, of which every value differs; as many of them have a copy with one word changed. */
function pages(count: number, copies: number): string[] {
  const page = (i: number, last: string) =>
    `${wordsOf(1, 60)} ${wordsOf(100 + i, 30)} ${wordsOf(2, 60)} ${wordsOf(5000 + i, 9)} ${last}`
  return [
    ...Array.from({ length: count }, (_, i) => page(i, 'end')),
    ...Array.from({ length: copies }, (_, i) => page(i, 'fine')),
  ]
}

test('of pages of one template, only the copies among them are proposed, or nothing', async () => {
  const others = Array.from({ length: 150 }, (_, i) => wordsOf(9000 + i, 100))
  place.write(
    'copies.jsonl',
    jsonLines(...[...pages(150, 40), ...others].map((text, id) => ({ id, text }))),
  )
  const found = (await tune('copies.jsonl', '--threshold', '0.5')).proposal
  assert.ok(found !== null && found.threshold > 0.7 && found.estimated.textsWithMatch === 80)
  place.write('pages.jsonl', jsonLines(...[...pages(250, 0), ...others].map((text, id) => ({ id, text }))))
  const { proposal, effect, warnings } = await tune('pages.jsonl')
  assert.deepEqual([proposal, effect, warnings.length], [null, null, 1])
  assert.match(
    warnings[0],
    /^no proposal: the valley at 0\.\d+ of \S+ separates no copies; above it about 250 of 400 texts /,
  )
  const { out } = await place.run('tune', 'pages.jsonl')
  assert.ok(out.endsWith(`\n  warning: ${warnings[0]}\n`))
})

test('of titles no precision is estimated, and nothing proposed where most of them look alike', async () => {
  const brands = ['Arvo', 'Belun', 'Cedra', 'Dorin', 'Elmex', 'Fanto', 'Gorvi', 'Hilka']
  const title = (i: number) =>
    `${brands[i % 8]} steel water bottle ${wordsOf(i >> 3, 2)} ${250 + (i % 9)} ml`
  place.write(
    'titles.jsonl',
    jsonLines(...Array.from({ length: 400 }, (_, i) => ({ id: i, text: title(i) }))),
  )
  const alike = await tune('titles.jsonl', '--threshold', '0.97')
  assert.deepEqual([alike.proposal, alike.effect], [null, null])
  const mixed = [
    ...Array.from({ length: 300 }, (_, i) => wordsOf(i, 12)),
    ...Array.from({ length: 60 }, (_, i) => nearly(i, 1, 12)),
  ]
  place.write('short.jsonl', jsonLines(...mixed.map((text, id) => ({ id, text }))))
  const { effect, warnings } = await tune('short.jsonl', '--threshold', '0.97')
  assert.equal(effect?.estimatedPrecision, null)
  assert.match(warnings.join(), /no precision is estimated/)
  assert.match(
    (await place.run('tune', 'short.jsonl', '--threshold', '0.97')).out,
    /; estimated precision unknown\n/,
  )
})

test('measures methods that decide by an equal signature', async () => {
  const { asked, shingles, proposal } = await tune('in.jsonl', '--method', 'solr-text-profile')
  // There, upper case makes no difference, but any other word does.
  assert.deepEqual([asked.measured.recall.hits, shingles, proposal], [10, [], null])
  assert.equal(asked.measured.precision.estimate, 1)
  assert.equal(asked.expected.recall, null)
})

test('works for no text, one and two texts', async () => {
  for (const [count, name] of [
    [0, 'none.jsonl'],
    [1, 'one.jsonl'],
    [2, 'two.jsonl'],
  ] as const) {
    place.write(name, jsonLines(...texts.slice(0, count).map(text => ({ text }))))
    const { counts, asked, proposal } = await tune(name)
    assert.deepEqual([counts.texts, counts.probes, proposal], [count, count, null])
    assert.deepEqual([asked.measured.recall.estimate, asked.estimated.matchingPairs], [null, 0])
    const { status, out } = await place.run('tune', name)
    assert.equal(status, 0)
    assert.match(out, /No two texts share a shingle/)
    assert.match(out, new RegExp(`^[^\n]+ ${count} ${count === 1 ? 'record' : 'records'}, `))
    assert.match(out, new RegExp(`\\n {2}${count} distinct ${count === 1 ? 'text' : 'texts'}, each`))
  }
})

test('shows a page: shares with intervals, bars with the curve beside them, shingles, the proposal', async () => {
  const { out, err } = await place.run('tune', 'in.jsonl', '--threshold', '0.97', '--sample', '50')
  assert.equal(err, '')
  for (const line of [
    /^nearsame tune: 106 records, [\d.]+ KiB, in\.jsonl\n {2}100 distinct texts, 50 of them, drawn at random/,
    /\nYour options: jaccard of words:5 at least 0\.97, found by \d+ bands of \d+/,
    /\n {2}recall +- +- +no such pair sampled/,
    /\n {4}0\.90 +\d+ {2}█+\S? +1 +\d/,
    /\n {2}words:1 +40\.0 +0\.\d+ +\d\.\d\d +\d+\n/,
    /\nProposed: jaccard of /,
    /\n {2}To use it: (--shingle \S+ )?--threshold 0\.\d+\n$/,
  ]) {
    assert.match(out, line)
  }
})

test('draws bars, curve and measured points, and does not overwrite a picture unless forced', async () => {
  const draw = (...more: string[]) => place.run('tune', 'in.jsonl', '--plot', 'tune.svg', ...more)
  assert.equal((await draw('--threshold', '0.97')).status, 0)
  const svg = place.read('tune.svg')
  assert.match(svg, /^<svg [^>]+>\n.*<\/svg>\n$/s)
  assert.equal(svg.match(/<polyline/g)?.length, 2)
  assert.equal(svg.match(/class="bar"/g)?.length, 40)
  assert.ok((svg.match(/<circle/g)?.length ?? 0) >= 2)
  assert.ok(!/NaN|Infinity|undefined/.test(svg))
  const again = await draw()
  assert.deepEqual([again.status, again.out], [2, ''])
  assert.match(again.err, /OUTPUT_EXISTS/)
  assert.equal((await draw('--force')).status, 0)
  assert.equal((await place.run('tune', 'in.jsonl', '--plot', 'in.jsonl', '--force')).status, 2)
})

test('writes the skipped records on request', async () => {
  place.write('bad.jsonl', jsonLines(...texts.slice(0, 3).map(text => ({ text })), { id: 1 }))
  const { counts } = await tune('bad.jsonl', '--null', 'bad', '--max-bad', '0.5', '--bad', 'skipped.jsonl')
  assert.deepEqual([counts.texts, counts.bad, place.rows('skipped.jsonl').length], [3, 1, 1])
})

test('names the skipped records, without control characters, and prints nothing if there are none', async () => {
  const name = 'skips\x1b.jsonl'
  place.write(name, jsonLines(...texts.slice(0, 3).map(text => ({ text })), ...Array(5).fill('{"broken')))
  const { out } = await place.run('tune', name, '--max-bad', '0.9')
  assert.match(
    out,
    /^nearsame tune: 8 records, [^\n]+, skips\ufffd\.jsonl\n[^\n]+ distinct texts[^\n]+\n {2}5 records skipped\n\n/,
  )
  assert.match(
    out,
    /\n\n {2}skips\ufffd\.jsonl:4 {2}JSON_SYNTAX: expected [^\n]+\n(.*\n){2} {2}and 2 more\n\nYour options/,
  )
  const clean = await place.run('tune', 'in.jsonl')
  assert.doesNotMatch(clean.out, /skipped|more\n/)
})

test('refuses impossible requests', async () => {
  for (const [args, says] of [
    [['in.jsonl', '--sample', '0'], /OPTION_VALUE: expected --sample to be a whole number/],
    [['missing.jsonl'], /INPUT_MISSING/],
    [['in.jsonl', '--threshold', '0.01'], /BANDS_UNREACHABLE/],
  ] as const) {
    const { status, err } = await place.run('tune', ...args)
    assert.equal(status, 2)
    assert.match(err, says)
  }
  for (const { name } of methods.filter(({ decides }) => decides.kind === 'pairs')) {
    const { status, err } = await place.run('tune', 'in.jsonl', '--method', name)
    assert.equal(status, 2)
    assert.match(err, /OPTION_VALUE: expected a method that finds pairs by sketches of single texts/)
  }
})
