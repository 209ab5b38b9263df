/** The requests Solr gets for an update: commits of other collections, duplicates after a refusal, names of chains. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeSolr, good, proxyBefore, send } from './fake-solr.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('forwards a commit once to the collections with deletions, and again if it failed', async () => {
  let isRefusing = true
  const solr = await fakeSolr((request, response) => {
    const isCommit = /second\/update\?.*ommit=true/.test(request.url ?? '')
    if (isCommit && isRefusing) response.writeHead(500).end('{}')
    else response.end(good)
  })
  const { url } = await proxyBefore(solr, { also: [`${solr.origin}/solr/second`] })
  const commits = () => solr.log.map(entry => entry.url).filter(path => /second.*ommit/.test(path))
  const refused = await send(`${url}/update?commit=true`, '[{"id":"1","text":"x"}]')
  assert.deepEqual(
    [refused.status, refused.json.error?.msg],
    [502, 'nearsame: /solr/second could not be committed (status 500)'],
  )
  isRefusing = false
  for (const query of ['?softCommit=true', '?commit=true']) {
    assert.equal((await send(`${url}/update${query}`, '{"delete":{"id":"9"}}')).status, 200)
  }
  assert.equal(
    (await send(`${url}/update`, '{"add":{"doc":{"id":"2","text":"y"}},"commit":{}}')).status,
    200,
  )
  assert.deepEqual(commits(), [
    '/solr/second/update?commit=true',
    '/solr/second/update?softCommit=true',
    '/solr/second/update?commit=true',
  ])
})

test('deletes the duplicates of a single document that was stored before a refused one', async () => {
  const found = async (doc: (sig: string) => unknown) => {
    const solr = await fakeSolr(
      (_request, response, body) => {
        if (body.includes('"add"')) response.writeHead(400).end('{}')
        else response.end(good)
      },
      (_request, response) => {
        // Solr's format for a single id.
        const signature = /"sig":"(\w+)"/.exec(solr.log[0].body)?.[1] ?? ''
        response.end(JSON.stringify({ doc: doc(signature) }))
      },
    )
    const { url } = await proxyBefore(solr, { compatibility: 'safe' })
    assert.equal((await send(`${url}/update`, '[{"id":"1","text":"x"},{"id":"2","n":"no"}]')).status, 400)
    const updates = solr.log.slice(1).filter(({ url: path }) => path.includes('/update'))
    return updates.map(({ body }) => Object.keys(JSON.parse(body)))
  }
  assert.deepEqual(await found(sig => ({ id: '1', sig, _version_: 7 })), [['delete']])
  assert.deepEqual(await found(() => ({ id: '1', sig: 'another', _version_: 7 })), [])
  assert.deepEqual(await found(() => null), [])
})

test('without versions or signatures in Solr nothing is deleted, and the client gets the reason', async () => {
  const answers = async (document: object) => {
    const solr = await fakeSolr(undefined, (_request, response) =>
      response.end(JSON.stringify({ response: { docs: [document] } })),
    )
    const { url } = await proxyBefore(solr)
    const { status, json } = await send(`${url}/update`, '[{"id":"1","text":"x"}]')
    assert.deepEqual([status, solr.log.length], [502, 2])
    return json.error?.msg ?? ''
  }
  const sig = '9dd4e461268c8034f5c8564e155c67a6'
  const told =
    /^nearsame: the documents were added, but no duplicates deleted: .*needs an updateLog, the field _version_/
  assert.match(await answers({ id: '1', sig }), told)
  assert.match(await answers({ id: '1', _version_: 3 }), told)
})

test('a version keeps all of its digits', async () => {
  const solr = await fakeSolr(undefined, (_request, response) => {
    const sig = JSON.parse(solr.log[0].body).add.doc.sig
    response.end(`{"response":{"docs":[{"id":"1","sig":"${sig}","_version_":1882864881312464897}]}}`)
  })
  const { url } = await proxyBefore(solr)
  assert.equal((await send(`${url}/update`, '[{"id":"1","text":"x"}]')).status, 200)
  assert.match(solr.log[2].body, /_version_:\[\* TO 1882864881312464897\}/)
})

test('a document that is gone by now replaces nothing; the commit is sent all the same', async () => {
  const solr = await fakeSolr(undefined, (_request, response) => response.end('{"doc":null}'))
  const { url } = await proxyBefore(solr)
  assert.equal((await send(`${url}/update?commit=true`, '[{"id":"1","text":"x"}]')).status, 200)
  const paths = solr.log.map(({ url: path, body }) => `${path} ${body.slice(0, 6)}`)
  assert.deepEqual(paths.slice(1), [
    '/solr/dedupe/get id=1&w',
    '/solr/dedupe/get id=1&w',
    '/solr/dedupe/update?wt=json&commit=true {}',
  ])
})

test('removes the name of the chain from requests to Solr, also from a form', async () => {
  const solr = await fakeSolr()
  const { url } = await proxyBefore(solr)
  const reply = await send(`${url}/update`, 'commit=true&update.chain=md5&x=%FC+%26', form)
  assert.equal(reply.status, 200)
  assert.deepEqual(
    solr.log.map(({ url: path, body }) => [path, body]),
    [['/solr/dedupe/update', 'commit=true&x=%FC+%26']],
  )
  const unknown = await send(`${url}/update`, 'commit=true&update.chain=zz', form)
  assert.deepEqual(
    [unknown.status, unknown.json.error?.msg, solr.log.length],
    [400, 'unknown UpdateRequestProcessorChain: zz', 1],
  )
})

test('forwards an OPTIONS request for an update unchanged', async () => {
  const solr = await fakeSolr((_request, response) => response.writeHead(200, { allow: 'POST' }).end())
  const { url } = await proxyBefore(solr)
  const response = await fetch(`${url}/update?x=1`, { method: 'OPTIONS' })
  assert.deepEqual([response.status, response.headers.get('allow')], [200, 'POST'])
  assert.deepEqual(
    solr.log.map(({ method, url: path }) => `${method} ${path}`),
    ['OPTIONS /solr/dedupe/update?x=1'],
  )
})

test('an update for an alias of the collection is signed, for any other name it is refused', async () => {
  const aliases = {
    one: 'dedupe',
    two: 'one',
    both: 'dedupe,other',
    other: 'elsewhere',
    days: 'dedupe',
    constructor: 'x',
  }
  const properties = { days: { 'router.name': 'time' } }
  const solr = await fakeSolr((request, response) =>
    response.end(/LISTALIASES/.test(request.url ?? '') ? JSON.stringify({ aliases, properties }) : good),
  )
  const { url } = await proxyBefore(solr)
  const updates = () => solr.log.filter(({ body }) => body.includes('"add"'))
  for (const name of ['one', 'two']) {
    solr.log.length = 0
    const reply = await send(`${url}/solr/${name}/update`, '[{"id":"1","text":"x"}]', {
      authorization: 'Basic eA==',
    })
    assert.equal(reply.status, 200)
    const [{ url: path, body, headers }] = updates()
    assert.deepEqual([path, headers.authorization], ['/solr/dedupe/update?wt=json', 'Basic eA=='])
    assert.match(body, /"sig":"\w{32}"/)
    assert.equal(solr.log[0].headers.authorization, 'Basic eA==')
  }
  solr.log.length = 0
  for (const name of ['both', 'other', 'days', 'third', 'toString', 'dedupe_shard1_replica_n1']) {
    const reply = await send(`${url}/solr/${name}/update`, '[{"id":"1","text":"x"}]')
    const told = new RegExp(
      `/solr/${name} is neither one of its collections nor an alias of one.*send them to /solr/dedupe`,
    )
    assert.deepEqual(
      [reply.status, told.test(reply.json.error?.msg ?? '')],
      [400, true],
      reply.json.error?.msg,
    )
  }
  const nameless = await send(`${url}/solr/update`, '[{"id":"1","text":"x"}]')
  assert.match(nameless.json.error?.msg ?? '', /the path names no collection/)
  assert.equal((await fetch(`${url}/solr/third/update?stream.body=x`)).status, 400)
  assert.equal((await fetch(`${url}/solr/third/update?a=?&stream.body=x`)).status, 400)
  assert.deepEqual(updates(), [])
  // Nothing to sign: a commit of another collection.
  assert.equal((await fetch(`${url}/solr/third/update?commit=true`)).status, 200)
})
