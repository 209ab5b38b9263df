/** Reviews over HTTP, and the figures that the web page shows beside them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPairs } from '../../src/engine/library/find-pairs.ts'
import { openClient } from '../../src/server/client/server-client.ts'
import { fox, openWorld, problem, textOf } from './server-world.ts'

let clock = Date.parse('2026-01-05T12:00:00Z')
const { ask, url } = await openWorld({ now: () => clock })
const documents = [
  { id: 1, text: fox },
  { id: '1', text: `${fox} today` },
  { id: 'a,"b"', text: fox },
  { id: 'alone', text: textOf(1) },
]

async function made(name: string, options: object = { threshold: 0.7 }): Promise<string> {
  await ask('PUT', `/v1/collections/${name}`, { body: options })
  await ask('POST', `/v1/collections/${name}/documents`, { body: documents })
  return `/v1/collections/${name}`
}

const same = (id1: unknown, id2: unknown, survivor?: unknown) => ({ id1, id2, decision: 'same', survivor })
const different = (id1: unknown, id2: unknown) => ({ id1, id2, decision: 'different' })

test('decisions are kept, replaced, listed by time, exported and removed', async () => {
  const path = await made('reviewed')
  const put = (...reviews: object[]) => ask('PUT', `${path}/reviews`, { body: { reviews } })
  const first = await put(same(1, '1', '1'), different(1, 'alone'))
  assert.equal(first.status, 200, first.text)
  const at = new Date(clock).toISOString()
  const kept = { id1: 1, id2: '1', decision: 'same', survivor: '1', by: '-', at }
  assert.deepEqual(first.body.reviews[0], kept)
  assert.deepEqual(first.body.replaced, [])
  clock += 1000
  const second = await put(different('1', 1), same('a,"b"', 1))
  assert.deepEqual(second.body.replaced, [kept])
  const listed = (await ask('GET', `${path}/reviews`)).body
  assert.deepEqual(
    listed.items.map((review: { id1: unknown; id2: unknown; decision: string }) => [
      review.id1,
      review.id2,
      review.decision,
    ]),
    [
      [1, 'alone', 'different'],
      ['1', 1, 'different'],
      ['a,"b"', 1, 'same'],
    ],
  )
  const pages: unknown[] = []
  for (let after = ''; ; ) {
    const { items, next } = (await ask('GET', `${path}/reviews?limit=1${after}`)).body
    pages.push(...items)
    if (next === null) break
    after = `&after=${next}`
  }
  assert.deepEqual(pages, listed.items)
  const csv = await ask('GET', `${path}/reviews.csv`)
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  const later = new Date(clock).toISOString()
  assert.equal(
    csv.text,
    `id1,id2,decision,survivor,by,at\n1,alone,different,,-,${at}\n1,1,different,,-,${later}\n"a,""b""",1,same,,-,${later}\n`,
  )
  const undone = await ask('DELETE', `${path}/reviews`, {
    body: {
      pairs: [
        [1, '1'],
        ['alone', 1],
        [7, 8],
      ],
    },
  })
  assert.deepEqual(undone.body, { removed: 2 })
  assert.equal((await ask('GET', `${path}/reviews`)).body.items.length, 1)
})

test('decisions that contradict all others, or name what is not there, are refused as a whole', async () => {
  const path = await made('contradicted')
  const put = (...reviews: object[]) => ask('PUT', `${path}/reviews`, { body: { reviews } })
  await put(same(1, '1', 1))
  const conflict = await put(same('1', 'alone'), different(1, 'alone'))
  assert.match(problem(conflict, 'DECISIONS_CONFLICT', 409), /1 and "1", "1" and "alone", 1 and "alone"/)
  problem(await put(same('1', 'alone', 'alone')), 'DECISIONS_CONFLICT', 409)
  problem(await put(same(1, 'alone'), same(1, 'missing')), 'DOCUMENT_NOT_FOUND', 404)
  const twice = problem(await put(same(1, 'alone'), same(1, 1)), 'OPTION_VALUE', 400)
  assert.match(twice, /expected reviews\[1\]\.id2 to be another document/)
  problem(await put(same(1, 1)), 'OPTION_VALUE', 400)
  problem(await put(same(1, '1', 'alone')), 'OPTION_VALUE', 400)
  problem(await put({ ...different(1, '1'), survivor: 1 }), 'OPTION_VALUE', 400)
  problem(await put({ id1: 1, id2: '1', decision: 'perhaps' }), 'OPTION_VALUE', 400)
  problem(await put({ ...same(1, '1'), by: 'me' }), 'OPTION_UNKNOWN', 400)
  assert.equal((await ask('GET', `${path}/reviews`)).body.items.length, 1)
  const many = Array.from({ length: 10_001 }, () => same(1, '1'))
  problem(await put(...many), 'REQUEST_TOO_LARGE', 413)
  problem(await ask('PUT', `${path}/reviews`), 'REQUEST_SYNTAX', 400)
})

test('a key that may read sees reviews, and the name of the key that decided', async () => {
  const keyed = await openWorld({ apiKeys: 'read:r,write:w' })
  const [read, write] = ['r', 'w'].map(key => ({ headers: { 'x-api-key': key } }))
  await keyed.ask('PUT', '/v1/collections/news', write)
  await keyed.ask('POST', '/v1/collections/news/documents', { ...write, body: documents })
  const reviews = '/v1/collections/news/reviews'
  const body = { reviews: [same(1, '1')] }
  problem(await keyed.ask('PUT', reviews, { ...read, body }), 'KEY_SCOPE', 403)
  problem(await keyed.ask('DELETE', reviews, { ...read, body: { pairs: [[1, '1']] } }), 'KEY_SCOPE', 403)
  await keyed.ask('PUT', reviews, { ...write, body })
  assert.equal((await keyed.ask('GET', reviews, read)).body.items[0].by, 'key 2')
  problem(await keyed.ask('GET', reviews), 'KEY_MISSING', 401)
})

test('ids beyond 2^53 keep all their digits', async () => {
  const path = await made('long')
  const [a, b] = ['12345678901234567890', '12345678901234567891']
  for (const id of [a, b]) await ask('POST', `${path}/documents`, { body: `{"id":${id},"text":"${fox}"}` })
  const body = `{"reviews":[{"id1":${a},"id2":${b},"decision":"same","survivor":${b}}]}`
  const { text } = await ask('PUT', `${path}/reviews`, { body })
  assert.ok(text.includes(`"id1":${a},"id2":${b},"decision":"same","survivor":${b}`), text)
  assert.match((await ask('GET', `${path}/reviews.csv`)).text, new RegExp(`\n${a},${b},same,${b},`))
})

test('histogram and replay are the pairs that a run finds', async () => {
  const path = await made('figures')
  const histogram = (await ask('GET', `${path}/histogram`)).body
  const { pairs } = await findPairs(documents, { threshold: 0.7 })
  assert.equal(histogram.pairs, pairs.length)
  assert.deepEqual([histogram.sizes, histogram.largest], [[[3, 1]], 3])
  const bins = new Array(20).fill(0)
  for (const { similarity } of pairs) bins[Math.min(19, Math.floor(similarity * 20))]++
  assert.deepEqual(histogram.bins, bins)
  const replay = (await ask('GET', `${path}/replay`)).body
  const rows = replay.left.map((row: number, i: number) => [
    replay.id[row],
    replay.id[replay.right[i]],
    replay.similarities[i],
  ])
  assert.deepEqual(
    rows,
    pairs.map(({ leftId, rightId, similarity }) => [leftId, rightId, similarity]),
  )
  assert.deepEqual([replay.documents, replay.threshold, replay.current], [4, 0.7, 0.7])
  assert.deepEqual([replay.asOf, replay.next], [histogram.asOf, null])
})

test('last replay and histogram are answered at once with their age, and made again at most once a minute', async () => {
  let now = Date.parse('2024-05-01T12:00:00Z')
  const world = await openWorld({ now: () => now })
  const path = '/v1/collections/aging'
  await world.ask('PUT', path)
  await world.ask('POST', `${path}/documents`, { body: documents })
  const replay = async () => {
    const { body } = await world.ask('GET', `${path}/replay`)
    return [body.asOf.slice(11, 16), body.documentsSince, body.documents, body.left.length]
  }
  assert.deepEqual(await replay(), ['12:00', 0, 4, 3])
  for (const id of ['new', 'newer'])
    await world.ask('POST', `${path}/documents`, { body: { id, text: fox } })
  await world.ask('DELETE', `${path}/documents/1?type=number`)
  now += 59_000
  assert.deepEqual(await replay(), ['12:00', 3, 4, 3])
  now += 1_000
  assert.deepEqual(await replay(), ['12:00', 3, 4, 3])
  for (let tries = 0; tries < 200 && (await replay())[1] !== 0; tries++)
    await new Promise(resolve => setTimeout(resolve, 20))
  // Two copies and two new ones, all alike.
  assert.deepEqual(await replay(), ['12:01', 0, 5, 6])
  const histogram = (await world.ask('GET', `${path}/histogram`)).body
  assert.deepEqual([histogram.asOf.slice(11, 16), histogram.pairs, histogram.sizes], ['12:01', 6, [[4, 1]]])
})

test('the pages of a replay are of the same pairs, whatever is found again between them', async () => {
  let now = Date.parse('2024-05-01T12:00:00Z')
  const world = await openWorld({ now: () => now })
  const path = '/v1/collections/paged'
  await world.ask('PUT', path)
  await world.ask('POST', `${path}/documents`, { body: documents })
  const page = (query: string) => world.ask('GET', `${path}/replay?${query}`)
  const whole = (await page('')).body
  const lists = ['id', 'copyOf', 'left', 'right', 'similarities']
  const joined = Object.fromEntries(lists.map((list): [string, unknown[]] => [list, []]))
  let after = ''
  for (let pages = 0; pages < 3; pages++) {
    const { body } = await page(`limit=1${after}`)
    for (const list of lists) joined[list].push(...body[list])
    assert.equal(body.next === null, pages === 2)
    after = `&after=${body.next}`
    if (pages === 0) {
      await world.ask('DELETE', `${path}/documents/1?type=number`)
      now += 60_000
      for (let asked = whole; asked.left.length !== 1; asked = (await page('')).body)
        await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  assert.deepEqual(joined, Object.fromEntries(lists.map(list => [list, whole[list]])))
  problem(await page('after=1.2.3'), 'OPTION_VALUE', 400)
  problem(await page('after=1.2'), 'OPTION_VALUE', 400)
})

test('where no threshold decides there is no replay', async () => {
  const path = await made('signed', { method: 'solr-text-profile' })
  assert.match(problem(await ask('GET', `${path}/replay`), 'OPTION_VALUE', 400), /solr-text-profile/)
  assert.equal((await ask('GET', `${path}/histogram`)).body.measure, 'signature')
})

test('where texts are not kept ids are searched', async () => {
  const path = await made('bare', { storeText: false })
  const search = async (words: string) => (await ask('GET', `${path}/documents?contains=${words}`)).body
  assert.deepEqual((await search('fox')).items, [])
  const [found] = (await search('A,')).items
  assert.equal(found.id, 'a,"b"')
})

test('a search finds parts of texts and ids in any case, page by page', async () => {
  const path = await made('searched')
  const search = async (query: string) => (await ask('GET', `${path}/documents?${query}`)).body
  const found = await search(`contains=${encodeURIComponent('QUICK brown')}`)
  assert.deepEqual(
    found.items.map(({ id }: { id: unknown }) => id),
    [1, '1', 'a,"b"'],
  )
  assert.deepEqual([found.next, found.searched], [null, 4])
  assert.deepEqual(
    found.items.map(({ documents }: { documents: number }) => documents),
    [3, 3, 3],
  )
  assert.deepEqual((await search('contains=ALONE')).items.length, 1)
  const first = await search('contains=fox&limit=1')
  const second = await search(`contains=fox&limit=2&after=${first.next}`)
  assert.deepEqual(
    second.items.map(({ id }: { id: unknown }) => id),
    ['1', 'a,"b"'],
  )
  problem(await ask('GET', `${path}/documents`), 'OPTION_VALUE', 400)
})

test('the client has the same', async () => {
  await made('client')
  const client = openClient({ url })
  const news = client.collection('client')
  const { reviews } = await news.decide([{ id1: 1, id2: '1', decision: 'same' }])
  const listed = []
  for await (const review of news.reviews()) listed.push(review)
  assert.deepEqual(listed, reviews)
  assert.match(await news.reviewsCsv(), /^id1,id2,decision,survivor,by,at\n1,1,same,,-,/)
  assert.equal(await news.withdraw([['1', 1]]), 1)
  await news.add({ id: '=1+1', text: 'a text that a spreadsheet would take for no formula' })
  await news.decide([{ id1: '=1+1', id2: 1, decision: 'different' }])
  assert.match(await news.reviewsCsv(), /\n=1\+1,1,different,/)
  assert.match(await news.reviewsCsv({ spreadsheetSafe: true }), /\n'=1\+1,1,different,/)
  assert.equal((await news.histogram()).pairs, 3)
  assert.equal((await news.replay()).left.length, 3)
  assert.equal((await news.search('fox')).items.length, 3)
  const { counts, status } = await news.importFile(new Blob([`id,text\n9,"${fox}"\n`]), { format: 'csv' })
  assert.deepEqual([counts.added, status], [1, 'done'])
  const [{ id }] = await news.imports()
  await news.cancelImport(id)
  assert.deepEqual((await client.session()).scope, 'write')
})
