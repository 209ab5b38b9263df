/** Reviews that the server acknowledged survive its sudden end, as documents do. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { ask } from '../server/server-world.ts'

const main = resolve(import.meta.dirname, '../../src/cli/main.ts')
const text = 'The quick brown fox jumps over the lazy dog today'

async function serve(data: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [main, 'serve', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  for (;;) {
    const [piece] = await once(child.stderr as NodeJS.ReadableStream, 'data')
    said += piece
    const [, url] = /listening on (http:\S+)\nnearsame serve: the web page is at \1\/\n/.exec(said) ?? []
    if (url !== undefined) return { child, url }
  }
}

test('a review that was acknowledged is there after kill -9', async t => {
  const data = join(temporaryFolder(), 'data')
  const first = await serve(data)
  t.after(() => first.child.kill('SIGKILL'))
  const path = '/v1/collections/news'
  await ask(`${first.url}${path}`, 'PUT')
  const documents = Array.from({ length: 20 }, (_, id) => ({ id, text }))
  await ask(`${first.url}${path}/documents`, 'POST', { body: documents })
  const kept = []
  for (let id = 1; id < 20; id++) {
    const body = { reviews: [{ id1: 0, id2: id, decision: 'same' }] }
    const answer = await ask(`${first.url}${path}/reviews`, 'PUT', { body })
    assert.equal(answer.status, 200)
    kept.push(...answer.body.reviews)
  }
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await serve(data)
  t.after(() => second.child.kill('SIGKILL'))
  const { body } = await ask(`${second.url}${path}/reviews`, 'GET')
  const byId = (a: { id2: number }, b: { id2: number }) => a.id2 - b.id2
  assert.deepEqual(body.items.sort(byId), kept)
})
