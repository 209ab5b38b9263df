/** Conversions: KEPT in the format that its name says, from inputs of one format or of several. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { arrowBytes } from './arrow-files.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { parquetBytes, parquetRows } from './parquet-files.ts'

const shop = new Workshop()
const [a, b, c, d] = [1, 2, 3, 4].map(n => wordsOf(n))

shop.write('mixed/1.jsonl', `{"id":1,"text":"${a}","score":1.50,"tags":["x"]}\n{"id":2,"text":null}\n`)
shop.write('mixed/2.csv', `text,id,"a ""b"""\n${b},3,"x,\ny"\n${a},4,\n`)
shop.write(
  'mixed/3.parquet',
  parquetBytes([
    { name: 'id', data: [5n, 6n], type: 'INT64' },
    { name: 'text', data: [c, b] },
    { name: 'big', data: [2n ** 60n, 1n], type: 'INT64' },
  ]),
)
shop.write(
  'mixed/4.arrow',
  arrowBytes([
    { id: 7, text: d, flag: true },
    { id: 8, text: c, flag: false },
  ]),
)
shop.write('mixed/5.json', `[ {"id": 9,\n "text": "${wordsOf(5)}"} ]`)
shop.write('mixed/README.md', '# Data\n')
const kept = `{"id":1,"text":"${a}","score":1.50,"tags":["x"]}
{"id":2,"text":null}
${JSON.stringify({ text: b, id: '3', 'a "b"': 'x,\ny' })}
{"id":5,"text":"${c}","big":1152921504606846976}
{"id":7,"text":"${d}","flag":true}
{"id": 9,"text": "${wordsOf(5)}"}
`

test('a folder of several formats is one set of records, with the digest of its JSON lines', async () => {
  const report = await shop.dedupe('mixed', '-o', 'kept.jsonl', '--removed', 'removed.jsonl')
  assert.equal(shop.read('kept.jsonl'), kept)
  assert.deepEqual(report.ignoredFiles, [{ path: 'mixed/README.md', reason: 'other' }])
  assert.deepEqual(
    shop.rows('removed.jsonl').map(({ id, survivor }) => [id, survivor]),
    [
      ['4', 1],
      [6, '3'],
      [8, 5],
    ],
  )
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(id => ({
    id,
    text: [a, null, b, a, c, b, d, c, wordsOf(5)][id - 1],
  }))
  shop.write('all.jsonl', jsonLines(...all))
  assert.equal((await shop.dedupe('all.jsonl', '-o', 'all-kept.jsonl')).digest, report.digest)
  await shop.dedupe('mixed', '-o', 'kept')
  assert.equal(shop.read('kept'), shop.read('kept.jsonl'))
  const one = await shop.dedupe('mixed/2.csv', 'mixed/1.jsonl', '-o', 'kept.jsonl.gz', '--threads', '1')
  assert.deepEqual(
    one.inputs.map(({ format }: { format: string }) => format),
    ['csv', 'jsonl'],
  )
  assert.equal(gunzipSync(shop.bytes('kept.jsonl.gz')).toString().split('\n').length, 4)
})

test('`--input-format` reads only those, and names the others', async () => {
  const { counts, ignoredFiles } = await shop.dedupe('mixed', '--input-format', 'csv', '-o', 'kept.csv')
  assert.equal(counts.read, 2)
  assert.equal(ignoredFiles.length, 5)
  assert.equal(shop.read('kept.csv'), shop.read('mixed/2.csv'))
})

test('rows become objects of texts, objects become rows; nested values are refused by name', async () => {
  await shop.dedupe('mixed/2.csv', '-o', 'kept.jsonl')
  assert.deepEqual(shop.rows('kept.jsonl')[0], { text: b, id: '3', 'a "b"': 'x,\ny' })
  await shop.dedupe('mixed/2.csv', '-o', 'kept.tsv')
  assert.equal(shop.read('kept.tsv'), `text\tid\t"a ""b"""\n${b}\t3\t"x,\ny"\n${a}\t4\t\n`)
  await shop.dedupe('mixed/3.parquet', 'mixed/4.arrow', '-o', 'kept.csv')
  assert.equal(
    shop.read('kept.csv'),
    `id,text,big,flag\n5,${c},1152921504606846976,\n6,${b},1,\n7,${d},,true\n`,
  )
  const message = await shop.refused(2, 'OUTPUT_FORMAT', 'mixed', '-o', 'none.csv')
  assert.match(
    message,
    /got a list in the field "tags", at mixed\/1\.jsonl:1\. To fix: set `--types` to text for its JSON, or name the kept records \.jsonl/,
  )
  assert(!shop.names().includes('none.csv'))
})

test('texts become objects; other encodings become UTF-8', async () => {
  shop.write('x.txt', `${a}\n${b}\n${a}\n`)
  await shop.dedupe('x.txt', '-o', 'kept.jsonl')
  assert.equal(shop.read('kept.jsonl'), jsonLines({ text: a }, { text: b }))
  await shop.dedupe('x.txt', '-o', 'kept.csv')
  assert.equal(shop.read('kept.csv'), `text\n${a}\n${b}\n`)
  shop.write('ids', `n1 ${a}\nn2 ${b}\n`)
  await shop.dedupe('ids', '--input-format', 'id-text', '-o', 'kept.jsonl')
  assert.equal(shop.read('kept.jsonl'), jsonLines({ id: 'n1', text: a }, { id: 'n2', text: b }))
  shop.write('west.csv', Buffer.from(`id,text\n1,caf\xe9 ${a}\n`, 'latin1'))
  await shop.dedupe('west.csv', '--encoding', 'latin1', '-o', 'kept.jsonl')
  assert.equal(shop.read('kept.jsonl'), jsonLines({ id: '1', text: `café ${a}` }))
})

test('files of CSV with different headers are converted by name', async () => {
  shop.write('1.csv', `id,text\n1,${a}\n`)
  shop.write('2.csv', `text,other\n${b},x\n`)
  await shop.dedupe('1.csv', '2.csv', '-o', 'kept.jsonl')
  assert.equal(shop.read('kept.jsonl'), jsonLines({ id: '1', text: a }, { text: b, other: 'x' }))
})

test('outputs that keep the format of their records refuse several formats, and other names', async () => {
  assert.match(
    await shop.refused(2, 'INPUT_FORMATS_MIXED', 'mixed', '-o', 'no/'),
    /got jsonl \(mixed\/1\.jsonl\) and csv \(mixed\/2\.csv\)/,
  )
  assert.match(
    await shop.refused(2, 'OUTPUT_FORMAT', 'mixed', '--golden', 'no.jsonl'),
    /expected records of JSON, CSV, TSV, Arrow or Excel, whose fields can be merged, got inputs of the format parquet/,
  )
  await shop.refused(2, 'OUTPUT_FORMAT', 'mixed', '-o', 'no.txt')
  const passages = await shop.run('passages mixed --kept no.jsonl -o places.jsonl')
  assert.match(passages.err, /INPUT_FORMATS_MIXED/)
  const match = await shop.run('match mixed --against mixed/2.csv -o no.csv --kept kept-of-match.jsonl')
  assert.equal(match.status, 0, match.err)
  assert.equal(shop.read('kept-of-match.jsonl').split('\n').length, 6)
})

test('bytes that are no text are refused with their column and row, and two columns of one name', async () => {
  const text = { name: 'text', data: [a, b] }
  const bytes = { name: 'é', data: [Buffer.of(0x63, 0xff, 0x64), Buffer.of(0xfe)], type: 'BYTE_ARRAY' }
  shop.write('bytes.parquet', parquetBytes([text, bytes] as Parameters<typeof parquetBytes>[0]))
  const said = await shop.refused(3, 'TOO_MANY_BAD', 'bytes.parquet', '-o', 'no.jsonl')
  assert.ok(
    said.includes(
      'UTF8_INVALID: expected UTF-8, got bytes ff 64 at byte 2 of the column "é", at bytes.parquet:1. To fix: convert the bytes of this column to text, leave it out, or write KEPT in the format of the input.',
    ),
    said,
  )
  assert.equal((await shop.dedupe('bytes.parquet', '-o', 'bytes-kept.parquet')).counts.kept, 2)
  shop.write(
    'twice.parquet',
    parquetBytes([text, { name: 'n', data: ['x', 'y'] }, { name: 'n', data: ['z', 'z'] }]),
  )
  assert.match(
    await shop.refused(3, 'PARQUET_SCHEMA', 'twice.parquet', '-o', 'no.jsonl'),
    /two columns "n"/,
  )
  assert.equal((await shop.dedupe('twice.parquet', '-o', 'twice-kept.parquet')).counts.kept, 2)
})

test('records and tables become sheets: texts stay texts, numbers numbers, and all can be read again', async () => {
  const odd = 'a\u0001 _x0041_\r\nb <&> é'
  const rows = [
    { id: '007', text: `${a} ${odd}`, n: 1.5, big: 9007199254740993n, ok: true },
    { id: '008', text: `${a} ${odd}`, n: 2, big: 1n, ok: null },
    { id: '009', text: b, late: 'x' },
  ].map(row => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
  shop.write('odd.jsonl', `${rows.join('\n')}\n`.replace('9007199254740992', '9007199254740993'))
  const sheets = ['-o', 'kept.xlsx', '--removed', 'removed.xlsx', '--clusters', 'clusters.xlsx'] as const
  await shop.dedupe('odd.jsonl', ...sheets, '--annotated', 'all.xlsx')
  const bytes = shop.bytes('kept.xlsx')
  await shop.dedupe('odd.jsonl', ...sheets, '--threads', '1', '--force')
  assert.deepEqual(shop.bytes('kept.xlsx'), bytes)
  const read = async (name: string) => {
    await shop.dedupe(name, '--text', 'id', '--near', 'off', '-o', `${name}.jsonl`)
    return shop.rows(`${name}.jsonl`)
  }
  assert.deepEqual(await read('kept.xlsx'), [
    { id: '007', text: `${a} ${odd}`, n: '1.5', big: '9007199254740993', ok: 'true', late: null },
    { id: '009', text: b, n: null, big: null, ok: null, late: 'x' },
  ])
  assert.deepEqual(
    (await read('removed.xlsx')).map(({ id, survivor, similarity }) => [id, survivor, similarity]),
    [['008', '007', '1']],
  )
  assert.deepEqual(
    (await read('clusters.xlsx')).map(({ id, cluster }) => [id, cluster]),
    [
      ['007', '1'],
      ['008', '1'],
    ],
  )
  assert.deepEqual(
    (await read('all.xlsx')).map(({ id, kind }) => [id, kind]),
    [
      ['007', 'kept'],
      ['008', 'exact'],
      ['009', 'kept'],
    ],
  )
  const message = await shop.refused(2, 'OUTPUT_FORMAT', 'mixed', '-o', 'none.xlsx')
  assert.match(message, /got a list in the field "tags", at mixed\/1\.jsonl:1/)
  shop.write('long.csv', `id,text\n1,${a}\n2,${'x'.repeat(32_768)}\n`)
  const long = await shop.refused(2, 'OUTPUT_FORMAT', 'long.csv', '-o', 'none.xlsx')
  assert.match(
    long,
    /32767 characters in a cell, got 32768, at long\.csv:2\. To fix: name the file \.csv or \.jsonl/,
  )
  assert(!shop.names().includes('none.xlsx'))
})

test('records become Parquet with the types of all of them', async () => {
  const rows = [
    `{"id":1,"text":"${a}","n":1,"tags":["x",null],"o":{"p":1},"l":[[1],[]],"big":9007199254740993,"none":null}`,
    `{"id":2,"text":"${b}","n":2.5,"tags":[],"o":{"q":[true]},"ls":[{"r":1},{"s":"t"}],"e":[]}`,
    `{"text":"${c}","id":3}`,
  ]
  shop.write('rows.jsonl', rows.map(row => `${row}\n`).join(''))
  for (const threads of ['1', '2']) {
    await shop.dedupe('rows.jsonl', '-o', `kept${threads}.parquet`, '--threads', threads)
    const [first, second, third] = await parquetRows(shop.bytes(`kept${threads}.parquet`))
    const order = ['id', 'text', 'n', 'tags', 'o', 'l', 'big', 'none', 'ls', 'e']
    assert.deepEqual(Object.keys(first), order)
    assert.deepEqual([first.id, first.n, first.big], [1n, 1, 9007199254740993n])
    assert.deepEqual([first.tags, second.tags, first.l], [['x', null], [], [[1n], []]])
    assert.deepEqual(
      [second.n, third.n, third.o ?? null, first.none, second.e],
      [2.5, null, null, null, []],
    )
    assert.deepEqual(second.o, { p: null, q: [true] })
    assert.deepEqual(second.ls, [
      { r: 1n, s: null },
      { r: null, s: 't' },
    ])
  }
  assert.deepEqual(shop.bytes('kept1.parquet'), shop.bytes('kept2.parquet'))
  await shop.dedupe('mixed/2.csv', '-o', 'kept.parquet')
  assert.deepEqual((await parquetRows(shop.bytes('kept.parquet')))[0], {
    text: b,
    id: '3',
    'a "b"': 'x,\ny',
  })
  await shop.dedupe('mixed/1.jsonl', 'mixed/3.parquet', 'mixed/4.arrow', '-o', 'kept.parquet')
  const of = await parquetRows(shop.bytes('kept.parquet'))
  assert.deepEqual(
    of.map(({ id }) => id),
    [1n, 2n, 5n, 6n, 7n],
  )
  assert.deepEqual([of[0].score, of[2].big, of[4].flag], [1.5, 2n ** 60n, true])
})

test('a mixture of types is refused with both records, and writes nothing', async () => {
  const refused = async (values: readonly string[], message: RegExp) => {
    shop.write('mix.jsonl', values.map((value, i) => `{"text":"${wordsOf(i)}","f":${value}}\n`).join(''))
    assert.match(await shop.refused(2, 'OUTPUT_FORMAT', 'mix.jsonl', '-o', 'no.parquet'), message)
    assert(!shop.names().includes('no.parquet'))
  }
  await refused(
    ['null', '1', '"x"'],
    /one type in the field "f" .* got a whole number \(mix\.jsonl:2\) and a text \(mix\.jsonl:3\)\. To fix: convert the field, set `--types` to text for its JSON, or name the file \.jsonl/,
  )
  await refused(
    ['{"g":[1]}', '{"g":[{}]}'],
    /the field "f\.g\.element" .* a whole number \(mix\.jsonl:1\) and an object \(mix\.jsonl:2\)/,
  )
  await refused(
    ['1', '1.5', '9007199254740993'],
    /up to 2\^53 in the field "f" .* got a fraction \(mix\.jsonl:2\) and a longer number \(mix\.jsonl:3\)/,
  )
  await refused(['9007199254740993', '1.5'], /whole numbers up to 2\^53/)
  await refused(
    ['9223372036854775808'],
    /whole numbers of 64 bits .* got 9223372036854775808 \(mix\.jsonl:1\)/,
  )
  await refused(['{}'], /objects with fields .* got none \(mix\.jsonl:1\)/)
  await refused(['"\\ud800"'], /half of a surrogate pair \(mix\.jsonl:1\)/)
})

/** The rows of a table of Parquet, with whole numbers as numbers. */
async function table(name: string): Promise<object[]> {
  const plain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value)
  const rows = await parquetRows(shop.bytes(name))
  return rows.map(row =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(value)])),
  )
}

