import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromJson, toJson } from './exact-json.ts'

test('whole numbers keep their digits, everything else reads as with JSON.parse', () => {
  const value = fc.letrec(tie => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.bigInt(),
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.array(tie('any')),
      fc.dictionary(fc.string(), tie('any')),
    ),
  })).any
  fc.assert(
    fc.property(value, given => {
      const text = toJson(given)
      assert.equal(toJson(fromJson(text)), text)
      assert.deepEqual(JSON.parse(toJson(fromJson(text))), JSON.parse(text))
    }),
  )
})

test('refuses numbers that could not be read back', () => {
  for (const text of ['1e400', '[-1.5E+999]', '{"a":1e309}', '9'.repeat(5000)])
    assert.throws(() => fromJson(text), { code: 'JSON_SYNTAX' }, text)
  assert.equal(fromJson(`"1e400 ${'9'.repeat(5000)}"`), `1e400 ${'9'.repeat(5000)}`)
  assert.throws(() => toJson(10n ** 5000n), { code: 'RECORD_NOT_OBJECT' })
  assert.equal(toJson(undefined), 'null')
  assert.equal(toJson([1], { indent: 1 }), '[\n 1\n]')
})

test('a double reads back as a double, however it was written', () => {
  const doubles = [2 ** 53, 2 ** 60, -1e17, 1e20, 1e22, 1e300, Number.MAX_VALUE, 5e-324, 0.1, -0.5]
  const given = { doubles, digits: ' 12345678901234567890, 1e400', n: 2n ** 60n }
  assert.deepEqual(fromJson(toJson(given)), given)
  assert.equal(toJson([2 ** 60, 2n ** 60n]), '[1.152921504606847e+18,1152921504606846976]')
})
