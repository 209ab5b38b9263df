/** Strings, words and numbers as noggit reads them, with the type of each number. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOOLEAN, eventNames, Noggit, NULL } from './noggit.ts'
import { BIGNUMBER, LONG, NUMBER, STRING } from './noggit-values.ts'

/** The event of a value with its content, or the error. */
function read(text: string): unknown {
  const parser = new Noggit()
  parser.append(text)
  parser.isComplete = true
  try {
    const event = parser.next()
    const name = eventNames[event]
    if (event === STRING) return [name, parser.string()]
    if (event === LONG || event === NUMBER || event === BIGNUMBER) return [name, parser.number()]
    if (event === BOOLEAN) return [name, parser.boolean()]
    return event === NULL ? [name, parser.null()] : name
  } catch (error) {
    return (error as Error).message
  }
}

test('the digits decide whether a number is long, double or big', () => {
  assert.deepEqual(['0', '-0', '-01', '9223372036854775807', '-9223372036854775808'].map(read), [
    ['LONG', '0'],
    ['LONG', '-0'],
    ['LONG', '-01'],
    ['LONG', '9223372036854775807'],
    ['LONG', '-9223372036854775808'],
  ])
  assert.deepEqual(['1.50', '0.5', '1.', '1e3', '1E-2', '1.5e+3', '123456789012345678901e1'].map(read), [
    ['NUMBER', '1.50'],
    ['NUMBER', '0.5'],
    ['NUMBER', '1.'],
    ['NUMBER', '1e3'],
    ['NUMBER', '1E-2'],
    ['NUMBER', '1.5e+3'],
    ['NUMBER', '123456789012345678901e1'],
  ])
  const big = [
    '9223372036854775808',
    '-9223372036854775809',
    '1234567890.1234567890123',
    '1234567890123456789012345.5e7',
    '1e0000000000000000000000001',
  ]
  assert.deepEqual(
    big.map(read),
    big.map(text => ['BIGNUMBER', text]),
  )
})

test('refuses leading zeros, a point without digits before it, and exponents without digits', () => {
  assert.equal(read('01'), "Leading zeros not allowed: char=1,position=1 AFTER='01' BEFORE=''")
  assert.equal(read('.5'), "JSON Parse Error: char=.,position=0 AFTER='.' BEFORE='5'")
  assert.equal(read('1e+]'), "missing exponent number: char=],position=3 AFTER='1e+]' BEFORE=''")
  assert.equal(read('-x'), "expected digit after '-': char=x,position=1 AFTER='-x' BEFORE=''")
})

test('strings may have single or double quotes, escapes of any character, and raw controls', () => {
  assert.deepEqual(read('"a\\u0041\\n\\q\\"\\\\\'"'), ['STRING', 'aA\nq"\\\''])
  assert.deepEqual(read("'it\\'s \"so\"\n'"), ['STRING', 'it\'s "so"\n'])
  assert.equal(read('"a\\u00g0"'), "invalid hex digit: char=g,position=6 AFTER='\"a\\u00g' BEFORE='0\"'")
  assert.equal(read('"a'), "Unexpected EOF: char=(EOF),position=2 AFTER=''")
  assert.equal(read('"\\\v"'), `Invalid character escape: char=\v,position=2 AFTER='"\\ ' BEFORE='"'`)
})

test('words are strings, except true, false and null', () => {
  assert.deepEqual(
    ['true', 'false', 'null', 'truer', 'nul', 'a.b-c/d', '$x', 'été', 'a\\u0062'].map(read),
    [
      ['BOOLEAN', true],
      ['BOOLEAN', false],
      ['NULL', null],
      ['STRING', 'truer'],
      ['STRING', 'nul'],
      ['STRING', 'a.b-c/d'],
      ['STRING', '$x'],
      ['STRING', 'été'],
      ['STRING', 'ab'],
    ],
  )
})
