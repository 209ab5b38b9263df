import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { randomSource } from '../../../test/worlds/world.ts'
import { dedupeFiles, matchFiles, pairsOfFiles } from './of-files.ts'

const folder = temporaryFolder()

const lines = [
  '{"id":"a","body":"one two three"}',
  '{"id":7,"body":"One, two: three"}',
  '{"id":"c","body":"four"}',
]
const input = join(folder, 'in.jsonl')
writeFileSync(input, `${lines.join('\n')}\n`)

test('takes result, input, speed and running options side by side', async () => {
  const output = join(folder, 'kept.jsonl')
  const removed = join(folder, 'removed.jsonl')
  const stages = new Set<string>()
  const report = await dedupeFiles(
    { inputs: [input], output, removed, text: 'body', threads: 1, keep: 'last', force: true },
    { progress: ({ stage }) => stages.add(stage) },
  )
  assert.equal(report.counts.normalised, 1)
  assert.equal(readFileSync(output, 'utf8'), `${lines[1]}\n${lines[2]}\n`)
  assert.equal(JSON.parse(readFileSync(removed, 'utf8')).survivor, 7)
  assert(stages.has('scan'))
})

test('lists pairs and twins', async () => {
  const output = join(folder, 'pairs.csv')
  const { counts } = await pairsOfFiles({ inputs: [input], output, text: 'body', threads: 1 })
  assert.equal(counts.pairs, 1)
  assert.equal(readFileSync(output, 'utf8'), 'id1,id2,measure,similarity\na,7,jaccard,1\n')
  const against = join(folder, 'against.jsonl')
  writeFileSync(against, '{"id":1,"body":"FOUR"}\n')
  const twins = join(folder, 'twins.csv')
  const matched = await matchFiles({
    inputs: [input],
    against: [against],
    output: twins,
    text: 'body',
    threads: 1,
  })
  assert.deepEqual([matched.counts.matched, matched.counts.kept], [1, 2])
  assert.equal(readFileSync(twins, 'utf8'), 'id1,id2,measure,similarity\nc,1,jaccard,1\n')
})

test('lists twins of files in another format, with fields of their own', async () => {
  const against = join(folder, 'against.csv')
  writeFileSync(against, "nr|'title'|note\n5|'FOUR'|x\n")
  const twins = join(folder, 'other-twins.csv')
  const given = {
    inputs: [input],
    against: [against],
    output: twins,
    text: 'body',
    threads: 1,
    force: true,
  }
  const sides = { againstText: ['title'], againstId: 'nr' }
  const { againstFields } = await matchFiles({ ...given, ...sides, plan: true })
  assert.deepEqual(againstFields, { text: ['title'], id: 'nr' })
  const { counts } = await matchFiles({ ...given, ...sides })
  assert.deepEqual([counts.against, counts.matched], [1, 1])
  assert.equal(readFileSync(twins, 'utf8'), 'id1,id2,measure,similarity\nc,5,jaccard,1\n')
  await assert.rejects(matchFiles({ ...given, ...sides, againstText: 'body' }), {
    message:
      `TEXT_FIELD: expected a column "body", got columns "nr", "title", "note", at ${against}. ` +
      'To fix: name the column that holds the text with `againstText`.',
  })
  await assert.rejects(
    matchFiles({ ...given, againstId: '' }),
    /OPTION_VALUE: expected againstId to be a text/,
  )
})

