/** Which documents go: the rule against Solr's behaviour, one add after the other, and against every order of writers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import {
  duplicateQueries,
  type Replaced,
  replacedBy,
  replacedTogether,
  type StoredId,
} from './duplicate-query.ts'

interface Added {
  readonly id: string
  readonly signature: string
}

/** Each add removes the documents with its signature or its id. */
function oneByOne(before: readonly StoredId[], added: readonly StoredId[]): StoredId[] {
  let index = [...before]
  for (const add of added) {
    index = index.filter(({ id, signature }) => id !== add.id && signature !== add.signature)
    index.push(add)
  }
  return index
}

/** What is left after the deletions for stored documents. */
function deleted(index: readonly StoredId[], stored: readonly StoredId[]): StoredId[] {
  return without(index, replacedBy(stored))
}

function without(index: readonly StoredId[], { staying, further }: Replaced): StoredId[] {
  return index.filter(
    one =>
      !further.some(({ id, version }) => id === one.id && version === one.version) &&
      !staying.some(({ signature, version }) => signature === one.signature && one.version < version),
  )
}

/** Adds everything by id, then deletes. */
function asRelayed(before: readonly StoredId[], added: readonly StoredId[]): StoredId[] {
  const byId = new Map([...before, ...added].map(document => [document.id, document]))
  return deleted([...byId.values()], added)
}

const document = fc.record({
  id: fc.constantFrom('1', '2', '3', '4'),
  signature: fc.constantFrom('a', 'b', 'c'),
})

function versioned(added: readonly Added[], from: number): StoredId[] {
  return added.map((one, i) => ({ ...one, version: BigInt(from + i) }))
}

const byId = (a: Added, b: Added) => (a.id < b.id ? -1 : 1)

test('adding all and deleting once leaves the same documents as Solr, which deletes with every add', () => {
  const batch = fc.uniqueArray(document, { maxLength: 4, selector: ({ id }) => id })
  fc.assert(
    fc.property(fc.array(document), batch, (earlier, added) => {
      // An index built in the same way has each id and each signature once.
      const before = oneByOne([], versioned(earlier, 0))
      const stored = versioned(added, 100)
      assert.deepEqual(asRelayed(before, stored).sort(byId), oneByOne(before, stored).sort(byId))
    }),
    { numRuns: runs(5000), seed: 1 },
  )
})

test('the last add of a batch stays whatever versions the shards gave', () => {
  const stored = [
    { id: '1', signature: 'a', version: 9n },
    { id: '2', signature: 'a', version: 3n },
    { id: '3', signature: 'a', version: 5n },
  ]
  assert.deepEqual(
    deleted(stored, stored).map(({ id }) => id),
    ['3'],
  )
  assert.deepEqual(
    replacedBy(stored).further.map(({ id }) => id),
    ['1'],
  )
})

/** One writer: it adds its batch, then deletes; the two steps of several writers mix in any order. */
test('whatever the order of several writers, one of the documents with a signature stays', () => {
  const writer = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 })
  const worlds = fc.record({
    writers: fc.array(writer, { minLength: 2, maxLength: 4 }),
    order: fc.array(fc.nat({ max: 7 }), { minLength: 8, maxLength: 8 }),
    // Clocks of shards: the later document may have the smaller version, or the same.
    versions: fc.array(fc.nat({ max: 6 }), { minLength: 12, maxLength: 12 }),
  })
  fc.assert(
    fc.property(worlds, ({ writers, order, versions }) => {
      let next = 0
      const batches = writers.map((signatures, w) =>
        signatures.map((signature, i) => {
          const version = BigInt(versions[next++ % versions.length])
          return { id: `${w}-${i}`, signature, version }
        }),
      )
      let index: StoredId[] = []
      const steps = batches.map(batch => [
        () => index.push(...batch),
        () => {
          // What real-time get finds of it.
          index = deleted(
            index,
            batch.filter(one => index.includes(one)),
          )
        },
      ])
      for (const turn of [...order, ...writers.flatMap((_, i) => [i, i])])
        steps[turn % steps.length].shift()?.()
      const texts = new Set(writers.flat())
      assert.deepEqual(new Set(index.map(({ signature }) => signature)), texts)
    }),
    { numRuns: runs(20_000), seed: 3 },
  )
})

