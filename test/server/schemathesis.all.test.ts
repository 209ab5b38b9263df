/**
 * schemathesis makes valid and invalid requests from the description of a server, without and with documents, and checks
 * the answers. Skipped if it cannot be installed, unless NEARSAME_REQUIRE=all. `openapi-examples.test.ts` sends the examples.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { runProgram } from '../ground/child-program.ts'
import { pythonWith } from '../ground/python.ts'
import { fox, openWorld } from './server-world.ts'

const phases = 'examples,coverage,fuzzing,stateful'

for (const config of ['schemathesis.toml', 'schemathesis-filled.toml']) {
  test(`the server does what its description says (${config})`, {
    timeout: 600_000,
  }, async context => {
    const python = await pythonWith(context, 'schemathesis==4.32.5')
    if (python === undefined) return
    const { ask, url } = await openWorld()
    await ask('PUT', '/v1/collections/news')
    const documents = [
      { id: 'a', text: fox },
      { id: 7, text: `${fox} today` },
    ]
    await ask('POST', '/v1/collections/news/documents', { body: documents })
    const args = [
      ...['-m', 'schemathesis.cli', '--config-file', join(import.meta.dirname, config)],
      ...['run', `${url}/openapi.json`, '--checks', 'all', '--phases', phases],
      ...['--max-examples', '20', '--seed', '1', '--no-color'],
    ]
    const { status, out } = await runProgram(python, args, { timeoutMs: 540_000 })
    assert.equal(status, 0, out)
    assert.match(out, /\d+ passed/)
  })
}
