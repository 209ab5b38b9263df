/** `--state`: runs over new files decide as one run over all files; what cannot hold is refused. */
import assert from 'node:assert/strict'
import {
  appendFileSync,
  cpSync,
  existsSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { casesOf, runs } from '../ground/runs.ts'
import { nearly, Workshop, wordsOf } from './command.ts'
import { parquetBytes } from './parquet-files.ts'

const shop = new Workshop()

/** A record of a small world, so that all kinds of duplicates and chains of near ones occur. */
const record = fc.record({
  base: fc.integer({ min: 0, max: 9 }),
  changed: fc.integer({ min: 0, max: 8 }),
  form: fc.constantFrom('as it is', 'upper', 'moved', 'no words', 'nothing', 'bad'),
  lang: fc.constantFrom('en', 'de', undefined),
})
type World = (typeof record extends fc.Arbitrary<infer T> ? T : never)[]

function lineOf({ base, changed, form, lang }: World[number], i: number): string {
  if (form === 'bad') return `{"id":${i},"text":7}\n`
  if (form === 'nothing') return `{"id":${i}}\n`
  const text = nearly(base, changed, 40)
  const written =
    form === 'upper'
      ? text.toUpperCase()
      : form === 'moved'
        ? `${text.split(' ').slice(4).join(' ')} and more ${i}`
        : form === 'no words'
          ? '!'.repeat(1 + (base % 3))
          : text
  return `${JSON.stringify({ id: i, text: written, lang })}\n`
}

interface Line {
  readonly cluster: number
  readonly survivor: string
  readonly id: string
}

function clusterLines(name: string): Line[] {
  const [, ...rows] = shop.read(name).trim().split('\n')
  return rows.map(row => {
    const [cluster, survivor, id] = row.split(',')
    return { cluster: Number(cluster), survivor, id }
  })
}

/**
 * Runs over the files one after the other.
 *
 * @returns kept bytes, removed lines, clusters by survivor, the last report
 */
async function inRuns(files: readonly string[], directory: string, ...options: readonly string[]) {
  shop.remove(directory)
  let [kept, removed] = ['', '']
  const numbers = new Map<string, number>()
  const members = new Map<string, Set<string>>()
  let last = 0
  let report: { state: { digest: string; kept: number; records: number; runs: number } } | undefined
  for (const file of files) {
    const tables = ['--removed', 'r.jsonl', '--clusters', 'c.csv', '--pairs', 'p.csv']
    report = await shop.dedupe(
      file,
      '-o',
      'k.jsonl',
      ...tables,
      '--state',
      directory,
      '--max-bad',
      '1',
      ...options,
    )
    kept += shop.read('k.jsonl')
    removed += shop.read('r.jsonl')
    for (const { cluster, survivor, id } of clusterLines('c.csv')) {
      assert.equal(numbers.get(survivor) ?? cluster, cluster, 'a cluster keeps its number')
      if (!numbers.has(survivor)) {
        assert.equal(cluster, last + 1, 'new clusters count on')
        last = cluster
      }
      numbers.set(survivor, cluster)
      members.set(survivor, (members.get(survivor) ?? new Set()).add(id))
    }
  }
  assert(report)
  return { kept, removed, members, state: report.state }
}

function membersOf(name: string): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>()
  for (const { survivor, id } of clusterLines(name))
    members.set(survivor, (members.get(survivor) ?? new Set()).add(id))
  return members
}

const one = ['--threads', '1']
const optionSets = [
  [],
  ['--threshold', '0.6', '--measure', 'containment'],
  ['--near', 'off'],
  ['--within', 'lang'],
  ['--method', 'solr-text-profile'],
  ['--method', 'repeated-trials'],
  ['--null', 'drop'],
  ['--recall', 'exact'],
  ['--recall', 'exact', '--measure', 'containment', '--threshold', '0.6'],
]

