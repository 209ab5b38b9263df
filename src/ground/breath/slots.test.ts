import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Slots } from './slots.ts'

test('at most N jobs run at a time, first come, first served; a failing job frees its slot', async () => {
  const slots = new Slots(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = Array.from({ length: 5 }, (_, i) =>
    slots.hold(async () => {
      begun.push(i)
      await new Promise<void>(resolve => ends.push(resolve))
      if (i === 1) throw new Error('of one')
      return i
    }),
  )
  const results = Promise.allSettled(works)
  for (let ended = 0; ended < works.length; ended++) {
    await new Promise(setImmediate)
    assert.equal(begun.length, Math.min(works.length, ended + 2))
    ends[ended]()
  }
  assert.deepEqual(begun, [0, 1, 2, 3, 4])
  assert.deepEqual(
    (await results).map(({ status }) => status === 'fulfilled'),
    [true, false, true, true, true],
  )
  assert.equal(await slots.hold(async () => 'free'), 'free')
})
