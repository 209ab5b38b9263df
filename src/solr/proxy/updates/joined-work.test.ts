/** Joined work: what goes together, in which order, and what a failure means. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JoinedWork } from './joined-work.ts'

/** Work that ends when the test says so. */
function recorder() {
  const groups: string[][] = []
  const ends: ((error?: Error) => void)[] = []
  const work = (items: readonly string[]) => {
    groups.push([...items])
    return new Promise<number>((resolve, reject) => {
      ends.push(error => (error === undefined ? resolve(items.length) : reject(error)))
    })
  }
  return { groups, ends, work }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test('the first is worked on at once; those that arrive meanwhile go together, after it', async () => {
  const { groups, ends, work } = recorder()
  const joined = new JoinedWork<string, number>()
  const first = joined.take('k', 'a', work)
  const others = ['b', 'c', 'd'].map(item => joined.take('k', item, work))
  const elsewhere = joined.take('other', 'x', work)
  await settled()
  assert.deepEqual(groups, [['a'], ['x']])
  ends[0]()
  assert.equal(await first, 1)
  await settled()
  assert.deepEqual(groups[2], ['b', 'c', 'd'])
  // The group has begun: what arrives now waits for its end.
  const late = joined.take('k', 'e', work)
  await settled()
  assert.equal(groups.length, 3)
  ends[2]()
  assert.deepEqual(await Promise.all(others), [3, 3, 3])
  await settled()
  ends[1]()
  ends[3]()
  assert.deepEqual(await Promise.all([elsewhere, late]), [1, 1])
  await settled()
  // Nothing is in progress any more.
  joined.take('k', 'f', work)
  assert.deepEqual(groups.at(-1), ['f'])
})

test('a failure is that of all items of the group, and of no other', async () => {
  const { groups, ends, work } = recorder()
  const joined = new JoinedWork<string, number>()
  const first = joined.take('k', 'a', work)
  const second = [joined.take('k', 'b', work), joined.take('k', 'c', work)]
  ends[0](new Error('one'))
  await assert.rejects(first, /one/)
  await settled()
  const third = joined.take('k', 'd', work)
  ends[1](new Error('two'))
  for (const result of second) await assert.rejects(result, /two/)
  await settled()
  ends[2]()
  assert.equal(await third, 1)
  assert.deepEqual(groups, [['a'], ['b', 'c'], ['d']])
})
