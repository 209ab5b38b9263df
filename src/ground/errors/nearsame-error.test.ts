import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorJson, NearsameError } from './nearsame-error.ts'
import { packError, unpackError } from './packed-error.ts'
import { registry } from './registry.ts'

test('an error says how to fix it and with which status a server answers, also behind a thread', () => {
  const parts = { expected: 'one request a second', got: '9', where: 'f:2', fix: 'wait' }
  const error = new NearsameError('RATE_LIMIT', parts)
  for (const one of [error, unpackError(structuredClone(packError(error)))]) {
    assert.deepEqual([one.fix, one.httpStatus], ['wait', 429])
    const { code, fix, httpStatus } = JSON.parse(JSON.stringify(one))
    assert.deepEqual([code, fix, httpStatus], ['RATE_LIMIT', 'wait', 429])
  }
  assert.deepEqual(errorJson(error), {
    code: 'RATE_LIMIT',
    message: 'RATE_LIMIT: expected one request a second, got 9, at f:2. To fix: wait.',
    ...parts,
    httpStatus: 429,
  })
  const values = { bad: 2, first: 'x' }
  const valued = new NearsameError('TOO_MANY_BAD', { ...parts, values })
  assert.deepEqual(errorJson(unpackError(structuredClone(packError(valued)))).values, values)
  assert(!('where' in errorJson(new NearsameError('BUG', { expected: 'a', got: 'b', fix: 'c' }))))
})

test('the status is that of the registry, and of a fault for a code of a later version', () => {
  const statusOf = (code: string) =>
    new NearsameError(code as 'BUG', { expected: 'a', got: 'b', fix: 'c' }).httpStatus
  for (const [code, { http }] of Object.entries(registry)) assert.equal(statusOf(code), http, code)
  assert.equal(statusOf('OF_A_LATER_VERSION'), 500)
})
