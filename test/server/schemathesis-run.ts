/** Starts schemathesis: it makes valid and invalid requests from the description of a server and checks the answers. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { runProgram } from '../ground/child-program.ts'
import { pythonWith } from '../ground/python.ts'
import { fox, openWorld } from './server-world.ts'

/**
 * A test of a server with two documents.
 *
 * @param phases what schemathesis does, in its words
 * @param operations the operations that it asks for, by default all
 */
export function schemathesisTest(config: string, phases: string, operations: readonly string[] = []): void {
  test(`the server does what its description says (${config}, ${phases})`, {
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
      ...operations.flatMap(operation => ['--include-operation-id', operation]),
    ]
    const { status, out } = await runProgram(python, args, { timeoutMs: 540_000 })
    assert.equal(status, 0, out)
    assert.match(out, /\d+ passed/)
  })
}
