import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { persons } from '../../../test/golden/records/persons.ts'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { dedupeFiles, matchFiles, pairsOfFiles } from '../../doors/node.ts'
import { deduplicate } from './deduplicate.ts'
import { findPairs, findTwins } from './find-pairs.ts'

const { columns } = persons(300)
const rows = columns[0].values.map((_, row) => ({
  id: `p${row}`,
  ...Object.fromEntries(columns.map(({ name, values }) => [name, values[row]])),
  year: 1900 + row,
  none: null,
}))
const folder = temporaryFolder()
const file = (name: string, records: readonly object[]): string => {
  const path = join(folder, name)
  writeFileSync(path, records.map(record => `${JSON.stringify(record)}\n`).join(''))
  return path
}
const method = 'records'
const all = file('all.jsonl', rows)
const withoutIds = (notes: unknown) =>
  JSON.parse(JSON.stringify(notes, (key, value) => (/^(left|right)Id$/.test(key) ? undefined : value)))

test('records of fields give what the command gives on the same rows', async () => {
  for (const text of [undefined, ['last', 'first', 'born'], '*']) {
    const options = { method, text, params: { columns: 'first=words' } } as const
    const found = await findPairs(rows, options)
    const report = await pairsOfFiles({
      inputs: [all],
      ...options,
      output: join(folder, 'p.jsonl'),
      force: true,
    })
    assert.equal(found.pairs.length, report.counts.pairs)
    assert.deepEqual(withoutIds(found.notes), withoutIds(report.notes))
    assert.equal(found.notes?.decidedBy, 'columns')
    const noted = found.notes?.columns as { name: string }[]
    const names = noted.map(({ name }) => name)
    assert.deepEqual(names, Array.isArray(text) ? text : [...columns.map(({ name }) => name), 'year'])
  }
  const kept = await deduplicate(rows, { method, acceptRisk: true })
  const report = await dedupeFiles({
    inputs: [all],
    method,
    acceptRisk: true,
    output: join(folder, 'k.jsonl'),
  })
  assert.equal(kept.digest, report.digest)
})

test('two lists: other names are taken if the values show them, and refused if they share too little', async () => {
  const [a, b] = [0, 1].map(side => rows.filter((_, row) => row % 2 === side))
  const renamed = b.map(({ first, last, ...rest }: Record<string, unknown>) => ({
    ...rest,
    Nachname: last,
    Vorname: first,
  }))
  const same = await findTwins(a, b, { method })
  const found = await findTwins(a, renamed, { method })
  assert.ok(same.pairs.length > 30)
  assert.deepEqual(found.pairs, same.pairs)
  assert.deepEqual(found.hints, [
    'fields of the other side are taken: Vorname for first, Nachname for last',
  ])
  await assert.rejects(findTwins(a, [{ shelf: 'a', desk: 'b' }], { method }), {
    message:
      /^TEXT_FIELD: expected two fields or more that both sides have, got "shelf", "desk" for "first"/,
  })
})

test('two lists: the columns are those of the first', async () => {
  const [a, b] = [0, 1].map(side => rows.filter((_, row) => row % 2 === side))
  const turned = b.map(row => Object.fromEntries(Object.entries(row).toReversed()))
  const { pairs, notes } = await findTwins(a, turned, { method })
  const sides = { inputs: [file('a.jsonl', a)], against: [file('b.jsonl', turned)] }
  const report = await matchFiles({ ...sides, method, output: join(folder, 'm.csv') })
  assert.equal(pairs.length, report.counts.pairs)
  assert.ok(pairs.length > 20)
  assert.deepEqual(withoutIds(notes), withoutIds(report.notes))
})

test('a text counts where there is one, and other methods take fields by name', async () => {
  const texts = rows.map(row => ({ ...row, text: `${row.id} has a text` }))
  assert.equal((await findPairs(texts, { method })).notes?.decidedBy, undefined)
  assert.equal((await findPairs(texts, { method, text: '*' })).notes?.decidedBy, 'columns')
  const titles = [
    { title: 'one two', body: 'three' },
    { title: 'One', body: 'two three' },
    { body: 'x', n: 1 },
  ]
  const { pairs } = await findPairs(titles, { text: 'title,body' })
  assert.deepEqual(
    pairs.map(({ left, right }) => [left, right]),
    [[0, 1]],
  )
})

test('null as the text counts as a blank text, which is compared with none', async () => {
  const ofText = await deduplicate([{ text: null }, { text: 'one' }, { text: null }, { text: ' ' }, 'one'])
  assert.deepEqual([ofText.counts.read, ofText.counts.nulls, ofText.counts.kept], [5, 3, 4])
  const named = [{ a: null, b: null }, { a: 'x' }, { a: null }, { b: 'x' }]
  const ofFields = await deduplicate(named, { text: ['a', 'b'] })
  assert.deepEqual([ofFields.counts.read, ofFields.counts.nulls, ofFields.counts.kept], [4, 2, 3])
  await assert.rejects(deduplicate([{ c: null }, { a: 'x' }], { text: ['a', 'b'] }), {
    code: 'TEXT_MISSING',
  })
})

test('refused: a list, no value at all, fields for another method', async () => {
  await assert.rejects(findPairs([['a']], { method }), { code: 'TEXT_NOT_STRING', message: /document 1/ })
  const nothing = [{ name: 'Ann', town: 'Ulm' }, { nme: null }]
  await assert.rejects(findPairs(nothing, { method }), { code: 'TEXT_MISSING', message: /document 2/ })
  await assert.rejects(findPairs([{ name: 'Ann' }]), { code: 'TEXT_NOT_STRING' })
  await assert.rejects(findPairs([{ a: { b: 1 } }], { text: 'a' }), { code: 'TEXT_NOT_STRING' })
})
