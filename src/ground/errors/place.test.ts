import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NearsameError } from './nearsame-error.ts'
import { atLeastAt, atPlace, inPlace, withinPlace } from './place.ts'

const cause = new Error('d')
const parts = { expected: 'a', got: 'b', fix: 'c', cause }
const unplaced = new NearsameError('TEXT_MISSING', parts)
const placed = new NearsameError('TEXT_MISSING', { ...parts, where: 'line 3' })

test('adds the place to an error and changes nothing else', () => {
  const error = atPlace(unplaced, 'f.jsonl:7')
  assert.equal(error.message, 'TEXT_MISSING: expected a, got b, at f.jsonl:7. To fix: c.')
  assert.equal(error.cause, cause)
})

test('a place replaces the existing one, yields to it, or surrounds it', () => {
  const places = [atPlace, atLeastAt, withinPlace].map(told =>
    [unplaced, placed].map(error => told(error, 'f.xml').parts.where),
  )
  assert.deepEqual(places, [
    ['f.xml', 'f.xml'],
    ['f.xml', 'line 3'],
    ['f.xml', 'f.xml, line 3'],
  ])
})

test('a place is not repeated, unless another one merely contains it', () => {
  assert.equal(withinPlace(placed, 'line 3').parts.where, 'line 3')
  assert.equal(withinPlace(placed, 'line').parts.where, 'line, line 3')
})

test('work in a place returns its result, and its errors name the place', () => {
  const failing = () => {
    throw placed
  }
  assert.throws(() => inPlace('documents[1]', failing), {
    parts: { ...parts, where: 'documents[1], line 3' },
  })
  assert.equal(
    inPlace('documents[1]', () => 7),
    7,
  )
})

test('foreign errors stay unchanged', () => {
  for (const told of [atPlace, atLeastAt, withinPlace]) assert.equal(told(cause, 'f.xml'), cause)
})
