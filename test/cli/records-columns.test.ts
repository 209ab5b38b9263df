/** Records with columns from the command line. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { persons } from '../golden/records/persons.ts'
import { Workshop } from './command.ts'

const place = new Workshop()
const { columns, copies } = persons(600)
const rowOf = (row: number) => ({
  id: `p${row}`,
  ...Object.fromEntries(columns.map(({ name, values }) => [name, values[row]])),
})
const rows = columns[0].values.map((_, row) => rowOf(row))
place.write('people.jsonl', rows.map(row => `${JSON.stringify(row)}\n`).join(''))
const [copied] = copies
const ids = copied
  .split(',')
  .map(row => `p${row}`)
  .join()
const records = ['--method', 'records'] as const

test('explain shows columns, levels, weights and the probability that decided', async () => {
  const { status, out } = await place.run('explain people.jsonl --ids', ids, ...records, '--json')
  assert.equal(status, 0)
  const { byColumns, decided, matches } = JSON.parse(out)
  assert.deepEqual([byColumns.decidedBy, byColumns.fate, matches], ['columns', 'match', true])
  assert.equal(byColumns.score, decided.value)
  const names = byColumns.columns.map((column: { name: string }) => column.name)
  assert.deepEqual(names, ['first', 'last', 'street', 'born', 'town'])
  const page = (await place.run('explain people.jsonl --ids', ids, ...records)).out
  assert.match(page, /^They match: probability [\d.> ]+, threshold [\d.> ]+\.\n/)
  for (const { name, agreement, weight } of byColumns.columns) {
    const row = page.split('\n').find(line => line.startsWith(`  ${name} `)) ?? ''
    const printed = weight === null ? agreement : Math.abs(weight).toFixed(2)
    assert.ok(row.includes(agreement) && row.trimEnd().endsWith(printed), row)
  }
  assert.match(page, /\n {2}whole text +similarity 0\.\d+ +[+-]/)
  assert.doesNotMatch(page, /shingle|Jaccard/)
})

test('the summary shows doubtful records in one line each', async () => {
  const { err } = await place.run('pairs people.jsonl -o doubt.csv', ...records)
  const doubtful = err.split('\n').filter(line => line.startsWith('  doubtful: '))
  assert.equal(doubtful.length, 3)
  for (const line of doubtful)
    assert.match(line, /^ {2}doubtful: ".+, .+" = ".+, .+" \([\d.]+, (no|a) pair\)$/)
  assert.doesNotMatch(doubtful.join(), /\\n/)
})

test('explain takes what is said of a column', async () => {
  const strict = ['--column', 'street=must-agree', '--column', 'town=ignore']
  const { out } = await place.run('explain people.jsonl --ids', ids, ...records, ...strict)
  assert.match(out, /^They do not match: a column does not meet its gate\.\n/)
  assert.match(out, /\n {2}street .* barred by must-agree/)
  assert.match(out, /\n {2}town +ignored .* not compared\n/)
})

test('a column that is not compared, such as the id, needs no kind, and the message says so', async () => {
  const { status, err } = await place.run(
    'pairs people.jsonl --dry-run',
    ...records,
    '--column',
    'id=ignore',
  )
  assert.equal(status, 2)
  assert.match(
    err,
    /expected compared columns "first", .* got "id"\. .* leave out what is not compared, such as the id/,
  )
})

test('match says which columns the other list lacks, unless the map names them', async () => {
  const renamed = rows.slice(0, 80).map(({ first, last, ...rest }: Record<string, string>) => ({
    ...{ a: `${first} ${last}`, b: `${last}, ${first}` },
    ...rest,
  }))
  place.write('other.jsonl', renamed.map(row => `${JSON.stringify(row)}\n`).join(''))
  const match = ['match', 'people.jsonl', '--against', 'other.jsonl', ...records, '--force', '-o', 'm.csv']
  const lacking = await place.run(...match)
  assert.match(lacking.err, /hint: the other side has no "first", "last": say by map what it calls them/)
  const mapped = await place.run(...match, '--map', 'a=first', '--map', 'b=last')
  assert.doesNotMatch(mapped.err, /other side has no/)
})
