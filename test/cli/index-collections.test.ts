/** `nearsame index`: what a command leaves behind, what it checks before it writes, and long lists. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { openIndex } from '../../src/online/index/text-index.ts'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { memoryCatalogue } from '../../src/online/store/memory-catalogue.ts'
import { openServer } from '../../src/server/server.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines, parsedLines } from './json-lines.ts'

const shop = new Workshop()
let made = 0
const directory = () => `data${++made}`

/** Runs a command that must end with this status; returns its lines. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at fields of the output
async function rows(status: number, ...args: readonly string[]): Promise<any[]> {
  const result = await shop.run('index', ...args)
  assert.equal(result.status, status, result.err)
  return parsedLines(result.out)
}

async function refused(status: number, code: string, ...args: readonly string[]): Promise<string> {
  const result = await shop.run('index', ...args)
  assert.equal(result.status, status, result.err)
  assert.match(result.err, new RegExp(`^nearsame: ${code}: expected [^\\n]+\\. To fix: [^\\n]+\\.$`, 'm'))
  return result.err
}

shop.write('ok.jsonl', jsonLines({ id: 1, text: wordsOf(1) }, { id: 2, text: wordsOf(2) }))

/** The URL of a server, usable in place of a directory. */
async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  const server = await openServer({ catalogue: memoryCatalogue(), logger: false })
  try {
    await work(server.url)
  } finally {
    await server.close()
  }
}

test('commands that read, or are refused, create nothing', async () => {
  const data = directory()
  assert.match(await refused(2, 'COLLECTION_NOT_FOUND', 'list', data), new RegExp(`no directory "${data}"`))
  await refused(2, 'COLLECTION_NOT_FOUND', 'drop', data)
  await refused(2, 'OPTION_UNKNOWN', 'create', data, '--param', 'x=1')
  await refused(2, 'OPTION_UNKNOWN', 'add', data, 'ok.jsonl', '--param', 'x=1')
  shop.write('many.jsonl', jsonLines({ id: 1, x: 'a', y: 'b' }))
  await refused(2, 'TEXT_FIELD', 'add', data, 'many.jsonl')
  assert(!existsSync(data))
  assert.match(await refused(2, 'OPTION_VALUE', 'create', ''), /got an empty name/)
  const empty = directory()
  mkdirSync(empty)
  assert.deepEqual(await rows(0, 'list', empty), [])
  await refused(2, 'COLLECTION_NOT_FOUND', 'stats', empty)
  await refused(2, 'OPTION_UNKNOWN', 'create', empty, '--param', 'x=1')
  assert.deepEqual(shop.names(empty), [])
})

test('fields in which no record has a text create no collection', async () => {
  const data = directory()
  const nulls = await rows(3, 'add', data, 'ok.jsonl', '--text', 'nope')
  assert.deepEqual(
    nulls.map(({ id, status }) => `${id} ${status}`),
    ['1 null', '2 null'],
  )
  await refused(3, 'TEXT_MISSING', 'add', data, 'ok.jsonl', '--text', 'nope')
  await refused(
    3,
    'TEXT_MISSING',
    'add',
    data,
    'ok.jsonl',
    '--text',
    'nope',
    '--null',
    'bad',
    '--on-error',
    'stop',
  )
  assert(!existsSync(data))
  await rows(0, 'add', data, 'ok.jsonl')
  await rows(3, 'add', data, 'ok.jsonl', '--text', 'nope', '--collection', 'b')
  assert.deepEqual(
    (await rows(0, 'list', data)).map(({ name }) => name),
    ['default'],
  )
  await withServer(async url => {
    await rows(3, 'add', url, 'ok.jsonl', '--text', 'nope')
    assert.deepEqual(await rows(0, 'list', url), [])
    await refused(2, 'OPTION_UNKNOWN', 'add', url, 'ok.jsonl', '--param', 'x=1')
    await rows(0, 'add', url, 'ok.jsonl')
    assert.deepEqual((await rows(0, 'get', url, '2'))[0].id, 2)
  })
})

test('dropping a collection removes all of its documents, in a directory and on a server', async () => {
  const data = directory()
  const dropped = async (place: string) => {
    await rows(0, 'add', place, 'ok.jsonl')
    await rows(0, 'add', place, 'ok.jsonl', '--collection', 'other')
    assert.match(
      await refused(2, 'COLLECTION_NOT_FOUND', 'drop', place, '--collection', 'x'),
      /only default/,
    )
    assert.deepEqual(await rows(0, 'drop', place), [{ dropped: 'default' }])
    await refused(2, 'COLLECTION_NOT_FOUND', 'drop', place)
    assert.deepEqual(
      (await rows(0, 'list', place)).map(({ name }) => name),
      ['other'],
    )
    assert.equal((await rows(0, 'create', place))[0].documents, 0)
  }
  await dropped(data)
  await withServer(dropped)
})