test('batches together delete what each of them does, and of every signature leave the newest that stays', () => {
  // An id that two batches add is stored once, and found by both.
  const stored = fc.uniqueArray(fc.record({ id: fc.nat({ max: 6 }), version: fc.nat({ max: 9 }) }), {
    selector: ({ id }) => id,
    minLength: 1,
  })
  const worlds = fc.record({ stored, picks: fc.array(fc.array(fc.nat({ max: 6 })), { minLength: 1 }) })
  fc.assert(
    fc.property(worlds, ({ stored, picks }) => {
      const index = stored.map(({ id, version }) => ({
        id: `${id}`,
        signature: 'ab'[id % 2],
        version: BigInt(version),
      }))
      const each = picks.map(ids =>
        replacedBy([...new Set(ids)].flatMap(id => index.filter(one => one.id === `${id}`))),
      )
      const together = replacedTogether(each)
      const left = without(index, together)
      const leftByAll = each.reduce(without, index)
      const newest = new Set(together.staying)
      assert.deepEqual(
        left,
        index.filter(one => newest.has(one) || leftByAll.includes(one)),
      )
      for (const one of together.staying) assert(left.includes(one))
    }),
    { numRuns: runs(5000), seed: 4 },
  )
})

test('a document that one batch replaces and another adds last stays', () => {
  const [x, y] = [
    { id: 'x', signature: 'a', version: 4n },
    { id: 'y', signature: 'a', version: 3n },
  ]
  const both = [replacedBy([x, y]), replacedBy([y, x])]
  // Each alone would delete the other document.
  assert.deepEqual(both.reduce(without, [x, y]), [])
  assert.deepEqual(without([x, y], replacedTogether(both)), [x])
})

test('a query names signatures as terms, with the versions up to which documents are replaced', () => {
  const fields = { signatureField: 'sig', uniqueKey: 'id', hasPaths: false }
  const stored = [
    { id: "it's", signature: 'ab', version: 12n },
    { id: '2', signature: 'ab', version: 7n },
  ]
  assert.deepEqual(duplicateQueries(fields, replacedBy(stored)), [
    `(+_query_:"{!term f='sig'}ab" +_version_:[* TO 7}) (+_query_:"{!term f='id'}it's" +_version_:12)`,
  ])
  const odd = { id: 'a"b\\', signature: 'c', version: 5n }
  assert.deepEqual(duplicateQueries({ ...fields, uniqueKey: "k'" }, { staying: [], further: [odd] }), [
    String.raw`(+_query_:"{!term f='k\\''}a\"b\\" +_version_:5)`,
  ])
})

test('many signatures become several queries, and paths of children a block join', () => {
  const fields = { signatureField: 'sig', uniqueKey: 'id', hasPaths: false }
  const stored = Array.from({ length: 450 }, (_, i) => ({ id: `${i}`, signature: `${i}`, version: 1n }))
  const queries = duplicateQueries(fields, replacedBy(stored))
  assert.deepEqual(
    queries.map(query => query.match(/_version_/g)?.length),
    [400, 50],
  )
  assert.equal(duplicateQueries({ ...fields, hasPaths: true }, replacedBy(stored)).length, 3)
  const [nested] = duplicateQueries({ ...fields, hasPaths: true }, replacedBy(stored.slice(0, 1)))
  assert.match(
    nested,
    /^\{!bool should='\(.*\)' should='\{!child of=\\'\*:\* -_nest_path_:\*\\'\}\+\(.*'\}$/,
  )
})
