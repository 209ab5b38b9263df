/** KEPT: the surviving records byte for byte, in every format. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { nearly, Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const a = wordsOf(1)
const b = wordsOf(2)

/** Runs on one file; returns the bytes of KEPT. */
async function kept(name: string, content: string | Uint8Array, ...options: string[]): Promise<string> {
  shop.write(name, content)
  await shop.dedupe(name, '-o', `kept-${name}`, ...options)
  return shop.read(`kept-${name}`)
}

test('JSONL lines keep their bytes: blanks, escapes, order of fields, line ends', async () => {
  const first = `  {"z":[1.0, 1e3], "text" : "${a}", "id":1}  \r\n`
  const second = `{"id":2,"text":"caf\\u00e9 ${b}"}\n`
  assert.equal(await kept('a.jsonl', `${first}\n \t\n{"id":3,"text":"${a}"}\n${second}`), first + second)
  assert.equal(await kept('a.ndjson', first + second), first + second)
})

test('a missing final newline stays missing at the end and is added between files', async () => {
  const one = `{"id":1,"text":"${a}"}`
  const two = `{"id":2,"text":"${b}"}`
  assert.equal(await kept('open.jsonl', `${one}\n${two}`), `${one}\n${two}`)
  shop.write('first.jsonl', one)
  shop.write('second.jsonl', two)
  await shop.dedupe('first.jsonl', 'second.jsonl', '-o', 'both.jsonl')
  assert.equal(shop.read('both.jsonl'), `${one}\n${two}`)
  await shop.dedupe('first.jsonl', 'second.jsonl', '-o', 'both.jsonl.gz')
  assert.equal(gunzipSync(shop.bytes('both.jsonl.gz')).toString(), `${one}\n${two}`)
  shop.write('copy.jsonl', one)
  await shop.dedupe('first.jsonl', 'copy.jsonl', '-o', 'both.jsonl')
  assert.equal(shop.read('both.jsonl'), one)
})

test('a byte-order mark of the first input stays at the start', async () => {
  const records = jsonLines({ id: 1, text: a }, { id: 2, text: b })
  assert.equal(await kept('mark.jsonl', `\ufeff${records}`), `\ufeff${records}`)
  assert.equal(await kept('mark.csv', `\ufeffid,text\n1,${a}\n`), `\ufeffid,text\n1,${a}\n`)
  assert.equal(await kept('mark.txt', `\ufeff${a}\n${a}\n`), `\ufeff${a}\n`)
  shop.write('second.jsonl', `\ufeff{"id":3,"text":"${nearly(3, 0)}"}\n`)
  await shop.dedupe('mark.jsonl', 'second.jsonl', '-o', 'marks.jsonl')
  assert.equal(shop.read('marks.jsonl'), `\ufeff${records}{"id":3,"text":"${nearly(3, 0)}"}\n`)
})

test('CSV rows keep quoted newlines, doubled quotes and CR LF, under their header', async () => {
  const head = 'id,"text",note\r\n'
  const row = `1,"${a}\r\nand ""more"", of it",x\r\n`
  const other = `3,${b} 5" pipe,"y\n\n"\r\n`
  assert.equal(
    await kept('q.csv', `${head}${row}2,"${a}\nand ""more"", of it",z\r\n\r\n${other}`),
    head + row + other,
  )
  assert.equal(await kept('open.csv', `id,text\n1,${a}`), `id,text\n1,${a}`)
  assert.equal(await kept('bare.csv', 'id,text'), 'id,text')
})

test('CSV files with one header are one input', async () => {
  shop.write('1.csv', `id,text\n1,${a}`)
  shop.write('2.csv', `id,text\n2,${a}\n3,${b}\n`)
  await shop.dedupe('1.csv', '2.csv', '-o', 'both.csv')
  assert.equal(shop.read('both.csv'), `id,text\n1,${a}\n3,${b}\n`)
  shop.write('0.csv', 'id,text')
  await shop.dedupe('0.csv', '2.csv', '-o', 'both.csv')
  assert.equal(shop.read('both.csv'), `id,text\n2,${a}\n3,${b}\n`)
})