test('a different method is refused as such, whatever the parameters of the first', async () => {
  const check = async (place: string) => {
    const [{ options }] = await rows(0, 'create', place, '--method', 'records')
    assert.equal(options.params.threshold, 'auto')
    const message = await refused(2, 'OPTIONS_MISMATCH', 'add', place, 'ok.jsonl', '--method', 'solr-md5')
    assert.match(
      message,
      /made with: method "records", params \{.*"threshold":"auto",.*\}, got method "solr-md5"/,
    )
    const { out } = await shop.run('index', 'stats', place, '--json')
    assert.equal(JSON.parse(out).options.params.threshold, 'auto')
    await rows(0, 'create', place, '--method', 'records', '--param', 'threshold=auto')
  }
  await check(directory())
  await withServer(check)
})

test('a line nested too deeply is bad, and the others are added', async () => {
  const deep = `{"id":"d","text":"a","in":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  shop.write('deep.jsonl', jsonLines({ id: 1, text: wordsOf(1) }, deep, { id: 2, text: wordsOf(2) }))
  const added = async (place: string, ...flags: readonly string[]) => {
    const found = await rows(0, 'add', place, 'deep.jsonl', '--max-bad', '1', ...flags)
    assert.deepEqual(
      found.map(({ id, status, error }) => `${id} ${status} ${error?.code ?? ''}`),
      ['1 added ', 'd bad RECORD_NOT_OBJECT', '2 added '],
    )
    assert.match(found[1].error.message, /got one that is nested too deeply, at deep\.jsonl:2\./)
  }
  await added(directory())
  await added(directory(), '--store-text', 'off')
  await withServer(added)
})

test('each document is removed once, and all absent ids are reported', async () => {
  const data = directory()
  shop.write('ids.jsonl', jsonLines(...['7', 7, 'x'].map((id, i) => ({ id, text: wordsOf(i) }))))
  await rows(0, 'add', data, 'ids.jsonl')
  const { status, out, err } = await shop.run('index', 'remove', data, 'zz', '7', '7', '7', '0')
  assert.equal(status, 2)
  assert.deepEqual(
    out.trimEnd().split('\n'),
    [
      { id: 'zz', status: 'absent' },
      { id: '7', status: 'removed' },
      { id: 7, status: 'removed' },
      { id: '7', status: 'absent' },
      { id: '0', status: 'absent' },
    ].map(line => JSON.stringify(line)),
  )
  assert.match(err, /DOCUMENT_NOT_FOUND: expected .* got "zz", "7", "0"\. To fix/)
  shop.write('twice.jsonl', jsonLines('"x"', '"x"'))
  assert.deepEqual(
    (await rows(0, 'remove', data, '--ids', 'twice.jsonl')).map(({ status }) => status),
    ['removed', 'absent'],
  )
  await rows(0, 'add', data, 'ok.jsonl')
  assert.match(await refused(2, 'OPTION_VALUE', 'collapse', data, 'ok.jsonl', '--ids', '1'), /got both/)
})

test('all members of a cluster are listed, and pairs up to a limit', async () => {
  const data = directory()
  const catalogue = await openDataDirectory(data)
  const index = await openIndex(catalogue.store('default'))
  const documents = Array.from({ length: 1010 }, (_, id) => ({
    id,
    text: 'the same words for all of them',
  }))
  for await (const { status } of index.addEach(documents)) assert.equal(status, 'added')
  const { items } = await index.clusters()
  assert.equal(items[0].members.length, 1000)
  const page = await index.clusters({ after: '1.1000', limit: 6 })
  assert.deepEqual(page, {
    items: [{ cluster: 1, documents: 1010, members: [1000, 1001, 1002, 1003, 1004, 1005] }],
    next: '1.1006',
  })
  assert.equal((await index.clusters({ after: '1.1006', limit: 6 })).next, null)
  assert.deepEqual(await index.clusters({ after: '2.1000' }), { items: [], next: null })
  const server = await openServer({ catalogue, logger: false })
  const members = documents.map(({ id }) => id)
  assert.deepEqual(await rows(0, 'clusters', server.url), [{ cluster: 1, documents: 1010, members }])
  await server.close()
  await index.close()
  await catalogue.close()
  assert.deepEqual(await rows(0, 'clusters', data), [{ cluster: 1, documents: 1010, members }])
  const { status, out, err } = await shop.run('index', 'pairs', data, '--max-pairs', '1500')
  assert.equal(status, 3)
  assert.match(
    err,
    /PAIRS_LIMIT: expected at most 1500 pairs, got 1501 or more, .* To fix: raise `--max-pairs`/,
  )
  assert.equal(out.trimEnd().split('\n').length, 1500)
  await rows(0, 'add', directory(), 'ok.jsonl')
  assert.deepEqual(await rows(0, 'pairs', `data${made}`, '--max-pairs', '1'), [])
})