test('`--types text` writes mixtures as JSON text', async () => {
  const rows = [
    `{"text":"${a}","f":1,"g":{"h":[1]},"e":{},"big":9007199254740993,"plain":"x","half":"\\ud800"}`,
    `{"text":"${b}","f":"x","g":{"h":[{"i":2}]},"e":null,"big":0.5,"plain":"1","half":"y"}`,
    `{"text":"${c}","f":null,"g":null,"big":18446744073709551616}`,
  ]
  shop.write('mixtures.jsonl', rows.map(row => `${row}\n`).join(''))
  await shop.dedupe('mixtures.jsonl', '-o', 'kept.parquet', '--types', 'text')
  const kept = await parquetRows(shop.bytes('kept.parquet'))
  assert.deepEqual(
    kept.map(({ f, e, big, plain, half }) => [f, e, big, plain, half]),
    [
      ['1', '{}', '9007199254740993', 'x', '"\\ud800"'],
      ['"x"', null, '0.5', '1', '"y"'],
      [null, null, '18446744073709551616', null, null],
    ],
  )
  assert.deepEqual(
    kept.map(({ g }) => g ?? null),
    [{ h: ['1'] }, { h: ['{"i":2}'] }, null],
  )
})

test('`--types text` writes lists and objects as JSON into CSV and workbooks', async () => {
  shop.write('nested.jsonl', `{"text":"${a}","tags":["x, y",1.5],"by":{"n":12345678901234567890}}\n`)
  await shop.dedupe('nested.jsonl', '-o', 'nested.csv', '--types', 'text')
  assert.equal(
    shop.read('nested.csv'),
    `text,tags,by\n${a},"[""x, y"",1.5]","{""n"":12345678901234567890}"\n`,
  )
  await shop.dedupe('nested.jsonl', '-o', 'nested.xlsx', '--types', 'text')
  await shop.dedupe('nested.xlsx', '-o', 'again.csv')
  assert.equal(shop.read('again.csv'), shop.read('nested.csv'))
})