test('one to six runs over parts of a corpus equal one run over all of it', async () => {
  const part = fc.array(record, { maxLength: 40 })
  const budget = fc.constantFrom([], ['--memory', '128MB'])
  const parts = fc.array(part, { minLength: 1, maxLength: 6 })
  const worlds = fc.tuple(parts, fc.constantFrom(...optionSets), budget)
  await fc.assert(
    fc.asyncProperty(worlds, async ([parts, options, memory]) => {
      let id = 0
      const files = parts.map((some, i) => {
        const first: World[number] = { base: i, changed: i, form: 'as it is', lang: 'en' }
        const name = `part-${i}.jsonl`
        shop.write(name, [first, ...some].map(each => lineOf(each, ++id)).join(''))
        return name
      })
      const tables = ['--removed', 'all-r.jsonl', '--clusters', 'all-c.csv', '--max-bad', '1']
      const full = await shop.dedupe(...files, '-o', 'all.jsonl', ...tables, ...one, ...options)
      const { kept, removed, members, state } = await inRuns(files, 'S', ...one, ...options, ...memory)
      assert.equal(state.digest, full.digest)
      assert.equal(kept, shop.read('all.jsonl'))
      assert.equal(removed, shop.read('all-r.jsonl'))
      assert.deepEqual(members, membersOf('all-c.csv'))
      assert.deepEqual(
        [state.kept, state.records, state.runs],
        [full.counts.kept, full.counts.read, files.length],
      )
    }),
    { numRuns: runs(12) },
  )
})

/** Two parts of a corpus: the second has copies of the first, of itself, and new ones. */
function partLines(month: number, count = 60): string {
  const text = (i: number) =>
    i % 3 === 0 ? nearly(i % 20, (i + month) % 4, 40) : wordsOf(month * 1000 + (i % 50), 40)
  return Array.from({ length: count }, (_, i) => `{"id":"${month}-${i}","text":"${text(i)}"}\n`).join('')
}

/** A state `name` after a run over `jan.jsonl`. */
async function afterJanuary(name = 'S'): Promise<void> {
  shop.remove(name, 'jan.jsonl', 'feb.jsonl', 'k.jsonl')
  shop.write('jan.jsonl', partLines(1))
  shop.write('feb.jsonl', partLines(2))
  await shop.dedupe('jan.jsonl', '-o', 'jan-kept.jsonl', '--state', name)
}

const february = ['feb.jsonl', '-o', 'k.jsonl', '--state', 'S'] as const

test('tables name earlier survivors by id and place', async () => {
  await afterJanuary()
  await shop.dedupe(...february, '--removed', 'r.jsonl', '--pairs', 'p.csv', '--clusters', 'c.jsonl')
  const removed = shop.rows('r.jsonl')
  const old = removed.filter(({ survivorAt }) => survivorAt.startsWith('jan.jsonl:'))
  assert(old.length > 0 && old.length < removed.length)
  for (const { survivor, survivorAt, id } of old) {
    assert.equal(`1-${Number(survivorAt.split(':')[1]) - 1}`, survivor)
    assert(id.startsWith('2-'))
  }
  const [cluster] = shop.rows('c.jsonl').filter(({ survivor }) => survivor.startsWith('1-'))
  assert(cluster.members.some(({ id }: { id: string }) => id.startsWith('2-')))
  assert.match(shop.read('p.csv'), /^(1-\d+,2-|2-\d+,1-)/m)
})

