/** A server that is killed while it cleans a file: the next one goes on with the run, to the same bytes. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { launcher } from '../runtimes/build.ts'
import { ask, textOf } from './server-world.ts'

const command = launcher()
const data = temporaryFolder()
let child: ChildProcess | undefined
after(() => child?.kill('SIGKILL'))

/** @returns the address of a new server of this data */
async function serve(): Promise<string> {
  child = spawn(process.execPath, [command, 'serve', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  for await (const chunk of child.stderr as AsyncIterable<Buffer>) {
    said += chunk
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
    if (found !== null) return found[0]
  }
  throw new Error(said)
}

async function runWhen(url: string, id: string, isSo: (run: { state: string }) => boolean) {
  for (;;) {
    const { body } = await ask(`${url}/v1/runs/${id}`, 'GET')
    if (isSo(body)) return body
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

const isOver = ({ state }: { state: string }) => state === 'done' || state === 'failed'

test('a run of a killed server is resumed, with the outputs of a run without an interruption', async () => {
  const documents = 15_000
  const lines = Array.from(
    { length: documents },
    (_, i) => `${JSON.stringify({ id: `d${i}`, text: textOf(i % 11_000) + (i % 7 ? '' : ` and ${i}`) })}\n`,
  )
  let url = await serve()
  const upload = await ask(`${url}/v1/uploads?name=many.jsonl`, 'POST', {
    type: 'application/octet-stream',
    body: lines.join(''),
  })
  const started = async (): Promise<string> =>
    (await ask(`${url}/v1/runs`, 'POST', { body: { uploads: [upload.body.id] } })).body.id
  const killed = await started()
  await runWhen(url, killed, run => 'progress' in run)
  const exited = once(child as ChildProcess, 'exit')
  child?.kill('SIGKILL')
  assert.deepEqual(await exited, [null, 'SIGKILL'])
  assert(existsSync(join(data, 'runs', killed, 'temp')), 'it was killed in the run')
  url = await serve()
  const { state, error, summary } = await runWhen(url, killed, isOver)
  assert.equal(state, 'done', JSON.stringify(error))
  const whole = await runWhen(url, await started(), isOver)
  assert.equal(summary.digest, whole.summary.digest)
  for (const output of ['kept', 'removed', 'annotated', 'clusters', 'pairs']) {
    const [resumed, other] = await Promise.all(
      [killed, whole.id].map(id => ask(`${url}/v1/runs/${id}/outputs/${output}`, 'GET')),
    )
    assert.equal(resumed.status, 200)
    assert.equal(resumed.text, other.text, output)
  }
  assert(summary.counts.exact > 2_000)
})
