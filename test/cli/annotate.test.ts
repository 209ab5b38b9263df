/** What was decided about each record as fields of the records, and tables as CSV. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop } from './command.ts'

const shop = new Workshop()
const all = 'cluster=c,size=n,kind=k,probability=p'
const dedupe = (...args: readonly string[]) => shop.run('dedupe', ...args, '--force', '--quiet')

shop.write(
  'a.jsonl',
  `{"id":"x","text":"alone among these records"}
{"id":"a","text":"one two three four", "more": {"b": []} }
{"id":"n"}

{}
{"id":"b","text":"One two three four."}\r
{"id":"c","text":"one two three four"}`,
)

test('JSON lines keep their bytes and get fields at the end, records without a text too', async () => {
  const args = ['a.jsonl', '-o', 'k.jsonl', '--annotated', 'all.jsonl', '--annotate', all]
  assert.equal((await dedupe(...args)).err, '')
  const none = '"c":null,"n":1,"k":"kept","p":null}'
  const kept = [
    '{"id":"x","text":"alone among these records","c":2,"n":1,"k":"kept","p":null}\n',
    '{"id":"a","text":"one two three four", "more": {"b": []} ,"c":1,"n":3,"k":"kept","p":1}\n',
    `{"id":"n",${none}\n{${none}\n`,
  ].join('')
  assert.equal(shop.read('k.jsonl'), kept)
  const removed = [
    '{"id":"b","text":"One two three four.","c":1,"n":3,"k":"normalised","p":1}\r\n',
    '{"id":"c","text":"one two three four","c":1,"n":3,"k":"exact","p":1}\n',
  ].join('')
  assert.equal(shop.read('all.jsonl'), kept + removed)
})

test('CSV gets columns in its own dialect, under its header', async () => {
  shop.write('s.csv', '\ufeffsep=;\r\nid;text\r\n1;"a;\nb c d"\r\n2;"a;\nb c d"\r\n3;e f g')
  const { err } = await dedupe('s.csv', '-o', 'k.csv', '--annotate', 'cluster=c;d,kind')
  assert.equal(err, '')
  assert.equal(
    shop.read('k.csv'),
    '\ufeffsep=;\r\nid;text;"c;d";kind\r\n1;"a;\nb c d";1;kept\r\n3;e f g;2;kept\n',
  )
  await dedupe('s.csv', '--annotated', 'all.csv')
  assert.match(
    shop.read('all.csv'),
    /\r\n1;"a;\nb c d";1;2;kept;1\r\n2;"a;\nb c d";1;2;exact;1\r\n3;e f g;2;1;kept;\n$/,
  )
})

test('arrays of JSON, several files and UTF-16', async () => {
  shop.write('a.json', '[\n {"id": 1,\n  "text": "a b c"},\n {"id": 2, "text": "a b c"}]\n')
  await dedupe('a.json', '--annotated', 'all.json', '--annotate', 'size')
  assert.deepEqual(JSON.parse(shop.read('all.json')), [
    { id: 1, text: 'a b c', size: 2 },
    { id: 2, text: 'a b c', size: 2 },
  ])
  shop.write('1.csv', 'id,text\n1,a b c\n')
  shop.write('2.csv', 'id,text\n2,a b c\n3,d e f')
  await dedupe('1.csv', '2.csv', '--annotated', 'all.csv', '--annotate', 'cluster=c,kind=k')
  assert.equal(shop.read('all.csv'), 'id,text,c,k\n1,a b c,1,kept\n2,a b c,1,exact\n3,d e f,2,kept\n')
  shop.write('w.csv', Buffer.from('\ufeffid,text\n1,ä b c\n', 'utf16le'))
  await dedupe('w.csv', '-o', 'k.csv', '--annotate', 'cluster=ü')
  assert.equal(shop.bytes('k.csv').toString('utf16le'), '\ufeffid,text,ü\n1,ä b c,1\n')
})

test('usual fields get a number where records have such a field', async () => {
  shop.write('shirts.csv', 'id,text,size,kind\n1,a b c,XL,new\n2,a b c,L,old\n')
  assert.equal((await dedupe('shirts.csv', '--annotated', 'all.csv')).err, '')
  assert.equal(
    shop.read('all.csv'),
    `id,text,size,kind,cluster,size_2,kind_2,probability
1,a b c,XL,new,1,2,kept,1
2,a b c,L,old,1,2,exact,1
`,
  )
})

test('removed records stay as they are, with their twin behind them', async () => {
  const removed = async (input: string, output: string, ...args: readonly string[]) => {
    const { err } = await dedupe(input, '-o', 'k', '--removed-records', output, ...args)
    assert.equal(err, '')
    return shop.read(output)
  }
  assert.equal(
    await removed('a.jsonl', 'r.jsonl'),
    `{"id":"b","text":"One two three four.","twin":"a","kind":"normalised","similarity":1,"twin_id":"a",\
"twin_text":"one two three four","twin_more":"{\\"b\\":[]}"}\r
{"id":"c","text":"one two three four","twin":"a","kind":"exact","similarity":1,"twin_id":"a",\
"twin_text":"one two three four","twin_more":"{\\"b\\":[]}"}
`.replaceAll('\\\n', ''),
  )
  shop.write('old.csv', Buffer.from('twin;text\r\nö;"a;\r\nü"\r\nä;"a;\r\nü"\r\n', 'latin1'))
  assert.equal(
    await removed('old.csv', 'r.csv', '--id', 'twin', '--encoding', 'latin1'),
    '\ufefftwin;text;twin_2;kind;similarity;twin_twin;twin_text\r\nä;"a;\r\nü";ö;exact;1;ö;"a;\r\nü"\r\n',
  )
  shop.write('lines.txt', 'a b\na b\n')
  assert.equal(
    await removed('lines.txt', 'r.csv'),
    'text,twin,kind,similarity,twin_text\na b,lines.txt:1,exact,1,a b\n',
  )
  const safe = await removed(
    'old.csv',
    's.csv',
    '--encoding',
    'latin1',
    '--spreadsheet-safe',
    '--id',
    'text',
  )
  assert.match(safe, /;"a;\r\nü";exact;/)
  await shop.refused(2, 'OUTPUT_FORMAT', 'lines.txt', '-o', 'new', '--removed-records', 'r.txt')
})

const people = (['anna maria huber', 'bernd kowalski', 'clara oswald', 'dimitri petrov'] as const).flatMap(
  (name, i) =>
    Array.from(
      { length: 12 },
      (_, n) =>
        `${i}${n},${name} ${'abcdefghijkl'[n].repeat(5)},19${50 + i}-0${1 + (n % 9)}-1${i},${n * 37 + i} elm street`,
    ),
)

test('records decided by their columns have the probability of the match', async () => {
  const rows = people.flatMap(row => [row, row.replace(/^/, 'x').replace('elm street', 'elm st')])
  shop.write('p.csv', `id,name,born,street\n${rows.join('\n')}\n`)
  await dedupe(
    'p.csv',
    '--method',
    'records',
    '--accept-risk',
    '--annotated',
    'all.csv',
    '--report',
    'r.json',
  )
  const { notes } = JSON.parse(shop.read('r.json'))
  const cells = shop
    .read('all.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => line.split(',').slice(-4))
  const near = cells.filter(([, , kind]) => kind === 'near')
  assert.ok(near.length > 20)
  if (notes.decidedBy === 'columns') for (const [, , , p] of near) assert.ok(Number(p) > 0.3 && p !== '', p)
  else for (const [, , , p] of near) assert.equal(p, '')
})

test('tables whose name ends in .csv are CSV', async () => {
  const tables = ['--removed', 'r.csv', '--clusters', 'c.csv', '--pairs', 'p.csv', '--bad', 'b.csv']
  shop.write('bad.jsonl', `${shop.read('a.jsonl')}\n{"id":"d, e","text":"one two three four"}\n[1,\n`)
  assert.equal((await dedupe('bad.jsonl', '-o', 'k.jsonl', ...tables, '--max-bad', '1')).err, '')
  assert.equal(
    shop.read('r.csv'),
    `id,at,survivor,survivorAt,kind,measure,similarity,kept
b,bad.jsonl:5,a,bad.jsonl:2,normalised,jaccard,1,first
c,bad.jsonl:6,a,bad.jsonl:2,exact,jaccard,1,first
"d, e",bad.jsonl:7,a,bad.jsonl:2,exact,jaccard,1,first
`,
  )
  assert.match(
    shop.read('c.csv'),
    /^cluster,survivor,id,similarity,diameter\n1,a,a,1,0\n1,a,b,1,0\n1,a,c,1,0\n1,a,"d, e",1,0\n$/,
  )
  assert.match(shop.read('p.csv'), /^id1,id2,measure,similarity\na,b,jaccard,1\n/)
  assert.match(
    shop.read('b.csv'),
    /^at,code,message,record\nbad.jsonl:8,JSON_SYNTAX,"JSON_SYNTAX: .*","\[1,\n"\n$/,
  )
})

test('refused: unknown values, fields that exist, formats without fields, directories', async () => {
  const refused = async (...args: readonly string[]) => {
    const { status, err } = await shop.run('dedupe', ...args)
    assert.equal(status, 2)
    return err
  }
  for (const given of ['x=c', 'cluster=', 'cluster=c,size=c', ','])
    assert.match(
      await refused('a.jsonl', '-o', 'x.jsonl', '--annotate', given),
      /expected .--annotate. to be pairs/,
    )
  const taken = await refused('a.jsonl', '-o', 'x.jsonl', '--annotate', 'cluster=more')
  assert.match(taken, /expected added fields that the records do not have, got "more", at a.jsonl:2/)
  shop.write('plain.csv', 'id,text\n1,a\n')
  assert.match(await refused('plain.csv', '-o', 'x.csv', '--annotate', 'size=id'), /got "id", at plain.csv/)
  shop.write('t.txt', 'a\nb\n')
  assert.match(
    await refused('t.txt', '-o', 'x.txt', '--annotate', 'size'),
    /OUTPUT_FORMAT.*the format txt/s,
  )
  assert.match(await refused('a.jsonl', '-o', 'x/', '--annotate', 'size'), /OUTPUT_FORMAT.*directory x/s)
  assert.ok(!shop.names().includes('x.jsonl'))
})

test('match writes all records of B, each with its best match', async () => {
  shop.write(
    'left.csv',
    'id,text\np,one two three four five six\nq,a b c d e f\nr,one two three four five seven\n',
  )
  const lines = [
    '{"key":1,"text":"one two three four five six","more":[1]}\n',
    '{"key":2,"text":"nothing like them at all"}\n',
    '{"key":3}\n',
    '{"key":4,"text":"A b c d e f!"}\n',
  ]
  shop.write('right.jsonl', lines.join(''))
  const sides = ['left.csv', '--against', 'right.jsonl', '--against-id', 'key', '--threshold', '0.3']
  const { err } = await shop.run('match', ...sides, '--annotated', 'all.jsonl', '--force', '--quiet')
  assert.equal(err, '')
  const added = [
    '"match":"p","similarity":1',
    '"match":null,"similarity":null',
    '"match":"q","similarity":1',
  ]
  const wanted = [added[0], added[1], added[1], added[2]]
  assert.equal(
    shop.read('all.jsonl'),
    lines.map((line, at) => line.replace('}', `,${wanted[at]}}`)).join(''),
  )
  const refused = await shop.run(
    'match',
    'right.jsonl',
    '--against',
    'left.csv',
    '--annotated',
    'b/',
    '--force',
  )
  assert.match(refused.err, /expected the name of a file, got b\/, the name of a directory/)
})
