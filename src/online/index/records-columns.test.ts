/** Collections of records with several fields: what decides, that it stays until retrained, and what is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personDocuments } from '../../../test/golden/records/persons.ts'
import { findPairs } from '../../engine/library/find-pairs.ts'
import { memoryStore } from '../store/memory-store.ts'
import { heavyCalls } from './matching/heavy-work.ts'
import { openIndex, type TextIndex } from './text-index.ts'

const { fields, documents, copies } = personDocuments(120)
const [copied] = copies
const [original, copy] = copied.split(',').map(Number)

async function loaded(options = {}): Promise<TextIndex> {
  const index = await openIndex(memoryStore(), { method: 'records', text: fields, ...options })
  for await (const { status } of index.addEach(documents)) assert.equal(status, 'added')
  return index
}

const pairsIn = async (index: TextIndex) =>
  (await index.pairs({ limit: 10_000 })).items.map(({ id1, id2, similarity }) => ({ id1, id2, similarity }))

test('after retraining, pairs, clusters and checks are those of a run, by its probabilities', async () => {
  const index = await loaded({ heavy: heavyCalls() })
  assert.equal((await index.stats()).model, null)
  await index.retrain()
  const { pairs, notes } = await findPairs(documents, { method: 'records', text: fields })
  const { model } = await index.stats()
  const { decidedBy, columns: learnt } = notes as unknown as NonNullable<typeof model>
  assert.deepEqual(model, { ...model, decidedBy, columns: learnt })
  assert.equal(decidedBy, 'columns')
  const found = new Map(
    (await pairsIn(index)).map(({ id1, id2, similarity }) => [`${id1},${id2}`, similarity]),
  )
  for (const { leftId, rightId, similarity } of pairs) {
    const alone = found.get(`${leftId},${rightId}`) ?? 0
    assert.ok(alone >= similarity, `${leftId} ${rightId}: ${alone} ${similarity}`)
  }
  assert.ok(found.size <= 1.1 * pairs.length, `${found.size} for ${pairs.length}`)
  const clusters = (await index.clusters({ limit: 1000, minDocuments: 2 })).items
  const joined = new Set(clusters.flatMap(({ members }) => members))
  assert.deepEqual(joined, new Set([...found.keys()].flatMap(pair => pair.split(',').map(Number))))
  for (const document of documents.slice(0, 30)) {
    const { id, ...query } = document
    for (const match of await index.check(query, { except: id })) {
      const [first, second] = [id, match.id as number].sort((a, b) => a - b)
      assert.equal(match.similarity, found.get(`${first},${second}`))
    }
  }
  for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
})

test('weights stay as they are, whatever is added, until the collection is retrained', async () => {
  const index = await loaded()
  await index.retrain()
  const query = documents[copy]
  const [before, { model }] = [await index.check(query, { except: copy }), await index.stats()]
  assert.deepEqual(
    before.map(({ id }) => id),
    [original],
  )
  // Many records of one name and town: rare words become frequent.
  for (let id = 1000; id < 1050; id++) {
    const { first, last, town } = documents[original]
    await index.add({ id, first, last, street: `${id} street`, born: `19${id % 90}-12-28`, town })
  }
  const found = await index.check(query, { except: copy })
  assert.deepEqual(
    found.find(({ id }) => id === original),
    before[0],
  )
  assert.deepEqual((await index.stats()).model, model)
  await index.retrain()
  const { model: later } = await index.stats()
  assert.equal(later?.records, (model?.records ?? 0) + 50)
  assert.notDeepEqual(later, model)
})

test('an explanation of two documents has their columns, levels, weights and probability', async () => {
  const index = await loaded()
  await index.retrain()
  const { decided, byColumns, matches } = await index.explain(original, copy)
  assert.equal(matches, true)
  assert.equal(byColumns?.decidedBy, 'columns')
  assert.equal(byColumns?.score, decided?.value)
  const shown = byColumns?.columns.map(({ name, agreement }) => [name, agreement])
  assert.deepEqual(shown?.slice(0, 2), [
    ['first', 'equal'],
    ['last', 'typing errors or initials'],
  ])
  assert.deepEqual(
    shown?.map(([name]) => name),
    fields,
  )
  assert.equal((await index.explain(0, 50)).byColumns?.fate, 'below')
})

test('once the columns decide, a text without fields is refused; documents may lack some of them', async () => {
  const index = await loaded()
  const text = 'Ann Lee, Ulm'
  await index.check(text)
  await index.retrain()
  await assert.rejects(index.check(text), {
    code: 'OPTION_VALUE',
    message: /some of the fields .*first.* got a text without fields/s,
  })
  const { first, last } = documents[copy]
  await index.check({ first, last })
  await index.add({ id: 'short', first })
  await assert.rejects(index.check({ other: 'x' }), { code: 'TEXT_MISSING' })
})

test('fields outside the text are kept and never compared; numbers are values', async () => {
  const index = await openIndex(memoryStore(), { method: 'records', text: ['name', 'year', 'town'] })
  await index.add({ id: 1, name: 'Ann Lee', year: 1962, town: 'Ulm', colour: 'red' })
  assert.equal((await index.get(1))?.document.year, 1962)
  const matches = async (colour: string) =>
    (await index.check({ name: 'Ann Lee', year: '1962', town: 'Ulm', colour })).map(
      ({ similarity }) => similarity,
    )
  assert.deepEqual([await matches('red'), await matches('blue')], [[1], [1]])
  await assert.rejects(index.add({ id: 2, name: ['a'] }), { code: 'TEXT_NOT_STRING' })
})

test('a field that no document had when the model was learnt is not compared until the next training', async () => {
  const index = await loaded({ text: [...fields, 'mail'] })
  await index.retrain()
  const note = async () => (await index.stats()).model?.columns.find(({ name }) => name === 'mail')
  assert.equal((await note())?.ignored, 'it is empty, or others have all its words')
  await index.add({ ...documents[copy], id: 'copy', mail: 'a@b.org' })
  await index.add({ ...documents[copy], id: 'again', mail: 'a@b.org' })
  const mail = async () =>
    (await index.explain('copy', 'again')).byColumns?.columns.find(({ name }) => name === 'mail')
  assert.deepEqual([(await mail())?.a, (await mail())?.weight], ['a@b.org', null])
  for (const document of documents) await index.replace({ ...document, mail: `${document.id % 110}@b.org` })
  assert.equal((await note())?.filled, 0)
  await index.retrain()
  assert.deepEqual([(await note())?.kind, (await note())?.filled], ['email', documents.length + 1])
})

test('what is said of columns holds, and is refused where it names none', async () => {
  const index = await loaded({ params: { columns: 'town=must-agree,born=ignore' } })
  await index.retrain()
  const { model } = await index.stats()
  assert.equal(model?.columns.find(({ name }) => name === 'born')?.kind, 'ignored')
  const elsewhere = { ...documents[copy], town: 'elsewhere' }
  assert.deepEqual(await index.check(elsewhere, { except: copy }), [])
  assert.equal((await index.check(documents[copy], { except: copy })).length, 1)
  for (const text of [fields, ['text']]) {
    const wrong = openIndex(memoryStore(), {
      method: 'records',
      text,
      params: { columns: 'twon=must-agree' },
    })
    await assert.rejects(wrong, { code: 'OPTION_VALUE', message: /"twon"/ })
  }
})

test('a gate with a tolerance holds in an index, and its explanation names it', async () => {
  const index = await loaded({ params: { columns: 'born=within:3d' } })
  await index.retrain()
  const born = Date.parse(String(documents[copy].born))
  const later = (days: number) => new Date(born + days * 86_400_000).toISOString().slice(0, 10)
  const found = async (days: number) =>
    (await index.check({ ...documents[copy], born: later(days) }, { except: copy })).length
  const [near, far] = [await found(0), await found(40)]
  assert.deepEqual([near, far], [1, 0])
  await index.add({ ...documents[copy], id: 'late', born: later(40) })
  const { byColumns } = await index.explain(copy, 'late')
  assert.equal(byColumns?.fate, 'must-agree')
  assert.match(
    byColumns?.columns.find(({ name }) => name === 'born')?.agreement ?? '',
    /barred by within:3d$/,
  )
})

test('a collection of one text, or without kept texts, is decided by the text, and says so', async () => {
  const one = await openIndex(memoryStore(), { method: 'records' })
  for (const [id, { first, last }] of documents.entries()) await one.add({ id, text: `${first} ${last}` })
  await one.retrain()
  const { model } = await one.stats()
  assert.deepEqual([model?.decidedBy, model?.columns, model?.prior], ['text', [], undefined])
  const bare = await openIndex(memoryStore(), { method: 'records', text: fields, storeText: false })
  await bare.add(documents[0])
  assert.equal((await bare.check(documents[0])).length, 1)
  await assert.rejects(bare.retrain(), { code: 'TEXT_MISSING' })
})
