/** The examples of `/openapi.json` are what a real server answers: all requests in order, and every error by its code. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registry } from '../../src/ground/errors/registry.ts'
import { statusOf } from '../../src/server/schemas/request-example.ts'
import { requestExamples } from '../../src/server/schemas/request-examples.ts'
import { operationsOf } from './described-operations.ts'
import { provoked } from './provoked-problems.ts'
import { ask, openRunWorld } from './server-world.ts'

const { server } = await openRunWorld({ now: () => Date.parse('2026-01-05T12:00:00Z') })
const api = (await ask(`${server.url}/openapi.json`, 'GET')).body

const operations = operationsOf(api)

function withIds<T>(value: T, made: ReadonlyMap<string, string>): T {
  let text = JSON.stringify(value) ?? 'null'
  for (const [example, id] of made) text = text.replaceAll(example, id)
  return value === undefined ? value : JSON.parse(text)
}

/** Waits for the end of the run with that output. */
async function ended(output: string): Promise<void> {
  for (;;) {
    const { state } = (await ask(output.replace(/\/outputs.*/, ''), 'GET')).body
    if (state === 'done' || state === 'failed') return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

test('every example of a request, sent in order, gets the status and the answer of the example', async () => {
  /** Ids that the server made, by those of the examples. */
  const made = new Map<string, string>()
  for (const example of requestExamples) {
    const { operationId, parameters = {}, type, bodyType = type, body, answer } = withIds(example, made)
    const status = statusOf(example)
    const found =
      operations.find(operation => operation.operationId === operationId) ?? assert.fail(operationId)
    const query = new URLSearchParams()
    let { path } = found
    for (const [name, value] of Object.entries(parameters)) {
      const known = found.parameters?.find(parameter => parameter.name === name) ?? assert.fail(name)
      if (known.in === 'path') path = path.replace(`{${name}}`, `${value}`)
      else query.set(name, `${value}`)
    }
    const url = `${server.url}${path}${query.size === 0 ? '' : `?${query}`}`
    const sent = body === undefined ? {} : { body, ...(bodyType !== undefined && { type: bodyType }) }
    if (operationId === 'runOutput') await ended(url)
    const got = await ask(url, found.method, sent)
    if (status === 201 || status === 202) {
      const { id } = example.answer as { readonly id?: unknown }
      if (typeof id === 'string' && !made.has(id) && id.length === 36) made.set(id, got.body.id)
    }
    assert.equal(got.status, status, `${operationId}: ${got.text}`)
    if (typeof answer === 'string') assert(got.text.includes(answer), `${operationId}: ${got.text}`)
    else if (operationId === 'compact') assert.equal(typeof got.body.freedBytes, 'number')
    else if (answer === undefined) assert.equal(got.text, '')
    else assert.partialDeepStrictEqual(got.body, withIds(answer, made))
  }
})

test('every operation has an example of its request and of its answer', () => {
  for (const { operationId, parameters = [], requestBody, responses } of operations) {
    const examples = requestExamples.filter(example => example.operationId === operationId)
    assert(examples.length > 0, operationId)
    for (const { name, in: place, example } of parameters)
      if (place === 'path') assert(example !== undefined, `${operationId} ${name}`)
    for (const [type, { examples, schema }] of Object.entries(requestBody?.content ?? {}))
      assert(
        examples !== undefined || /^Lines such as {/.test(schema.description ?? ''),
        `${operationId} ${type}`,
      )
    for (const [status, { content = {} }] of Object.entries(responses)) {
      for (const [type, { examples }] of Object.entries(content))
        assert(type === 'text/event-stream' || examples !== undefined, `${operationId} ${status} ${type}`)
    }
  }
})

/** Without what differs by request and by the limits of a test. */
function plain({ instance: _, ...problem }: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(problem).replaceAll(/within \d+ ms/g, 'within N ms'))
}

test('every error of every operation has an example, which a real server gives', async () => {
  const { examples } = api.components
  const named = new Set<string>()
  for (const { operationId, responses } of operations) {
    for (const [status, { content = {} }] of Object.entries(responses)) {
      if (Number(status) < 400) continue
      const codes = Object.keys(content['application/problem+json'].examples ?? {})
      assert(codes.length > 0, `${operationId} ${status}`)
      for (const code of codes) {
        assert.equal(registry[code as keyof typeof registry].http, Number(status), `${operationId} ${code}`)
        named.add(code)
      }
    }
  }
  assert.deepEqual([...named].sort(), Object.keys(examples).sort())
  assert.deepEqual([...named].sort(), Object.keys(provoked).sort())
  for (const code of named) {
    const { status, body } = await provoked[code]()
    assert.equal(status, examples[code].value.status, code)
    assert.deepEqual(plain(body), plain(examples[code].value), code)
  }
})
