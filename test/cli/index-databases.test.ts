/** `nearsame index` and `nearsame serve` on a database, at the same time: several programs may share it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommandLine } from '../../src/cli/program.ts'
import { openClient } from '../../src/doors/client.ts'
import { postgresSkip, startPostgres } from '../databases/start-postgres.ts'
import { nearly, Workshop, wordsOf } from './command.ts'
import { jsonLines, parsedLines } from './json-lines.ts'
import { recordingTerminal } from './recording-terminal.ts'

const shop = new Workshop()
shop.write(
  'docs.jsonl',
  jsonLines({ id: 1, text: wordsOf(1) }, { id: '1', text: nearly(1, 1) }, { id: 2, text: wordsOf(2) }),
)

test('commands and a server share a collection in PostgreSQL', { skip: postgresSkip() }, async () => {
  const { url, stop } = await startPostgres()
  const rows = async (...args: readonly string[]) => {
    const { status, out, err } = await shop.run('index', ...args)
    assert.equal(status, 0, err)
    return parsedLines(out)
  }
  const interrupt = new AbortController()
  try {
    const added = await rows('add', url, 'docs.jsonl', '--threshold', '0.7', '--quiet')
    assert.deepEqual(
      added.map(({ status, cluster }) => `${status} ${cluster}`),
      ['added 1', 'added 1', 'added 2'],
    )
    const terminal = recordingTerminal()
    const server = runCommandLine(['serve', '--store', url, '--port', '0'], {
      terminal,
      signal: interrupt.signal,
    })
    while (!terminal.written.err.includes('listening'))
      await new Promise(resolve => setTimeout(resolve, 10))
    const address = /http:\S+/.exec(terminal.written.err)?.[0] ?? ''
    const served = openClient({ url: address }).collection('default')
    await served.add({ id: 3, text: nearly(2, 1) })
    const [{ matches }] = await rows('check', url, '--query', wordsOf(2))
    assert.deepEqual(
      matches.map(({ id }: { id: unknown }) => id),
      [2, 3],
    )
    assert.deepEqual(await rows('remove', url, '3'), [{ id: 3, status: 'removed' }])
    assert.equal(await served.get(3), undefined)
    assert.match((await shop.run('index', 'stats', url)).out, /store +PostgreSQL/)
    assert.equal((await shop.run('index', 'check-integrity', url)).status, 0)
    const refused = await shop.run('index', 'stats', url, '--collection', 'none')
    assert.match(refused.err, /^nearsame: COLLECTION_NOT_FOUND/)
    interrupt.abort()
    assert.equal(await server, 0)
    assert.deepEqual(await rows('drop', url), [{ dropped: 'default' }])
    assert.deepEqual(await rows('list', url), [])
    const gone = await shop.run('index', 'drop', url)
    assert.match(gone.err, /^nearsame: COLLECTION_NOT_FOUND/)
  } finally {
    interrupt.abort()
    await stop()
  }
})