test('`--types guess` makes columns of CSV numbers and booleans, where all texts are', async () => {
  const header = 'text,n,zip,x,ok,big,mixed,none,long'
  const rows = [`${a},1,007,1.50,true,9223372036854775807,1,,0.12345678901234567`]
  rows.push(`${b},,1,2,False,1,x,,0.1234567890123456789`, `${c},-3,2,-1e-3,,2,,,1`)
  shop.write('typed.csv', `${[header, ...rows].join('\n')}\n`)
  await shop.dedupe('typed.csv', '-o', 'kept.parquet', '--types', 'guess')
  const kept = await parquetRows(shop.bytes('kept.parquet'))
  const values = kept.map(({ text, ...others }) => Object.values(others))
  assert.deepEqual(values, [
    [1n, '007', 1.5, true, 2n ** 63n - 1n, '1', '', '0.12345678901234567'],
    [null, '1', 2, false, 1n, 'x', '', '0.1234567890123456789'],
    [-3n, '2', -0.001, null, 2n, '', '', '1'],
  ])
  await shop.dedupe('typed.csv', '-o', 'kept.jsonl', '--types', 'guess')
  assert.match(shop.read('kept.jsonl'), /"n":1,"zip":"007","x":1\.5,"ok":true,"big":9223372036854775807,/)
  await shop.dedupe('typed.csv', '-o', 'kept.tsv', '--types', 'guess')
  assert.match(shop.read('kept.tsv'), /\t007\t1\.50\ttrue\t/)
  shop.write('typed.jsonl', jsonLines({ text: wordsOf(7), n: 2.5, ok: true }))
  await shop.dedupe('typed.csv', 'typed.jsonl', '-o', 'kept.parquet', '--types', 'guess')
  const [{ n, ok }] = (await parquetRows(shop.bytes('kept.parquet'))).slice(-1)
  assert.deepEqual([n, ok], [2.5, true])
})

