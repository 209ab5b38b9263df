/** Starts schemathesis: it makes valid and invalid requests from the description of a server and checks the answers. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { cachedFolder } from '../solr/cached-folder.ts'
import { outputOf, runProgram } from '../solr/child-program.ts'
import { fox, openWorld } from './server-world.ts'

const schemathesis = 'schemathesis==4.32.5'

/** Its program, or the reason why it is missing. */
async function program(): Promise<{ path: string } | { reason: string }> {
  try {
    const folder = await cachedFolder(`nearsame-${schemathesis.replace('==', '-')}`, async draft => {
      await outputOf('python3', ['-m', 'venv', draft])
      await outputOf(join(draft, 'bin/python3'), ['-m', 'pip', 'install', '--quiet', schemathesis], 300_000)
    })
    return { path: join(folder, 'bin/python3') }
  } catch (error) {
    if (process.env.NEARSAME_REQUIRE === 'all') throw error
    return { reason: `no ${schemathesis} in a Python: ${error instanceof Error ? error.message : error}` }
  }
}

/** A test of a server with two documents. @param phases what schemathesis does, in its words */
export function schemathesisTest(config: string, phases: string): void {
  test(`the server does what its description says (${config}, ${phases})`, {
    timeout: 600_000,
  }, async context => {
    const found = await program()
    if ('reason' in found) {
      context.skip(found.reason)
      return
    }
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
    const { status, out } = await runProgram(found.path, args, { timeoutMs: 540_000 })
    assert.equal(status, 0, out)
    assert.match(out, /\d+ passed/)
  })
}
