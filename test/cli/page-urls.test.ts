/** `--param url=FIELD`: a page without a text is signed by its address, as Nutch does, in files, programs and indexes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deduplicate } from '../../src/doors/index.ts'
import { nutchTextProfile } from '../../src/doors/signatures.ts'
import { openWorld } from '../server/server-world.ts'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { parquetBytes } from './parquet-files.ts'

const place = new Workshop()
const a = 'http://a.example/'
const pages: readonly { id: number; url: string | null; text: string | null }[] = [
  { id: 1, url: a, text: 'a bridge' },
  { id: 2, url: a, text: null },
  { id: 3, url: a, text: '' },
  { id: 4, url: 'http://b.example/', text: ' ' },
  { id: 5, url: null, text: null },
  { id: 6, url: '', text: null },
  { id: 7, url: 'http://c.example/', text: a },
]
const column = (name: 'id' | 'url' | 'text') => pages.map(page => page[name])
place.write('pages.jsonl', `${jsonLines(...pages)}${jsonLines({ id: 8, url: a })}`)
place.write(
  'pages.csv',
  `id,url,text\n${[...pages, { id: 8, url: a, text: null }].map(({ id, url, text }) => `${id},${url ?? ''},"${text ?? ''}"\n`).join('')}`,
)
place.write(
  'pages.parquet',
  parquetBytes([
    { name: 'id', data: [...column('id'), 8], type: 'INT32' },
    { name: 'url', data: [...column('url'), a], type: 'STRING' },
    { name: 'text', data: [...column('text'), null], type: 'STRING' },
  ]),
)
const ofA = 'b30d4f59eb97517b29db7bf4c7be397d'
const byUrl = [`2 ${ofA}`, `3 ${ofA}`, '4 2d8341083df6e51e1fcc42cf6407edb7', `8 ${ofA}`]

async function signed(file: string, method: string): Promise<string[]> {
  const result = await place.run(
    `sign ${file} --method ${method} --param url=url -o out.jsonl --force --quiet`,
  )
  assert.deepEqual(result, { status: 0, out: '', err: '' })
  return place.rows('out.jsonl').map(({ id, signature }) => `${id} ${signature}`)
}

test('a page without a text has the MD5 of its URL, in lines and in tables', async () => {
  for (const file of ['pages.jsonl', 'pages.csv', 'pages.parquet']) {
    for (const method of ['nutch-md5', 'nutch-text-md5']) {
      const texts = ['1 09dbbfc8bcc15967354810b7178fd9eb', `7 ${ofA}`]
      assert.deepEqual(await signed(file, method), [...texts, ...byUrl].sort(), `${file} ${method}`)
    }
    const profiles = await signed(file, 'nutch-text-profile')
    // A text that reads like a URL has a profile.
    assert.deepEqual(profiles.slice(1, 5), [...byUrl.slice(0, 3), `7 ${nutchTextProfile(a)}`])
  }
})

test('pages of one address are duplicates, and those without one are compared with none', async () => {
  const command = 'dedupe pages.jsonl -o kept.jsonl --force --quiet --method'
  const kept = async (rest: string) => {
    assert.equal((await place.run(`${command} ${rest}`)).status, 0)
    return place.rows('kept.jsonl').map(({ id }) => id)
  }
  assert.deepEqual(await kept('nutch-md5 --param url=url'), [1, 2, 4, 5, 6])
  assert.deepEqual(await kept('nutch-text-profile --param url=url'), [1, 2, 4, 5, 6, 7])
  assert.deepEqual(await kept('nutch-md5'), [1, 2, 3, 4, 5, 6, 7, 8])
  const library = async (method: 'nutch-md5' | 'nutch-text-profile') =>
    (await deduplicate(pages, { method, params: { url: 'url' } })).removed.map(({ id }) => id)
  assert.deepEqual(await library('nutch-md5'), [3, 7])
  assert.deepEqual(await library('nutch-text-profile'), [3])
})

test('a field that no header has is refused by name', async () => {
  const { status, err } = await place.run('dedupe pages.csv -o x.csv --method nutch-md5 --param url=adress')
  assert.equal(status, 2)
  assert.match(err, /OPTION_VALUE: expected the parameter `url` to name a field .* got "adress"/)
})

test('a collection signs a page without a text by its URL, and opens again with the same parameters', async () => {
  const { ask } = await openWorld()
  const options = { method: 'nutch-text-profile', params: { url: 'url' } }
  assert.equal((await ask('PUT', '/v1/collections/pages', { body: options })).status, 201)
  assert.equal((await ask('PUT', '/v1/collections/pages', { body: options })).status, 200)
  const { body } = await ask('POST', '/v1/collections/pages/documents', {
    body: [...pages, { id: 8, url: a }],
  })
  assert.deepEqual(
    body.results.map(
      ({ id, status, matches, error }: Record<string, { id: number }[] & { code: string }>) => [
        id,
        error?.code ?? status,
        matches?.map(({ id }) => id),
      ],
    ),
    [
      [1, 'added', []],
      [2, 'added', []],
      [3, 'added', [2]],
      [4, 'added', []],
      [5, 'TEXT_MISSING', []],
      [6, 'TEXT_MISSING', []],
      [7, 'added', []],
      [8, 'added', [2, 3]],
    ],
  )
  const checked = await ask('POST', '/v1/collections/pages/check', { body: { url: a, text: null } })
  assert.deepEqual(
    checked.body.matches.map(({ id }: { id: number }) => id),
    [2, 3, 8],
  )
})

test('an index of the command line takes and checks pages without a text', async () => {
  const added = await place.run('index add data pages.jsonl --method nutch-md5 --param url=url --quiet')
  const matched = (out: string) =>
    out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
      .map(({ id, status, matches }) => [id, status, matches.map(({ id }: { id: number }) => id)])
  assert.deepEqual(matched(added.out).slice(1, 3), [
    [2, 'added', []],
    [3, 'added', [2]],
  ])
  place.write('new.jsonl', jsonLines({ id: 9, url: a }, { id: 10, url: 'http://d.example/', text: null }))
  const checked = await place.run('index check data new.jsonl --quiet')
  assert.deepEqual(matched(checked.out), [
    [9, undefined, [2, 3, 7, 8]],
    [10, undefined, []],
  ])
})
