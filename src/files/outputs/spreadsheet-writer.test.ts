import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { asBefore, csvField, spreadsheetSafe } from '../../ground/csv-field.ts'
import { comma, csvFields, tab } from '../formats/csv-format.ts'
import { SpreadsheetWriter } from './spreadsheet-writer.ts'

function safe(pieces: readonly (string | Buffer)[], dialect = comma): string {
  const writer = new SpreadsheetWriter(dialect)
  const written = pieces.map(piece => Buffer.from(writer.write(Buffer.from(piece))))
  return Buffer.concat([...written, writer.end()]).toString()
}

test('formulas of rows get an apostrophe, whatever quotes and marks stand before them', () => {
  assert.equal(
    safe(['\ufeff=id,text\r\n7,=1+1\r\n-8,"@SUM(A1)"\r\n9,"a\n+b;=c"\r\n10,＝1,a=b-c\r\n']),
    "\ufeff'=id,text\r\n7,'=1+1\r\n'-8,\"'@SUM(A1)\"\r\n9,\"a\n'+b;'=c\"\r\n10,'＝1,a=b-c\r\n",
  )
  assert.equal(safe(['a\t-b\n\'=c\t"""=d"""\n'], tab), 'a\t\'-b\n\'\'=c\t"""\'=d"""\n')
})

test('an apostrophe cannot stand where it quotes', () => {
  assert.throws(
    () => safe([''], { ...comma, quote: 0x27 }),
    /OPTION_VALUE: .*spreadsheetSafe.*To fix: leave out/,
  )
})

const hostile = fc.string({ unit: fc.constantFrom(...'=+-@＝＠\'"",;\t\r\n a1ü￼'), maxLength: 12 })

test('property: pieces give the same bytes as the whole, in which no field is a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostile, hostile)), fc.array(fc.nat(40)), (rows, sizes) => {
      const bytes = Buffer.from(rows.map(row => `${row.map(cell => csvField(cell)).join(',')}\n`).join(''))
      const pieces: Buffer[] = []
      let at = 0
      for (const size of sizes) {
        pieces.push(bytes.subarray(at, at + size))
        at += size
      }
      const whole = safe([bytes])
      // A quote behind an apostrophe at the end of a piece counts as one at the beginning: one apostrophe more.
      const parts = safe([...pieces, bytes.subarray(at)])
      if (!/'"/.test(bytes.toString())) assert.equal(parts, whole)
      for (const cell of parts.split(/[,;\t\r\n]/)) assert.doesNotMatch(cell, /^"*[=+\-@＝＋－＠]/)
    }),
    { numRuns: runs(300) },
  )
})

test('property: a cell is no formula for any separator, and is what it was without its apostrophes', () => {
  fc.assert(
    fc.property(hostile, cell => {
      const text = String(spreadsheetSafe(cell))
      assert.equal(asBefore(text), cell)
      for (const part of text.split(/[;\t\r\n]/)) assert.doesNotMatch(part, /^"*[=+\-@＝＋－＠]/)
      assert.deepEqual(csvFields(Buffer.from(csvField(text)), comma), [text])
    }),
    { numRuns: runs(300) },
  )
  assert.equal(spreadsheetSafe(-1), -1)
  assert.equal(spreadsheetSafe(null), null)
})
