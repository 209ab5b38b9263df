/** Rows of CSV: quotes, empty fields, ends of lines, a last line without an end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../test/ground/runs.ts'
import { csvRows } from './csv-rows.ts'

test('fields are read as they were before they were quoted', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'ü') })
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 })
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, end) => {
      const line = (row: string[]) => row.map(text => `"${text.replaceAll('"', '""')}"`).join(',') + end
      assert.deepEqual(csvRows(rows.map(line).join('')), rows)
    }),
    { numRuns: runs(200) },
  )
})

test('plain fields, empty ones, and a last line without an end', () => {
  assert.deepEqual(csvRows('a,,c\r\n1,2,\n'), [
    ['a', '', 'c'],
    ['1', '2', ''],
  ])
  assert.deepEqual(csvRows('a,b\n1,2'), [
    ['a', 'b'],
    ['1', '2'],
  ])
  assert.deepEqual(csvRows(''), [])
})