test('removed records, clusters and pairs are tables of Parquet by their names', async () => {
  const all = [a, b, a, `${b} more`].map((text, i) => ({ id: i + 1, text }))
  shop.write('all.jsonl', jsonLines(...all))
  for (const type of ['jsonl', 'parquet', 'csv'])
    await shop.dedupe(
      'all.jsonl',
      '--dry-run',
      '--removed',
      `r.${type}`,
      '--clusters',
      `c.${type}`,
      '--pairs',
      `p.${type}`,
    )
  assert.deepEqual(await table('r.parquet'), shop.rows('r.jsonl'))
  assert.deepEqual(await table('p.parquet'), shop.rows('p.jsonl'))
  const clusters = (await table('c.parquet')).map(row => Object.values(row).join(','))
  assert.deepEqual(clusters, shop.read('c.csv').trimEnd().split('\n').slice(1))
  assert.equal(typeof (await parquetRows(shop.bytes('r.parquet')))[0].id, 'bigint')
  shop.write('ids.jsonl', jsonLines({ id: 1, text: a }, { id: 'x', text: a }))
  await shop.dedupe('ids.jsonl', '--dry-run', '--removed', 'r.parquet')
  const [{ id, survivor }] = await parquetRows(shop.bytes('r.parquet'))
  assert.deepEqual([id, survivor], ['x', '1'])
  await shop.refused(2, 'OUTPUT_FORMAT', 'all.jsonl', '--dry-run', '--removed', 'no.parquet.gz')
})

