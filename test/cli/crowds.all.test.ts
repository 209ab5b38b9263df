/** Texts that share most of their shingles without matching: the same result from files, by threads, and in memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deduplicate, findTwins } from '../../src/doors/index.ts'
import { groupBands } from '../../src/engine/batch/group-bands.ts'
import { representatives } from '../../src/engine/batch/group-equal.ts'
import { areCandidates } from '../../src/engine/cluster/candidates.ts'
import { withoutCrowds } from '../../src/engine/decide/measuring.ts'
import { readCorpus } from '../../src/engine/library/corpus.ts'
import { openEngine } from '../../src/engine/library/open-engine.ts'
import { libraryPorts } from '../../src/engine/library/ports.ts'
import { resolveInputs } from '../../src/files/inputs/resolve/resolve-inputs.ts'
import { openRun } from '../../src/files/run/open-run.ts'
import { runPorts as portsOfRun } from '../../src/files/run/ports.ts'
import { scanInputs } from '../../src/files/run/scan.ts'
import { atOnce } from '../../src/ground/breath/steps.ts'
import { resolveInputOptions } from '../../src/ground/options/input-options.ts'
import { resolveRunningOptions } from '../../src/ground/options/running-options.ts'
import { resolveSpeedOptions } from '../../src/ground/options/speed-options.ts'
import { resolveResultOptions } from '../../src/methods/options/result-options.ts'
import { Workshop, wordsOf } from './command.ts'

const shop = new Workshop()
const count = 4000

/** A header of 84 words and 20 words of its own; every fortieth repeats the one before except for its last words. */
const texts = Array.from({ length: count }, (_, i) => {
  const isCopy = i % 40 === 39
  const own = wordsOf(isCopy ? i : i + 1, 20).split(' ')
  if (isCopy) own.splice(18, 2, `last${i}`)
  return `${wordsOf(0, 84)} ${own.join(' ')}`
})
const copies = Array.from({ length: count / 40 }, (_, i) => 40 * i + 39)
const records = texts.map((text, id) => `${JSON.stringify({ id, text })}\n`)

test('only matching texts with a long header are removed, with any threads and clustering', async () => {
  shop.write('all.jsonl', records.join(''))
  const removed = copies.map(copy => [copy, copy - 1])
  for (const cluster of ['star', 'components', 'complete'] as const) {
    const { digest, ...found } = await deduplicate(texts, { cluster })
    assert.deepEqual(
      found.removed.map(({ index, survivor }) => [index, survivor]),
      removed,
    )
    for (const threads of ['1', '2', '8']) {
      const report = await shop.dedupe(
        'all.jsonl',
        '-o',
        'k.jsonl',
        '--cluster',
        cluster,
        '--threads',
        threads,
      )
      assert.equal(report.digest, digest, `${cluster}, ${threads} threads`)
    }
  }
  const kept = records.filter((_, i) => !copies.includes(i))
  assert.equal(shop.read('k.jsonl'), kept.join(''))
})

test('pairs and twins of such texts are the same from files as in memory', async () => {
  shop.write('a.jsonl', records.slice(0, 1999).join(''))
  shop.write('b.jsonl', records.slice(1999).join(''))
  const { pairs } = await findTwins(texts.slice(0, 1999), texts.slice(1999))
  assert.deepEqual(
    pairs.map(({ left, right }) => [left, right]),
    [[1998, 0]],
  )
  const match = shop.child(['match', 'a.jsonl', '--against', 'b.jsonl', '-o', 'm.csv'])
  assert.equal(match.status, 0, match.err)
  assert.match(shop.read('m.csv'), /^id1,id2,measure,similarity\n1998,1999,jaccard,0\.9\d+\n$/)
  const all = shop.child(['pairs', 'all.jsonl', '-o', 'p.csv'])
  assert.equal(all.status, 0, all.err)
  const rows = shop.read('p.csv').trimEnd().split('\n').slice(1)
  assert.deepEqual(
    rows.map(row => row.split(',').slice(0, 2).map(Number)),
    copies.map(copy => [copy - 1, copy]),
  )
})

test('threads leave the same candidates as memory: few, with all matches among them', async () => {
  const engine = await openEngine({}, 'pairs')
  const { corpus } = await readCorpus(engine, undefined, texts)
  const representative = representatives(corpus)
  const given = atOnce(groupBands(corpus, representative, engine.settings.shape.agree))
  const inMemory = await withoutCrowds(libraryPorts(engine, corpus), given)
  assert.notEqual(inMemory, given)
  const request = {
    inputs: ['all.jsonl'],
    result: resolveResultOptions({}),
    input: resolveInputOptions(),
    speed: resolveSpeedOptions({ threads: 2 }),
    running: resolveRunningOptions(),
  }
  const set = await resolveInputs(request.inputs, request.input)
  const events = { progress: () => {}, signal: new AbortController().signal }
  const run = await openRun(set, request, { measuresPairs: true }, events)
  try {
    await scanInputs(run)
    const { shape } = run.settings
    const grouped = atOnce(groupBands(run.documents, representatives(run.documents), shape.agree))
    assert.deepEqual(await withoutCrowds(portsOfRun(run), grouped), inMemory)
  } finally {
    await run.close()
  }
  let left = 0
  let before = 0
  for (let a = 0; a < count; a += 7) {
    for (let b = 0; b < count; b++) {
      left += +areCandidates(inMemory, a, b)
      before += +areCandidates(given, a, b)
    }
  }
  assert.ok(left * 20 < before, `${left} of ${before}`)
  for (const copy of copies) {
    assert.equal(areCandidates(inMemory, copy - 1, copy), areCandidates(given, copy - 1, copy))
  }
})
