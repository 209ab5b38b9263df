import assert from 'node:assert/strict'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { comma, csvFields, csvFormat, tab } from './csv-format.ts'
import { csvCuts, csvRecordEnd, type Dialect, noQuote, RowEnd } from './cut-csv.ts'
import { rowCut } from './cuts.ts'
import type { FieldChoice } from './record-format.ts'

const directory = temporaryFolder()
const readerOf = (header: readonly string[], choice: FieldChoice, dialect: Dialect) =>
  csvFormat.reader({ name: 'csv', header, choice, dialect })

function records(bytes: Buffer): string[] {
  const found: string[] = []
  for (let at = 0, end = 0; end !== -1; at = end) {
    end = csvRecordEnd(bytes, at, bytes.length, true, comma)
    if (end !== -1) found.push(bytes.toString('utf8', at, end))
    else break
  }
  return found
}

/** RFC 4180 character by character: the slow definition. */
function naiveCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  const endField = () => {
    row.push(field)
    field = ''
    state = 'start'
  }
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (state === 'quoted') {
      if (c !== '"') field += c
      else if (text[i + 1] === '"') {
        field += '"'
        i++
      } else state = 'closed'
    } else if (c === '"' && state === 'start') state = 'quoted'
    else if (c === ',') endField()
    else if (c === '\n' || (c === '\r' && text[i + 1] === '\n')) {
      if (c === '\r') i++
      endField()
      rows.push(row)
      row = []
    } else {
      field += c
      state = 'plain'
    }
  }
  if (row.length > 0 || state !== 'start') {
    endField()
    rows.push(row)
  }
  return rows
}

function errorOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (isNearsameError(error)) return error.message
    throw error
  }
  return 'no error'
}

const parse = (row: string, header = ['id', 'text', 'n'], text = ['text']) =>
  readerOf(header, { text, id: 'id' }, comma).parse(Buffer.from(row))

test('reads the examples of RFC 4180, section 2', () => {
  assert.deepEqual(csvFields(Buffer.from('aaa,bbb,ccc\r\n'), comma), ['aaa', 'bbb', 'ccc'])
  assert.deepEqual(csvFields(Buffer.from('"aaa","b\r\nbb","ccc"\r\n'), comma), ['aaa', 'b\r\nbb', 'ccc'])
  assert.deepEqual(csvFields(Buffer.from('"aaa","b""bb","ccc"'), comma), ['aaa', 'b"bb', 'ccc'])
  assert.deepEqual(csvFields(Buffer.from(',,\n'), comma), ['', '', ''])
})

test('treats tab-separated rows the same way', () => {
  assert.deepEqual(csvFields(Buffer.from('a,b\t"c\td"\te"\n'), tab), ['a,b', 'c\td', 'e"'])
})

test('finds id, text and fields by the header', () => {
  const record = parse('7,"say ""hi""",x\n')
  assert.equal(record.id, '7')
  assert.equal(Buffer.from(record.text).toString(), 'say "hi"')
  assert.deepEqual(['id', 'n'].map(record.field), ['7', 'x'])
  assert.equal(record.field('none'), undefined)
  assert.equal(parse('a,b\n', ['title', 'text']).id, undefined)
  assert.equal(parse(',t,\n').id, '')
})

test('joins several text columns with a line feed', () => {
  assert.equal(Buffer.from(parse('1,"a""",b\n', undefined, ['n', 'gone', 'text']).text).toString(), 'b\na"')
})

test('leaves a quote inside an unquoted field as it is', () => {
  assert.deepEqual(records(Buffer.from('1,5" pipe\n2,6" pipe\n')), ['1,5" pipe\n', '2,6" pipe\n'])
  assert.deepEqual(csvFields(Buffer.from('1,5" pipe\n'), comma), ['1', '5" pipe'])
})

test('skips empty lines', () => {
  const format = readerOf(['text'], { text: ['text'], id: 'id' }, comma)
  assert.equal(format.isBlank(Buffer.from('\r\n')), true)
  assert.equal(format.isBlank(Buffer.from('""\n')), false)
})

test('agrees with a naive parser on every well-formed file', () => {
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', 'é', ' '), maxLength: 8 })
  const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(rows, fc.constantFrom('\n', '\r\n'), fc.boolean(), (table, lineEnd, isQuotedAlways) => {
      const quoted = (value: string) =>
        isQuotedAlways || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
      const text = table.map(row => row.map(quoted).join(',') + lineEnd).join('')
      const read = records(Buffer.from(text)).map(record => csvFields(Buffer.from(record), comma))
      assert.deepEqual(read, table)
      assert.deepEqual(read, naiveCsv(text))
    }),
    { numRuns: runs(500) },
  )
})

