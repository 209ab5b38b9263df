/** `nearsame serve`: the server as a command: its address, its data, its end. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { runCommandLine } from '../../src/cli/program.ts'
import { isNearsameError, openClient } from '../../src/doors/client.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'
import { recordingTerminal } from './recording-terminal.ts'

const shop = new Workshop()
const saysAddress = /^nearsame serve: listening on (http:\/\/\S+)\n/

/** The command in this process, once it listens; `stop` interrupts it. */
async function serve(...args: readonly string[]) {
  const terminal = recordingTerminal()
  const stop = new AbortController()
  const waits: number[] = []
  const context = { terminal, signal: stop.signal, beforeEnd: (ms: number) => void waits.push(ms) }
  let isOver = false
  const ended = runCommandLine(['serve', '--port', '0', ...args], context).finally(() => {
    isOver = true
  })
  while (!saysAddress.test(terminal.written.err)) {
    assert(!isOver, terminal.written.err)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  const url = saysAddress.exec(terminal.written.err)?.[1] ?? ''
  return {
    url,
    waits,
    written: terminal.written,
    stop: () => {
      stop.abort()
      return ended
    },
  }
}

test('serves a data directory, which no other program may open meanwhile, and ends gracefully', async () => {
  const { url, waits, written, stop } = await serve('--data', 'data')
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  const news = openClient({ url }).collection('news')
  await news.create({ threshold: 0.7 })
  await news.add({ id: 1, text: wordsOf(1) })
  const refused = await shop.run('index', 'stats', 'data', '--collection', 'news')
  assert.equal(refused.status, 1)
  assert.match(refused.err, /^nearsame: STORE_LOCKED: /)
  const second = await shop.run('serve', '--data', 'data', '--port', '0')
  assert.match(second.err, /^nearsame: STORE_LOCKED: /)
  assert.equal(await stop(), 0)
  assert.equal(written.out, '')
  assert.match(written.err, new RegExp(`${saysAddress.source}nearsame serve: the web page is at \\1/\n$`))
  assert(waits.every(ms => ms > 10_000))
  const { out } = await shop.run('index', 'check', 'data', '--collection', 'news', '--query', wordsOf(1))
  assert.equal(JSON.parse(out).matches[0].id, 1)
})

test('serves collections made by nearsame index', async () => {
  shop.write('docs.jsonl', jsonLines({ id: 'a', text: wordsOf(5) }))
  assert.equal((await shop.run('index', 'add', 'made', 'docs.jsonl')).status, 0)
  const { url, stop } = await serve('--data', 'made', '--store', 'sqlite', '--log', 'error')
  assert.equal((await openClient({ url }).collection('default').get('a'))?.id, 'a')
  await stop()
})

test('limits, keys and the Solr chain are passed on', async () => {
  shop.write(
    'solrconfig.xml',
    `<config><updateRequestProcessorChain name="d">
       <processor class="solr.SignatureUpdateProcessorFactory"><str name="signatureField">s</str></processor>
       <processor class="solr.RunUpdateProcessorFactory"/></updateRequestProcessorChain></config>`,
  )
  process.env.NEARSAME_API_KEYS = 'read:reading,write:writing'
  try {
    const { url, stop } = await serve(
      '--data',
      'limits',
      '--array-length',
      '2',
      '--solr-config',
      'solrconfig.xml',
    )
    const news = openClient({ url, apiKey: 'writing' }).collection('news')
    await news.create()
    const codeOf = (asked: Promise<unknown>) =>
      asked.then(
        () => 'none',
        (error: unknown) => (isNearsameError(error) ? error.code : String(error)),
      )
    assert.equal(
      await codeOf(news.addAll([{ text: 'a' }, { text: 'b' }, { text: 'c' }])),
      'REQUEST_TOO_LARGE',
    )
    assert.equal(await codeOf(openClient({ url }).collection('news').info()), 'KEY_MISSING')
    assert.equal(await stop(), 0)
  } finally {
    delete process.env.NEARSAME_API_KEYS
  }
})

test('impossible requests are refused before it listens', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }
  const wrong: readonly (readonly [line: string, status: number, says: RegExp])[] = [
    ['', 2, /expected --data with a directory, or --store .*got neither/],
    ['--data d --store redis://x', 2, /got both/],
    ['--store file', 2, /got something else/],
    ['--store oracle://scott:tiger@x', 2, /got one that begins with oracle:\/\//],
    ['--data d --port 70000', 2, /--port to be a whole number in \[0, 65535\]/],
    ['--data d --nesting deep', 2, /--nesting to be a whole number in \[1, 500\]/],
    ['--data d --host 0.0.0.0 --port 0', 2, /expected API keys/],
    [`--data d --port ${port}`, 2, /free address and port to listen on/],
    ['--data d --solr-forward http://x', 2, /expected --solr-config/],
    ['--data d --solr-config none.xml', 2, /INPUT_MISSING/],
    ['--data no/such/place', 2, /OUTPUT_DIRECTORY/],
    ['--store postgres://127.0.0.1:1/none', 1, /STORE_UNAVAILABLE/],
  ]
  for (const [line, status, says] of wrong) {
    const result = await shop.run('serve', ...line.split(' ').filter(word => word !== ''))
    assert.equal(result.status, status, result.err)
    assert.match(result.err, says)
    assert.doesNotMatch(result.err, /tiger/)
  }
  taken.close()
})

test('as a process it ends an import at the signal, and keeps what it acknowledged', async () => {
  const { child, ended } = shop.start('serve', '--data', 'process', '--port', '0')
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(({ err }) => reject(new Error(err)))
    let err = ''
    child.stderr.on('data', text => {
      err += text
      const found = saysAddress.exec(err)
      if (found !== null) resolve(found[1])
    })
  })
  const news = openClient({ url }).collection('news')
  await news.create()
  const acknowledged: unknown[] = []
  function* documents() {
    for (let id = 0; ; id++) yield { id, text: wordsOf(id) }
  }
  await assert.rejects(async () => {
    for await (const { id, status } of news.addEach(documents())) {
      assert.equal(status, 'added')
      acknowledged.push(id)
      if (id === 500) child.kill('SIGTERM')
    }
  })
  assert.equal((await ended).status, 0)
  const { out } = await shop.run('index', 'stats', 'process', '--collection', 'news', '--json')
  assert(JSON.parse(out).documents >= acknowledged.length)
  const last = acknowledged.at(-1) as number
  assert.equal((await shop.run('index', 'get', 'process', String(last), '--collection', 'news')).status, 0)
  assert.equal((await shop.run('index', 'check-integrity', 'process', '--collection', 'news')).status, 0)
})
