/** Removals of many documents: how many one write removes, and what is left when a write fails. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '../../store/memory-store.ts'
import { openIndex } from '../text-index.ts'

const ids = Array.from({ length: 600 }, (_, id) => id)

/** An index of those ids, and what each later write removed; calls `check` before each. */
async function filled(check: (removed: number) => void = () => {}) {
  const removals: number[] = []
  const store = memoryStore()
  const write = store.write.bind(store)
  store.write = work =>
    write(writer => {
      const { apply } = writer
      writer.apply = async changes => {
        if (changes.removed.length > 0) {
          check(removals.length)
          removals.push(changes.removed.length)
        }
        return apply.call(writer, changes)
      }
      return work(writer).finally(() => {
        writer.apply = apply // the store may be its own writer
      })
    })
  const index = await openIndex(store)
  for await (const { status } of index.addEach(
    ids.map(id => ({ id, text: `text ${id}, number ${id ** 2}` })),
  ))
    assert.equal(status, 'added')
  return { index, removals, count: async () => (await index.stats()).documents }
}

test('many documents are removed by several writes, so others wait for one at most', async () => {
  const { index, removals, count } = await filled()
  const unknown = Array.from({ length: 300 }, (_, i) => `unknown ${i}`)
  assert.equal(await index.remove([...unknown, ...ids, ...ids, 'none']), 600)
  assert.equal(await count(), 0)
  assert(removals.length >= 3 && Math.max(...removals) <= 256, `${removals}`)
})

test('a failing write leaves the rest, and the removal can be repeated', async () => {
  let isBroken = true
  const { index, count } = await filled(place => {
    if (isBroken && place === 1) throw new Error('away')
  })
  await assert.rejects(index.remove(ids), /away/)
  assert.equal(await count(), 600 - 256)
  isBroken = false
  assert.equal(await index.remove(ids), 600 - 256)
  assert.equal(await count(), 0)
})

test('the clusters that one removal ends are reported by number, whatever the order of the ids', async () => {
  const index = await openIndex(memoryStore())
  for (const id of ['a', 'b', 'c']) await index.add({ id, text: `all about ${id}` })
  await index.remove(['c', 'a', 'b'])
  const ended = (await index.changes()).items.filter(({ kind }) => kind === 'ended')
  assert.deepEqual(
    ended.map(({ cluster }) => cluster),
    [1, 2, 3],
  )
})
