/** The name of KEPT: the format of the input under any name that does not promise another; `-` is standard output. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const lines = jsonLines({ id: 1, text: wordsOf(1) }, { id: 2, text: wordsOf(2) })
const rows = `id,text\n1,${wordsOf(1)}\n2,${wordsOf(2)}\n`
shop.write('in.jsonl', lines)
shop.write('in.csv', rows)
shop.write('in.txt', `${wordsOf(1)}\n`)

test('a name without an extension takes the format of the input', async () => {
  for (const [input, content] of [
    ['in.jsonl', lines],
    ['in.csv', rows],
  ] as const) {
    await shop.dedupe(input, '-o', 'kept')
    assert.equal(shop.read('kept'), content)
  }
})

test('a known extension of another format is refused', async () => {
  const pairs = [
    ['in.jsonl', 'z.txt'],
    ['in.jsonl', 'z.arrow'],
    ['in.jsonl', 'z.bz2'],
    ['in.csv', 'z.xlsx.gz'],
    ['in.csv', 'z.json'],
    ['in.txt', 'z.warc'],
    ['in.jsonl', 'z.xml'],
    ['in.csv', 'z.html.gz'],
    ['in.txt', 'z.md'],
  ] as const
  for (const [input, output] of pairs) await shop.refused(2, 'OUTPUT_FORMAT', input, '-o', output)
  assert.equal(
    await shop.refused(2, 'OUTPUT_FORMAT', 'in.jsonl', '-o', 'z.txt'),
    'nearsame: OUTPUT_FORMAT: expected a name for jsonl records, got z.txt. To fix: use the extension of the input, or .jsonl, .csv, .parquet or .xlsx, to which records are converted.\n',
  )
  for (const name of ['z.json', 'z.jl', 'z.ndjson.gz', 'z.old']) await shop.dedupe('in.jsonl', '-o', name)
})

test('a hint names an unknown extension, unless an input has it; a date is none', async () => {
  shop.write('in.log', lines)
  const jsonl = ['--input-format', 'jsonl']
  const hint =
    'the extension of z.dedup is none of a known format: its records are jsonl, as those of the input'
  assert.deepEqual((await shop.dedupe('in.jsonl', '-o', 'z.dedup')).hints, [hint])
  assert.deepEqual((await shop.dedupe('in.jsonl', '-o', 'z.2026-11')).hints, [])
  assert.deepEqual((await shop.dedupe('in.log', ...jsonl, '-o', 'z.log')).hints, [])
  shop.write('in.xml', lines)
  assert.deepEqual((await shop.dedupe('in.xml', ...jsonl, '-o', 'same.xml')).hints, [])
})

test('a table whose name shows another format than what is written is refused', async () => {
  shop.write('bulk.ndjson', '{"index":{"_id":"1"}}\n{"title":"a"}\n')
  for (const [command, what, wrong, right] of [
    [
      'passages in.jsonl -o',
      'JSON lines',
      ['wrong.csv', 'wrong.tsv', 'wrong.json', 'wrong.parquet', 'wrong.xlsx', 'wrong.csv.gz'],
      'x.jsonl',
    ],
    ['passages in.jsonl -o a.jsonl --removed', 'JSON lines', ['wrong.csv'], 'x.ndjson.gz'],
    ['sign in.jsonl -o', 'JSON lines', ['wrong.csv', 'wrong.json', 'wrong.xml', 'wrong.html'], 'x'],
    ['bulk bulk.ndjson --fields title -o', 'JSON lines', ['wrong.csv', 'wrong.json'], 'x.ndjson'],
    [
      'pairs in.jsonl -o',
      'CSV, JSON lines, Parquet or a workbook',
      ['wrong.tsv', 'wrong.json', 'wrong.xlsx.gz'],
      'x.csv',
    ],
    [
      'match in.jsonl --against in.csv -o',
      'CSV, JSON lines, Parquet or a workbook',
      ['wrong.parquet.gz'],
      'x.jsonl',
    ],
    [
      'dedupe in.jsonl -o a.jsonl --removed',
      'CSV, JSON lines, Parquet or a workbook',
      ['wrong.tsv', 'wrong.json', 'wrong.parquet.gz'],
      'x.csv',
    ],
    [
      'dedupe in.jsonl -o a.jsonl --clusters',
      'CSV, JSON lines, Parquet or a workbook',
      ['wrong.tsv'],
      'x.csv.gz',
    ],
    [
      'dedupe in.jsonl -o a.jsonl --pairs',
      'CSV, JSON lines, Parquet or a workbook',
      ['wrong.json'],
      'x.txt',
    ],
    [
      'dedupe in.jsonl -o a.jsonl --golden',
      'CSV or JSON lines, or of the rows of one workbook .xlsx',
      ['wrong.parquet'],
      'x.jsonl',
    ],
    ['dedupe in.jsonl -o a.jsonl --bad', 'CSV, JSON lines, Parquet or a workbook', ['wrong.xls'], 'x.csv'],
    ['dedupe in.jsonl -o a.jsonl --report', 'JSON', ['wrong.csv', 'wrong.jsonl', 'wrong.yaml'], 'x.json'],
    ['dedupe in.jsonl -o a.jsonl --report-html', 'an HTML page', ['wrong.json', 'wrong.pdf'], 'x.html'],
    ['tune in.jsonl --plot', 'an SVG picture', ['wrong.csv', 'wrong.png'], 'x.svg'],
  ] as const) {
    const run = (name: string) => shop.run(...command.split(' '), name, '--force')
    for (const name of wrong) {
      const { status, err } = await run(name)
      assert.deepEqual(
        [status, err.split('. To fix')[0]],
        [2, `nearsame: OUTPUT_FORMAT: expected a name for ${what}, got ${name}`],
      )
      assert.ok(!shop.names().includes(name))
    }
    if (!command.startsWith('tune')) assert.equal((await run(right)).status, 0, `${command} ${right}`)
  }
})

test('a compression that is not written is refused for every output', async () => {
  for (const args of [
    ['-o', 'kept.jsonl.xz'],
    ['-o', 'fresh', '--removed', 'removed.jsonl.bz2'],
    ['-o', 'fresh', '--report', 'report.ZIP'],
  ])
    await shop.refused(2, 'OUTPUT_FORMAT', 'in.jsonl', ...args)
  const { err } = await shop.run('pairs in.jsonl -o pairs.csv.xz')
  assert.match(
    err,
    /expected a name for a file that is plain, \.gz or \.zst, got pairs\.csv\.xz\. To fix: use one/,
  )
})

test('- is standard output', async () => {
  shop.write('copy.jsonl', lines)
  for (const command of ['dedupe', 'pairs', 'sign']) {
    const run = shop.child([command, 'in.jsonl', '-o', '-'])
    assert.equal(run.status, 0, run.err)
    if (command === 'dedupe') assert.equal(run.out, lines)
    else assert.notEqual(run.out, '')
  }
  const match = shop.child(['match', 'in.jsonl', '--against', 'copy.jsonl', '-o', '-'])
  assert.equal(match.out, 'id1,id2,measure,similarity\n1,1,jaccard,1\n2,2,jaccard,1\n')
  assert.ok(!shop.names().includes('-'))
  const both = shop.child(['dedupe', 'in.jsonl', '-o', '-', '--json'])
  assert.match(both.err, /^nearsame: OUTPUT_TWICE/)
})

test('- is standard output for every table, one at a time', () => {
  shop.write('twins.jsonl', jsonLines({ id: 1, text: wordsOf(1) }, { id: 2, text: wordsOf(1) }))
  const base = ['dedupe', 'twins.jsonl', '--quiet', '--force', '-o']
  for (const flag of ['removed', 'clusters', 'pairs', 'report']) {
    shop.child([...base, 'kept', `--${flag}`, `${flag}.out`, '--threads', '1'])
    const { out, err } = shop.child([...base, 'kept', `--${flag}`, '-', '--threads', '1'])
    const timeless = (text: string) => text.replace(/"(seconds|peakMemoryBytes)": [\d.]+/g, '')
    assert.deepEqual([timeless(out), err], [timeless(shop.read(`${flag}.out`)), ''])
  }
  const twice = shop.child([...base, '-', '--removed', '-'])
  assert.equal(twice.status, 2)
  assert.match(twice.err, /^nearsame: OUTPUT_TWICE: expected a different file for each output/)
  assert.ok(!shop.names().includes('-'))
})
