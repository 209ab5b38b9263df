/** Which documents go: the rule against Solr's behaviour, one add after the other, and against every order of writers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { duplicateQueries, newestOf, type StoredId } from './duplicate-query.ts'

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
  const staying = newestOf(stored)
  return index.filter(
    one => !staying.some(({ signature, version }) => signature === one.signature && one.version < version),
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

/** One writer adds, finds what is stored of its ids, and deletes; the steps of several writers mix in any order. */
test('whatever the order of several writers, one of the documents with a signature stays', () => {
  // An id always has the same text, such as in a file that two clients send, in two orders.
  const writer = fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1 })
  const worlds = fc.record({
    writers: fc.array(writer, { minLength: 2, maxLength: 4 }),
    order: fc.array(fc.nat({ max: 7 }), { minLength: 8, maxLength: 24 }),
    // Of documents on two shards the later one may have the smaller version, or the same.
    versions: fc.array(fc.nat({ max: 6 }), { minLength: 12, maxLength: 12 }),
    areClocksEqual: fc.boolean(),
  })
  fc.assert(
    fc.property(worlds, ({ writers, order, versions, areClocksEqual }) => {
      let next = 0
      const clocks = [0, 0, 0]
      const index = new Map<number, StoredId>()
      const steps = writers.map(ids => {
        let found: StoredId[] = []
        return [
          ...ids.map(id => () => {
            const shard = areClocksEqual ? 0 : id % clocks.length
            clocks[shard] = Math.max(clocks[shard] + 1, versions[next++ % versions.length])
            index.set(id, { id: `${id}`, signature: 'ab'[id % 2], version: BigInt(clocks[shard]) })
          }),
          () => {
            found = ids.flatMap(id => index.get(id) ?? [])
          },
          () => {
            const left = deleted([...index.values()], found)
            for (const [id, one] of index) if (!left.includes(one)) index.delete(id)
          },
        ]
      })
      const inTurn = writers.flatMap((ids, w) => [...ids.map(() => w), w, w])
      for (const turn of [...order, ...inTurn]) steps[turn % steps.length].shift()?.()
      const left = [...index.values()].map(({ signature }) => signature)
      const texts = new Set(writers.flat().map(id => 'ab'[id % 2]))
      assert.deepEqual(new Set(left), texts)
      if (areClocksEqual) assert.equal(left.length, texts.size)
    }),
    { numRuns: runs(20_000), seed: 3 },
  )
})

test('the newest of each signature stay, all that have one version, each once', () => {
  const made = (id: string, signature: string, version: bigint) => ({ id, signature, version })
  const stored = [
    made('1', 'a', 5n),
    made('2', 'a', 9n),
    made('3', 'b', 1n),
    made('4', 'a', 9n),
    made('2', 'a', 9n),
    made('5', 'a', 3n),
  ]
  assert.deepEqual(newestOf(stored), [stored[1], stored[3], stored[2]])
})

test('a query names signatures as terms, with the versions up to which documents are replaced', () => {
  const fields = { signatureField: 'sig', uniqueKey: 'id', hasPaths: false }
  const replaced = {
    staying: [{ id: '2', signature: 'ab', version: 7n }],
    equal: [{ id: "it's", signature: 'ab', version: 12n }],
  }
  assert.deepEqual(duplicateQueries(fields, replaced), [
    `(+_query_:"{!term f='sig'}ab" +_version_:[* TO 7}) (+_query_:"{!term f='id'}it's" +_version_:12)`,
  ])
  const odd = { id: 'a"b\\', signature: 'c', version: 5n }
  assert.deepEqual(duplicateQueries({ ...fields, uniqueKey: "k'" }, { staying: [], equal: [odd] }), [
    String.raw`(+_query_:"{!term f='k\\''}a\"b\\" +_version_:5)`,
  ])
})

test('many signatures become several queries, and paths of children a block join', () => {
  const fields = { signatureField: 'sig', uniqueKey: 'id', hasPaths: false }
  const staying = Array.from({ length: 450 }, (_, i) => ({ id: `${i}`, signature: `${i}`, version: 1n }))
  const queriesFor = (hasPaths: boolean, count: number) =>
    duplicateQueries({ ...fields, hasPaths }, { staying: staying.slice(0, count), equal: [] })
  const queries = queriesFor(false, 450)
  assert.deepEqual(
    queries.map(query => query.match(/_version_/g)?.length),
    [400, 50],
  )
  assert.equal(queriesFor(true, 450).length, 3)
  const [nested] = queriesFor(true, 1)
  assert.match(
    nested,
    /^\{!bool should='\(.*\)' should='\{!child of=\\'\*:\* -_nest_path_:\*\\'\}\+\(.*'\}$/,
  )
})
