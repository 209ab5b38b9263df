/** `nearsame index` on a real data directory: documents go in and come out, in any format, through interruptions. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { nearly, Workshop, wordsOf } from './command.ts'
import { jsonLines, parsedLines } from './json-lines.ts'
import { parquetBytes } from './parquet-files.ts'

const shop = new Workshop()
let made = 0

/** A data directory of its own. */
const directory = () => `data${++made}`

/** Runs a command that must succeed; returns its lines. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at fields of the output
async function index(...args: readonly string[]): Promise<any[]> {
  const { status, out, err } = await shop.run('index', ...args)
  assert.equal(status, 0, err)
  return parsedLines(out)
}

async function refused(status: number, code: string, ...args: readonly string[]): Promise<string> {
  const result = await shop.run('index', ...args)
  assert.equal(result.status, status, result.err)
  assert.match(result.err, new RegExp(`^nearsame: ${code}: expected [^\\n]+\\. To fix: [^\\n]+\\.$`, 'm'))
  return result.err
}

const idsOf = (rows: readonly { id: unknown }[]) => rows.map(({ id }) => id)

test('every document gets a line when it is durable, with its matches and its cluster', async () => {
  const data = directory()
  shop.write(
    'a.jsonl',
    jsonLines(
      { id: 7, text: wordsOf(1) },
      { id: '7', text: nearly(1, 1), tags: ['x'] },
      { text: wordsOf(2) },
    ),
  )
  const { status, out, err } = await shop.run('index', 'add', data, 'a.jsonl')
  assert.equal(status, 0)
  const rows = parsedLines(out)
  assert.deepEqual(rows[0], { id: 7, status: 'added', matches: [], cluster: 1 })
  assert.deepEqual([rows[1].id, rows[1].cluster, rows[1].matches[0].id], ['7', 1, 7])
  assert.deepEqual([rows[2].id, rows[2].cluster], ['a.jsonl:3', 2])
  assert.match(err, /^nearsame index add: 3 records\n\n {2}added +3\n$/)
  const [document] = await index('get', data, '7')
  assert.deepEqual(document.document, { id: '7', text: nearly(1, 1), tags: ['x'] })
  assert.equal((await index('get', data, '7', '--id-type', 'number'))[0].id, 7)
  await refused(2, 'DOCUMENT_NOT_FOUND', 'get', data, '8')
})

test('duplicates are handled as requested, and an id is used once', async () => {
  const data = directory()
  shop.write('twins.jsonl', jsonLines({ id: 1, text: wordsOf(1) }, { id: 2, text: wordsOf(1) }))
  const statuses = async (...args: readonly string[]) =>
    (await index('add', data, 'twins.jsonl', '--quiet', ...args)).map(({ status }) => status).join()
  assert.equal(await statuses('--on-duplicate', 'reject'), 'added,rejected')
  assert.equal(await statuses('--on-duplicate', 'skip'), 'skipped,skipped')
  assert.equal(await statuses('--on-duplicate', 'replace'), 'replaced,replaced')
  assert.equal(await statuses(), 'added,exists')
  const [, again] = await index('add', data, 'twins.jsonl', '--quiet')
  assert.match(
    again.error.message,
    / To fix: give it another id, or say `--on-duplicate` "replace" or "skip"\.$/,
  )
  shop.write('none.jsonl', jsonLines({ id: 9, text: wordsOf(9) }, { id: 10, title: 'a' }))
  const [, bad] = await index(
    'add',
    directory(),
    'none.jsonl',
    '--quiet',
    '--null',
    'bad',
    '--max-bad',
    '1',
  )
  assert.match(bad.error.message, / To fix: .*`--text`/)
  assert.equal(await statuses('--on-duplicate', 'reject'), 'exists,exists')
  assert.equal(JSON.parse((await shop.run('index', 'stats', data, '--json')).out).documents, 2)
})

test('records of every format keep all their fields', async () => {
  const texts = [wordsOf(1), `${wordsOf(2)}, "quoted"\nnext line`]
  const csv = `id,text,n\n1,${texts[0]},5\n2,"${texts[1].replaceAll('"', '""')}",6\n`
  shop.write('t.csv', `\ufeff${csv}`)
  shop.write('t.tsv', 'id\ttext\na\tsome words here\n')
  shop.write('g.csv.gz', gzipSync(csv))
  shop.write('t.txt', `${wordsOf(3)}\r\n\n${wordsOf(4)}`)
  shop.write('i.txt', `first ${wordsOf(5)}\n\nsecond  ${wordsOf(6)}\n`)
  shop.write(
    'z.jsonl.zst',
    zstdCompressSync(jsonLines({ id: 'z', text: wordsOf(7) }, '', { id: 'y', text: wordsOf(8) })),
  )
  shop.write('files/a/one.md', wordsOf(9))
  shop.write('files/two.html', `<p>${wordsOf(10)}</p>`)
  const columns = [
    { name: 'id', data: ['p', 'q'] },
    { name: 'text', data: [wordsOf(11), wordsOf(12)] },
    { name: 'n', data: [1, 2], type: 'INT32' as const },
  ]
  shop.write('t.parquet', parquetBytes(columns))
  const data = directory()
  const added = async (...args: readonly string[]) =>
    (
      await index('add', data, '--quiet', '--on-duplicate', 'add', '--collection', `c${made++}`, ...args)
    ).map(({ id, status }) => `${id} ${status}`)
  assert.deepEqual(await added('t.csv'), ['1 added', '2 added'])
  const [row] = await index('get', data, '2', '--collection', `c${made - 1}`)
  assert.deepEqual(row.document, { id: '2', text: texts[1], n: '6' })
  assert.deepEqual(await added('t.tsv'), ['a added'])
  assert.deepEqual(await added('g.csv.gz'), ['1 added', '2 added'])
  shop.write('d.csv', `sep=;\r\n'id';'text'\r\n1;'${texts[0]}; more'\r\n2;${texts[0]}\r\n`)
  assert.deepEqual(await added('d.csv'), ['1 added', '2 added'])
  assert.deepEqual(await added('t.txt'), ['t.txt:1 added', 'null null', 't.txt:3 added'])
  assert.deepEqual(await added('i.txt', '--input-format', 'id-text'), ['first added', 'second added'])
  assert.deepEqual(await added('z.jsonl.zst'), ['z added', 'y added'])
  assert.deepEqual(await added('t.parquet'), ['p added', 'q added'])
  const [fromParquet] = await index('get', data, 'q', '--collection', `c${made - 1}`)
  assert.deepEqual(fromParquet.document, { id: 'q', text: wordsOf(12), n: 2 })
  assert.deepEqual(await added('files', '--html'), ['a/one.md added', 'two.html added'])
  const [page] = await index('get', data, 'two.html', '--collection', `c${made - 1}`)
  assert.equal(page.document.text.trim(), wordsOf(10))
})

test('the text field is found as in the other commands, or named, also by a path', async () => {
  shop.write('body.jsonl', jsonLines({ id: 1, n: 2 }, { id: 2, body: wordsOf(1) }))
  const first = directory()
  assert.equal((await index('add', first, 'body.jsonl', '--max-bad', '1', '--quiet'))[1].status, 'added')
  assert.match((await shop.run('index', 'stats', first)).out, /text +\["body"\]/)
  shop.write('deep.jsonl', jsonLines({ key: 5, a: { b: `<b>${wordsOf(2)}</b>` }, title: 'T' }))
  const second = directory()
  const [row] = await index(
    'add',
    second,
    'deep.jsonl',
    '--text',
    'title,a.b',
    '--id',
    'key',
    '--html',
    '--quiet',
  )
  assert.equal(row.id, 5)
  assert.deepEqual((await index('get', second, '5'))[0].document.a, { b: wordsOf(2) })
  shop.write('many.jsonl', jsonLines({ id: 1, x: 'a', y: 'b' }))
  await refused(2, 'TEXT_FIELD', 'add', directory(), 'many.jsonl')
  shop.write('no.jsonl', jsonLines({ id: 1 }, { id: 2, n: 5 }))
  await refused(2, 'TEXT_FIELD', 'add', directory(), 'no.jsonl')
})

test('records without a text follow --null: a line, none, or bad', async () => {
  const [one, two] = [
    { id: 'a', text: wordsOf(31) },
    { id: 'b', text: wordsOf(32) },
  ]
  shop.write('holes.jsonl', jsonLines(one, { id: 'n', text: null }, two, { id: 'o' }))
  const statuses = (rows: { id: unknown; status?: string; matches: unknown[] }[]) =>
    rows.map(({ id, status, matches }) => `${id} ${status ?? matches.length}`)
  const data = directory()
  const { out, err, status } = await shop.run('index', 'add', data, 'holes.jsonl')
  assert.equal(status, 0)
  assert.match(err, /: 4 records\n\n {2}added {2}2\n {2}null {3}2\n/)
  const lines = parsedLines(out)
  assert.deepEqual(lines[1], { id: 'n', status: 'null', matches: [], at: 'holes.jsonl:2' })
  assert.deepEqual(statuses(lines), ['a added', 'n null', 'b added', 'o null'])
  assert.deepEqual(statuses(await index('check', data, 'holes.jsonl')), ['a 1', 'n null', 'b 1', 'o null'])
  const checked = await shop.run('index', 'check', data, 'holes.jsonl')
  assert.match(checked.err, /: 4 records, 2 with a match, 2 without a text\n/)
  const dropped = await index('check', data, 'holes.jsonl', '--null', 'drop')
  assert.deepEqual(statuses(dropped), ['a 1', 'b 1'])
  const replacing = ['--on-duplicate', 'replace', '--max-bad', '1']
  const bad = await index('add', data, 'holes.jsonl', '--null', 'bad', ...replacing)
  assert.deepEqual(statuses(bad), ['a replaced', 'n bad', 'b replaced', 'o bad'])
  assert.match(bad[1].error.message, /choose other fields with `--text`\.$/)
  // Of a ranked list they stay at their place.
  shop.write('ranked.jsonl', jsonLines({ id: 'n', text: null }, one, { id: 'o' }, { ...one, id: 'c' }, two))
  const [ranked] = await index('collapse', data, 'ranked.jsonl')
  assert.deepEqual(ranked.kept, ['n', 'a', 'o', 'b'])
  assert.deepEqual(ranked.dropped, [{ id: 'c', twin: 'a', similarity: 1 }])
  const [short] = await index('collapse', data, 'ranked.jsonl', '--null', 'drop')
  assert.deepEqual(short.kept, ['a', 'b'])
  await refused(3, 'TEXT_MISSING', 'collapse', data, 'ranked.jsonl', '--null', 'bad')
  // A field that is null in every record is a field; one that no record has is none.
  shop.write('nulls.jsonl', jsonLines({ id: 'n', text: null }, { id: 'o' }))
  shop.write('none.jsonl', jsonLines({ id: 'n' }, { id: 'o' }))
  for (const command of ['add', 'check', 'collapse']) {
    await index(command, data, 'nulls.jsonl')
    await refused(3, 'TEXT_MISSING', command, data, 'none.jsonl')
  }
})

test('answers of the index name options as flags', async () => {
  const data = directory()
  shop.write('flags.jsonl', jsonLines({ id: 1, text: wordsOf(1) }))
  await index('add', data, 'flags.jsonl')
  assert.match(
    await refused(2, 'OPTION_VALUE', 'changes', data, '--after', 'x'),
    /expected `--after` to be the `next` of a page/,
  )
  assert.match(
    await refused(2, 'OPTION_VALUE', 'expire', data, '--before', 'noon'),
    /expected --before to be a time with its zone/,
  )
})

test('bad records get lines with their place, and too many of them are refused', async () => {
  shop.write(
    'bad.jsonl',
    jsonLines(
      { id: 1, text: wordsOf(1) },
      'no json',
      { id: 2 },
      { id: 3, text: 5 },
      { id: 4, text: wordsOf(4), expiresAt: 'soon' },
    ),
  )
  const data = directory()
  const { status, out, err } = await shop.run('index', 'add', data, 'bad.jsonl')
  assert.equal(status, 3)
  assert.match(err, /TOO_MANY_BAD: expected at most 1 % of the records to be bad, got 3 of 5/)
  const rows = parsedLines(out)
  assert.deepEqual(
    rows.map(row => `${row.status} ${row.at ?? ''} ${row.error?.code ?? ''}`.trimEnd()),
    [
      'added',
      'bad bad.jsonl:2 JSON_SYNTAX',
      'null bad.jsonl:3',
      'bad bad.jsonl:4 TEXT_NOT_STRING',
      'bad bad.jsonl:5 OPTION_VALUE',
    ],
  )
  assert.equal((await index('add', data, 'bad.jsonl', '--max-bad', '0.8', '--quiet')).length, 5)
  const message = await refused(3, 'JSON_SYNTAX', 'add', directory(), 'bad.jsonl', '--on-error', 'stop')
  assert.match(message, /bad\.jsonl:2/)
  shop.write('long.jsonl', jsonLines({ id: 1, text: wordsOf(1, 100) }, { id: 2, text: 'a b c d e' }))
  const [long, short] = await index(
    'add',
    directory(),
    'long.jsonl',
    '--max-record',
    '100',
    '--max-bad',
    '1',
    '--quiet',
  )
  assert.deepEqual([long.error.code, short.status], ['RECORD_TOO_LONG', 'added'])
  shop.write('cut.jsonl.gz', gzipSync(jsonLines({ id: 1, text: wordsOf(1) })).subarray(0, 40))
  await refused(3, 'ARCHIVE_TRUNCATED', 'add', directory(), 'cut.jsonl.gz')
})

test('a collection keeps its options; others are refused', async () => {
  const data = directory()
  const [info] = await index(
    'create',
    data,
    '--threshold',
    '0.7',
    '--text',
    'title,body',
    '--store-text',
    'off',
  )
  assert.deepEqual(
    [info.name, info.isNew, info.options.threshold, info.options.storeText],
    ['default', true, 0.7, false],
  )
  assert.equal((await index('create', data, '--threshold', '0.7'))[0].isNew, false)
  shop.write('title.jsonl', jsonLines({ id: 1, title: wordsOf(1) }))
  await refused(2, 'OPTIONS_MISMATCH', 'add', data, 'title.jsonl', '--threshold', '0.8')
  await refused(2, 'OPTIONS_MISMATCH', 'create', data, '--text', 'title')
  assert.equal((await index('add', data, 'title.jsonl', '--quiet'))[0].status, 'added')
  assert.deepEqual((await index('get', data, '1'))[0].document, { id: 1 })
  await index(
    'create',
    data,
    '--collection',
    'profiles',
    '--method',
    'solr-text-profile',
    '--param',
    'quantRate=0.02',
  )
  assert.deepEqual(
    (await index('list', data)).map(({ name }) => name),
    ['default', 'profiles'],
  )
  await refused(2, 'OPTION_VALUE', 'create', data, '--collection', '../up')
  await refused(2, 'OPTION_VALUE', 'create', data, '--threshold', '7')
  await refused(2, 'OPTION_UNKNOWN', 'create', directory(), '--param', 'x=1')
})

test('a check finds what pairs finds, and stores nothing', async () => {
  const documents = Array.from({ length: 60 }, (_, id) => ({ id, text: nearly(id % 12, id % 5, 40) }))
  shop.write('docs.jsonl', jsonLines(...documents))
  const data = directory()
  await index('add', data, 'docs.jsonl', '--quiet', '--threshold', '0.6')
  await shop.run('pairs', 'docs.jsonl', '-o', 'pairs.jsonl', '--threshold', '0.6', '--quiet')
  const expected = shop.rows('pairs.jsonl')
  assert(expected.length > 50)
  assert.deepEqual(await index('pairs', data), expected)
  const found = new Set<string>()
  for (const { id, matches } of await index('check', data, 'docs.jsonl', '--except-same-id', '--quiet'))
    for (const match of matches)
      found.add(`${Math.min(id, match.id)} ${Math.max(id, match.id)} ${match.similarity}`)
  assert.deepEqual(
    [...found].sort(),
    expected.map(({ id1, id2, similarity }) => `${id1} ${id2} ${similarity}`).sort(),
  )
  const [all] = await index('check', data, '--query', wordsOf(1, 40))
  const [best] = await index('check', data, '--query', wordsOf(1, 40), '--limit', '2', '--threshold', '0.9')
  assert.deepEqual(best, {
    id: null,
    matches: all.matches.filter((match: { similarity: number }) => match.similarity >= 0.9).slice(0, 2),
  })
  for (const asked of [
    ['--query', 'a'],
    ['docs.jsonl'],
    ['docs.jsonl', '--max-bad', '1'],
    ['absent.jsonl'],
  ]) {
    const err = await refused(2, 'OPTION_VALUE', 'check', data, ...asked, '--threshold', '0.5')
    assert.match(
      err,
      /expected --threshold to be a number in \[0\.6, 1\], not below that of the collection, got "0\.5"/,
    )
  }
  await refused(2, 'OPTION_VALUE', 'check', data)
  await refused(2, 'OPTION_VALUE', 'check', data, 'docs.jsonl', '--query', 'a')
  assert.match((await shop.run('index', 'stats', data)).out, /documents +60/)
})

test('removed documents are gone, each id by its type', async () => {
  const data = directory()
  shop.write('ids.jsonl', jsonLines(...[1, '1', 2, 'x', 3].map((id, i) => ({ id, text: wordsOf(i) }))))
  await index('add', data, 'ids.jsonl', '--quiet')
  assert.deepEqual(await index('remove', data, '1'), [{ id: '1', status: 'removed' }])
  assert.deepEqual(await index('remove', data, '1', 'x'), [
    { id: 1, status: 'removed' },
    { id: 'x', status: 'removed' },
  ])
  for (const type of ['number', 'string']) {
    const { status, out } = await shop.run('index', 'remove', data, '8', '--id-type', type)
    assert.deepEqual([status, JSON.parse(out)], [2, { id: type === 'number' ? 8 : '8', status: 'absent' }])
  }
  await refused(2, 'DOCUMENT_NOT_FOUND', 'remove', data, '2', '--id-type', 'string')
  shop.write('gone.jsonl', jsonLines('2', '"2"', { id: 3, status: 'added' }, '', '9'))
  assert.deepEqual(
    (await index('remove', data, '--ids', 'gone.jsonl')).map(
      ({ id, status }) => `${JSON.stringify(id)} ${status}`,
    ),
    ['2 removed', '"2" absent', '3 removed', '9 absent'],
  )
  assert.deepEqual(await index('clusters', data), [])
  shop.write('noid.jsonl', '{"text":1}\n')
  await refused(3, 'JSON_SYNTAX', 'remove', data, '--ids', 'noid.jsonl')
  await refused(2, 'OPTION_VALUE', 'remove', data)
  assert.equal(typeof (await index('compact', data))[0].freedBytes, 'number')
})

test('ids beyond 2^53 keep their digits', async () => {
  const data = directory()
  const id = '12345678901234567890'
  shop.write('big.jsonl', `{"id":${id},"text":"${wordsOf(1)}"}\n{"key":${id},"text":"${wordsOf(2)}"}\n`)
  const { out } = await shop.run('index', 'add', data, 'big.jsonl', '--quiet')
  assert(out.startsWith(`{"id":${id},"status":"added"`), out)
  const named = await shop.run('index', 'add', data, 'big.jsonl', '--id', 'key', '--quiet')
  assert(named.out.includes(`{"id":${id},"status":"exists"`), named.out)
  assert.match((await shop.run('index', 'get', data, id)).out, new RegExp(`^\\{"id":${id},`))
  assert.equal((await shop.run('index', 'remove', data, id)).out, `{"id":${id},"status":"removed"}\n`)
})

test('expired documents are removed on request', async () => {
  const data = directory()
  shop.write(
    'times.jsonl',
    jsonLines(
      { id: 1, text: wordsOf(1), expiresAt: '2020-01-01' },
      { id: 2, text: wordsOf(2), expiresAt: '2090-01-01' },
      { id: 3, text: wordsOf(3) },
    ),
  )
  await index('add', data, 'times.jsonl', '--quiet')
  assert.deepEqual(await index('expire', data), [{ removed: 1 }])
  assert.deepEqual(await index('expire', data, '--before', '2020-01-01T00:00:00Z'), [{ removed: 0 }])
  assert.deepEqual(await index('expire', data, '--before', String(Date.now() + 1000)), [{ removed: 2 }])
  await refused(2, 'OPTION_VALUE', 'expire', data, '--before', 'yesterday')
})

test('clusters, changes, explanations and shorter lists come from the same index', async () => {
  const data = directory()
  shop.write(
    'three.jsonl',
    jsonLines(
      { id: 'a', text: wordsOf(1) },
      { id: 'b', text: nearly(1, 1) },
      { id: 'c', text: wordsOf(3) },
    ),
  )
  await index('add', data, 'three.jsonl', '--quiet', '--threshold', '0.7')
  assert.deepEqual(await index('clusters', data, '--min-documents', '2'), [
    { cluster: 1, documents: 2, members: ['a', 'b'] },
  ])
  const changes = await shop.run('index', 'changes', data)
  assert.equal(changes.out.trimEnd().split('\n').length, 2)
  const cursor = /--after (\S+)\n$/.exec(changes.err)?.[1] ?? ''
  await index('remove', data, 'c')
  assert.deepEqual(
    (await index('changes', data, '--after', cursor)).map(({ kind }) => kind),
    ['ended'],
  )
  const explained = await shop.run('index', 'explain', data, '--ids', 'a,b', '--json')
  assert.equal(JSON.parse(explained.out).matches, true)
  assert.match((await shop.run('index', 'explain', data, '--ids', 'a', '--ids', 'b')).out, /Jaccard/)
  assert.deepEqual((await index('collapse', data, '--ids', 'b,a'))[0].kept, ['b'])
  assert.deepEqual((await index('collapse', data, 'three.jsonl'))[0].kept, ['a', 'c'])
  await refused(2, 'OPTION_VALUE', 'explain', data, '--ids', 'a')
  await refused(2, 'DOCUMENT_NOT_FOUND', 'explain', data, '--ids', 'a,z')
})

test('queries create nothing', async () => {
  await refused(2, 'COLLECTION_NOT_FOUND', 'stats', 'nowhere')
  assert(!shop.names().includes('nowhere'))
  const data = directory()
  await index('create', data)
  assert.match(
    await refused(2, 'COLLECTION_NOT_FOUND', 'check', data, '--collection', 'b', '--query', 'a'),
    /only default/,
  )
  await refused(2, 'OPTION_VALUE', 'stats', 'gopher://x')
  await refused(2, 'OUTPUT_DIRECTORY', 'create', 'no/such/parent')
})

test('a directory that another program has open is refused', async () => {
  const data = directory()
  await index('create', data)
  const held = await openDataDirectory(data)
  try {
    assert.match(await refused(1, 'STORE_LOCKED', 'stats', data), new RegExp(data))
  } finally {
    await held.close()
  }
  assert.equal((await shop.run('index', 'stats', data)).status, 0)
})

test('an integrity check finds nothing in an intact collection, and reports every damage', async () => {
  const data = directory()
  shop.write(
    'sound.jsonl',
    jsonLines(...Array.from({ length: 20 }, (_, id) => ({ id, text: wordsOf(id % 10) }))),
  )
  await index('add', data, 'sound.jsonl', '--quiet')
  const sound = await shop.run('index', 'check-integrity', data)
  assert.deepEqual(
    [sound.status, sound.out, sound.err],
    [0, '', 'nearsame index check-integrity: 0 problems\n'],
  )
  const database = new DatabaseSync(`${data}/c-default/store.sqlite`)
  database.exec('DELETE FROM documents WHERE number = 3')
  database.close()
  const damaged = await shop.run('index', 'check-integrity', data)
  assert.equal(damaged.status, 1, damaged.err)
  const [problem] = damaged.out.split('\n')
  assert.deepEqual(Object.keys(JSON.parse(problem)), ['where', 'problem'])
})

test('results appear while the stream is still open, and an interrupt loses none of them', async () => {
  const data = directory()
  const { child, ended } = shop.start('index', 'add', data, '-', '--input-format', 'jsonl')
  let out = ''
  const line = (number: number) =>
    new Promise<void>(done => {
      child.stdout.on('data', text => {
        out += text
        if (out.split('\n').length > number) done()
      })
    })
  child.stdin.write(jsonLines({ id: 1, text: wordsOf(1) }))
  await line(1)
  child.stdin.write(jsonLines({ id: 2, text: wordsOf(2) }).slice(0, -5))
  child.kill('SIGINT')
  const { status, err } = await ended
  assert.equal(status, 130)
  assert.match(err, /nearsame: interrupted\n$/)
  assert.deepEqual(
    idsOf((await index('clusters', data)).flatMap(({ members }) => members.map((id: number) => ({ id })))),
    [1],
  )
})

test('inputs without a record are a warning', async () => {
  const data = directory()
  shop.write('nil.csv', '')
  shop.write('header.csv', 'id,text\n')
  shop.write('some.jsonl', jsonLines({ id: 1, text: wordsOf(1) }))
  await index('add', data, 'some.jsonl')
  for (const name of ['nil.csv', 'header.csv'])
    for (const command of ['add', 'check']) {
      const { status, out, err } = await shop.run('index', command, data, name)
      assert.deepEqual([status, out], [0, ''])
      const start = 'nearsame: warning: INPUT_NONE: expected at least one record, got none, at '
      assert.ok(err.startsWith(`${start}${name}.`), err)
    }
})