test('pairs of `pairs` and `match`, and skipped records, are tables of Parquet by their names', async () => {
  shop.write('some.jsonl', jsonLines({ id: 1, text: a }, { id: 2, text: a }, { id: 3, text: `${a} x` }))
  shop.write('others.jsonl', jsonLines({ id: 'x', text: a }, { id: 'y', text: b }))
  shop.write('bad.jsonl', `${jsonLines({ id: 1, text: a })}[1,\n`)
  const run = async (line: string) => assert.equal((await shop.run(`${line} --force --quiet`)).err, '')
  for (const method of ['minhash', 'solr-lookup3']) {
    for (const type of ['jsonl', 'parquet']) {
      await run(`pairs some.jsonl -o p.${type} --method ${method}`)
      await run(`match some.jsonl --against others.jsonl -o m.${type} --method ${method}`)
    }
    const rows = shop.rows('p.jsonl')
    assert.equal(rows.length, method === 'minhash' ? 3 : 1)
    assert.equal('jaccard' in rows[0], method !== 'minhash')
    assert.deepEqual(await table('p.parquet'), rows)
    const text = (row: object) => ('id1' in row ? { ...row, id1: String(row.id1) } : row)
    assert.deepEqual(await table('m.parquet'), shop.rows('m.jsonl').map(text))
  }
  for (const type of ['jsonl', 'parquet'])
    await run(`dedupe bad.jsonl --dry-run --max-bad 1 --bad b.${type}`)
  assert.deepEqual(await table('b.parquet'), shop.rows('b.jsonl'))
})

