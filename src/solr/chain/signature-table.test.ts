/** The table against plain maps. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { SignatureTable } from './signature-table.ts'

interface Entry {
  readonly id: string | undefined
  readonly term: string | undefined
}

/** The same with a list. */
class NaiveTable {
  readonly entries: Entry[] = []
  readonly gone = new Set<number>()

  find(fits: (entry: Entry) => boolean): number[] {
    return this.entries.flatMap((entry, i) => (!this.gone.has(i) && fits(entry) ? [i] : [])).reverse()
  }
}

const key = fc.option(fc.constantFrom('a', 'b', 'c', 'd41d8cd98f00b204e9800998ecf8427e', 'ä\ud800'), {
  nil: undefined,
})
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('add' as const), id: key, term: key, replaces: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), id: key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('like' as const), other: fc.nat(50), id: key }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
)

test('finds what a list finds', () => {
  const property = fc.property(fc.array(step, { maxLength: 60 }), steps => {
    const table = new SignatureTable()
    const naive = new NaiveTable()
    const remove = (numbers: number[]) => {
      assert.deepEqual(table.remove(numbers), numbers)
      for (const number of numbers) naive.gone.add(number)
    }
    for (const one of steps) {
      if (one.kind === 'clear') {
        table.clear()
        for (let i = 0; i < naive.entries.length; i++) naive.gone.add(i)
      } else if (one.kind === 'like') {
        const other = one.other % (naive.entries.length + 1)
        const from = naive.entries[other]
        if (from === undefined) continue
        assert.equal(table.addLike(one.id, other), naive.entries.length)
        naive.entries.push({ id: one.id, term: from.term })
      } else if (one.kind === 'delete') {
        if (one.id !== undefined) remove(table.withId(one.id))
      } else {
        if (one.replaces && one.id !== undefined) remove(table.withId(one.id))
        if (one.replaces && one.term !== undefined) remove(table.withTerm(one.term))
        assert.equal(table.add(one.id, one.term), naive.entries.length)
        naive.entries.push({ id: one.id, term: one.term })
      }
      for (const text of ['a', 'b', 'd41d8cd98f00b204e9800998ecf8427e', 'ä\ud800', 'absent']) {
        assert.deepEqual(
          table.withId(text),
          naive.find(entry => entry.id === text),
        )
        assert.deepEqual(
          table.withTerm(text),
          naive.find(entry => entry.term === text),
        )
      }
    }
    assert.deepEqual([...table.numbers()], naive.find(() => true).reverse())
    assert.deepEqual([table.size, table.count], [table.numbers().length, naive.entries.length])
  })
  fc.assert(property, { numRuns: runs(300), seed: 10 })
})

test('growing keeps all entries', () => {
  const table = new SignatureTable()
  const count = 20_000
  for (let i = 0; i < count; i++) {
    const id = `id${i % 15_000}`
    table.remove(table.withId(id))
    table.add(id, `term${i}`)
  }
  assert.equal(table.size, 15_000)
  for (let i = 0; i < count; i++) {
    const isThere = i >= 5_000
    assert.deepEqual(table.withTerm(`term${i}`), isThere ? [i] : [])
    assert.equal(table.has(i), isThere)
  }
  assert.deepEqual(table.withId('id7'), [15_007])
})

test('an update of a document without a term has none, whatever was searched before', () => {
  const table = new SignatureTable()
  for (let i = 0; i < 5_000; i++) {
    assert.deepEqual(table.withTerm('wanted'), [])
    const number = table.add('id', undefined)
    table.remove([number])
    table.addLike('id', number)
  }
})

test('finding stays fast when documents replace each other over and over', () => {
  const table = new SignatureTable()
  for (let i = 0; i < 100_000; i++) {
    const removed = table.remove(table.withTerm('same'))
    assert.equal(removed.length, i === 0 ? 0 : 1)
    table.add(undefined, 'same')
  }
  assert.deepEqual(table.numbers(), Uint32Array.of(99_999))
})
