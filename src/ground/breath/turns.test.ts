import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Turns } from './turns.ts'

const later = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

test('work runs one after the other, also after a failure', async () => {
  const turns = new Turns()
  const seen: string[] = []
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`)
    await later(ms)
    seen.push(`${name} ends`)
    if (name === 'b') throw new Error('no')
    return name
  }
  const [a, b, c] = [turns.take(work('a', 20)), turns.take(work('b', 5)), turns.take(work('c', 1))]
  await assert.rejects(b, /no/)
  assert.equal(await a, 'a')
  await turns.idle()
  assert.equal(await c, 'c')
  assert.deepEqual(seen, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
