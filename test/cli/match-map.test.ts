/** Columns of B under other names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchFiles } from '../../src/doors/node.ts'
import { persons } from '../golden/records/persons.ts'
import { Workshop } from './command.ts'
import { parquetBytes } from './parquet-files.ts'

const shop = new Workshop()
const { columns } = persons(900)
const names = columns.map(({ name }) => name)
const other = { first: 'Vorname', last: 'surname', born: 'date of birth' } as Record<string, string>
const lines = columns[0].values.map((_, row) => [`p${row}`, ...columns.map(({ values }) => values[row])])
const csv = (header: readonly string[], rows: readonly (readonly string[])[]) =>
  `${[header, ...rows].map(row => row.map(cell => `"${cell}"`).join(',')).join('\n')}\n`
const [ofA, ofB] = [0, 1].map(side => lines.filter((_, row) => row % 2 === side))
shop.write('a.csv', csv(['id', ...names], ofA))
shop.write('b.csv', csv(['id', ...names], ofB))
const renamed = ['id', ...names.map(name => other[name] ?? name)]
// In another order, and with a column that A does not have.
const turned = (row: readonly string[]) => [...row.toReversed(), 'only B']
shop.write('c.csv', csv([...renamed.toReversed(), 'remark'], ofB.map(turned)))
const objects = ofB.map(row => Object.fromEntries(renamed.map((name, at) => [name, row[at]])))
shop.write('c.jsonl', objects.map(row => `${JSON.stringify(row)}\n`).join(''))
// Parquet without a town.
const kept = renamed.filter(name => name !== 'town')
const parquet = kept.map(name => ({ name, type: 'STRING' as const, data: objects.map(row => row[name]) }))
shop.write('c.parquet', parquetBytes(parquet))
const map = Object.entries(other).flatMap(([a, b]) => ['--map', `${b}=${a}`])
const match = (...args: readonly string[]) =>
  shop.run('match', 'a.csv', '--method', 'records', '--force', '--quiet', '--against', ...args)

test('mapped columns give what the same names give, whatever the order and format of B', async () => {
  assert.equal((await match('b.csv', '-o', 'same.csv')).err, '')
  assert.ok(shop.read('same.csv').split('\n').length > 30)
  for (const file of ['c.csv', 'c.jsonl']) {
    const { err } = await match(file, ...map, '-o', 'mapped.csv', '--review', 'review.csv')
    assert.equal(err, '')
    assert.equal(shop.read('mapped.csv'), shop.read('same.csv'), file)
    const [head, first] = shop.read('review.csv').split('\n')
    const [id1, id2, , , , , ...cells] = first.split(',')
    assert.equal(
      head,
      `id1,id2,decision,found,similarity,pattern,${names.flatMap(name => [`${name}_1`, `${name}_2`])}`,
    )
    const [left, right] = [id1, id2].map(id => lines[Number(id.slice(1))].slice(1))
    assert.deepEqual(
      cells,
      left.flatMap((value, at) => [value, right[at]]),
    )
  }
  await match('b.csv', '-o', 'same.csv', '--text', 'last,born,street')
  await match(
    'c.csv',
    ...map.slice(2),
    '--map',
    'Vorname=first',
    '-o',
    'mapped.csv',
    '--text',
    'last,born,street,first',
  )
  assert.notEqual(shop.read('mapped.csv'), '')
})

test('a column that B lacks is missing in its records', async () => {
  const { err, out } = await match('c.parquet', ...map, '-o', 'lacking.csv', '--json')
  assert.equal(err, '')
  const { notes, counts } = JSON.parse(out)
  assert.deepEqual([notes.decidedBy, notes.columns.length], ['columns', 5])
  assert.ok(counts.pairs > 30, `${counts.pairs}`)
  shop.write(
    'd.csv',
    csv(
      kept,
      objects.map(row => kept.map(name => row[name])),
    ),
  )
  await match('d.csv', ...map, '-o', 'same-lacking.csv')
  assert.equal(shop.read('lacking.csv'), shop.read('same-lacking.csv'))
})

test('without the map, names that values show beyond doubt are taken, and a hint says so', async () => {
  await match('b.csv', '-o', 'same.csv')
  for (const file of ['c.csv', 'c.jsonl', 'c.parquet']) {
    const { out } = await match(file, '-o', 'guessed.csv', '--json')
    const hints: readonly string[] = JSON.parse(out).hints
    assert.deepEqual(
      hints.filter(hint => hint.includes('are taken')),
      [
        'columns of the other side are taken for Vorname=first, surname=last, date of birth=born: say otherwise by `map`',
      ],
    )
    if (file !== 'c.parquet') assert.equal(shop.read('guessed.csv'), shop.read('same.csv'), file)
  }
  // A name that is given stays, and nothing is said of it.
  const { out } = await match('c.csv', '--map', 'surname=first', '-o', 'given.csv', '--json')
  assert.match(JSON.parse(out).hints.join(), /taken for date of birth=born: .*has no "last"/)
})

test('fewer than two common columns are refused, with what is likely', async () => {
  const rows = ofB.map((row, at) => [row[0], `${at % 40}`, `note ${at}`])
  shop.write('d.csv', csv(['id', 'floor', 'remark'], rows))
  shop.write(
    'e.csv',
    csv(
      ['id', 'age', 'first', 'last'],
      ofA.map((row, at) => [row[0], `${at % 40}`, row[1], row[2]]),
    ),
  )
  const refused = await shop.run('match e.csv --method records --against d.csv -o no.csv')
  assert.equal(refused.status, 2)
  assert.match(
    refused.err,
    /TEXT_FIELD: expected two columns or more that both sides have, got "floor", "remark" for "age", "first", "last", at d\.csv.*as in floor=age; or name one text of each side by `--text` and `--against-text`/,
  )
  const texts = await shop.run(
    'match e.csv --method records --against d.csv -o texts.csv --against-text remark',
  )
  assert.equal(texts.status, 0, texts.err)
})

test('other methods read the mapped text, and programs give an object', async () => {
  shop.write('t.jsonl', '{"id":"x","title":"one two three four five"}\n')
  shop.write('u.jsonl', '{"id":"y","text":"nothing of this","name":"one two three four five"}\n')
  const { err } = await shop.run('match t.jsonl --against u.jsonl --map name=title -o t.csv --quiet')
  assert.equal(err, '')
  assert.match(shop.read('t.csv'), /\nx,y,jaccard,1\n/)
  const inputs = ['t.jsonl']
  const report = await matchFiles({ inputs, against: ['u.jsonl'], map: { name: 'title' } })
  assert.equal(report.counts.pairs, 1)
})

test('refused: names that are missing or doubled', async () => {
  const refused = async (pattern: RegExp, ...args: readonly string[]) => {
    const { status, err } = await match(...args, '-o', 'x.csv')
    assert.equal(status, 2, err)
    assert.match(err, pattern)
  }
  await refused(
    /expected .--map. to name columns of B: .*"Vorname".*got vorname=first, at c\.csv/,
    'c.csv',
    '--map',
    'vorname=first',
  )
  await refused(
    /name columns of B: .*, got vorname=first, at c\.jsonl/,
    'c.jsonl',
    '--map',
    'vorname=first',
  )
  await refused(
    /expected .--map. to name columns of A: .*"first".*, got Vorname=name/,
    'c.csv',
    '--map',
    'Vorname=name',
  )
  const twice = ['--map', 'Vorname=first,surname=first']
  await refused(/one column of B for each of A, got "Vorname=first and surname=first"/, 'c.csv', ...twice)
  await refused(
    /expected --map to be b_name=name, each name of B once, got "a=c"/,
    'c.csv',
    '--map',
    'a=b,a=c',
  )
  await refused(
    /one column of B for "town", got surname=town, and a column "town", at c\.csv/,
    'c.csv',
    '--map',
    'surname=town',
  )
  await refused(/either .--map. or .--against-text./, 'c.csv', ...map, '--against-text', 'surname')
})
