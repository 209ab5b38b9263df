/** Work that shares a signature runs one after the other, other work concurrently. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignatureLocks } from './signature-locks.ts'

test('work that shares a signature waits, first come, first served', async () => {
  const locks = new SignatureLocks()
  const log: string[] = []
  const work = (name: string, ms: number) => async () => {
    log.push(`+${name}`)
    await sleep(ms)
    log.push(`-${name}`)
  }
  await Promise.all([
    locks.hold(['a', 'b'], work('ab', 20)),
    locks.hold(['b', 'c'], work('bc', 1)),
    locks.hold(['c'], work('c', 1)),
    locks.hold(['d'], work('d', 1)),
  ])
  assert.deepEqual(log, ['+ab', '+d', '-d', '-ab', '+bc', '-bc', '+c', '-c'])
  assert.equal(locks.size, 0)
})

test('failing work lets the next one start, and rejects with its error', async () => {
  const locks = new SignatureLocks()
  const failing = locks.hold(['a'], () => Promise.reject(new Error('boo')))
  const next = locks.hold(['a', 'a'], () => Promise.resolve(7))
  await assert.rejects(failing, { message: 'boo' })
  assert.equal(await next, 7)
  assert.equal(locks.size, 0)
})
