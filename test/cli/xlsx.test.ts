/** Workbooks of Excel as input and as kept records. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { workbookBytes } from '../ground/workbooks.ts'
import { Workshop } from './command.ts'

const shop = new Workshop()
const formats = ['00000', 'dd.mm.yyyy']
const zip = (value: number) => ({ s: 0, inside: `<v>${value}</v>` })
const day = (value: number) => ({ s: 1, inside: `<f>TODAY()</f><v>${value}</v>` })
const rows = [
  ['name', 'zip', 'since'],
  ['Ada Lovelace & co of London', zip(1067), day(45_658)],
  ['Alan Turing of the very same town', zip(80_331), day(45_659)],
  ['Ada Lovelace & co of London', zip(1067), day(45_658)],
  ['Grace Hopper of another town by the sea', zip(99), day(45_660)],
]
shop.write('people.xlsx', workbookBytes({ formats, sheets: { People: rows, Notes: [['x']] } }))
shop.write(
  'people.csv',
  `name,zip,since
Ada Lovelace & co of London,01067,2025-01-01
Alan Turing of the very same town,80331,2025-01-02
Ada Lovelace & co of London,01067,2025-01-01
Grace Hopper of another town by the sea,00099,2025-01-03
`,
)
const text = ['--text', 'name']

test('a workbook has the result of the CSV that Excel would write, and says which sheet it read', async () => {
  const csv = await shop.dedupe('people.csv', ...text, '-o', 'kept.csv')
  const report = await shop.dedupe('people.xlsx', ...text, '-o', 'kept.xlsx')
  assert.equal(report.digest, csv.digest)
  assert.deepEqual([report.inputs[0].format, report.inputs[0].sheet], ['xlsx', 'People'])
  assert(
    report.hints.some((hint: string) =>
      /of people\.xlsx the sheet "People" is read, not "Notes": see/.test(hint),
    ),
  )
  await shop.dedupe('people.xlsx', ...text, '-o', 'converted.csv')
  assert.equal(shop.read('converted.csv'), shop.read('kept.csv'))
  const again = await shop.dedupe('kept.xlsx', ...text, '-o', 'again.jsonl')
  assert.deepEqual(again.hints, [])
  assert.equal(
    shop.read('again.jsonl'),
    `{"name":"Ada Lovelace & co of London","zip":"01067","since":"2025-01-01"}
{"name":"Alan Turing of the very same town","zip":"80331","since":"2025-01-02"}
{"name":"Grace Hopper of another town by the sea","zip":"00099","since":"2025-01-03"}
`,
  )
})

test('kept rows keep types and formats, formulas are values, and the bytes are the same each time', async () => {
  await shop.dedupe('people.xlsx', ...text, '-o', 'one.xlsx')
  await shop.dedupe('people.xlsx', ...text, '-o', 'two.xlsx', '--threads', '2')
  const bytes = shop.bytes('one.xlsx')
  assert.deepEqual(bytes, shop.bytes('two.xlsx'))
  const parts = unzipSync(bytes)
  assert.deepEqual(Object.keys(parts), [
    ...['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels'],
    ...['xl/styles.xml', 'xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml'],
  ])
  const sheet = Buffer.from(parts['xl/worksheets/sheet1.xml']).toString()
  assert(
    sheet.includes(
      '<row r="4"><c r="A4" t="s"><v>6</v></c><c r="B4" s="1"><v>99</v></c><c r="C4" s="2"><v>45660</v></c></row>',
    ),
  )
  assert(!sheet.includes('<f>'))
  assert(Buffer.from(parts['xl/styles.xml']).toString().includes('formatCode="00000"'))
})

test('annotated rows of a workbook are a workbook: types and formats stay, new columns follow the last one', async () => {
  const bordered = { s: 1, inside: '' }
  const more = [...rows.slice(0, 2), [...rows[2], bordered], ...rows.slice(3), [undefined, 7]]
  shop.write('more.xlsx', workbookBytes({ formats, sheets: { People: more } }))
  await shop.dedupe('more.xlsx', ...text, '-o', 'x.csv', '--annotated', 'all.csv')
  await shop.dedupe('more.xlsx', ...text, '-o', 'x.xlsx', '--annotated', 'all.xlsx')
  const sheet = Buffer.from(unzipSync(shop.bytes('all.xlsx'))['xl/worksheets/sheet1.xml']).toString()
  assert(sheet.includes('<c r="B2" s="1"><v>1067</v></c>'))
  assert(sheet.includes('<t xml:space="preserve">cluster</t>'))
  assert(sheet.includes('<c r="D3"><v>2</v></c>'), sheet)
  assert.equal(sheet.match(/r="D3"/g)?.length, 1)
  await shop.dedupe(
    'all.xlsx',
    '--text',
    'cluster',
    '--keep',
    'first',
    '-o',
    'y.xlsx',
    '--annotated',
    'again.csv',
    '--annotate',
    'kind=k',
  )
  const columnsOf = (name: string) =>
    shop
      .read(name)
      .trim()
      .split('\n')
      .map(line => line.split(',').slice(0, 7).join(','))
  assert.deepEqual(columnsOf('again.csv'), columnsOf('all.csv'))
  await shop.dedupe('people.xlsx', ...text, '-o', 'kept.xlsx', '--annotate', 'size=n')
  await shop.refused(2, 'OPTION_VALUE', 'people.xlsx', ...text, '-o', 'z.xlsx', '--annotate', 'size=zip')
})

test('removed rows of a workbook are a workbook, with the cells of their twins behind them', async () => {
  await shop.dedupe('people.xlsx', ...text, '-o', 'k.xlsx', '--removed-records', 'removed.xlsx')
  const sheet = Buffer.from(unzipSync(shop.bytes('removed.xlsx'))['xl/worksheets/sheet1.xml']).toString()
  const own = '<c r="A2" t="s"><v>5</v></c><c r="B2" s="1"><v>1067</v></c><c r="C2" s="2"><v>45658</v></c>'
  assert(sheet.includes(`<row r="2">${own}<c r="D2" t="inlineStr">`), sheet)
  const twin = '<c r="G2" t="s"><v>3</v></c><c r="H2" s="1"><v>1067</v></c><c r="I2" s="2"><v>45658</v></c>'
  assert(sheet.includes(`<c r="F2"><v>1</v></c>${twin}</row>`), sheet)
  await shop.dedupe('removed.xlsx', ...text, '-o', 'removed.jsonl')
  assert.deepEqual(shop.rows('removed.jsonl'), [
    {
      ...{ name: 'Ada Lovelace & co of London', zip: '01067', since: '2025-01-01' },
      ...{ twin: 'people.xlsx:1', kind: 'exact', similarity: '1' },
      ...{ twin_name: 'Ada Lovelace & co of London', twin_zip: '01067', twin_since: '2025-01-01' },
    },
  ])
  await shop.dedupe('people.xlsx', ...text, '-o', 'k.xlsx', '--removed-records', 'removed.csv')
  await shop.dedupe('removed.xlsx', ...text, '-o', 'again.csv')
  assert.equal(shop.read('again.csv'), shop.read('removed.csv'))
})

test('merged rows of a workbook have the cells of several rows, with their types and formats', async () => {
  const given = [
    ['id', 'name', 'zip', 'since', 'note'],
    ['1', 'Ada Lovelace of London', undefined, day(45_658)],
    ['2', 'Alan Turing of the very same town', zip(80_331), day(45_659), 'alone'],
    ['3', 'Ada Lovelace of London', zip(1067), undefined, 'x'],
    ['4', 'Ada Lovelace of London', zip(1067), day(45_700), 'x'],
    ['5', undefined, zip(7)],
  ]
  shop.write('merge.xlsx', workbookBytes({ formats, sheets: { People: given } }))
  const args = ['merge.xlsx', ...text, '--keep', 'last', '-o', 'k.xlsx', '--golden']
  await shop.dedupe(...args, 'golden.csv')
  await shop.dedupe(...args, 'golden.xlsx')
  const sheet = Buffer.from(unzipSync(shop.bytes('golden.xlsx'))['xl/worksheets/sheet1.xml']).toString()
  assert(sheet.includes('<c r="C2" s="1"><v>1067</v></c><c r="D2" s="2"><v>45700</v></c>'), sheet)
  await shop.dedupe('golden.xlsx', ...text, '-o', 'again.csv')
  assert.equal(shop.read('again.csv'), shop.read('golden.csv'))
  assert.equal(
    shop.read('golden.csv'),
    `id,name,zip,since,note
4,Ada Lovelace of London,01067,2025-02-12,x
2,Alan Turing of the very same town,80331,2025-01-02,alone
5,,00007,,
`,
  )
  await shop.refused(2, 'OUTPUT_FORMAT', 'people.csv', ...text, '-o', 'z.csv', '--golden', 'z.xlsx')
})

test('titles above the names of the columns are no records, and stay in what is kept', async () => {
  const titles = [['Members of the club'], [undefined, 'as of', 'today'], ['', 'x']]
  shop.write('club.xlsx', workbookBytes({ formats, sheets: { People: [...titles, ...people()] } }))
  const report = await shop.dedupe(
    'club.xlsx',
    ...text,
    '-o',
    'club-kept.xlsx',
    '--removed-records',
    'r.xlsx',
  )
  assert.deepEqual([report.counts.read, report.counts.exact], [4, 1])
  assert(
    report.hints.includes('of club.xlsx rows above the names of the columns are titles, no records: 3'),
  )
  const sheet = Buffer.from(unzipSync(shop.bytes('club-kept.xlsx'))['xl/worksheets/sheet1.xml']).toString()
  assert.equal(sheet.match(/<row /g)?.length, 7)
  const again = await shop.dedupe('club-kept.xlsx', ...text, '-o', 'club.csv')
  assert.deepEqual([again.counts.read, again.counts.exact], [3, 0])
  assert.match(
    shop.read('club.csv'),
    /^name,zip,since,a,b,c,d\nAda Lovelace & co of London,01067,2025-01-01,/,
  )
  const removed = await shop.dedupe('r.xlsx', ...text, '-o', 'r.csv')
  assert.equal(removed.counts.read, 1)
  assert.match(shop.read('r.csv'), /^name,zip,since,a,b,c,d,twin,kind,similarity,twin_name,/)
})

test('rows that Excel hides are records, and a hint counts them', async () => {
  const sheet = (rows: string) =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
  const row = (text: string, hidden = '') =>
    `<row${hidden}><c t="inlineStr"><is><t>${text}</t></is></c></row>`
  const rows = [
    row('text'),
    row('one', ' hidden="1"'),
    row('two'),
    '<row hidden="1"/>',
    row('one', ' hidden="true"'),
  ]
  const parts = { 'xl/worksheets/sheet1.xml': sheet(rows.join('')) }
  shop.write('filtered.xlsx', workbookBytes({ sheets: { A: [] }, parts }))
  const { counts, hints } = await shop.dedupe('filtered.xlsx', '-o', 'filtered.csv')
  assert.deepEqual([counts.read, counts.exact], [3, 1])
  assert.ok(
    hints.includes(
      'of filtered.xlsx rows that Excel hides are records, too: 2. Delete them there to leave them out',
    ),
    `${hints}`,
  )
})

/** Wider than three titles of two cells. */
const people = () =>
  rows.map((row, at) => [...row, ...['a', 'b', 'c', 'd'].map(name => (at === 0 ? name : `${name}${at}`))])