test('an earlier input that is missing or changed is refused; a touched or restored one is not', async () => {
  await afterJanuary()
  cpSync('jan.jsonl', 'copy')
  renameSync('jan.jsonl', 'moved.jsonl')
  const missing = await shop.refused(2, 'INPUT_MISSING', ...february)
  assert.match(
    missing,
    /expected the input \S+jan\.jsonl, which an earlier run with the state \S+S has read/,
  )
  assert.match(
    missing,
    /got no file of that name, nor its bytes among and beside the inputs\. To fix: name it among/,
  )
  const { mtime } = statSync('moved.jsonl')
  writeFileSync('jan.jsonl', shop.read('copy').replace('w1', 'v1'))
  utimesSync('jan.jsonl', mtime, mtime)
  assert.match(
    await shop.refused(1, 'INPUT_CHANGED', ...february),
    /got other bytes than then, after byte 0, at .*jan\.jsonl\. To fix: restore the file/,
  )
  cpSync('copy', 'jan.jsonl')
  appendFileSync('jan.jsonl', '\n')
  assert.match(await shop.refused(1, 'INPUT_CHANGED', ...february), /got \d+ bytes instead of \d+, at/)
  cpSync('copy', 'jan.jsonl')
  utimesSync('jan.jsonl', 1000, 1000)
  const { state } = await shop.dedupe(...february)
  assert.equal(state.runs, 2)
})

test('an earlier input that was moved is found again by its bytes: as named, beside the inputs, with its state', async () => {
  await afterJanuary()
  const tables = ['--removed', 'r.jsonl', '--pairs', 'p.csv', '--clusters', 'c.csv']
  const run = async (file: string, state: string, ...more: string[]) => {
    const report = await shop.dedupe(...more, file, '-o', 'k.jsonl', ...tables, '--state', state)
    const files = ['k.jsonl', 'r.jsonl', 'p.csv', 'c.csv'].map(name => shop.read(name))
    return [report.counts, report.state, ...files]
  }
  cpSync('S', 'S-before', { recursive: true })
  const wanted = await run('feb.jsonl', 'S')
  const again = () => {
    shop.remove('S', 'elsewhere')
    cpSync('S-before', 'S', { recursive: true })
  }
  again()
  renameSync('jan.jsonl', 'renamed.jsonl')
  assert.deepEqual(await run('feb.jsonl', 'S', 'renamed.jsonl'), wanted)
  shop.write('mar.jsonl', partLines(3))
  assert.equal((await shop.dedupe('mar.jsonl', '-o', 'k.jsonl', '--state', 'S')).state.runs, 3)
  again()
  shop.write('elsewhere/feb.jsonl', shop.read('feb.jsonl'))
  shop.write('elsewhere/jan.jsonl', shop.read('renamed.jsonl').replace('w1', 'v1'))
  await shop.refused(2, 'INPUT_MISSING', 'elsewhere/feb.jsonl', '-o', 'k.jsonl', '--force', '--state', 'S')
  cpSync('renamed.jsonl', 'elsewhere/jan.jsonl')
  const beside = await run('elsewhere/feb.jsonl', 'S')
  assert.deepEqual(beside.slice(0, 3), wanted.slice(0, 3))
  again()
  shop.write('elsewhere/jan.jsonl', shop.read('renamed.jsonl'))
  renameSync('S', 'elsewhere/S')
  assert.deepEqual(await run('feb.jsonl', 'elsewhere/S'), wanted)
  // Its name may have other bytes by now, which are those of a new input.
  again()
  shop.write('jan.jsonl', shop.read('feb.jsonl'))
  const [counts, state] = await run('jan.jsonl', 'S', 'renamed.jsonl')
  assert.deepEqual([counts, state], wanted.slice(0, 2))
})

test('an input that an earlier run has read is left out; with nothing new the run is refused', async () => {
  await afterJanuary()
  const again = await shop.refused(2, 'STATE_REFUSED', 'jan.jsonl', ...february.slice(1))
  assert.match(
    again,
    /expected at least one input that no earlier run with this state has read, got jan\.jsonl/,
  )
  const { counts, hints } = await shop.dedupe('jan.jsonl', ...february)
  assert.equal(counts.read, 60)
  assert.match(hints.join(), /left out 1 of the inputs, which earlier runs with this state have read/)
})

