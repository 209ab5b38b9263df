import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { message, messagesIn, numberOf, readMessage } from './protobuf.ts'

test('a message has the bytes that the encoding says', () => {
  // The examples of "Encoding": field 1 = 150, field 2 = "testing".
  assert.deepEqual(message([1, 150]), Uint8Array.of(0x08, 0x96, 0x01))
  assert.deepEqual(Buffer.from(message([2, 'testing'])).toString('hex'), '120774657374696e67')
  assert.deepEqual(message([1, undefined]), new Uint8Array(0))
})

test('what is written is read again', () => {
  const number = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(
      number,
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 2, max: 500 }),
      (value, bytes, field) => {
        const read = readMessage(message([1, value], [field, bytes], [field, message([3, value])]))
        assert.equal(numberOf(read, 1), value)
        const [first, second] = messagesIn(read, field)
        assert.deepEqual(Uint8Array.from(first), bytes)
        assert.equal(numberOf(readMessage(second), 3), value)
      },
    ),
  )
})

test('truncated messages are refused', () => {
  const whole = message([1, 'some text'], [2, 300])
  for (const end of [1, 5, whole.length - 1])
    assert.throws(() => readMessage(whole.subarray(0, end)), RangeError, String(end))
})