test('annotated records of any format, or of several, get the format of the name', async () => {
  const annotate = ['--annotate', 'cluster=c,kind=k,probability=p']
  await shop.dedupe('mixed', '--annotated', 'all.jsonl', ...annotate)
  const lines = shop.read('all.jsonl').split('\n')
  assert.equal(lines.length, 10)
  assert.equal(lines[0], `{"id":1,"text":"${a}","score":1.50,"tags":["x"],"c":1,"k":"kept","p":1}`)
  assert.equal(lines[1], '{"id":2,"text":null,"c":null,"k":"kept","p":null}')
  assert.equal(lines[3], `{"text":"${a}","id":"4","a \\"b\\"":"","c":1,"k":"exact","p":1}`)
  await shop.dedupe('mixed/3.parquet', 'mixed/4.arrow', '-o', 'kept.csv', '--annotated', 'all.parquet')
  assert.equal(shop.read('kept.csv').split('\n').length, 5)
  const rows = await parquetRows(shop.bytes('all.parquet'))
  assert.deepEqual(Object.keys(rows[0]), [
    'id',
    'text',
    'big',
    'flag',
    'cluster',
    'size',
    'kind',
    'probability',
  ])
  assert.deepEqual(
    rows.map(({ id, big, cluster, size, kind, probability }) => [
      id,
      big,
      cluster,
      size,
      kind,
      probability,
    ]),
    [
      [5n, 2n ** 60n, 1n, 2n, 'kept', 1],
      [6n, 1n, 2n, 1n, 'kept', null],
      [7n, null, 3n, 1n, 'kept', null],
      [8n, null, 1n, 2n, 'exact', 1],
    ],
  )
  await shop.dedupe('mixed/2.csv', '-o', 'kept.parquet', ...annotate)
  const [kept] = await parquetRows(shop.bytes('kept.parquet'))
  assert.deepEqual(kept, { text: b, id: '3', 'a "b"': 'x,\ny', c: 1n, k: 'kept', p: null })
  shop.write('taken.csv', `text,kind\n${a},x\n`)
  assert.match(
    await shop.refused(
      2,
      'OPTION_VALUE',
      'taken.csv',
      '--annotated',
      'no.parquet',
      '--annotate',
      'kind=kind',
    ),
    /fields that the records do not have, got "kind", at taken\.csv:1/,
  )
  const match =
    'match mixed/3.parquet --against mixed/2.csv mixed/4.arrow --annotated b.csv --force --quiet'
  assert.equal((await shop.run(match)).err, '')
  assert.match(
    shop.read('b.csv'),
    /^text,id,"a ""b""",flag,match,similarity\n.*,3,"x,\ny",,6,1\n.*,4,,,,\n.*,7,,true,,\n.*,8,,false,5,1\n$/,
  )
  const typed = await shop.run(match.replace('mixed/2.csv ', '').replace('b.csv', 'b.parquet'))
  assert.equal(typed.err, '')
  assert.deepEqual(
    (await parquetRows(shop.bytes('b.parquet'))).map(({ match, similarity }) => [match, similarity]),
    [
      [null, null],
      [5n, 1],
    ],
  )
})
