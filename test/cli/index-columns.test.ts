/** `nearsame index` with records of several columns: in a directory, and on a server with the same lines. */
import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { after, test } from 'node:test'
import { openDataDirectory } from '../../src/online/sqlite/directory/data-directory.ts'
import { openServer } from '../../src/server/server.ts'
import { personDocuments } from '../golden/records/persons.ts'
import { Workshop } from './command.ts'
import { jsonLines, parsedLines } from './json-lines.ts'

const shop = new Workshop()
const { fields, documents, copies } = personDocuments(60)
const [original, copy] = [...copies][0].split(',').map(Number)

async function serve(data: string): Promise<string> {
  const catalogue = await openDataDirectory(data)
  const server = await openServer({ catalogue, logger: false })
  await server.ready
  after(async () => {
    await server.close()
    await catalogue.close()
  })
  return server.url
}

test('added, learnt from, checked and explained; a server answers the same', async () => {
  const rows = documents.map(document =>
    Object.values(document)
      .map(value => `"${value}"`)
      .join(','),
  )
  shop.write('people.csv', `${['id', ...fields].join(',')}\n${rows.join('\n')}\n`)
  // Its field `limit` is no option of the check.
  shop.write(
    'asked.jsonl',
    jsonLines({ ...documents[copy], id: `${copy}`, limit: 5 }, { id: 'none', last: 'Unheard' }),
  )
  const made = ['--method', 'records', '--text', fields.join(','), '--param', 'columns=town=category']
  assert.equal((await shop.run('index', 'add', 'data', 'people.csv', ...made)).status, 0)
  assert.match((await shop.run('index', 'stats', 'data')).out, /learnt\n\n {2}nothing yet/)
  const { out: learnt } = await shop.run('index', 'retrain', 'data')
  assert.deepEqual(parsedLines(learnt), [{ documents: documents.length }])
  const stats = (await shop.run('index', 'stats', 'data')).out
  assert.match(stats, /decided by +columns\n/)
  assert.match(stats, /\n {2}town +category +-?[\d.]+ to [\d.]+\n/)
  cpSync('data', 'copy', { recursive: true })
  const url = await serve('copy')
  for (const args of [
    ['check', 'asked.jsonl', '--except-same-id'],
    ['explain', '--ids', `${original},${copy}`],
    ['explain', '--ids', `${original},${copy}`, '--json'],
    ['check', '--query', 'Ann Lee'],
    ['pairs'],
  ]) {
    const [command, ...rest] = args
    const here = await shop.run('index', command, 'data', ...rest)
    const there = await shop.run('index', command, url, ...rest)
    assert.deepEqual([there.status, there.out], [here.status, here.out], args.join(' '))
    if (command === 'check' && rest[0] === '--query') assert.match(here.err, /some of the fields/)
    if (rest[0] === 'asked.jsonl')
      assert.deepEqual(
        parsedLines(here.out).map(({ matches }) => matches.length),
        [1, 0],
      )
    if (command === 'explain' && rest.length === 2) assert.match(here.out, /born +date/)
  }
})