test('cuts any file at record starts only', () => {
  const path = join(directory, 'cut.csv')
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'words '), maxLength: 200 })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (content, target) => {
      const bytes = Buffer.from(content)
      writeFileSync(path, bytes)
      const fd = openSync(path, 'r')
      const cuts = csvCuts(fd, 0, bytes.length, target, comma)
      closeSync(fd)
      const starts: number[] = []
      for (
        let at = 0;
        at !== -1 && at < bytes.length;
        at = csvRecordEnd(bytes, at, bytes.length, true, comma)
      ) {
        starts.push(at)
      }
      const expected: number[] = []
      for (const start of starts) if (start >= (expected.at(-1) ?? 0) + target) expected.push(start)
      assert.deepEqual(cuts, expected)
    }),
    { numRuns: runs(500) },
  )
})

test('cuts correctly across blocks, even where a block boundary divides a pair of quotes', () => {
  const path = join(directory, 'large.csv')
  const row = '1,"a ""quoted"" word,\nand a line",xyz\n'
  // A start at each byte of the first record puts the end of the block of 4 MiB at each byte of a row.
  const first = 'x'.repeat(row.length)
  const rows = Math.ceil(2 ** 22 / row.length) + 9
  const bytes = Buffer.from(`${first}\n${row.repeat(rows)}`)
  writeFileSync(path, bytes)
  const fd = openSync(path, 'r')
  const starts = Array.from({ length: rows }, (_, i) => first.length + 1 + i * row.length)
  for (let from = 0; from < row.length; from++)
    assert.deepEqual(csvCuts(fd, from, bytes.length, 1, comma), starts)
  closeSync(fd)
})

test('says what is wrong with a row', () => {
  assert.equal(
    errorOf(() => parse('1,2\n')),
    'CSV_COLUMNS: expected 3 fields, as in the header, got 2. To fix: quote fields that hold the separator, or correct the row.',
  )
  assert.equal(
    errorOf(() => parse('1,"2')),
    'CSV_QUOTE: expected a closing quote, got the end of the file in the field that opens at byte 3 of the record. To fix: close the quote, or double the quotes inside the field, or set `quote` none if quotes are text.',
  )
  assert.equal(
    errorOf(() => parse('1,"2"x,3\n')),
    'CSV_QUOTE: expected a separator after a closing quote, got "x,3" at byte 6 of the record. To fix: double the quotes inside a quoted field, or set `quote` none if quotes are text.',
  )
  assert.match(
    errorOf(() => parse('1,\xff\0,3')),
    /^NUL_BYTE/,
  )
})

test('a field of lines like rows is refused unless the caller names the quote', () => {
  const parsed = (record: string, header: readonly string[], dialect = comma) =>
    readerOf(header, { text: ['text'], id: 'id' }, dialect)
      .parse(Buffer.from(record))
      .text.toString()
  const two = ['id', 'text']
  const swallowed = '7,"one starts so\r\n8,two\r\n9,three ends so"\r\n'
  assert.match(
    errorOf(() => parsed(swallowed, two)),
    /^CSV_QUOTE: expected a quoted field in one row, .*one of 3 lines, .*`quote` none .*`quote` " says it/,
  )
  assert.equal(errorOf(() => parsed('7,"one\n8,two"\n', two)).slice(0, 9), 'CSV_QUOTE')
  // One line of ten may be a bad row itself.
  const many = `7,"one\n${'8,two\n'.repeat(17)}no separator\n9,last"\n`
  assert.equal(errorOf(() => parsed(many, two)).slice(0, 9), 'CSV_QUOTE')
  const given = { ...comma, isQuoteGiven: true }
  assert.equal(parsed(swallowed, two, given), 'one starts so\r\n8,two\r\n9,three ends so')
  const meant: readonly (readonly [string, readonly string[]])[] = [
    ['7,"Dear Sir,\nHello, world\nBye"\n', two],
    ['7,"Springfield\nIL, USA"\n', two],
    ['7,"a\n\nb"\n', two],
    ['7,"one\n8,two",en\n', ['id', 'text', 'lang']],
    ['"one\ntwo"\n', ['text']],
    ['7,one line\n', two],
  ]
  for (const [record, header] of meant) assert.doesNotThrow(() => parsed(record, header), record)
})

test('without a quote every line is a row', () => {
  const dialect = { separator: 9, quote: noQuote, isQuoteGiven: true }
  assert.deepEqual(csvFields(Buffer.from('7\t"a "" b\n'), dialect), ['7', '"a "" b'])
  assert.deepEqual(rowCut(dialect), { by: 'line' })
})

test('RowEnd finds the same end in pieces as in one piece', () => {
  const signs = ['"', '""', ',', '\n', 'a', '\r\n', '5" pipe', ',"', '",']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 30 }), fc.nat(7), (parts, size) => {
      const bytes = Buffer.from(parts.join(''))
      const row = new RowEnd(comma)
      let found = -1
      for (let from = 0; from < bytes.length && found < 0; from += size + 1) {
        found = row.find(bytes, from, Math.min(from + size + 1, bytes.length))
      }
      assert.equal(found, csvRecordEnd(bytes, 0, bytes.length, false, comma))
    }),
    { numRuns: runs(2000) },
  )
})
