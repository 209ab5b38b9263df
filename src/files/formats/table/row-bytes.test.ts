import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RowBytes } from './row-bytes.ts'
import { namesIn, rowEnd, rowEndInPieces, rowLine } from './row-values.ts'

const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.constant(null),
  fc.array(fc.boolean()),
)
const names = ['a', '"b"', 'é']
const table = fc.array(fc.tuple(value, value, value), { maxLength: 20 })
type Row = readonly unknown[]

function written(rows: readonly Row[]): Buffer {
  const out = new RowBytes(1)
  out.head(names)
  for (const row of rows) {
    out.begin()
    for (const one of row) {
      const text = Buffer.from(`<${String(one)}>`)
      if (typeof one === 'string') out.text(text, 1, text.length - 1)
      else out.json(JSON.stringify(one))
    }
    out.end()
  }
  return out.taken()
}

function rowsIn(bytes: Buffer): Buffer[] {
  const rows: Buffer[] = []
  for (let from = 0; from < bytes.length; from += (rows.at(-1) as Buffer).length)
    rows.push(bytes.subarray(from, rowEnd(bytes, from, bytes.length)))
  return rows
}

test('rows are the objects of their values, under the names of the head', () => {
  fc.assert(
    fc.property(table, rows => {
      const [head, ...rest] = rowsIn(written(rows))
      assert.deepEqual(namesIn(head), names)
      assert.deepEqual(
        rest.map(row => JSON.parse(String(rowLine(row, names)))),
        rows.map(row => Object.fromEntries(names.map((name, i) => [name, row[i]]))),
      )
    }),
  )
})

test('the first bytes of a row give the first ones of its line', () => {
  const [, row] = rowsIn(written([['a"b', 1, 'c\n']]))
  const line = String(rowLine(row, names))
  for (let length = 0; length < row.length; length++) {
    const start = String(rowLine(row.subarray(0, length), names))
    assert.ok(start.length < line.length && line.startsWith(start.replace(/"$/, '')), start)
  }
})

test('lengths of more than 7, 14 and 21 bits are read back', () => {
  for (const length of [0, 127, 128, 2 ** 14 - 6, 2 ** 14, 2 ** 21, 2 ** 21 + 1]) {
    const text = 'x'.repeat(length)
    const [, row] = rowsIn(written([[text, 1, null]]))
    assert.equal(String(rowLine(row, names)), `{"a":"${text}","\\"b\\"":1,"é":null}\n`)
  }
})

test('the end of a row is the same in pieces of any length, and unknown before it is there', () => {
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 9 }), (rows, step) => {
      const bytes = written(rows)
      const ends: number[] = []
      let end = rowEndInPieces()
      for (let from = 0; from < bytes.length; ) {
        const found = end(bytes, from, Math.min(bytes.length, from + step))
        from = found < 0 ? from + step : found
        if (found < 0) continue
        ends.push(found)
        end = rowEndInPieces()
      }
      let at = 0
      assert.deepEqual(
        ends,
        rowsIn(bytes).map(row => (at += row.length)),
      )
      assert.equal(rowEnd(bytes, 0, ends[0] - 1), -1)
    }),
  )
})
