/** The examples of `/openapi.json` are what a real server answers: all requests in order, and every error by its code. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registry } from '../../src/ground/errors/registry.ts'
import { requestExamples } from '../../src/server/schemas/request-examples.ts'
import { operationsOf } from './described-operations.ts'
import { provoked } from './provoked-problems.ts'
import { ask, openWorld } from './server-world.ts'

const { server } = await openWorld({ now: () => Date.parse('2026-01-05T12:00:00Z') })
const api = (await ask(`${server.url}/openapi.json`, 'GET')).body

const operations = operationsOf(api)

test('every example of a request, sent in order, gets the status and the answer of the example', async () => {
  for (const example of requestExamples) {
    const { operationId, parameters = {}, type, bodyType = type, body, status, answer } = example
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
    const got = await ask(url, found.method, sent)
    assert.equal(got.status, status, `${operationId}: ${got.text}`)
    if (typeof answer === 'string') assert(got.text.includes(answer), `${operationId}: ${got.text}`)
    else if (operationId === 'compact') assert.equal(typeof got.body.freedBytes, 'number')
    else if (answer === undefined) assert.equal(got.text, '')
    else assert.partialDeepStrictEqual(got.body, answer)
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
