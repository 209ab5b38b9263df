/** Options of the proxy and their limits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSolrProxy } from '../../jobs/solr.ts'
import { resolveLimits, resolvePlace, resolveProxyOptions, resolveTargets } from './proxy-options.ts'

const config = `<config><updateRequestProcessorChain name="dedupe">
  <processor class="solr.SignatureUpdateProcessorFactory"><str name="fields">title</str></processor>
  <processor class="solr.RunUpdateProcessorFactory"/></updateRequestProcessorChain></config>`
const real = { config, forward: 'http://localhost:8983/solr/dedupe', uniqueKey: 'id' }
const required = { config: '<config/>', forward: 'http://localhost:8983/solr/dedupe' }

test('a limit is a whole number from 1 and has a default', () => {
  const limits = resolveLimits({ ...required, batchDocuments: 1, maxRequests: 7 })
  assert.deepEqual([limits.batchDocuments, limits.maxRequests, limits.maxUpdates], [1, 7, 32])
  for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.throws(() => resolveLimits({ ...required, maxUpdates: wrong }), {
      code: 'OPTION_VALUE',
      message: new RegExp(`maxUpdates to be a whole number of at least 1, got ${wrong}`),
    })
  }
})

test('a port is a whole number of 16 bits', () => {
  const portOf = (port?: number) => resolvePlace({ port }).port
  assert.deepEqual([portOf(), portOf(0), portOf(65_535)], [0, 0, 65_535])
  for (const wrong of [-1, 65_536, 0.5]) assert.throws(() => portOf(wrong), { code: 'OPTION_VALUE' })
})

test('refuses unknown names and repeated collections', () => {
  assert.throws(() => resolveProxyOptions({ ...required, maxRequest: 1 } as never), {
    code: 'OPTION_UNKNOWN',
    message: /write maxRequests, if that was meant/,
  })
  const also = [required.forward]
  assert.throws(() => resolveTargets({ ...required, also }), { code: 'OPTION_VALUE' })
})

const odd: readonly unknown[] = [
  null,
  5,
  Number.NaN,
  true,
  5n,
  {},
  [''],
  new Map(),
  Symbol('s'),
  () => 5,
  Object.create(null),
]

test('refuses values of the wrong type by the name of their option', async () => {
  const names = ['host', 'port', 'chain', 'forwardChain', 'uniqueKey', 'forward', 'also', 'compatibility']
  for (const name of [...names, 'batchBytes', 'closeGraceMs']) {
    for (const value of odd) {
      if (value === 5 && ['port', 'batchBytes', 'closeGraceMs'].includes(name)) continue
      const error = { code: 'OPTION_VALUE', message: new RegExp(`expected \`?${name}\`? to be`) }
      await assert.rejects(openSolrProxy({ ...real, [name]: value } as never), error, name)
    }
  }
  for (const value of [undefined, ...odd.filter(one => !isEmpty(one))])
    await assert.rejects(openSolrProxy(value as never), { code: 'OPTION_VALUE' })
})

function isEmpty(value: unknown): boolean {
  return value === odd[5] || value === odd[10]
}

test('refuses an empty host, which would mean every address, and an empty key', async () => {
  for (const name of ['host', 'uniqueKey'])
    await assert.rejects(openSolrProxy({ ...real, [name]: '' }), {
      message: `OPTION_VALUE: expected ${name} to be a text that is not empty, got "". To fix: change ${name}, or leave it out for its default.`,
    })
})
