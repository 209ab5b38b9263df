/** Collections of records with several fields over HTTP, and with the client. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClient } from '../../src/server/client/server-client.ts'
import { personDocuments } from '../golden/records/persons.ts'
import { openWorld, problem } from './server-world.ts'

const { ask, url } = await openWorld()
const { fields, documents, copies } = personDocuments(60)
const [original, copy] = [...copies][0].split(',').map(Number)

test('documents with fields are learnt from, checked and explained column by column', async () => {
  const path = '/v1/collections/people'
  const people = openClient({ url }).collection('people')
  const options = { method: 'records', text: fields } as const
  const made = await people.create(options)
  assert.equal(made.model, null)
  for await (const { status } of people.addEach(documents)) assert.equal(status, 'added')
  await people.retrain()
  const { model } = await people.info()
  assert.deepEqual(
    [model?.decidedBy, model?.records, model?.columns.map(({ name }) => name)],
    ['columns', documents.length, fields],
  )
  assert.ok(model?.columns.every(({ weights, ignored }) => weights !== undefined || ignored !== undefined))
  assert.deepEqual((await ask('GET', path)).body.model, model)
  assert.deepEqual((await ask('GET', '/v1/collections')).body.items[0].model, model)

  const [match] = await people.check(documents[copy], { except: copy })
  assert.equal(match.id, original)
  const { byColumns, decided } = await people.explain(original, copy)
  assert.deepEqual(
    [byColumns?.fate, byColumns?.score, decided?.value],
    ['match', match.similarity, match.similarity],
  )
  assert.deepEqual(
    byColumns?.columns.map(({ name }) => name),
    fields,
  )
  const { id, ...values } = documents[copy]
  const checked = await ask('POST', `${path}/check`, { body: [values, { text: 'Ann Lee' }] })
  assert.ok(checked.body.results[0].matches.length >= 2)
  assert.equal(checked.body.results[1].error.code, 'OPTION_VALUE')
  const text = await ask('POST', `${path}/check`, { body: { text: 'Ann Lee' } })
  assert.match(problem(text, 'OPTION_VALUE', 400), /document with some of the fields/)
  const collapsed = await people.collapse({ documents: [documents[copy], documents[original]] })
  assert.deepEqual([collapsed.kept, id], [[copy], copy])
})

test('numbers are values of columns; a role of no column is refused', async () => {
  const path = '/v1/collections/offers'
  const options = { method: 'records', text: ['name', 'price'], params: { columns: 'price=number' } }
  assert.equal((await ask('PUT', path, { body: options })).status, 201)
  const body = [
    { id: 1, name: 'garden bench', price: 19.5 },
    { id: 2, name: 'garden bench', price: true },
  ]
  const { results } = (await ask('POST', `${path}/documents`, { body })).body
  assert.deepEqual(
    results.map(({ status }: { status: string }) => status),
    ['added', 'added'],
  )
  const collapsed = await ask('POST', `${path}/collapse`, { body: { documents: body } })
  assert.deepEqual(collapsed.body.kept, [1, 2])
  const wrong = { ...options, params: { columns: 'prize=number' } }
  const answer = await ask('PUT', '/v1/collections/wrong', { body: wrong })
  assert.match(problem(answer, 'OPTION_VALUE', 400), /"prize"/)
})
