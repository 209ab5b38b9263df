import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type GivenCell, workbookBytes } from '../../../../test/ground/workbooks.ts'
import { xlsxLines } from './xlsx-lines.ts'

const vector = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../test/vectors/xlsx', name))

async function linesOf(bytes: Uint8Array, sheet = ''): Promise<Record<string, unknown>[]> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100)
  }
  let text = ''
  for await (const part of xlsxLines(pieces(), { name: 'x.xlsx', sheet }))
    text += Buffer.from(part).toString()
  return text
    .trim()
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

const refused = (bytes: Uint8Array, message: RegExp, sheet = '') =>
  assert.rejects(linesOf(bytes, sheet), ({ message: got }: Error) => message.test(got) || assert.fail(got))
const cell = (inside: string, t?: string, s?: number): GivenCell => ({
  inside,
  ...(t !== undefined && { t }),
  ...(s !== undefined && { s }),
})

test('a file of openpyxl: codes with zeros, dates, truth values, empty and merged cells', async () => {
  const [ada, alan, , grace] = await linesOf(vector('openpyxl.xlsx'))
  const birth = { born: '1912-06-23', paid: 'FALSE', amount: '1,234.50', note: null }
  assert.deepEqual(alan, { id: '2', name: 'Alan Turing', plz: '80331', ...birth })
  assert.equal(ada.plz, '01067')
  const late = { born: '1906-12-09T13:05:00', paid: null, amount: '0.00', note: null }
  assert.deepEqual(grace, { id: '4', name: 'Grace Höpper', plz: '00099', ...late })
  assert.deepEqual(await linesOf(vector('epoch-1904.xlsx')), [{ when: '2025-01-01', t: '08:30:00' }])
})

test('every type of cell', async () => {
  const bytes = workbookBytes({
    formats: ['00000', 'dd.mm.yyyy'],
    sheets: {
      Data: [
        [],
        ['id', 'inline', undefined, ' name '],
        [
          cell('<v>7</v>', undefined, 0),
          cell('<is><r><rPr><b/></rPr><t>bold </t></r><r><t>&amp; plain</t></r></is>', 'inlineStr'),
          cell('<v>45658</v>', 'n', 1),
          'a _x000D_\n b',
        ],
        [],
        [
          cell('<f>A3*2</f><v>14</v>'),
          cell('<f>""</f><v></v>', 'str'),
          cell('<v>1</v>', 'b'),
          cell('<v>#N/A</v>', 'e'),
        ],
        [cell('', undefined, 0), cell('<v>2025-01-01T00:00:00</v>', 'd')],
      ],
    },
  })
  assert.deepEqual(await linesOf(bytes), [
    { id: '00007', inline: 'bold & plain', C: '2025-01-01', name: 'a \r\n b' },
    { id: '14', inline: null, C: 'TRUE', name: '#N/A' },
    { id: null, inline: '2025-01-01T00:00:00', name: null },
  ])
})

test('shared strings lose their phonetic parts, names may have a prefix, and places may be missing', async () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const bytes = workbookBytes({
    sheets: { A: [] },
    parts: {
      'xl/sharedStrings.xml': `<x:sst xmlns:x="${main}"><x:si><x:r><x:t>東</x:t></x:r><x:r><x:t>京</x:t></x:r><x:rPh sb="0" eb="1"><x:t>トウ</x:t></x:rPh></x:si></x:sst>`,
      'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>city</x:t></x:is></x:c><x:c><x:v>5</x:v></x:c></x:row><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    },
  })
  assert.deepEqual(await linesOf(bytes), [{ city: '東京', '5': null }])
})

test('the sheet is the first one, or the one of that name', async () => {
  const bytes = workbookBytes({ sheets: { 'A & B': [['a'], ['1']], Second: [['b'], ['2']] } })
  assert.deepEqual(await linesOf(bytes), [{ a: '1' }])
  assert.deepEqual(await linesOf(bytes, 'Second'), [{ b: '2' }])
  await refused(
    bytes,
    /OPTION_VALUE: expected `sheet` to be one of "A & B", "Second", got "Third", at x\.xlsx/,
    'Third',
  )
})

test('what cannot be read is refused with its place', async () => {
  const good = workbookBytes({ sheets: { A: [['a'], ['1']] } })
  await refused(
    vector('no-values.xlsx'),
    /^XLSX_INVALID: expected cells with values, got a formula without the value that it had when the file was saved, at x\.xlsx, People, F6\. To fix: open it in Excel or LibreOffice, and save it again\.$/,
  )
  await refused(good.subarray(0, good.length - 30), /a damaged zip archive/)
  await refused(Buffer.from('name,town\nAnna,Kiel\n'), /no zip archive.* To fix: name the format/)
  const sheet = (xml: string) =>
    workbookBytes({ sheets: { A: [] }, parts: { 'xl/worksheets/sheet1.xml': xml } })
  await refused(sheet('<worksheet><sheetData><row r="1">'), /XML that is not well-formed, at x\.xlsx, A/)
  await refused(sheet('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'), /a document type declaration/)
  await refused(
    sheet('<worksheet><row r="2"><c r="A2"/></row><row r="2"/></worksheet>'),
    /row 2 after row 2/,
  )
  await refused(sheet('<worksheet><row r="1"><c r="ZZZ1"/></row></worksheet>'), /a cell without a place/)
  await refused(workbookBytes({ sheets: { A: [['a', 'b', 'a']] } }), /distinct column names, got "a" twice/)
  const word = workbookBytes({ sheets: { A: [] }, parts: { 'xl/workbook.xml': '<document/>' } })
  await refused(word, /an Office document that is no workbook/)
})

test('a part that claims to be huge is not unpacked', async () => {
  const bytes = Buffer.from(workbookBytes({ sheets: { A: [['a'], ['1']] } }))
  // The sizes of the sheet in the directory at the end of the zip.
  const name = bytes.lastIndexOf('xl/worksheets/sheet1.xml')
  bytes.writeUInt32LE(0x7fff_ffff, name - 46 + 24)
  await refused(
    bytes,
    /at most 1073741824 bytes, unpacked, got 2147483647 bytes in xl\/worksheets\/sheet1\.xml/,
  )
})

test('an empty sheet, and one with names alone, have no records', async () => {
  assert.deepEqual(await linesOf(workbookBytes({ sheets: { A: [] } })), [])
  assert.deepEqual(await linesOf(workbookBytes({ sheets: { A: [['a', 'b']] } })), [])
})