test('options and files that a state cannot serve are refused with the reason', async () => {
  await afterJanuary()
  const refused = (code: string, ...options: string[]) => shop.refused(2, code, ...february, ...options)
  assert.match(await refused('OPTION_VALUE', '--keep', 'longest'), /may prefer a new document/)
  assert.match(await refused('OPTION_VALUE', '--cluster', 'components'), /may join two old clusters/)
  assert.match(await refused('OPTION_VALUE', '--cluster', 'complete'), /may join two old clusters/)
  assert.match(await refused('OPTION_VALUE', '--method', 'records'), /looks at all texts at once/)
  assert.match(await refused('OPTION_VALUE', '--resume'), /`?--state`? without `?--resume`?/)
  shop.write('d.csv', 'id1,id2,decision\n')
  for (const [flag, ...values] of [
    ['--decisions', 'd.csv'],
    ['--annotate', 'cluster=c'],
    ['--annotated', 'a.jsonl'],
    ['--report-html', 'page.html'],
    ['--deletes', 'solr', '--deletes-output', 'd.json'],
  ])
    assert.match(
      await refused('OPTION_VALUE', flag, ...values),
      new RegExp(`without .*${flag.slice(2, 6)}`),
    )
  assert.match(await refused('STATE_REFUSED', '--threshold', '0.9'), /got `threshold` 0\.9 instead of 0\.8/)
  shop.write('feb.csv', 'id,text\n1,a b c\n')
  assert.match(
    await shop.refused(2, 'STATE_REFUSED', 'feb.csv', '-o', 'k.csv', '--state', 'S'),
    /got inputs of the format csv instead of jsonl/,
  )
  const piped = shop.child(['dedupe', '-', '--input-format', 'jsonl', ...february.slice(1)], {
    input: '{}',
  })
  assert.match(piped.err, /STATE_REFUSED/)
  await shop.refused(2, 'OUTPUT_IS_INPUT', 'feb.jsonl', '-o', 'jan.jsonl', '--state', 'S', '--force')
  const { state } = await shop.dedupe(...february)
  assert.equal(state.runs, 2, 'refused runs left the state as it was')
})

test('a plan and a dry run change nothing', async () => {
  await afterJanuary()
  const before = shop.read('S/state.json')
  const dry = await shop.dedupe('feb.jsonl', '--state', 'S', '--dry-run')
  await shop.dedupe('feb.jsonl', '--state', 'S', '--plan')
  assert.equal(shop.read('S/state.json'), before)
  await shop.dedupe('feb.jsonl', '--state', 'none', '--dry-run')
  assert(!existsSync('none'))
  const { digest, counts, state } = await shop.dedupe(...february)
  assert.deepEqual([digest, counts, state], [dry.digest, dry.counts, dry.state])
  await afterJanuary()
  const { err } = await shop.run('dedupe', ...february)
  assert(err.endsWith(`  digest ${digest}\n  digest of all 2 runs ${state.digest}\n`), err)
})

test('a second run waits for none: the state is locked, and the lock of a killed run is taken over', async () => {
  await afterJanuary()
  const it = shop.start('dedupe', ...february, '--removed', '/dev/stdout')
  for (let tries = 0; !existsSync('S/lock') && tries < 500; tries++)
    await new Promise(done => setTimeout(done, 5))
  it.child.kill('SIGSTOP')
  if (existsSync('S/lock')) {
    const refused = await shop.refused(2, 'STATE_REFUSED', ...february)
    assert.match(refused, /expected a state that no other run uses, got a lock, at .*lock/)
  }
  it.child.kill('SIGKILL')
  await it.ended
  const { state } = await shop.dedupe(...february)
  assert.equal(state.runs, 2)
  assert(!existsSync('S/lock'))
})

