/** Short records from the command line: one list, two lists, and decided pairs. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findPairs, findTwins } from '../../src/doors/index.ts'
import { Workshop } from './command.ts'

const place = new Workshop()
const golden = join(import.meta.dirname, '../golden/restaurant')
const restaurants = readFileSync(join(golden, 'records.jsonl'), 'utf8')
place.write('restaurants.jsonl', restaurants)
place.write('truth.csv', readFileSync(join(golden, 'truth.csv')))

const run = async (...args: readonly string[]) => {
  const result = await place.run(...args, '--quiet')
  assert.deepEqual(result, { status: 0, out: '', err: '' })
}
const pairsOf = (name: string) =>
  place
    .read(name)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(row => row.split(',').slice(0, 2).join('-'))
const records = ['--method', 'records'] as const
const documents = restaurants
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as { id: string; text: string })

test('one list: at least 106 of 112 true pairs at a precision of .95, without any option', async () => {
  await run('pairs', 'restaurants.jsonl', ...records, '-o', 'found.csv', '--report', 'report.json')
  const { out } = await place.run('evaluate', 'found.csv', 'truth.csv', '--json')
  const { precision, trueFound } = JSON.parse(out)
  assert.ok(trueFound >= 106 && precision >= 0.95, `${trueFound} at ${precision}`)
  const { notes } = JSON.parse(place.read('report.json'))
  assert.ok(Math.abs(notes.estimatedPrecision - precision) < 0.1, `${notes.estimatedPrecision}`)
  assert.equal(notes.roc.filter((point: { isChosen: boolean }) => point.isChosen).length, 1)
  for (const { leftId, rightId, leftText, rightText } of notes.doubtful) {
    const textOf = (wanted: string) => documents.find(({ id }) => id === wanted)?.text
    assert.deepEqual([leftText, rightText], [textOf(leftId), textOf(rightId)])
  }
  const { pairs } = await findPairs(documents, { method: 'records' })
  assert.deepEqual(
    pairs.map(({ leftId, rightId }) => `${leftId}-${rightId}`),
    pairsOf('found.csv'),
  )
})

test('decided pairs are honoured', async () => {
  const [first] = pairsOf('found.csv')
  const [left, right] = first.split('-')
  place.write('reject.csv', `id1,id2\n${left},${right}\n`)
  place.write('accept.csv', 'id1,id2\n1,864\n')
  await run(
    'pairs restaurants.jsonl',
    ...records,
    '--accept',
    'accept.csv',
    '--reject',
    'reject.csv',
    '-o',
    'decided.csv',
  )
  const decided = pairsOf('decided.csv')
  assert.ok(decided.includes('1-864'))
  assert.ok(!decided.includes(first))
})

test('two lists: only pairs across them, and one to one on request', async () => {
  const lines = restaurants.trim().split('\n')
  place.write('a.jsonl', `${lines.slice(0, 533).join('\n')}\n`)
  place.write('b.jsonl', `${lines.slice(533).join('\n')}\n`)
  await run('match', 'a.jsonl', '--against', 'b.jsonl', ...records, '--one-to-one', '-o', 'across.csv')
  const { out } = await place.run('evaluate', 'across.csv', 'truth.csv', '--json')
  const { precision, trueFound } = JSON.parse(out)
  assert.ok(trueFound >= 106 && precision >= 0.95, `${trueFound} at ${precision}`)
  const ids = pairsOf('across.csv').map(pair => pair.split('-'))
  assert.equal(new Set(ids.map(([id]) => id)).size, ids.length)
  const twins = await findTwins(documents.slice(0, 533), documents.slice(533), { method: 'records' })
  assert.ok(twins.pairs.length > 100)
})

test('only the method records accepts decisions, and only about existing records', async () => {
  const refused = await place.run('pairs', 'restaurants.jsonl', '--accept', 'accept.csv', '-o', 'x.csv')
  assert.equal(refused.status, 2)
  assert.match(refused.err, /OPTION_VALUE: expected decided pairs only with the method records/)
  place.write('unknown.csv', 'id1,id2\n1,no-such-id\n')
  const unknown = await place.run(
    'pairs restaurants.jsonl',
    ...records,
    '--reject',
    'unknown.csv',
    '-o',
    'x.csv',
  )
  assert.match(
    unknown.err,
    /DOCUMENT_NOT_FOUND: expected a record with the id "no-such-id", got none, at unknown.csv/,
  )
})

test('decided pairs are inputs: nothing overwrites them, not even --force', async () => {
  const decided = place.read('accept.csv')
  for (const flag of ['--accept', '--reject']) {
    const outputs = [
      ['-o', 'accept.csv'],
      ['-o', 'x.csv', '--bad', 'accept.csv'],
    ]
    for (const names of outputs) {
      for (const args of [['pairs'], ['match', 'restaurants.jsonl', '--against']]) {
        const { status, err } = await place.run(
          ...args,
          'restaurants.jsonl',
          ...records,
          flag,
          'accept.csv',
          ...names,
          '--force',
        )
        assert.deepEqual([status, err.slice(0, 26)], [2, 'nearsame: OUTPUT_IS_INPUT:'], err)
      }
    }
  }
  assert.equal(place.read('accept.csv'), decided)
})

test('the summary shows the estimate and the warnings of the report', async () => {
  const lines = restaurants.trim().split('\n')
  for (const args of [
    ['pairs', 'restaurants.jsonl', '-o', 'told.csv'],
    ['match', 'a.jsonl', '--against', 'b.jsonl', '-o', 'told2.csv'],
    ['dedupe', 'restaurants.jsonl', '-o', 'told.jsonl'],
  ]) {
    const { status, err } = await place.run(...args, ...records, '--report', `${args[0]}-told.json`)
    assert.equal(status, 0, err)
    const { notes } = JSON.parse(place.read(`${args[0]}-told.json`))
    const near = notes.pairs - notes.identicalPairs
    const told = (value: number, [low, high]: number[]) =>
      `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
    const precision = told(notes.estimatedPrecision, notes.precisionInterval)
    const recall = told(notes.estimatedRecall, notes.recallInterval)
    const line = `\n  estimated precision ${precision}, recall at most ${recall}, of ${near} pairs of different texts\n`
    assert.ok(`\n${err}`.includes(line), err)
  }
  place.write(
    'few.jsonl',
    `${lines.slice(0, 6).join('\n')}\n${JSON.stringify({ id: 'blank', text: ' ' })}\n`,
  )
  const { err } = await place.run('pairs', 'few.jsonl', ...records, '-o', 'few.csv', '--report', 'few.json')
  const { warnings } = JSON.parse(place.read('few.json')).notes as { warnings: string[] }
  assert.ok(warnings.some(warning => warning.startsWith('no clear boundary')))
  for (const warning of warnings) assert.ok(err.includes(`  warning: ${warning}\n`), err)
  place.write('one.csv', 'x,y\n1,2\n')
  const one = await place.run('dedupe', 'one.csv', ...records, '-o', 'one-kept.csv')
  assert.match(one.err, /\n {2}decided by the whole text\n/)
  assert.doesNotMatch(one.err, /warning/)
})

test('dedupe stops before it removes more than a third as near duplicates', async () => {
  const family = ['Ann', 'Bob'].flatMap((name, i) =>
    ['Hill 4 Mill Road 2199', 'Stone 17 Long Lane 4302', 'Field 23 Brook Street 7615'].map((rest, j) => ({
      id: 10 * i + j,
      text: `${name} ${rest}`,
    })),
  )
  place.write('family.jsonl', family.map(line => `${JSON.stringify(line)}\n`).join(''))
  const asked = ['dedupe', 'family.jsonl', ...records, '--threshold', '0.5']
  const kept = await place.run(...asked, '-o', 'undecided.jsonl')
  assert.equal(kept.status, 0)
  assert.match(
    kept.err,
    /undecided 3: no pairs until you decide them[\s\S]*3 pairs of these differ wholly in text: /,
  )
  assert.equal(place.read('undecided.jsonl').trim().split('\n').length, 6)
  const refused = await place.run(
    ...[...asked, '--undecided', 'refuse', '-o', 'refused.jsonl', '--review', 'to-decide.csv'],
  )
  assert.equal(refused.status, 3)
  assert.throws(() => place.read('refused.jsonl'))
  // What to decide is written all the same.
  assert.equal(place.read('to-decide.csv').match(/,undecided,.*,text,/g)?.length, 3)
  assert.match(
    refused.err,
    /nearsame: UNDECIDED_PAIRS: expected no undecided pairs, got 3 that differ in text/,
  )
  const dedupe = [...asked, '--undecided', 'remove', '--quiet']
  const stopped = await place.run(...dedupe, '-o', 'family-kept.jsonl')
  assert.equal(stopped.status, 3)
  assert.equal(
    stopped.err.replace(/\(0\.\d\d\)/g, '(s)'),
    'nearsame: TOO_MANY_NEAR: expected at most a third of the rows to be near duplicates by the method records, ' +
      'got 3 of 6, such as "Ann Hill 4 Mill Road 2199" = "Bob Hill 4 Mill Road 2199" (s); ' +
      '"Ann Stone 17 Long Lane 4302" = "Bob Stone 17 Long Lane 4302" (s); ' +
      '"Ann Field 23 Brook Street 7615" = "Bob Field 23 Brook Street 7615" (s). ' +
      'To fix: read these pairs first, and set `--accept-risk` only if such rows are the same.\n',
  )
  assert.throws(() => place.read('family-kept.jsonl'))
  const reviewed = await place.run(...dedupe, '-o', 'family-kept.jsonl', '--review', 'too-many.csv')
  assert.match(reviewed.err, /are the same; too-many\.csv has the pairs to decide, for `--decisions`\.\n$/)
  assert.equal(place.read('too-many.csv').match(/,text,/g)?.length, 3)
  assert.equal((await place.run(...dedupe, '--accept-risk', '-o', 'family-kept.jsonl')).status, 0)
  assert.equal(place.read('family-kept.jsonl').trim().split('\n').length, 3)
})

test('--threshold is the parameter threshold, which is given once', async () => {
  const pairs = async (...args: string[]) => {
    const asked = ['pairs', 'family.jsonl', ...records, ...args, '--force', '-o', 'at-threshold.csv']
    const { status, err } = await place.run(...asked)
    return { status, err, out: status === 0 ? place.read('at-threshold.csv') : '' }
  }
  const high = await pairs('--threshold', '0.99')
  assert.deepEqual([high.status, high.out.trim().split('\n').length], [0, 1])
  assert.doesNotMatch(high.err, /ignored/)
  assert.equal(high.out, (await pairs('--param', 'threshold=0.99')).out)
  assert.equal(
    (await pairs('--threshold', '0.5', '--undecided', 'remove')).out.trim().split('\n').length,
    4,
  )
  const twice = await pairs('--threshold', '0.9', '--param', 'threshold=0.5')
  assert.deepEqual([twice.status, /each name once/.test(twice.err)], [2, true])
  const wrong = await pairs('--threshold', 'high')
  assert.match(wrong.err, /threshold of records to be a number in \[0, 1\], or auto, got "high"/)
})