test('rows are no titles where no names follow, as in lists of one column with notes', async () => {
  const sheets = {
    notes: [['text'], ['first'], ['second', 'a note'], ['third']],
    last: [['text'], ['first'], ['second', 'a note']],
    unnamed: [['text'], ['one', '7', '8'], ['two', '9', '8'], ['three', '7', '7']],
    twice: [['text'], ['a', 'b', 'a'], ['c', 'd', 'e'], ['f', 'g', 'h']],
  }
  for (const [sheet, given] of Object.entries(sheets)) {
    shop.write('flat.xlsx', workbookBytes({ sheets: { [sheet]: given } }))
    const { counts } = await shop.dedupe('flat.xlsx', '--text', 'text', '-o', 'flat.csv')
    assert.equal(counts.read, given.length - 1, sheet)
    assert.match(shop.read('flat.csv'), /^text/, sheet)
  }
})

test('sheets by name, standard input, archives and every other command', async () => {
  shop.write(
    'two.xlsx',
    workbookBytes({ sheets: { A: [['text'], ['x']], B: [['text'], ['y z'], ['y z']] } }),
  )
  const report = await shop.dedupe('two.xlsx', '--sheet', 'B', '-o', 'b.xlsx')
  assert.deepEqual([report.counts.exact, report.inputs[0].sheet], [1, 'B'])
  const run = shop.child(
    ['pairs', '-', '--input-format', 'xlsx', '--sheet', 'B', '-o', 'pairs.csv', '--force'],
    {
      input: shop.bytes('two.xlsx'),
    },
  )
  assert.equal(run.status, 0, run.err)
  assert.equal(shop.read('pairs.csv').split('\n').length, 3)
})

