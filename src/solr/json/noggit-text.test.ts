/** Blanks, comments, letters, and the positions in errors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Noggit } from './noggit.ts'
import { continuesWord, isBlank, isLetter, startsWord } from './noggit-text.ts'

/** Reads to the end. @returns the message of the error and its position */
function failure(...pieces: string[]): string[] {
  const parser = new Noggit()
  try {
    for (const piece of pieces) parser.append(piece)
    parser.isComplete = true
    while (parser.next() !== 11);
    return []
  } catch (error) {
    return [(error as Error).message, parser.place()]
  }
}

test('blanks and comments may stand wherever noggit skips them', () => {
  assert.deepEqual(failure('\u00a0[ # one\n1 // two\r, /* three **/ 2\u2000]\n'), [])
  // Where a comma is expected, blanks are missed if their lowest six bits are not those of an ASCII blank.
  assert.match(failure('[1\u2003]')[0], /^Expected ',' or '\]': char=\u2003,position=2 /)
  assert.deepEqual(failure('[1,\u2003 2] /* open'), [])
  assert.match(failure('[1] /x')[0], /^Invalid comment: expected \/\/, \/\*, or #: char=x,position=5 /)
})

test('letters and words follow Java 17', () => {
  const units = (text: string) => [...text].map(unit => unit.charCodeAt(0))
  assert.deepEqual(units('a\u00e9\u4e00_$').map(startsWord), [true, true, true, true, true])
  assert.deepEqual(units('1.-/\u0301 "').map(continuesWord), [true, true, true, true, true, false, false])
  assert.deepEqual(units('aZ\u00aa1_').map(isLetter), [true, true, true, false, false])
  // The som sign was added in Unicode 14.
  assert.deepEqual(
    [startsWord(0x20c0), startsWord(0x20bf), startsWord(-1), continuesWord(-1)],
    [false, true, false, false],
  )
  assert.deepEqual([0x20, 0xa0, 0x1c, 0x85, 0x2007, 0x3000].map(isBlank), [
    true,
    true,
    true,
    false,
    false,
    true,
  ])
})

test('an error shows the text before and after it on one line', () => {
  const [message, place] = failure('{"a":1,\n "b" 2,\n "c":3}')
  assert.equal(
    message,
    `Expected key,value separator ':': char=2,position=13 AFTER='{"a":1, "b" 2' BEFORE=', "c":3}'`,
  )
  assert.equal(place, 'line 2, column 6')
})

test('errors do not depend on the pieces', () => {
  const text = `[${'{"id":"1"},\n'.repeat(30)}}]`
  assert.deepEqual(failure(...(text.match(/.{1,7}/gs) ?? [])), failure(text))
  assert.deepEqual(failure(text)[1], 'line 31, column 1')
})

test('an error at the end of the text shows no context', () => {
  assert.deepEqual(failure('[1,\n2'), [
    "Expected ',' or ']': char=(EOF),position=5 AFTER=''",
    'line 2, column 2',
  ])
})
