/** Types that are gathered and guessed, for any values: nothing is lost, and nothing refused that need not be. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { GatheredType } from './gathered-types.ts'
import { GuessedColumns } from './guessed-columns.ts'

/** A value of JSON as a column may give it back: fields that an object lacks are null, whole numbers bigints. */
function plain(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(fields.map(([name, field]) => [name, plain(field)]))
}

const values = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 4 })

test('a column refuses values, or gives back what it was given', () => {
  const seen = { kept: 0, refused: 0 }
  fc.assert(
    fc.property(values, given => {
      const type = new GatheredType(['f'])
      try {
        for (const [i, value] of given.entries()) type.add(value, `in:${i}`)
        type.schema()
      } catch (error) {
        seen.refused++
        assert(isNearsameError(error) && error.code === 'OUTPUT_FORMAT')
        return
      }
      seen.kept++
      assert.deepEqual(
        given.map(value => plain(type.stored(value))),
        given.map(plain),
      )
    }),
    { numRuns: runs(2000), seed: 46 },
  )
  assert(seen.kept > 50 && seen.refused > 50, `${seen.kept} kept, ${seen.refused} refused`)
})

test('with mixtures as JSON, a column takes any values', () => {
  fc.assert(
    fc.property(values, given => {
      const type = new GatheredType(['f'], 'null', true)
      for (const [i, value] of given.entries()) type.add(value, `in:${i}`)
      const [{ type: stored, num_children }] = type.schema()
      if (stored !== 'BYTE_ARRAY' || num_children !== undefined) return
      const isText = given.every(value => value === null || typeof value === 'string')
      for (const value of given) {
        const text = type.stored(value)
        if (value === null) assert.equal(text, null)
        else if (text !== value || !isText)
          assert.deepEqual(JSON.parse(text as string), JSON.parse(JSON.stringify(value)))
      }
    }),
    { numRuns: runs(2000), seed: 46 },
  )
})

const cell = fc.oneof(
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('', '0', '-0', '007', '1.50', '1e400', '0.12345678901234567', 'true', 'FALSE', 'x'),
)

test('a guessed column has the numbers of its texts, and stays as it is if one is none', () => {
  const seen = { numbers: 0, texts: 0 }
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), texts => {
      const columns = new GuessedColumns()
      for (const f of texts) columns.add({ f })
      for (const f of texts) {
        const value = columns.typed({ f }).f
        if (value === f) seen.texts++
        else if (f === '') assert.equal(value, null)
        else if (typeof value === 'boolean') assert.equal(String(value), f.toLowerCase())
        else if (typeof value === 'bigint') assert.equal(String(value), f)
        else {
          seen.numbers++
          assert.equal(value, Number(f))
          assert.notEqual(f, '007')
          if (Number.isInteger(value)) assert(Number.isSafeInteger(value) || /[.e]/i.test(f))
        }
      }
    }),
    { numRuns: runs(2000), seed: 46 },
  )
  assert(seen.numbers > 50 && seen.texts > 50, `${seen.numbers} numbers, ${seen.texts} texts`)
})
