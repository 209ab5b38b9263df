/** Options of the proxy: which numbers are taken. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNames, checkPort, resolveLimits, resolveTargets } from './proxy-options.ts'

const required = { config: '<config/>', forward: 'http://localhost:8983/solr/dedupe' }

test('a limit is a whole number from 1; what is not given has its default', () => {
  const limits = resolveLimits({ ...required, batchDocuments: 1, maxRequests: 7 })
  assert.deepEqual([limits.batchDocuments, limits.maxRequests, limits.maxUpdates], [1, 7, 32])
  for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.throws(() => resolveLimits({ ...required, maxUpdates: wrong }), {
      code: 'OPTION_VALUE',
      message: new RegExp(`\`maxUpdates\` to be a whole number from 1, got ${wrong}`),
    })
  }
})

test('a port is a whole number of 16 bits', () => {
  assert.deepEqual([checkPort(), checkPort(0), checkPort(65_535)], [0, 0, 65_535])
  for (const wrong of [-1, 65_536, 0.5]) assert.throws(() => checkPort(wrong), { code: 'OPTION_VALUE' })
})

test('unknown names and collections that come twice are refused', () => {
  assert.throws(() => checkNames({ ...required, maxRequest: 1 } as never), { code: 'OPTION_UNKNOWN' })
  const also = [required.forward]
  assert.throws(() => resolveTargets({ ...required, also }), { code: 'OPTION_VALUE' })
})