test('a damaged state is refused', async () => {
  for (const name of ['keys-1', 'survivors-1', 'clusters-1', 'removed-1', 'state.json']) {
    await afterJanuary()
    const bytes = shop.bytes(`S/${name}`)
    writeFileSync(`S/${name}`, bytes.with(bytes.length >> 1, bytes[bytes.length >> 1] ^ 1))
    await shop.refused(3, 'STATE_CORRUPT', ...february)
    shop.remove(`S/${name}`)
    await shop.refused(3, 'STATE_CORRUPT', ...february)
    for (const left of ['keys-1', 'survivors-1', 'clusters-1', 'removed-1'])
      if (left !== name) assert(existsSync(`S/${left}`), `${left} without ${name}`)
    await afterJanuary()
    truncateSync(`S/${name}`, shop.bytes(`S/${name}`).length - 1)
    await shop.refused(3, 'STATE_CORRUPT', ...february)
  }
  // A checksum of its own: what is still JSON has other figures.
  await afterJanuary()
  const told = shop.read('S/state.json')
  const other = told.replace(/"records":\d+,"clusters"/, '"records":7,"clusters"')
  assert.notEqual(other, told)
  writeFileSync('S/state.json', other)
  await shop.refused(3, 'STATE_CORRUPT', ...february)
  // One log alone is damage, too, and stays as it is.
  const log = shop.bytes('S/survivors-1')
  for (const name of ['keys-1', 'clusters-1', 'removed-1', 'state.json']) shop.remove(`S/${name}`)
  await shop.refused(3, 'STATE_CORRUPT', ...february)
  assert.deepEqual(shop.bytes('S/survivors-1'), log)
  assert.equal(statSync('S').mode & 0o777, 0o700)
  await afterJanuary()
  writeFileSync(
    'S/state.json',
    shop.read('S/state.json').replace('"nearsameState":4', '"nearsameState":99'),
  )
  assert.match(await shop.refused(2, 'STATE_REFUSED', ...february), /expected a state of version 4, got 99/)
})

test('killed at any moment, a run leaves the old state or the new one, and can be repeated', async () => {
  await afterJanuary()
  cpSync('S', 'S-before', { recursive: true })
  const started = performance.now()
  const { state } = await shop.dedupe(...february)
  const kept = shop.read('k.jsonl')
  const usualMs = performance.now() - started + 300
  for (let kills = 0; kills < runs(6); kills++) {
    shop.remove('S', 'k.jsonl')
    cpSync('S-before', 'S', { recursive: true })
    const it = shop.start('dedupe', ...february)
    const timer = setTimeout(() => it.child.kill('SIGKILL'), Math.random() * 1.5 * usualMs)
    await it.ended
    clearTimeout(timer)
    if (shop.read('S/state.json') === shop.read('S-before/state.json')) {
      shop.remove(...shop.names().filter(name => name.includes('.nearsame-')))
      assert.deepEqual((await shop.dedupe(...february)).state, state)
    }
    assert.equal(shop.read('k.jsonl'), kept)
    shop.remove(...shop.names().filter(name => name.includes('.nearsame-')))
  }
})

test('with exact recall, damaged shingles and their order are refused', async () => {
  const exact = ['--recall', 'exact', '--state', 'S']
  for (const name of ['rarity-1', 'shingles-1']) {
    shop.remove('S')
    shop.write('jan.jsonl', partLines(1))
    shop.write('feb.jsonl', partLines(2))
    await shop.dedupe('jan.jsonl', '-o', 'jan-kept.jsonl', ...exact)
    const bytes = shop.bytes(`S/${name}`)
    writeFileSync(`S/${name}`, bytes.with(bytes.length >> 1, bytes[bytes.length >> 1] ^ 1))
    await shop.refused(3, 'STATE_CORRUPT', 'feb.jsonl', '-o', 'k.jsonl', '--force', ...exact)
  }
})

