/** Texts of nothing but white space: null in every format and command, quoted or not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { deduplicate, findTwins } from '../../src/doors/index.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { parquetBytes, parquetRows } from './parquet-files.ts'

const shop = new Workshop()
const [a, b] = [wordsOf(1), wordsOf(2)]
/** Records 1, 3, 5, 6 and 8 are blank; 4 is a copy of 2. */
const texts = ['', a, ' ', a, '\u00a0\u3000', '', b, ' \t']
const ids = [1, 2, 3, 4, 5, 6, 7, 8]
const records = ids.map((id, at) => ({ id, abstract: texts[at] }))
const keptIds = ids.filter(id => id !== 4)
const table = (separator: string, quote: (text: string) => string) =>
  [`id${separator}abstract`, ...texts.map((text, at) => `${ids[at]}${separator}${quote(text)}`), ''].join(
    '\n',
  )

const inputs: Readonly<Record<string, string | Uint8Array>> = {
  'in.jsonl': jsonLines(...records),
  'in.json': JSON.stringify(records, undefined, 2),
  'plain.csv': table(',', text => text),
  'quoted.csv': table(',', text => `"${text}"`),
  'in.tsv': table('\t', text => text.replace('\t', ' ')),
  'in.jsonl.gz': gzipSync(jsonLines(...records)),
  'in.parquet': parquetBytes([
    { name: 'id', data: ids, type: 'INT32' },
    { name: 'abstract', data: texts, type: 'STRING' },
  ]),
}

test('every format keeps them at their place, counts them, and decides the same', async () => {
  const digests = new Set<string>()
  for (const [name, content] of Object.entries(inputs)) {
    shop.write(name, content)
    for (const flags of [[], ['--threads', '2'], ['--method', 'solr-md5'], ['--near', 'off']]) {
      const report = await shop.dedupe(
        name,
        '--text',
        'abstract',
        '-o',
        `kept-${name}`,
        '--force',
        ...flags,
      )
      const { read, nulls, exact, kept } = report.counts
      assert.deepEqual([read, nulls, exact, kept], [8, 5, 1, 7], `${name} ${flags}`)
      digests.add(report.digest)
    }
  }
  const library = await deduplicate(texts)
  digests.add(library.digest)
  assert.equal(digests.size, 1)
  assert.equal(shop.read('kept-in.jsonl'), jsonLines(...records.filter(({ id }) => id !== 4)))
  const rows = inputs['quoted.csv'].toString().split('\n')
  assert.equal(shop.read('kept-quoted.csv'), rows.filter(row => !row.startsWith('4,')).join('\n'))
  const parquet = await parquetRows(shop.bytes('kept-in.parquet'))
  assert.deepEqual(
    parquet.map(({ id }) => id),
    keptIds,
  )
})

test('they are dropped or bad if asked for, in every format', async () => {
  for (const [name, content] of Object.entries(inputs)) {
    shop.write(name, content)
    const given = [name, '--text', 'abstract', '-o', `kept-${name}`, '--force'] as const
    const dropped = await shop.dedupe(...given, '--null', 'drop')
    assert.deepEqual([dropped.counts.nulls, dropped.counts.kept], [5, 2], name)
    const bad = await shop.dedupe(...given, '--null', 'bad', '--max-bad', '1', '--bad', 'bad.jsonl')
    assert.deepEqual([bad.counts.bad, bad.counts.nulls, bad.counts.kept], [5, undefined, 2], name)
    assert.deepEqual(
      shop.rows('bad.jsonl').map(({ code }) => code),
      Array(5).fill('TEXT_MISSING'),
    )
    assert.equal(bad.digest, dropped.digest)
  }
})