test('TSV, text lines and id-text', async () => {
  const quoted = `2\t"${b}\twith a tab"\n`
  assert.equal(await kept('t.tsv', `id\ttext\n1\t${a}\n${quoted}3\t${a}\n`), `id\ttext\n1\t${a}\n${quoted}`)
  assert.equal(await kept('t.txt', `${a}\r\n\r\n${b}\n\n${a}\n`), `${a}\r\n\r\n${b}\n\n`)
  const words = `x1  ${a}\n\nx3\t${b}\n`
  assert.equal(
    await kept('i.txt', `${words}x2 ${a}\n`, '--input-format', 'id-text', '--removed', 'removed.jsonl'),
    `x1  ${a}\nx3\t${b}\n`,
  )
  assert.deepEqual(
    shop.rows('removed.jsonl').map(row => [row.id, row.survivor]),
    [['x2', 'x1']],
  )
})

test('in a directory, each file is one document; KEPT is a directory of the same paths', async () => {
  shop.write('docs/one.md', `\ufeff${a}`)
  shop.write('docs/sub/two.txt', a)
  shop.write('docs/sub/three.html', `${b}\n`)
  shop.write('docs/empty', '')
  shop.write('docs/mark', '\ufeff')
  shop.write('docs/four.txt.gz', gzipSync(b))
  await shop.dedupe('docs', '-o', 'kept-docs', '--removed', 'removed.jsonl')
  assert.deepEqual(shop.names('kept-docs'), ['empty', 'four.txt.gz', 'mark', 'one.md'])
  assert.deepEqual(shop.bytes('kept-docs/four.txt.gz'), shop.bytes('docs/four.txt.gz'))
  assert.equal(shop.read('kept-docs/one.md'), `\ufeff${a}`)
  assert.deepEqual(
    shop.rows('removed.jsonl').map(row => [row.id, row.survivor, row.kind]),
    [
      ['sub/three.html', 'four.txt.gz', 'normalised'],
      ['sub/two.txt', 'one.md', 'exact'],
    ],
  )
})

test('in a directory of JSON lines, each file is one document only with --input-format whole', async () => {
  shop.write('parts/x/1.jsonl', jsonLines({ text: a }))
  shop.write('parts/x/2.jsonl', jsonLines({ text: a }))
  await shop.dedupe('parts', '-o', 'kept-parts', '--input-format', 'whole')
  assert.deepEqual(shop.names('kept-parts/x'), ['1.jsonl'])
  for (const inputs of ['parts', 'parts/x/*.jsonl']) {
    await shop.dedupe(inputs, '-o', 'kept-parts.jsonl')
    assert.equal(shop.read('kept-parts.jsonl'), jsonLines({ text: a }))
  }
})

test('archives of several members are read to their end, and written by the name of KEPT', async () => {
  const [one, two] = [jsonLines({ id: 1, text: a }), jsonLines({ id: 2, text: b }, { id: 3, text: a })]
  shop.write('m.jsonl.gz', Buffer.concat([gzipSync(one), gzipSync(two)]))
  shop.write('m.jsonl.zst', Buffer.concat([zstdCompressSync(one), zstdCompressSync(two)]))
  const expected = jsonLines({ id: 1, text: a }, { id: 2, text: b })
  for (const input of ['m.jsonl.gz', 'm.jsonl.zst']) {
    await shop.dedupe(input, '-o', 'm.jsonl')
    assert.equal(shop.read('m.jsonl'), expected)
    await shop.dedupe(input, '-o', 'out.jsonl.gz')
    assert.equal(gunzipSync(shop.bytes('out.jsonl.gz')).toString(), expected)
    await shop.dedupe(input, '-o', 'out.jsonl.zst')
    assert.equal(zstdDecompressSync(shop.bytes('out.jsonl.zst')).toString(), expected)
  }
})

