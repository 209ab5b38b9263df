/** Events of lenient JSON, as recorded from the original parser, whole and in pieces. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { EOF, eventNames, Noggit } from './noggit.ts'
import { needMore } from './noggit-text.ts'

/** Events with the positions after them, up to the first error. */
function eventsOf(pieces: readonly string[]): string {
  const parser = new Noggit()
  const waiting = [...pieces]
  const events: string[] = []
  for (;;) {
    const mark = parser.mark()
    try {
      const event = parser.next()
      const text = `${eventNames[event]}${parser.wasKey() ? '!' : ''}@${parser.position()}`
      parser.skip()
      events.push(text)
      if (event === EOF) return events.join(' ')
    } catch (error) {
      if (error !== needMore) return [...events, (error as Error).message].join(' ')
      parser.reset(mark)
      const piece = waiting.shift()
      if (piece === undefined) parser.isComplete = true
      else parser.append(piece)
    }
  }
}

/** All events of a complete text. */
function events(text: string): string {
  const parser = new Noggit()
  parser.append(text)
  parser.isComplete = true
  const found: string[] = []
  try {
    for (;;) {
      const event = parser.next()
      found.push(`${eventNames[event]}${parser.wasKey() ? '!' : ''}`)
      if (event === EOF) return found.join(' ')
    }
  } catch (error) {
    return [...found, (error as Error).message.replace(/: char=.*/s, '')].join(' ')
  }
}

test('objects, arrays and names', () => {
  assert.equal(
    events('{"a":[1,{}],b:"c"}'),
    'OBJECT_START STRING! ARRAY_START LONG OBJECT_START OBJECT_END ARRAY_END STRING! STRING OBJECT_END EOF',
  )
  assert.equal(events('[] {} 1 "x"'), 'ARRAY_START ARRAY_END OBJECT_START OBJECT_END LONG STRING EOF')
  assert.equal(events(''), 'EOF')
})

test('accepts superfluous commas, and a missing one before a name', () => {
  assert.equal(events('[,1]'), 'ARRAY_START LONG ARRAY_END EOF')
  assert.equal(events('[1,,2,]'), 'ARRAY_START LONG LONG ARRAY_END EOF')
  assert.equal(events('{,"a":1,,}'), 'OBJECT_START STRING! LONG OBJECT_END EOF')
  assert.equal(
    events('{"a":1 "b":2 c:3}'),
    'OBJECT_START STRING! LONG STRING! LONG STRING! LONG OBJECT_END EOF',
  )
  assert.equal(events('{"a":1,,_b:2}'), "OBJECT_START STRING! LONG Expected ',' or '}'")
  // A quirk of the parser: a member without a value ends an array.
  assert.equal(events('{"a":,}'), 'OBJECT_START STRING! ARRAY_END EOF')
})

test('refuses unbalanced brackets', () => {
  assert.equal(events('{"a":1]'), "OBJECT_START STRING! LONG Expected ',' or '}'")
  assert.equal(events(']'), 'Unexpected array closer ]')
  assert.equal(events('}'), 'Unexpected object closer }')
  assert.equal(events(','), 'Unexpected comma')
  assert.equal(events('{"a"}'), "OBJECT_START STRING! Expected key,value separator ':'")
  assert.equal(events('{'), 'OBJECT_START Expected quoted string')
  assert.equal(events('{"a":'), 'OBJECT_START STRING! Premature EOF')
  assert.match(events('['.repeat(1001)), / Nested more than 1000 levels deep$/)
})

test('refuses to read a value as another type', () => {
  const parser = new Noggit()
  parser.append('"x" 1')
  parser.isComplete = true
  assert.throws(() => parser.boolean(), /^JavaException: type mismatch: char=/)
})

const token = fc.constantFrom(
  ...'{ } [ ] , : "a" "\\u0041" \'b\' cd true null -1 2.5 1e9 # /* */ // \\ é'.split(' '),
)
const lenient = fc.array(fc.oneof(token, fc.constantFrom(' ', '\n'), fc.json()), { maxLength: 12 })

test('the result does not depend on the pieces', () => {
  const property = fc.property(lenient, fc.integer({ min: 1, max: 9 }), (tokens, size) => {
    const text = tokens.join('')
    const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
    assert.equal(eventsOf(pieces), eventsOf([text]))
  })
  fc.assert(property, { numRuns: runs(1500), seed: 6 })
})
