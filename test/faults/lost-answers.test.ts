/**
 * Answers that never arrive, because the server is killed after doing the work: the client sends its request again
 * to a new server, and the results equal those of an undisturbed server.
 *
 *     client ─▶ proxy ─▶ server 1 ─▶ answer, dropped; killed
 *        └────▶ proxy ─▶ server 2, on the same data
 */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { type AddResult, openClient } from '../../src/doors/client.ts'
import { type OnDuplicate, openIndex } from '../../src/doors/online.ts'
import { memoryStore } from '../../src/online/store/memory-store.ts'
import { nearly, Workshop, wordsOf } from '../cli/command.ts'
import { jsonLines } from '../cli/json-lines.ts'

const shop = new Workshop()
const saysAddress = /^nearsame serve: listening on (http:\/\/\S+)\n/

/** A server as a process of its own, on a directory. */
async function start(data: string) {
  const { child, ended } = shop.start('serve', '--data', data, '--port', '0')
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(({ err }) => reject(new Error(err)))
    let err = ''
    child.stderr.on('data', bytes => {
      err += bytes
      const found = saysAddress.exec(err)
      if (found !== null) resolve(found[1])
    })
  })
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { url, kill }
}

/** A proxy for servers on a directory; `lose` sets how many of the next answers to additions get lost. */
async function proxied(data: string) {
  let server = await start(data)
  let toLose = 0
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request
    const { 'content-type': type = 'application/json', 'idempotency-key': key } = headers
    const body = await text(request)
    const sent = { 'content-type': type, ...(typeof key === 'string' && { 'idempotency-key': key }) }
    const answer = await fetch(server.url + path, { method, headers: sent, ...(body !== '' && { body }) })
    const said = await answer.text()
    if (toLose === 0 || !path.includes('/documents')) {
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        .end(said)
      return
    }
    toLose--
    await server.kill()
    server = await start(data)
    request.socket.destroy()
  }
  const proxy = createServer((request, response) => void pass(request, response)).listen(0, '127.0.0.1')
  await new Promise(resolve => proxy.once('listening', resolve))
  after(async () => {
    proxy.close()
    proxy.closeAllConnections()
    await server.kill()
  })
  const lose = (count: number) => {
    toLose = count
  }
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, lose, left: () => toLose }
}

/** Generated ids differ each time, so they are replaced. */
function comparable(results: readonly AddResult[], own: readonly { readonly id?: unknown }[]) {
  return results.map((result, i) => ({ ...result, id: own[i].id === undefined ? 'made' : result.id }))
}

const { url, lose, left } = await proxied('data')
const client = openClient({ url, transport: 'batches' })

test('a document without an id is added once although its answer is lost, and the retry reports its id', async () => {
  const news = client.collection('one')
  await news.create()
  lose(2)
  const result = await news.add({ text: wordsOf(1) })
  assert.equal(left(), 0)
  assert.deepEqual(result, { id: result.id, status: 'added', matches: [], cluster: 1 })
  assert.equal((await news.info()).documents, 1)
  assert.deepEqual((await news.get(result.id as string))?.document, { text: wordsOf(1) })
  assert.equal((await news.add({ text: wordsOf(1) })).matches[0].id, result.id)
  assert.equal((await news.info()).documents, 2)
})

const stored = [
  { id: 'same', text: wordsOf(3) },
  { id: 'near', text: nearly(4, 1) },
]
/** New ones with and without ids, near each other, near stored ones; an existing id; bad ones. */
const given = [
  { id: 'a', text: wordsOf(5) },
  { text: wordsOf(6) },
  stored[0],
  { text: nearly(4, 0) },
  { id: 'bad' },
  { id: 'b', text: nearly(5, 1) },
  { text: wordsOf(6) },
  { id: 'a', text: wordsOf(7) },
]

for (const onDuplicate of ['add', 'reject', 'skip', 'replace'] as const satisfies OnDuplicate[]) {
  test(`a batch with a lost answer has the same results as one without, by ${onDuplicate}`, async () => {
    // Of two with the same id the second replaces the first, without a trace.
    const documents = onDuplicate === 'replace' ? given.slice(0, 5) : given
    const calm = await openIndex(memoryStore())
    const news = client.collection(onDuplicate)
    await news.create()
    for (const document of stored) {
      await calm.add(document)
      await news.add(document)
    }
    const expected: AddResult[] = []
    for await (const result of calm.addEach(documents, { onDuplicate })) expected.push(result)
    lose(1)
    const results: AddResult[] = []
    for await (const result of news.addEach(documents, { onDuplicate })) results.push(result)
    assert.equal(left(), 0)
    const [found, wanted] = [comparable(results, documents), comparable(expected, documents)]
    // Replaced documents no longer exist, so the retry cannot report them.
    const statuses = (all: readonly AddResult[]) => all.map(({ id, status }) => `${id} ${status}`)
    assert.deepEqual(statuses(found), statuses(wanted))
    if (onDuplicate !== 'replace') {
      const plain = (all: readonly AddResult[]) =>
        all.map(({ matches, cluster }) => [matches.map(match => match.similarity), cluster])
      assert.deepEqual(plain(found), plain(wanted))
    }
    assert.equal((await news.info()).documents, (await calm.stats()).documents)
  })
}

test('after a lost answer, the command counts added documents as added, and conflicts as conflicts', async () => {
  const records = Array.from({ length: 700 }, (_, i) => (i % 3 === 0 ? {} : { id: i }))
  const documents = records.map((record, i) => ({ ...record, text: wordsOf(1000 + i) }))
  shop.write('docs.jsonl', jsonLines(...documents))
  shop.write('there.jsonl', jsonLines({ id: 1, text: wordsOf(1001) }))
  await shop.run('index', 'add', url, 'there.jsonl', '--collection', 'all')
  lose(2)
  const { out, status, err } = await shop.run('index', 'add', url, 'docs.jsonl', '--collection', 'all')
  assert.equal(status, 0, err)
  assert.equal(left(), 0)
  const results = out.trimEnd().split('\n')
  const known = results.filter(line => JSON.parse(line).status === 'exists')
  assert.deepEqual(
    [results.length, known.map(line => JSON.parse(line).id)],
    [700, [1]],
    known.slice(0, 3).join('\n'),
  )
  assert.match(err, /added +699\n/)
  assert.equal((await client.collection('all').info()).documents, 700)
})
