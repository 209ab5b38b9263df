/**
 * The proxy before a real SolrCloud, whose own chain replaces duplicates on one shard only, or refuses to start.
 * Skipped without Java or Maven, unless NEARSAME_REQUIRE=all.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSolrProxy } from '../../src/solr/jobs/solr.ts'
import type { SolrProxy } from '../../src/solr/proxy/solr-proxy.ts'
import { config, documentsIn, errorOf, idsIn, send, wipe } from './solr-requests.ts'
import { type RunningServer, solrSkip, startSolrCloud } from './start-solr.ts'
import { atATime, copies } from './two-proxies-tests.ts'

const skip = solrSkip()
let cloud: RunningServer | undefined
let problem = ''
const proxies: SolrProxy[] = []

before(async () => {
  if (skip) return
  try {
    cloud = await startSolrCloud(['many:3', 'few:1', 'alias=many'])
  } catch (error) {
    if (process.env.NEARSAME_REQUIRE === 'all') throw error
    problem = `no SolrCloud: ${error instanceof Error ? error.message : error}`
  }
})

after(async () => {
  await Promise.all(proxies.map(proxy => proxy.close()))
  await cloud?.stop()
})

function cloudTest(name: string, run: (url: string) => Promise<void>): void {
  test(name, { skip }, async context => {
    if (cloud === undefined) context.skip(problem)
    else await run(cloud.url)
  })
}

async function openBefore(url: string, also: string): Promise<string> {
  const forward = `${url}/many`
  const proxy = await openSolrProxy({
    config,
    chain: 'l3',
    forward,
    also: [`${url}/${also}`],
    closeGraceMs: 500,
  })
  proxies.push(proxy)
  return proxy.url
}

/** Forty documents with five texts on all shards. */
const documents = Array.from({ length: 40 }, (_, i) => ({ id: `d${i}`, name_s: `text ${i % 5}` }))

cloudTest('duplicates are replaced on all shards, and in the other collection', async url => {
  const proxy = await openBefore(url, 'few')
  await Promise.all([wipe(`${url}/many`), wipe(`${url}/few`)])
  const before = [
    { id: 'old', name_s: 'text 1' },
    { id: 'own', name_s: 'own' },
  ]
  assert.equal((await send(`${proxy}/solr/few/update?commit=true`, before)).status, 200)
  assert.equal((await send(`${proxy}/update?commit=true`, documents)).status, 200)
  assert.deepEqual(await idsIn(`${url}/many`), ['d35', 'd36', 'd37', 'd38', 'd39'])
  assert.deepEqual(await idsIn(`${url}/few`), ['own'])
})

cloudTest('a route for the document does not keep its duplicates on other shards', async url => {
  const proxy = await openBefore(url, 'few')
  await wipe(`${url}/many`)
  await send(`${proxy}/update?commit=true`, documents)
  const one = [{ id: 'routed', name_s: 'text 2' }]
  assert.equal((await send(`${proxy}/update?commit=true&_route_=d35`, one)).status, 200)
  assert.deepEqual(await idsIn(`${url}/many`), ['d35', 'd36', 'd38', 'd39', 'routed'])
})

cloudTest('an alias of the collection, listed as another one, loses no document', async url => {
  const proxy = await openBefore(url, 'alias')
  await wipe(`${url}/many`)
  assert.equal((await send(`${proxy}/update?commit=true`, documents)).status, 200)
  assert.equal((await idsIn(`${url}/many`)).length, 5)
})

cloudTest('an update for an alias is signed, for another collection refused', async url => {
  const proxy = await openSolrProxy({ config, chain: 'l3', forward: `${url}/many`, closeGraceMs: 500 })
  proxies.push(proxy)
  await Promise.all([wipe(`${url}/many`), wipe(`${url}/few`)])
  for (const id of ['1', '2']) {
    const reply = await send(`${proxy.url}/solr/alias/update?commit=true`, [{ id, name_s: 'one text' }])
    assert.equal(reply.status, 200, reply.text)
  }
  const [left, ...more] = await documentsIn(`${url}/many`)
  assert.deepEqual([left.id, String(left.sig).length, more], ['2', 16, []])
  const refused = await send(`${proxy.url}/solr/few/update?commit=true&wt=json`, [
    { id: '3', name_s: 'one text' },
  ])
  assert.equal(errorOf(refused).code, 400)
  assert.match(
    errorOf(refused).msg,
    /^nearsame: \/solr\/few is neither one of its collections nor an alias of one/,
  )
  assert.deepEqual(await idsIn(`${url}/few`), [])
  const state = await send(`${proxy.url}/solr/admin/collections?action=CLUSTERSTATUS`)
  assert.equal(errorOf(state).code, 400)
})

cloudTest('one document stays when clients add one text concurrently', async url => {
  const proxy = await openBefore(url, 'few')
  await wipe(`${url}/many`)
  // Two shards give the same version in about one round of seven.
  for (let round = 0; round < 20; round++) {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        send(`${proxy}/update`, [{ id: `${round}-${i}`, name_s: `same ${round}` }]),
      ),
    )
    assert(replies.every(({ status }) => status === 200))
  }
  await send(`${proxy}/update?commit=true`)
  const left = (await idsIn(`${url}/many`)).map(id => Number.parseInt(String(id), 10))
  assert.deepEqual(
    left.sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, round) => round),
  )
})

cloudTest('of two equal texts sent through two proxies at once none is lost, on any shards', async url => {
  const urls = [await openBefore(url, 'few'), await openBefore(url, 'alias')]
  await wipe(`${url}/many`)
  await atATime(8, copies(urls, 120, 'name_s'))
  await send(`${urls[0]}/update?commit=true`)
  const left = (await idsIn(`${url}/many`)).map(id => String(id).slice(2))
  assert.equal(new Set(left).size, 120)
  // Both stay only if two shards gave them the same version, which one proxy decides, or their clocks differ.
  assert(left.length < 130, `${left.length} documents of 120 texts`)
})
