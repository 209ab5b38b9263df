/** The most doubtful pairs as a table that a person fills and gives back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { persons } from '../golden/records/persons.ts'
import { workbookBytes } from '../ground/workbooks.ts'
import { Workshop } from './command.ts'

const shop = new Workshop()
const run = (...args: readonly string[]) => shop.run(...args, '--method', 'records', '--force', '--quiet')
const { columns, copies } = persons(900)
const quoted = (values: readonly string[]) => values.map(value => `"${value}"`).join(',')
const rows = columns[0].values.map((_, row) =>
  quoted([`p${row}`, ...columns.map(({ values }) => values[row])]),
)
shop.write('people.csv', `id,${columns.map(({ name }) => name).join(',')}\n${rows.join('\n')}\n`)
const table = (name: string) =>
  shop
    .read(name)
    .trimEnd()
    .split('\n')
    .map(line => line.split(','))
const pairsOf = (name: string) =>
  table(name)
    .slice(1)
    .map(([a, b]) => `${a},${b}`)

test('100 undecided pairs, both rows side by side, the doubtful ones first', async () => {
  assert.equal((await run('pairs people.csv -o found.csv --review review.csv')).err, '')
  const [head, ...body] = table('review.csv')
  const sides = columns.flatMap(({ name }) => [`${name}_1`, `${name}_2`])
  assert.deepEqual(head, ['id1', 'id2', 'decision', 'found', 'similarity', 'pattern', ...sides])
  assert.equal(body.length, 100)
  const found = new Set(pairsOf('found.csv'))
  for (const [id1, id2, decision, isFound, similarity, , ...values] of body) {
    assert.equal(decision, '')
    assert.equal(isFound, found.has(`${id1},${id2}`) ? 'yes' : 'no')
    assert.ok(Number(similarity) >= 0 && Number(similarity) <= 1)
    const [a, b] = [id1, id2].map(id => Number(id.slice(1)))
    assert.deepEqual(
      values,
      columns.flatMap(column => [column.values[a], column.values[b]]),
    )
  }
  const { threshold } = JSON.parse((await run('pairs people.csv -o found.csv --json')).out).notes
  const doubts = body.map(([, , , , similarity]) => Math.abs(Number(similarity) - threshold))
  assert.deepEqual(
    doubts,
    doubts.toSorted((x, y) => x - y),
  )
})

test('a spreadsheet may change byte-order mark, line ends, separator, capitals, the order of columns and the format', async () => {
  const [, ...body] = table('review.csv')
  const [same, different] = [body.find(row => row[3] === 'no'), body.find(row => row[3] === 'yes')]
  assert.ok(same && different)
  const decided = body.map(([id1, id2, , ...rest]) => {
    const said =
      id1 === same[0] && id2 === same[1]
        ? ' Same'
        : id1 === different[0] && id2 === different[1]
          ? 'DIFFERENT'
          : ''
    return [id1, id2, rest[0], said, ...rest.slice(1)].join(';')
  })
  const head = [
    'ID1',
    'ID2',
    'Found',
    'Decision',
    'Similarity',
    ...columns.flatMap(({ name }) => [`${name}_1`, `${name}_2`]),
  ]
  shop.write('decided.csv', `\ufeff${[head.join(';'), ...decided].join('\r\n')}\r\n`)
  const { err, out } = await run(
    'pairs people.csv -o again.csv --decisions decided.csv --review next.csv --json',
  )
  assert.equal(err, '')
  assert.deepEqual(
    { ...JSON.parse(out).options.decisions, sha256: '' },
    { same: 1, different: 1, unknown: 0, sha256: '' },
  )
  const again = new Set(pairsOf('again.csv'))
  assert.ok(again.has(`${same[0]},${same[1]}`))
  assert.ok(!again.has(`${different[0]},${different[1]}`))
  const sheet = [head, ...decided.map(row => row.split(';'))]
  const lower = sheet.map((row, at) => (at === 0 ? row.map(name => name.toLowerCase()) : row))
  shop.write('decided.xlsx', workbookBytes({ sheets: { Review: lower } }))
  const numbered = sheet.map((row, at) => [at === 0 ? 'Nr' : `${at}`, ...row].join('\t'))
  shop.write('numbered.csv', numbered.join('\n'))
  for (const file of ['decided.xlsx', 'numbered.csv']) {
    const other = await run(`pairs people.csv -o other.csv --decisions ${file} --json`)
    assert.equal(JSON.parse(other.out).options.decisions.sha256, JSON.parse(out).options.decisions.sha256)
    assert.equal(shop.read('other.csv'), shop.read('again.csv'))
  }
  const next = pairsOf('next.csv')
  assert.equal(next.length, 100)
  for (const [a, b] of [same, different])
    assert.ok(!next.includes(`${a},${b}`), 'decided pairs are not asked again')
})

test('dedupe and match write it, too; match takes the first id from A', async () => {
  assert.ok(copies.size > 50)
  await run('dedupe people.csv -o kept.csv --accept-risk --review review.jsonl')
  const lines = shop.read('review.jsonl').trimEnd().split('\n')
  assert.deepEqual(Object.keys(JSON.parse(lines[0])).slice(0, 5), [
    'id1',
    'id2',
    'decision',
    'found',
    'similarity',
  ])
  assert.equal((await run('dedupe people.csv -o kept.csv --accept-risk --review review.xlsx')).err, '')
  for (const file of ['review.jsonl', 'review.xlsx'])
    assert.equal(
      (await run(`dedupe people.csv -o kept.csv --accept-risk --decisions ${file}`)).err,
      '',
      file,
    )
  assert.equal((await run('dedupe review.xlsx -o rows.csv --text decision --method minhash')).err, '')
  const written = shop.read('rows.csv').split('\n')
  assert.deepEqual([written.length - 2, written[0].slice(0, 23)], [lines.length, 'id1,id2,decision,found,'])
  const head = shop.read('people.csv').split('\n')[0]
  shop.write('a.csv', `${head}\n${rows.filter((_, row) => row % 2 === 0).join('\n')}\n`)
  shop.write('b.csv', `${head}\n${rows.filter((_, row) => row % 2 === 1).join('\n')}\n`)
  await run('match a.csv --against b.csv -o m.csv --review r.csv')
  for (const pair of pairsOf('r.csv')) {
    const [a, b] = pair.split(',').map(id => Number(id.slice(1)) % 2)
    assert.deepEqual([a, b], [0, 1])
  }
})

test('refused: other methods, a decision that is none, a file without decisions', async () => {
  const other = await shop.run('pairs people.csv --text last -o x.csv --review r.csv --force')
  assert.match(other.err, /expected .--review. only with the method records, .*got the method minhash/)
  shop.write('bad.csv', 'id1,id2,decision,found\np1,p2,maybe,no\n')
  const maybe = await run('pairs people.csv -o x.csv --decisions bad.csv')
  assert.match(
    maybe.err,
    /PAIRS_FILE: expected the decision `same` or `different`, or an empty one, got "maybe", at bad.csv:2/,
  )
  shop.write('none.csv', 'id1,id2\np1,p2\n')
  assert.match(
    (await run('pairs people.csv -o x.csv --decisions none.csv')).err,
    /or an empty one, got "", at none.csv:2/,
  )
})
