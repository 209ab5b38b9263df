import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresDriver } from './postgres-client.ts'

test('placeholders are numbered, and equal statements share a name', async () => {
  const sent: { readonly text: string; readonly name?: string }[] = []
  const client = {
    query: async (query: { readonly text: string; readonly name?: string }) => {
      sent.push(query)
      return { rows: [] }
    },
    release() {},
  }
  const driver = await postgresDriver({ pool: { connect: async () => client, end: async () => {} } })
  const loan = await driver.connect()
  for (let i = 0; i < 2; i++) await loan.rows('a = ? AND b IN (?, ?)', [1, 2, 3])
  const [{ name = '' }] = sent
  assert.match(name, /^nearsame_\d+$/)
  assert.deepEqual(
    sent.map(({ text, name }) => ({ text, name })),
    Array(2).fill({ text: 'a = $1 AND b IN ($2, $3)', name }),
  )
})
