/** The removed records as deletions for a search engine. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const bridge = 'The old stone bridge across the river was closed'

const hit = (id: string, title: string, more: object = {}) => ({
  _index: 'news',
  _id: id,
  ...more,
  _source: { title },
})
shop.write(
  'hits.jsonl',
  jsonLines(
    hit('1', bridge),
    hit('2', bridge, { _routing: 'eu' }),
    hit('3', `${bridge}!`, { _index: 'old', _seq_no: 12, _primary_term: 1 }),
    hit('4', 'Something else'),
    hit('1', bridge),
    hit('2', bridge, { _routing: 'eu' }),
  ),
)
const deletes = (engine: string, ...args: readonly string[]) =>
  shop.run('dedupe', ...args, '--deletes', engine, '--deletes-output', 'd', '--force')

test('bulk: hits name their index, id, routing and version; a kept record is never deleted', async () => {
  const { status, err } = await deletes('bulk', 'hits.jsonl', '--text', '_source.title')
  assert.equal(status, 0, err)
  assert.match(err, /\n {2}2 deletions; 1 removed record left, as a kept record has the same id\n/)
  assert.equal(
    shop.read('d'),
    `{"delete":{"_index":"news","_id":"2","routing":"eu"}}
{"delete":{"_index":"old","_id":"3","if_seq_no":12,"if_primary_term":1}}
`,
  )
})

test('bulk: other records by their id, with the name of the index', async () => {
  shop.write('docs.csv', 'id,text\n7,one two three\n8,one two three\n9,four five six\n')
  await deletes('bulk', 'docs.csv', '--deletes-index', 'books', '--quiet')
  assert.equal(shop.read('d'), '{"delete":{"_index":"books","_id":"8"}}\n')
  await deletes('bulk', 'docs.csv', '--quiet')
  assert.equal(shop.read('d'), '{"delete":{"_id":"8"}}\n')
  shop.write(
    'numbers.jsonl',
    '{"id":7,"text":"one two three"}\n{"id":12345678901234567890,"text":"one two three"}\n',
  )
  const { out } = await deletes(
    'bulk',
    'numbers.jsonl',
    '--deletes-index',
    'books',
    '-o',
    'kept.jsonl',
    '--json',
  )
  assert.equal(shop.read('d'), '{"delete":{"_index":"books","_id":"12345678901234567890"}}\n')
  assert.deepEqual(JSON.parse(out).deletions, { written: 1, sameIds: 0 })
  assert.equal(shop.rows('kept.jsonl').length, 1)
})

test('solr: one message, with versions where the records have them', async () => {
  shop.write(
    'solr.jsonl',
    '{"id":"a","text":"one two three","_version_":1851234567890123776}\n{"id":"b","text":"one two three","_version_":1851234567890123777}\n{"id":"c \\"","text":"one two three"}\n{"id":"d","text":"four"}\n',
  )
  await deletes('solr', 'solr.jsonl', '--quiet')
  assert.equal(
    shop.read('d'),
    '{"delete":["c \\""],\n"delete":{"id":"b","_version_":1851234567890123777}}\n',
  )
  await deletes('solr', 'docs.csv', '--quiet')
  assert.equal(shop.read('d'), '{"delete":["8"]}\n')
  const versions = shop.read('solr.jsonl').replace(/"id":"c .*\n/, '"id":"c","text":"five"}\n')
  shop.write('versions.jsonl', versions)
  await deletes('solr', 'versions.jsonl', '--quiet')
  assert.equal(shop.read('d'), '{"delete":{"id":"b","_version_":1851234567890123777}}\n')
  shop.write('none.jsonl', '{"id":"a","text":"one two three"}\n')
  await deletes('solr', 'none.jsonl', '--quiet')
  assert.equal(shop.read('d'), '{}\n')
})

test('records that do not say what they are called are refused, and nothing is written', async () => {
  shop.write('nameless.jsonl', '{"id":1,"text":"one two three"}\n{"text":"one two three"}\n')
  const refused = async (args: readonly string[], message: string, status = 3) => {
    const result = await shop.run('dedupe', ...args, '--deletes-output', 'none', '-o', 'none.kept')
    assert.equal(result.status, status)
    assert.equal(result.err.split('\n')[0], `nearsame: ${message}`)
    assert(!shop.names().includes('none') && !shop.names().includes('none.kept'))
  }
  const id = 'To fix: name the field that holds the id with `--id`.'
  await refused(
    ['nameless.jsonl', '--deletes', 'solr'],
    `DELETION_TARGET: expected an id in every removed record, got none, at nameless.jsonl:2. ${id}`,
  )
  shop.write('texts.txt', 'one\none\n')
  await refused(
    ['texts.txt', '--deletes', 'solr'],
    `DELETION_TARGET: expected records with ids, got inputs of the format txt, which has none. ${id}`,
  )
  const both = 'To fix: name the search engine with `--deletes` and the file with `--deletes-output`.'
  await refused(
    ['docs.csv'],
    `OPTION_VALUE: expected \`--deletes\` and \`--deletes-output\` together, got only one of them. ${both}`,
    2,
  )
  await refused(
    ['docs.csv', '--deletes', 'solr', '--deletes-index', 'a'],
    `OPTION_VALUE: expected \`--deletes-index\` to be the name of an index, with \`--deletes\` bulk, got "a". ${both}`,
    2,
  )
})
