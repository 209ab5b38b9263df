/** Documents with one signature and one version: in whatever order requests find and delete them, exactly one stays. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { newestOf, type StoredId } from './duplicate-query.ts'
import { EqualVersions } from './equal-versions.ts'

const [many, few] = ['many', 'few'].map(name => ({ origin: 'http://solr', path: `/solr/${name}` }))
const made = (id: string, version = 7n, signature = 'a') => ({ id, version, signature })
const idsOf = (documents: readonly StoredId[]) => documents.map(({ id }) => id)

test('of two documents with one version the one found later stays, and one found again keeps its place', () => {
  const versions = new EqualVersions()
  assert.deepEqual(versions.take(many, 'sig', [made('1')]), [])
  assert.deepEqual(versions.take(few, 'sig', [made('2')]), [{ ...made('1'), target: many }])
  assert.deepEqual(versions.take(many, 'sig', [made('1')]), [])
  assert.deepEqual(idsOf(versions.take(many, 'sig', [made('3')])), ['2'])
})

test('neither another version nor another field of signatures makes documents equal', () => {
  const versions = new EqualVersions()
  assert.deepEqual(versions.take(many, 'sig', [made('1')]), [])
  assert.deepEqual(versions.take(many, 'other', [made('2')]), [])
  assert.deepEqual(versions.take(many, 'sig', [made('3', 6n), made('4', 8n), made('5')]), [])
  assert.deepEqual(idsOf(versions.take(many, 'sig', [made('6', 8n)])), ['4'])
})

test('the 10,000 newest signatures are remembered', () => {
  const versions = new EqualVersions()
  versions.take(many, 'sig', [made('first')])
  versions.take(
    many,
    'sig',
    Array.from({ length: 10_000 }, (_, i) => made(`${i}`, 7n, `${i}`)),
  )
  assert.deepEqual(versions.take(many, 'sig', [made('last')]), [])
  assert.deepEqual(idsOf(versions.take(many, 'sig', [made('x', 7n, '9999')])), ['9999'])
})

/** A request adds documents, finds them and decides, then deletes. */
test('in whatever order requests add, find and delete, one of the documents with a signature and a version stays', () => {
  const worlds = fc.record({
    requests: fc.array(fc.array(fc.nat({ max: 7 }), { minLength: 1 }), { minLength: 2, maxLength: 4 }),
    order: fc.array(fc.nat({ max: 3 }), { maxLength: 12 }),
  })
  fc.assert(
    fc.property(worlds, ({ requests, order }) => {
      const versions = new EqualVersions()
      const added = new Map<string, StoredId>()
      const deleted = new Set<string>()
      const steps = requests.map(ids => {
        const batch = ids.map(id => made(`${id}`, 7n, 'ab'[id % 2]))
        let gone: readonly StoredId[] = []
        return [
          () => {
            for (const one of batch) added.set(one.id, one)
          },
          () => {
            const found = batch.filter(({ id }) => !deleted.has(id))
            gone = versions.take(many, 'sig', newestOf(found))
          },
          () => {
            for (const { id } of gone) deleted.add(id)
          },
        ]
      })
      for (const turn of [...order, ...requests.flatMap((_, i) => [i, i, i])])
        steps[turn % steps.length].shift()?.()
      const left = [...added.values()].filter(({ id }) => !deleted.has(id))
      const signatures = new Set([...added.values()].map(({ signature }) => signature))
      assert.deepEqual(left.map(({ signature }) => signature).sort(), [...signatures].sort())
    }),
    { numRuns: runs(20_000), seed: 5 },
  )
})
