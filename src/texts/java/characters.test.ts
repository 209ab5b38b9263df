/** Characters against Java 17's answers for every unit. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isJavaWhitespace, isLetterOrDigit, profileUnits, toLowerCase } from './characters.ts'

interface Table {
  readonly isLetterOrDigit: readonly (readonly [number, number])[]
  readonly toLowerCase: readonly (readonly [number, number])[]
}

const file = join(import.meta.dirname, '../../../test/vectors/java17-char-table.json')
const table = JSON.parse(readFileSync(file, 'utf8')) as Table
const units = Array.from({ length: 0x10000 }, (_, unit) => unit)
const lowerOf = new Map(table.toLowerCase)
const letters = new Set(table.isLetterOrDigit.flatMap(([from, to]) => units.slice(from, to + 1)))

test("letters and digits equal Java 17's", () => {
  assert(letters.size > 40_000)
  assert.deepEqual(
    units.filter(unit => isLetterOrDigit(unit) !== letters.has(unit)),
    [],
  )
})

test("lower case of a unit equals Java 17's", () => {
  assert.equal(lowerOf.size, 1168)
  assert.deepEqual(
    units.filter(unit => toLowerCase(unit) !== (lowerOf.get(unit) ?? unit)),
    [],
  )
})

test('the table of profiles has the lower case of letters and digits, and 0 for everything else', () => {
  const expected = units.map(unit => (letters.has(unit) ? (lowerOf.get(unit) ?? unit) : 0))
  assert.deepEqual([...profileUnits()], expected)
})

test('72 letters of newer Unicode versions do not count, and every letter of Java 17 still is one', () => {
  const isNow = (unit: number) => /^[\p{L}\p{Nd}]$/u.test(String.fromCharCode(unit))
  assert.deepEqual(
    units.filter(unit => letters.has(unit) && !isNow(unit)),
    [],
  )
  assert(units.filter(unit => !letters.has(unit) && isNow(unit)).length >= 72)
})

test('surrogates, marks and other numbers are not letters', () => {
  for (const unit of [0xd800, 0xdfff, 0x301, 0x2160, 0x2460, 0xb2, 0x5f, 0xad]) {
    assert.equal(isLetterOrDigit(unit), false, unit.toString(16))
  }
})

test("white space equals Java 17's", () => {
  const white =
    '9 a b c d 1c 1d 1e 1f 20 1680 2000 2001 2002 2003 2004 2005 2006 2008 2009 200a 2028 2029 205f 3000'
  const found = units.filter(isJavaWhitespace).map(unit => unit.toString(16))
  assert.equal(found.join(' '), white)
})