test('refuses inputs that are no list, and options that are no object', async () => {
  const loose = { dedupeFiles, pairsOfFiles, matchFiles } as Record<
    string,
    (...given: unknown[]) => unknown
  >
  const refused = async (name: string, given: unknown[], message: RegExp) =>
    assert.rejects(async () => loose[name](...given), { code: 'OPTION_VALUE', message })
  for (const name of Object.keys(loose)) {
    await refused(name, ['in.jsonl'], /expected options to be an object, got "in\.jsonl"/)
    await refused(name, [{ inputs: input }], /expected inputs to be a list of paths, .*, got "/)
    await refused(name, [{ inputs: [input], bad: 7 }], /expected bad to be the name of a file, got 7/)
    await refused(name, [{ inputs: [input], output: '' }], /expected output to be the name of a file/)
  }
  const match = { inputs: [input], against: [input] }
  await refused('matchFiles', [{ ...match, against: input }], /expected against to be a list/)
  await refused('matchFiles', [{ ...match, oneToOne: 1 }], /oneToOne to be true or/)
  await refused('pairsOfFiles', [{ inputs: [input], maxPairs: '9' }], /maxPairs to be a whole number/)
  await refused('dedupeFiles', [{ inputs: [input], dryRun: true }, 5], /expected events to be an object/)
})
test('refuses an unknown option, and ends when the signal aborts', async () => {
  const given = { inputs: [input], dryRun: true, treshold: 0.5 }
  await assert.rejects(dedupeFiles(given), {
    code: 'OPTION_UNKNOWN',
    message: /got treshold\. To fix: write threshold, if that was meant\./,
  })
  const signal = AbortSignal.abort()
  await assert.rejects(dedupeFiles({ inputs: [input], dryRun: true, text: 'body' }, { signal }), {
    name: 'AbortError',
  })
})

test('options of the command alone are neither in the types nor among the names', async () => {
  const given = { inputs: [input], dryRun: true }
  const refused = (job: Promise<unknown>) => assert.rejects(job, { code: 'OPTION_UNKNOWN' })
  // @ts-expect-error
  await refused(pairsOfFiles({ ...given, index: 'solr=http://127.0.0.1:1' }))
})

test('files of decisions are read before the inputs', async () => {
  const given = { inputs: [input], dryRun: true }
  const missing = (job: Promise<unknown>) => assert.rejects(job, { code: 'INPUT_MISSING' })
  await missing(pairsOfFiles({ ...given, accept: 'yes.csv' }))
  await missing(matchFiles({ ...given, against: [input], reject: 'no.csv' }))
})

test('the signal ends a run whose candidates are all refused without asking a thread', async () => {
  const flood = join(folder, 'flood.jsonl')
  const words = Array.from({ length: 300 }, (_, i) => `w${i}`)
  const random = randomSource(7)
  const count = 3000
  const text = (document: number) => {
    // Each document has fourteen words of its own out of 300: any two documents have similarity 0.6.
    const own = Array.from({ length: 14 }, () => Math.floor(300 * random()))
    return words.map((word, i) => (own.includes(i) ? `${word}x${document}` : word)).join(' ')
  }
  const lines = Array.from({ length: count }, (_, id) => JSON.stringify({ id, text: text(id) }))
  writeFileSync(flood, `${lines.join('\n')}\n`)
  const stop = new AbortController()
  const progress = ({ stage, documents }: { stage: string; documents: number }) => {
    if (stage === 'scan' && documents === count) setTimeout(() => stop.abort(), 50)
  }
  const given = { inputs: [flood], dryRun: true, threads: 1, cluster: 'components' } as const
  await assert.rejects(dedupeFiles(given, { progress, signal: stop.signal }), { name: 'AbortError' })
})

test('a job aborted while it writes replaces nothing, whatever it writes', async () => {
  const count = 30_000
  const texts = Array.from({ length: count }, (_, i) => `text ${i % 100 === 0 ? 0 : i} of them`)
  const columnData = [
    { name: 'id', data: texts.map((_, i) => i), type: 'INT32' as const },
    { name: 'text', data: texts, type: 'STRING' as const },
  ]
  const table = join(folder, 'in.parquet')
  writeFileSync(table, new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 1000 })))
  const plain = join(folder, 'many.jsonl')
  writeFileSync(plain, texts.map((text, id) => `${JSON.stringify({ id, text })}\n`).join(''))
  for (const [from, written] of [
    [table, 'k.parquet'],
    [plain, 'k.jsonl'],
    [plain, 'k.jsonl.gz'],
    [plain, 'r.jsonl'],
  ]) {
    const given = { inputs: [from], output: join(folder, 'k.parquet'), removed: join(folder, 'r.jsonl') }
    if (from === plain) given.output = join(folder, written === 'r.jsonl' ? 'k.jsonl' : written)
    for (const path of [given.output, given.removed]) writeFileSync(path, 'old')
    const before = readdirSync(folder)
    const stop = new AbortController()
    const watching = setInterval(() => {
      if (readdirSync(folder).some(name => name.startsWith(`.${written}.`))) stop.abort()
    })
    const run = dedupeFiles({ ...given, near: false, force: true }, { signal: stop.signal })
    await assert.rejects(run, { name: 'AbortError' }, written).finally(() => clearInterval(watching))
    assert.deepEqual(readdirSync(folder), before)
    for (const path of [given.output, given.removed]) assert.equal(readFileSync(path, 'utf8'), 'old')
  }
})

test('events may be undefined or a class instance; anything else is refused', async () => {
  class Bar {
    seen = 0
    readonly signal = undefined
    progress(): void {
      this.seen++
    }
  }
  const given = { inputs: [join(folder, 'many.jsonl')], near: false, dryRun: true }
  const { digest } = await dedupeFiles(given)
  assert.equal((await dedupeFiles(given, { progress: undefined, signal: undefined })).digest, digest)
  const bar = new Bar()
  await dedupeFiles(given, bar)
  assert(bar.seen > 0)
  for (const [name, event] of Object.entries({ progress: 5, signal: 5 })) {
    const message = new RegExp(`^OPTION_VALUE: expected events\\.${name} to be .*, got 5`)
    await assert.rejects(dedupeFiles(given, { [name]: event }), { message })
  }
  for (const name of ['onProgress', 'warn'])
    await assert.rejects(dedupeFiles(given, { [name]: () => {} }), { code: 'OPTION_UNKNOWN' })
})