test('a folder keeps its files without a text; they are the null ones', async () => {
  for (const [at, text] of ['', a, ' \n', a, '\ufeff', '\n\n'].entries()) shop.write(`docs/${at}.txt`, text)
  const { counts } = await shop.dedupe('docs', '-o', 'kept-docs')
  assert.deepEqual([counts.nulls, counts.kept], [4, 5])
  assert.deepEqual(shop.names('kept-docs'), ['0.txt', '1.txt', '2.txt', '4.txt', '5.txt'])
  assert.equal(shop.read('kept-docs/2.txt'), ' \n')
  const dropped = await shop.dedupe('docs', '-o', 'kept-texts', '--null', 'drop')
  assert.equal(dropped.counts.kept, 1)
  assert.deepEqual(shop.names('kept-texts'), ['1.txt'])
})

test('texts that options name are null, too, exactly as written', async () => {
  const dump = ['\\N', a, 'n/a', '\\N ', a, '\\N', '\\N ']
  shop.write('dump.tsv', `id\ttext\n${dump.map((text, at) => `${at}\t${text}\n`).join('')}`)
  shop.write('dump.jsonl', jsonLines(...dump.map((text, id) => ({ id, text }))))
  for (const name of ['dump.tsv', 'dump.jsonl']) {
    const counts = async (...flags: string[]) => {
      const { counts } = await shop.dedupe(name, '--dry-run', '--near', 'off', ...flags)
      return [counts.nulls, counts.exact]
    }
    assert.deepEqual(await counts(), [undefined, 3])
    assert.deepEqual(await counts('--null-text', '\\N'), [2, 2])
    assert.deepEqual(await counts('--null-text', '\\N', '--null-text', 'n/a'), [3, 2])
  }
})

test('a field that is there but always empty is no mistake; one that no record has is', async () => {
  shop.write('empty.jsonl', jsonLines({ id: 1 }, { id: 2, text: null }, { id: 3, text: '' }))
  assert.deepEqual((await shop.dedupe('empty.jsonl', '--text', 'text', '-o', 'k.jsonl')).counts.kept, 3)
  shop.write('null.jsonl', jsonLines({ id: 1, text: null }, { id: 2, text: null }))
  assert.deepEqual((await shop.dedupe('null.jsonl', '--text', 'text', '-o', 'k.jsonl')).counts.kept, 2)
  await shop.refused(3, 'TEXT_MISSING', 'empty.jsonl', '--text', 'body', '-o', 'no.jsonl')
})

test('the other side of a match and of passages has them, too, and tags alone are no text', async () => {
  shop.write('in.jsonl', inputs['in.jsonl'])
  shop.write('other.csv', `abstract\n""\n"${b}"\n" "\n`)
  const given = ['in.jsonl', '--text', 'abstract', '--against', 'other.csv', '--json', '--force'] as const
  const match = await shop.run('match', ...given, '-o', 'pairs.csv', '--kept', 'new.jsonl')
  assert.equal(match.status, 0, match.err)
  assert.deepEqual(
    shop.rows('new.jsonl').map(({ id }) => id),
    ids.filter(id => id !== 7),
  )
  const passages = await shop.run(
    'passages',
    ...given,
    '--least',
    '5',
    '-o',
    'p.jsonl',
    '--kept',
    'rest.jsonl',
  )
  assert.equal(passages.status, 0, passages.err)
  assert.deepEqual(
    shop.rows('p.jsonl').map(({ id }) => id),
    [7],
  )
  shop.write('page.jsonl', jsonLines({ text: '<br>' }, { text: '<p> </p>' }, { text: `<p>${a}</p>` }))
  const { counts } = await shop.dedupe('page.jsonl', '--html', '--dry-run')
  assert.deepEqual([counts.nulls, counts.exact], [2, 0])
})

