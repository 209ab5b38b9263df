/** One merged record for each cluster. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop } from './command.ts'

const shop = new Workshop()
const dedupe = (...args: readonly string[]) => shop.run('dedupe', ...args, '--force', '--quiet')
const lines = (name: string) =>
  shop
    .read(name)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

shop.write(
  'a.jsonl',
  [
    '{"id":"x","text":"alone among these records","size":12345678901234567890}',
    '{"id":"a","text":"one two three four","town":"","more":{"b":[1]},"seen":"2020-01-01"}',
    '{"id":"n"}',
    '{"id":"b","text":"One two three four.","town":"Ulm","seen":"2022-01-01"}',
    '{"id":"c","text":"one two three four","town":"Bonn","mail":"c@x.example","seen":"2021-01-01"}',
    '{"id":"d","text":"one two three four","town":"Ulm"}',
  ].join('\n'),
)

test('a merged record for each cluster, and every other record as it is', async () => {
  assert.equal((await dedupe('a.jsonl', '--golden', 'g.jsonl')).err, '')
  const text = shop.read('g.jsonl')
  assert.match(text, /"size":12345678901234567890\}\n/)
  assert.deepEqual(lines('g.jsonl').slice(1), [
    {
      ...{ id: 'a', text: 'one two three four', town: 'Ulm', more: { b: [1] }, seen: '2020-01-01' },
      mail: 'c@x.example',
    },
    { id: 'n' },
  ])
})

test('the record of a cluster has the id of the kept one, and the values of the newest', async () => {
  const rule = ['--golden-rule', 'newest:seen', '--keep', 'last']
  await dedupe('a.jsonl', '-o', 'k.jsonl', '--golden', 'g.jsonl', ...rule)
  const merged = { text: 'One two three four.', town: 'Ulm', seen: '2022-01-01' }
  assert.deepEqual(lines('g.jsonl')[1], {
    ...{ ...merged, id: 'd', mail: 'c@x.example', more: { b: [1] } },
  })
  assert.deepEqual(lines('k.jsonl').at(-1), { id: 'd', text: 'one two three four', town: 'Ulm' })
})

test('CSV has all columns of the inputs, lists as JSON, and the longest values', async () => {
  await dedupe('a.jsonl', '--golden', 'g.csv', '--golden-rule', 'longest')
  assert.equal(
    shop.read('g.csv'),
    [
      'id,text,size,town,more,seen,mail',
      'x,alone among these records,12345678901234567890,,,,',
      'a,One two three four.,,Bonn,"{""b"":[1]}",2020-01-01,c@x.example',
      'n,,,,,,\n',
    ].join('\n'),
  )
  shop.write('s.csv', '\ufeffid;text;town\r\n1;"a b;c d";\r\n2;"a b;c d";Köln\r\n3;e f;Ulm\r\n')
  await dedupe('s.csv', '--golden', 'g.csv')
  assert.equal(shop.read('g.csv'), 'id,text,town\n1,a b;c d,Köln\n3,e f,Ulm\n')
})

test('an input without records has no columns, so no header', async () => {
  shop.write('head.csv', 'id,text\n')
  await dedupe('head.csv', '--golden', 'g.csv')
  assert.equal(shop.read('g.csv'), '')
})

test('arrays of JSON, several files and UTF-16', async () => {
  shop.write('a.json', '[\n {"id": 1,\n  "text": "a b c"},\n {"id": 2, "text": "a b c", "n": 7}]\n')
  await dedupe('a.json', '--golden', 'g.jsonl')
  assert.deepEqual(lines('g.jsonl'), [{ id: 1, text: 'a b c', n: 7 }])
  shop.write('1.csv', Buffer.from('\ufeffid,text,ü\n1,a b c,\n', 'utf16le'))
  shop.write('2.csv', Buffer.from('\ufeffid,text,ü\n2,a b c,ß\n', 'utf16le'))
  await dedupe('1.csv', '2.csv', '--golden', 'g.csv')
  assert.equal(shop.read('g.csv'), 'id,text,ü\n1,a b c,ß\n')
})

test('CSV of other separators and columns, and several formats, are merged by the names of their fields', async () => {
  shop.write('comma.csv', 'id,text,town\n1,a b c,"Ulm, old"\n')
  shop.write('semicolon.csv', 'text;id;mail\na b c;2;x@y.example\nd e f;3;\n')
  assert.equal((await dedupe('comma.csv', 'semicolon.csv', '--golden', 'g.csv')).err, '')
  assert.equal(shop.read('g.csv'), 'id,text,town,mail\n1,a b c,"Ulm, old",x@y.example\n3,d e f,,\n')
  shop.write('c.jsonl', '{"id":4,"text":"a b c","size":2}\n')
  assert.equal((await dedupe('comma.csv', 'c.jsonl', '--golden', 'g.jsonl')).err, '')
  assert.deepEqual(lines('g.jsonl'), [{ id: '1', text: 'a b c', town: 'Ulm, old', size: 2 }])
})

test('refused: a column that no record has, a rule alone, records without fields', async () => {
  const unknown = await dedupe('a.jsonl', '--golden', 'no.jsonl', '--golden-rule', 'newest:sen')
  assert.equal(unknown.status, 2)
  assert.match(unknown.err, /expected .--golden-rule. to name a column: id, text, .*, got "sen"/)
  assert.throws(() => shop.read('no.jsonl'))
  const alone = await dedupe('a.jsonl', '-o', 'k.jsonl', '--golden-rule', 'longest')
  assert.match(alone.err, /expected .--golden-rule. only with .--golden., .*got "longest"/)
  const rule = await dedupe('a.jsonl', '--golden', 'g.jsonl', '--golden-rule', 'oldest')
  assert.match(
    rule.err,
    /expected .--golden-rule. to be most-frequent, longest or newest:COLUMN, got "oldest"/,
  )
  shop.write('t.txt', 'a b\na b\n')
  assert.match((await dedupe('t.txt', '--golden', 'g.jsonl')).err, /OUTPUT_FORMAT: .*the format txt/)
})