test('threads change nothing', async () => {
  shop.write('all.jsonl', partLines(1, 3000) + partLines(2, 3000))
  shop.write('jan.jsonl', partLines(1, 3000))
  shop.write('feb.jsonl', partLines(2, 3000))
  const { digest } = await shop.dedupe('all.jsonl', '-o', 'all-kept.jsonl')
  for (const threads of casesOf(['2', '1', '8'])) {
    const { state, kept } = await inRuns(['jan.jsonl', 'feb.jsonl'], 'S', '--threads', threads)
    assert.equal(state.digest, digest)
    assert.equal(kept, shop.read('all-kept.jsonl'))
  }
})

test('without near duplicates a state has the same bytes again, whatever was in memory', async () => {
  shop.write('jan.jsonl', partLines(1, 3000))
  const logs = async (...options: readonly string[]) => {
    shop.remove('S')
    await shop.dedupe('jan.jsonl', '-o', 'kept.jsonl', '--state', 'S', '--near', 'off', ...options)
    return ['keys-1', 'survivors-1'].map(name => shop.bytes(`S/${name}`))
  }
  const before = await logs('--threads', '1')
  await shop.dedupe('jan.jsonl', '-o', 'kept.jsonl')
  for (const threads of ['1', '3']) assert.deepEqual(await logs('--threads', threads), before)
})

test('archives, CSV with other headers and directories of texts go on, too', async () => {
  const [jan, feb] = [partLines(1), partLines(2)]
  shop.write('all.jsonl', jan + feb)
  const { digest } = await shop.dedupe('all.jsonl', '-o', 'all-kept.jsonl')
  const wanted = shop.read('all-kept.jsonl')
  shop.write('jan.jsonl.gz', gzipSync(jan))
  shop.write('feb.jsonl.gz', gzipSync(feb))
  const packed = await inRuns(['jan.jsonl.gz', 'feb.jsonl.gz'], 'S')
  assert.deepEqual([packed.state.digest, packed.kept], [digest, wanted])

  const parsed = (part: string) =>
    part
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { id: string; text: string })
  for (const [name, part] of [
    ['jan', jan],
    ['feb', feb],
  ]) {
    const all = parsed(part)
    shop.write(`${name}.json`, JSON.stringify(all))
    const column = (field: 'id' | 'text') => ({
      name: field,
      data: all.map(each => each[field]),
      type: 'STRING' as const,
    })
    shop.write(`${name}.parquet`, parquetBytes([column('id'), column('text')]))
  }
  for (const extension of ['json', 'parquet']) {
    shop.remove('S')
    await shop.dedupe(`jan.${extension}`, '-o', `k.${extension}`, '--state', 'S')
    const second = await shop.dedupe(`feb.${extension}`, '-o', `k.${extension}`, '--state', 'S')
    assert.equal(second.state.digest, digest, extension)
  }

  const rows = (part: string, flip: boolean) => {
    const fields = parsed(part)
    const lines = fields.map(({ id, text }) => (flip ? `${text};${id};x` : `${id},"${text}"`))
    return [flip ? 'text;id;more' : 'id,text', ...lines, ''].join('\n')
  }
  shop.write('jan.csv', rows(jan, false))
  shop.write('feb.csv', rows(feb, true))
  shop.remove('S')
  await shop.dedupe('jan.csv', '-o', 'k.csv', '--state', 'S')
  const csv = await shop.dedupe('feb.csv', '-o', 'k.csv', '--state', 'S')
  assert.equal(csv.state.digest, digest)
  assert.match(shop.read('k.csv'), /^text;id;more\n/)

  for (const [month, part] of [
    ['d1', jan],
    ['d2', feb],
  ] as const)
    for (const [i, line] of part.trim().split('\n').entries())
      shop.write(`${month}/${String(i).padStart(3, '0')}.txt`, `${JSON.parse(line).text}\n`)
  shop.remove('S', 'K')
  const files = ['--input-format', 'whole', '--state', 'S']
  await shop.dedupe('d1', '-o', 'K/', ...files)
  assert.equal((await shop.dedupe('d2', '-o', 'K2/', ...files)).state.digest, digest)
})
