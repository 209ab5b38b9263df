/** The page about explanations names all their fields, in order. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { explain } from '../../src/doors/index.ts'

const page = readFileSync(
  join(resolve(import.meta.dirname, '../..'), 'docs/formats/explanation.md'),
  'utf8',
)
const rows = [...page.split('\n## Columns')[0].matchAll(/^\| (`.*?) *\| (.*?) *\|$/gm)].map(
  ([, names, meaning]) => ({
    names: [...names.matchAll(/`(\w+)`/g)].map(found => found[1]),
    meaning,
  }),
)

test('the page has the fields of an explanation, in order', async () => {
  const [a, b] = ['one two three four five six seven', 'one two three four five six eight']
  const found = new Set(['a', 'b', 'passages']) // of records, which are not given here
  for (const method of ['minhash', 'solr-md5', 'repeated-trials', 'records'] as const) {
    const explanation = await explain(a, b, { method })
    const fields = Object.keys(explanation)
    for (const field of fields) found.add(field)
    const named = rows.flatMap(({ names }) => names).filter(name => fields.includes(name))
    assert.deepEqual(fields, named, method)
  }
  assert.deepEqual([...found].sort(), rows.flatMap(({ names }) => names).sort())
})

test('the page has the parts of the measures, in order', async () => {
  const { measures } = await explain('one two three', 'one two four')
  const row = rows.find(({ names }) => names[0] === 'measures')
  const named = [...(row?.meaning.matchAll(/`(\w+)`/g) ?? [])].map(found => found[1])
  assert.deepEqual(named.sort(), Object.keys(measures).sort())
})

test('the page has the parts of a record pair, in order', async () => {
  const { byColumns } = await explain('Ann Lee', 'Ann Leigh', { method: 'records' })
  const meaning = rows.find(({ names }) => names[0] === 'byColumns')?.meaning ?? ''
  for (const name of Object.keys(byColumns ?? {})) assert.ok(meaning.includes(`\`${name}\``), name)
})
