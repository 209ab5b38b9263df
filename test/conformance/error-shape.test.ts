/** One shape of errors: code, expected, got, where and fix, in TypeScript, over HTTP, of the command and in Python. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { deduplicate, isNearsameError } from '../../src/doors/index.ts'
import { memoryStore, openIndex } from '../../src/doors/online.ts'
import { Workshop } from '../cli/command.ts'
import { launcher, root } from '../runtimes/build.ts'
import { openWorld } from '../server/server-world.ts'

const place = new Workshop()
const parts = ['code', 'expected', 'got', 'where', 'fix'] as const

/** The parts of an error, with absent ones as null. */
function shapeOf(error: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(parts.map(part => [part, error[part] ?? null]))
}

/** The same words, whatever the options are called there. */
function inOneVoice(shape: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(shape).replace(/`?--threshold`?|`threshold`|\\"threshold\\"|threshold/g, '<threshold>'),
  )
}

async function thrown(work: () => Promise<unknown>): Promise<Readonly<Record<string, unknown>>> {
  const error = await work().then(
    () => assert.fail('no error'),
    cause => cause,
  )
  assert(isNearsameError(error))
  return error as never
}

/** A call of the package for Python, with the command of this checkout. */
function raisedInPython(): Record<string, unknown> {
  const program = `
import json, sys
sys.path.insert(0, sys.argv[1])
import nearsame
from nearsame import _engine
_engine.COMMAND = sys.argv[2]
try:
    nearsame.dedupe(["a"], threshold=2)
except nearsame.NearsameError as error:
    print(json.dumps({name: getattr(error, name) for name in ${JSON.stringify(parts)}}))
`
  const env = { ...process.env, NEARSAME_NODE: process.execPath, PYTHONDONTWRITEBYTECODE: '1' }
  const args = ['-c', program, join(root, 'python/src'), launcher()]
  return JSON.parse(execFileSync('python3', args, { env, encoding: 'utf8' }))
}

test('a refused value has the same parts in TypeScript, over HTTP, of the command and in Python', async () => {
  place.write('in.jsonl', '{"id":1,"text":"a"}\n')
  const { ask } = await openWorld()
  const command = await place.run('dedupe in.jsonl -o kept.jsonl --threshold 2 --json')
  const shapes = {
    TypeScript: shapeOf(await thrown(() => deduplicate(['a'], { threshold: 2 }))),
    HTTP: shapeOf((await ask('PUT', '/v1/collections/a', { body: { threshold: 2 } })).body),
    command: shapeOf(JSON.parse(command.out).error),
    Python: raisedInPython(),
  }
  const expected = {
    code: 'OPTION_VALUE',
    expected: '<threshold> to be a number in (0, 1]',
    got: '2',
    where: null,
    fix: 'change <threshold>, or leave it out for its default',
  }
  for (const [name, shape] of Object.entries(shapes)) {
    const { got, ...others } = inOneVoice(shape)
    // The command got a text.
    assert.deepEqual({ ...others, got: String(got).replaceAll('"', '') }, expected, name)
  }
})

test('a bad document of many has the same parts in the library, over HTTP, of the command, and as JSON of the error', async () => {
  const { ask } = await openWorld()
  await ask('PUT', '/v1/collections/a', { body: {} })
  const answer = await ask('POST', '/v1/collections/a/documents', { body: [{ id: 1, text: 7 }] })
  const index = await openIndex(memoryStore())
  const [added] = await index.addMany([{ id: 1, text: 7 }])
  assert.deepEqual(answer.body.results[0].error, added.error)
  assert.deepEqual(added.error, {
    code: 'TEXT_NOT_STRING',
    message:
      'TEXT_NOT_STRING: expected a text, got 7, at field "text". To fix: give the field a text, or choose other fields with `text`.',
    expected: 'a text',
    got: '7',
    where: 'field "text"',
    fix: 'give the field a text, or choose other fields with `text`',
    httpStatus: 400,
  })
  const error = await thrown(() => index.add({ id: 1, text: 7 }))
  assert.deepEqual(JSON.parse(JSON.stringify(error)), added.error)
  assert.deepEqual(shapeOf(error), shapeOf(added.error as never))
  place.write('bad.jsonl', '{"id":1,"text":7}\n')
  const { out } = await place.run('index add data bad.jsonl --max-bad 1')
  const { error: told } = JSON.parse(out.split('\n')[0])
  assert.deepEqual(Object.keys(told), Object.keys(added.error ?? {}))
  assert.equal(told.where, 'bad.jsonl:1')
})