test('names that would hide what kept records are, and spreadsheets of other kinds, are refused', async () => {
  for (const args of [
    ['-o', 'new.xlsx'],
    ['-o', 'new.jsonl', '--annotated', 'other.xlsx'],
  ])
    await shop.refused(2, 'OUTPUT_FORMAT', 'people.xlsx', 'kept.xlsx', ...text, ...args)
  shop.write('old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  shop.write('secret.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  shop.write('sheet.ods', Buffer.from('PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet'))
  for (const [file, what] of [
    ['old.xls', 'an old or encrypted Office document, such as .xls'],
    ['secret.xlsx', 'an old or encrypted Office document, such as .xls'],
    ['sheet.ods', 'an OpenDocument file, such as .ods'],
  ])
    assert.match(
      await shop.refused(2, 'INPUT_FORMAT_UNKNOWN', file, '-o', 'x.jsonl'),
      new RegExp(`an input that is ${what}, at ${file}\\. To fix: save it as \\.xlsx, without a password`),
    )
})

test('passages of a workbook are cut into JSON lines, not into a workbook', async () => {
  const refused = await shop.run('passages', 'people.xlsx', ...text, '-o', 'p.jsonl', '--kept', 'cut.xlsx')
  assert.equal(refused.status, 2)
  assert.match(refused.err, /expected a name for JSON lines, as .* got cut\.xlsx\. To fix: use .* \.jsonl/)
})
