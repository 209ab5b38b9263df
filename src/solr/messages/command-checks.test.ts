import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateChain } from '../chain/update-chain.ts'
import { commandsToJson, commandToJson } from '../json/json-writer.ts'
import type { UpdateCommand } from './messages.ts'

const add = { kind: 'add', document: { fields: [], children: [] } }
const deletion = { kind: 'delete', ids: [], queries: [] }

/** Has no prototype, so converting it to a text throws. */
const bare = Object.create(null)

/** The message of the refusal; any other error fails the test. */
function refusalOf(call: () => unknown): string {
  let message = 'not refused'
  assert.throws(call, (error: Error) => {
    message = error.message
    return error.name === 'NearsameError'
  })
  return message
}

test("refuses a command's attribute of the wrong type by name", () => {
  for (const wrong of [bare, {}, null, 'yes', [true], Symbol('s'), 1.5]) {
    for (const [given, name] of [
      [{ ...add, overwrite: wrong }, 'overwrite'],
      [{ ...add, commitWithin: wrong }, 'commitWithin'],
      [{ ...deletion, commitWithin: wrong }, 'commitWithin'],
    ] as const) {
      const command = given as unknown as UpdateCommand
      for (const call of [
        () => commandToJson(command),
        () => commandsToJson([command]),
        () => updateChain({ fields: 'a' }).take(command),
      ])
        assert(refusalOf(call).startsWith(`OPTION_VALUE: expected command.${name} to be `), name)
    }
  }
})

test("writes a command's valid attributes", () => {
  const of = (parts: object) => commandToJson({ ...add, ...parts } as unknown as UpdateCommand)
  assert.equal(
    of({ overwrite: false, commitWithin: -1 }),
    '"add":{"doc":{},"overwrite":false,"commitWithin":-1}',
  )
  assert.equal(of({ overwrite: undefined }), '"add":{"doc":{}}')
})