test('standard input needs --input-format, and gives the same as the file', () => {
  const records = jsonLines({ text: a }, { id: 2, text: b }, { text: a })
  const args = ['dedupe', '-', '-o', 'stdin.jsonl', '--removed', 'r.jsonl', '--force']
  const { status, out, err } = shop.child([...args, '--input-format', 'jsonl'], { input: records })
  assert.deepEqual([status, out], [0, ''])
  assert.match(err, /^nearsame dedupe: 3 records/)
  assert.equal(shop.read('stdin.jsonl'), jsonLines({ text: a }, { id: 2, text: b }))
  assert.equal(shop.rows('r.jsonl')[0].id, '-:3')
  const refused = shop.child(args, { input: records })
  assert.equal(refused.status, 2)
  assert.match(refused.err, /^nearsame: INPUT_FORMAT_UNKNOWN: /)
  const whole = shop.child(['dedupe', '-', '-o', 'stdin', '--input-format', 'whole', '--quiet'], {
    input: a,
  })
  assert.deepEqual([whole.status, whole.err, shop.read('stdin/-')], [0, '', a])
})

test('rows of CSV are read and kept in the dialect of their file', async () => {
  const files = {
    'semicolon.csv': `\ufeffid;text\r\n1;${a}\r\n2;${a}\r\n3;"${b}; more"\r\n`,
    'named.csv': `sep=|\nid|text\n1|"${a}, or ""|"" it"\n2|"${a}, or ""|"" it"\n`,
    'single.csv': `'id';'text'\n1;'${a}; isn''t'\n2;'${a}; isn''t'\n`,
    'tab.csv': `id\ttext\n1\t${a}, b; c\n2\t${a}, b; c\n`,
    'comma.tsv': `id,text\n1,${a}\n2,${a}\n`,
  }
  for (const [name, content] of Object.entries(files)) {
    const second = content.indexOf('\n2') + 1
    const rows = content.slice(second).split('\n').slice(1).join('\n')
    assert.equal(await kept(name, content), content.slice(0, second) + rows, name)
    shop.write(`${name}.gz`, gzipSync(content))
    await shop.dedupe(`${name}.gz`, '-o', 'unpacked.csv')
    assert.equal(shop.read('unpacked.csv'), content.slice(0, second) + rows, `${name}.gz`)
  }
  const plan = await shop.run('dedupe', 'semicolon.csv', '--plan')
  assert.match(plan.out, /semicolon\.csv +csv, separated by ; /)
  await shop.dedupe('single.csv', '--dry-run', '--report', 'dialect.json')
  const [input] = JSON.parse(shop.read('dialect.json')).inputs
  assert.deepEqual(input.dialect, { delimiter: ';', quote: "'" })
  shop.write('other.csv', `id,text\n9,${a}\n`)
  const mixed = await shop.refused(2, 'CSV_HEADERS_DIFFER', 'semicolon.csv', 'other.csv', '-o', 'mixed.csv')
  assert.match(
    mixed,
    /expected the dialect of the first input: separator ";" and quote ", got separator "," and/,
  )
})

test('titles above the header of CSV are no records, and stay in what is kept', async () => {
  const titles = '\ufeffMitglieder;;\r\n;;\r\n'
  shop.write('club.csv', `${titles}id;text;ort\r\n1;a b c;Köln\r\n2;a b c;Ulm\r\n`)
  const report = await shop.dedupe('club.csv', '-o', 'k.csv', '--annotated', 'all.csv')
  assert.deepEqual([report.counts.read, report.counts.kept], [2, 1])
  assert(report.hints.includes('of club.csv rows above the names of the columns are titles, no records: 2'))
  assert.equal(shop.read('k.csv'), `${titles}id;text;ort\r\n1;a b c;Köln\r\n`)
  assert.match(
    shop.read('all.csv'),
    /^\ufeffMitglieder;;\r\n;;\r\nid;text;ort;cluster;size;kind;probability\r\n1;/,
  )
  const again = await shop.dedupe('k.csv', '-o', 'again.csv')
  assert.equal(again.counts.read, 1)
  const two = 'id;text;;\n1;a;b;c\n'
  shop.write('two.csv', two)
  await shop.dedupe('two.csv', '-o', 'x.csv')
  assert.equal(shop.read('x.csv'), two, 'a header may lack names')
})