test('of records with several columns, the one without any value is the null one', async () => {
  const people = [
    { id: 1, name: '', town: ' ' },
    { id: 2, name: 'Ann Lee', town: '' },
    { id: 3, name: ' ', town: '' },
    { id: 4, name: 'Ann Lee', town: '' },
    { id: 5, name: '', town: '' },
  ]
  shop.write('people.jsonl', jsonLines(...people))
  shop.write(
    'people.csv',
    `id,name,town\n${people.map(({ id, name, town }) => `${id},${name},${town}\n`).join('')}`,
  )
  const found = await deduplicate(people, { method: 'records' })
  assert.deepEqual([found.kept, found.counts.nulls, found.counts.exact], [[0, 1, 2, 4], 3, 1])
  for (const name of ['people.jsonl', 'people.csv']) {
    const report = await shop.dedupe(name, '--method', 'records', '--text', 'name,town', '--dry-run')
    assert.deepEqual([report.counts.nulls, report.counts.exact], [3, 1], name)
    assert.equal(report.digest, found.digest)
  }
})

test('in the library they keep their places, on both sides', async () => {
  const found = await deduplicate(texts.map((text, at) => ({ id: `d${at}`, text })))
  assert.deepEqual(found.kept, [0, 1, 2, 4, 5, 6, 7])
  assert.deepEqual(
    found.removed.map(({ index, id, survivor, survivorId }) => [index, id, survivor, survivorId]),
    [[3, 'd3', 1, 'd1']],
  )
  assert.deepEqual(
    found.clusters.map(({ survivor, members }) => [survivor, members.map(({ index }) => index)]),
    [[1, [1, 3]]],
  )
  assert.deepEqual([found.counts.read, found.counts.nulls, found.counts.kept], [8, 5, 7])
  const { pairs } = await findTwins(texts, ['', ' ', b, '', a])
  assert.deepEqual(
    pairs.map(({ left, right, leftId, rightId }) => [left, right, leftId, rightId]),
    [
      [1, 4, 1, 4],
      [3, 4, 3, 4],
      [6, 2, 6, 2],
    ],
  )
})

test('an index tells texts that are all blank, and refuses a field that no record has', async () => {
  shop.write('all-blank.csv', 'id,text\n1,\n2," "\n')
  shop.write('all-null.jsonl', jsonLines({ id: 1, text: null }, { id: 2, text: null }))
  for (const file of ['all-blank.csv', 'all-null.jsonl']) {
    const added = await shop.run('index', 'add', 'of-blanks', file, '--text', 'text')
    assert.equal(added.status, 0, added.err)
    assert.match(added.err, /\n {2}added +0\n {2}null +2\n/)
  }
  shop.write('lacking.jsonl', jsonLines({ id: 1, txt: a }, { id: 2 }))
  const refused = await shop.run('index', 'add', 'of-blanks', 'lacking.jsonl', '--text', 'text')
  assert.equal(refused.status, 3)
  assert.match(refused.err, /TEXT_MISSING: expected a text in "text", got none, at lacking\.jsonl:1/)
  const one = await shop.run(
    'index',
    'add',
    'of-blanks',
    'lacking.jsonl',
    'all-null.jsonl',
    '--text',
    'text',
  )
  assert.equal(one.status, 0, one.err)
})

test('an index stores none, unless its method signs them as a search engine does', async () => {
  shop.write('in.jsonl', inputs['in.jsonl'])
  shop.write('dump.csv', `id,abstract\n1,\\N\n2,\n3,${a}\n`)
  const added = await shop.run('index', 'add', 'data', 'in.jsonl', '--text', 'abstract')
  assert.equal(added.status, 0, added.err)
  const statuses = (out: string) =>
    out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).status)
  assert.deepEqual(
    statuses(added.out).map(status => status === 'null'),
    texts.map(text => text.trim() === ''),
  )
  const checked = await shop.run('index', 'check', 'data', 'dump.csv', '--null-text', '\\N')
  assert.deepEqual(statuses(checked.out).slice(0, 2), ['null', 'null'], checked.err)
  const query = await shop.run('index', 'check', 'data', '--query', ' ')
  assert.match(query.err, /TEXT_MISSING/)
  const signed = await shop.run(
    'index',
    'add',
    'solr',
    'in.jsonl',
    '--text',
    'abstract',
    '--method',
    'solr-md5',
  )
  assert(!statuses(signed.out).includes('null'), signed.err)
})
