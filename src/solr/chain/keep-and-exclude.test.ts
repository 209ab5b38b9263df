/** Options of a chain that Solr's own does not have: which of equal documents stays, and fields that do not count. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { solrErrorOf } from '../messages/messages.ts'
import type { ChainOptions } from './chain-options.ts'
import { updateChain } from './update-chain.ts'

const settings = { fields: 'title', signatureField: 'sig' }

async function left(documents: readonly object[], options: ChainOptions, given: object = settings) {
  const chain = updateChain(given, { keepsState: true, ...options })
  const events: { number: number | undefined; replaced: unknown; duplicateOf: unknown }[] = []
  for await (const event of chain.runObjects(documents)) {
    if (event.kind !== 'document') continue
    const { number, replaced, duplicateOf } = event
    events.push({ number, replaced, duplicateOf })
  }
  return { events, survivors: [...(chain.survivors() ?? [])] }
}

test('with keep first a later document with the signature does not stay, and names the one that does', async () => {
  const documents = [
    { id: 1, title: 'p' },
    { id: 2, title: 'q' },
    { id: 3, title: 'p' },
    { id: 1, title: 'p', n: 2 },
  ]
  const { events, survivors } = await left(documents, { keep: 'first' })
  assert.deepEqual(survivors, [1, 3])
  assert.deepEqual(events[2], { number: 2, replaced: [2], duplicateOf: 0 })
  assert.deepEqual(events[3], { number: 3, replaced: [0], duplicateOf: undefined })
  assert.deepEqual((await left(documents, {})).survivors, [1, 3])
})

test('an id that becomes a duplicate of an earlier document is gone with its former text', async () => {
  const documents = [
    { id: 1, title: 'p' },
    { id: 2, title: 'q' },
    { id: 2, title: 'p' },
  ]
  const { events, survivors } = await left(documents, { keep: 'first' })
  assert.deepEqual(survivors, [0])
  assert.deepEqual(events[2], { number: 2, replaced: [1, 2], duplicateOf: 0 })
})

test('of documents with one signature the first stays, whatever their ids', async () => {
  const document = fc.record({ id: fc.integer({ min: 1, max: 4 }), title: fc.constantFrom('p', 'q', 'r') })
  await fc.assert(
    fc.asyncProperty(fc.array(document, { maxLength: 10 }), async documents => {
      let held: { id: number; title: string; number: number }[] = []
      for (const [number, one] of documents.entries()) {
        held = held.filter(({ id }) => id !== one.id)
        if (held.every(({ title }) => title !== one.title)) held.push({ ...one, number })
      }
      const { survivors } = await left(documents, { keep: 'first' })
      assert.deepEqual(
        survivors,
        held.map(({ number }) => number),
      )
    }),
    { numRuns: runs(500), seed: 5 },
  )
})

test('keep first needs the state, and does nothing where nothing is replaced', async () => {
  assert.throws(() => updateChain(settings, { keep: 'first' }), { code: 'OPTION_VALUE' })
  const documents = [
    { id: 1, title: 'p' },
    { id: 2, title: 'p' },
  ]
  const { survivors } = await left(documents, { keep: 'first' }, { ...settings, overwriteDupes: false })
  assert.deepEqual(survivors, [0, 1])
  assert.deepEqual((await left(documents, { keep: 'first', overwrite: false })).survivors, [0, 1])
})

test('excluded fields do not count, by name or by the beginning of their names', async () => {
  const documents = [
    { id: 1, title: 'p', seen_at: '2030-01-01', seen_by: 'a', views: 1 },
    { id: 2, title: 'p', seen_at: '2030-01-02', seen_by: 'b', views: 2 },
    { id: 3, title: 'q', views: 2 },
  ]
  const all = { signatureField: 'sig' }
  assert.deepEqual((await left(documents, {}, all)).survivors, [0, 1, 2])
  const excludeFields = ['id', 'seen*', 'views']
  assert.deepEqual((await left(documents, { excludeFields }, all)).survivors, [1, 2])
  assert.deepEqual((await left(documents, { excludeFields: ['id', 'views'] }, all)).survivors, [0, 1, 2])
  for (const wrong of ['id', [''], ['*'], ['a*b'], [5]])
    assert.throws(() => updateChain(all, { excludeFields: wrong as never }), { code: 'OPTION_VALUE' })
})

test('an atomic update of excluded fields keeps the signature', async () => {
  const chain = updateChain({ signatureField: 'sig' }, { keepsState: true, excludeFields: ['id', 'views'] })
  const documents = [
    { id: 1, title: 'p' },
    { id: 2, title: 'q' },
    { id: 1, views: { inc: 1 } },
    { id: 2, views: { inc: 1 } },
    { id: 3, title: 'p' },
  ]
  for await (const event of chain.runObjects(documents)) assert.equal(event.kind, 'document')
  assert.deepEqual([...(chain.survivors() ?? [])], [3, 4])
  const refused = chain.runObjects([{ id: 1, title: { set: 'r' } }]).next()
  await assert.rejects(refused, error => solrErrorOf(error)?.code === 500)
})
