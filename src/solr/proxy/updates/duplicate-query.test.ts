/** Which of several adds stay: the rule against Solr's behaviour, one add after the other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { duplicateQuery, type SignedId, survivingIds } from './duplicate-query.ts'

/** Each add removes the documents with its signature or its id. */
function oneByOne(before: readonly SignedId[], added: readonly SignedId[]): SignedId[] {
  let index = [...before]
  for (const add of added) {
    index = index.filter(({ id, signature }) => id !== add.id && signature !== add.signature)
    index.push(add)
  }
  return index
}

/** Adds everything by id, then deletes by the query. */
function asRelayed(before: readonly SignedId[], added: readonly SignedId[]): SignedId[] {
  const byId = new Map([...before, ...added].map(document => [document.id, document]))
  const signatures = new Set(added.map(({ signature }) => signature))
  const kept = new Set(survivingIds(added))
  return [...byId.values()].filter(({ id, signature }) => !signatures.has(signature) || kept.has(id))
}

const document = fc.record({
  id: fc.constantFrom('1', '2', '3', '4'),
  signature: fc.constantFrom('a', 'b', 'c'),
})

test('adding all and deleting once leaves the same documents as Solr, which deletes with every add', () => {
  // An index built in the same way has each id and each signature once.
  const property = fc.property(
    fc.array(document),
    fc.array(document, { maxLength: 8 }),
    (earlier, added) => {
      const before = oneByOne([], earlier)
      const byId = (a: SignedId, b: SignedId) => (a.id < b.id ? -1 : 1)
      assert.deepEqual(asRelayed(before, added).sort(byId), oneByOne(before, added).sort(byId))
    },
  )
  fc.assert(property, { numRuns: 5000, seed: 1 })
})

test('an id whose signature changed does not protect others with the old signature', () => {
  const added = [
    { id: '1', signature: 'a' },
    { id: '1', signature: 'b' },
    { id: '2', signature: 'b' },
  ]
  assert.deepEqual(survivingIds(added), ['2'])
})

test('without ids to keep, every document with the signature is deleted', () => {
  const query = duplicateQuery({ signatureField: 'sig', uniqueKey: 'id' }, ['a'], [])
  assert.equal(query, "{!bool must='{!terms f=\\'sig\\' separator=\\',\\'}a'}")
})

test('ids may contain anything: the separator occurs in none of them, quotes are escaped', () => {
  const query = duplicateQuery({ signatureField: 'sig', uniqueKey: 'id' }, ['a'], ["it's", 'x,y', ',|1'])
  const kept = "{!terms f=\\'id\\' separator=\\',|1|3\\'}it\\'s,|1|3x,y,|1|3,|1"
  assert.equal(query, `{!bool must='{!terms f=\\'sig\\' separator=\\',\\'}a' must_not='${kept}'}`)
})

test('an empty id is kept, too', () => {
  const query = duplicateQuery({ signatureField: 'sig', uniqueKey: 'id' }, ['a'], [''])
  const kept = "{!terms f=\\'id\\' separator=\\',\\'},"
  assert.equal(query, `{!bool must='{!terms f=\\'sig\\' separator=\\',\\'}a' must_not='${kept}'}`)
})
