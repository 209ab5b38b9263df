/** Outputs that a spreadsheet may open: what it would run begins with an apostrophe, and files of ids are read back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop } from './command.ts'

const shop = new Workshop()
const text = 'the old mill by the river grinds corn for the bakers of the town every day'
const rows = [
  ['=cmd|1', text],
  ['@SUM(A1)', text],
  ['-3', `${text} `],
  ['7', '+49 30 1234 is the number of another shop that sells bread and cakes'],
]
const csv = `id,text\n${rows.map(row => row.join(',')).join('\n')}\n`
shop.write('in.csv', csv)

test('every CSV output of dedupe is safe with --spreadsheet-safe, KEPT and annotations included', async () => {
  const outputs = ['-o k.csv', '--removed r.csv', '--clusters c.csv', '--pairs p.csv', '--golden g.csv']
  const more = ['--annotated a.csv', '--annotate cluster', '--spreadsheet-safe', '--force']
  await shop.dedupe('in.csv', ...[...outputs, ...more].flatMap(option => option.split(' ')))
  assert.equal(shop.read('k.csv'), `id,text,cluster\n'=cmd|1,${text},1\n7,'${rows[3][1]},2\n`)
  assert.match(shop.read('r.csv'), /^'@SUM\(A1\),in\.csv:2,'=cmd\|1,in\.csv:1,exact,/m)
  assert.match(shop.read('c.csv'), /^1,'=cmd\|1,'-3,1,/m)
  assert.match(shop.read('p.csv'), /^'=cmd\|1,'@SUM\(A1\),jaccard,1$/m)
  assert.equal(shop.read('g.csv'), `id,text\n'=cmd|1,${text}\n7,'${rows[3][1]}\n`)
  assert.match(shop.read('a.csv'), /^id,text,cluster\n'=cmd\|1,[^\n]+,1\n'@SUM\(A1\),[^\n]+,1\n'-3,/)
})

test('without it every byte of KEPT and each id is as it was', async () => {
  await shop.dedupe('in.csv', '-o', 'plain.csv', '--removed', 'plain-r.csv')
  assert.equal(shop.read('plain.csv'), `id,text\n=cmd|1,${text}\n7,${rows[3][1]}\n`)
  assert.match(shop.read('plain-r.csv'), /^@SUM\(A1\),/m)
})

test('kept rows in a directory, compressed, in UTF-16, cut or matched are safe, too; JSON is not changed', async () => {
  await shop.run('dedupe', 'in.csv', '-o', 'dir/', '--spreadsheet-safe')
  assert.match(shop.read('dir/in.csv'), /^id,text\n'=cmd/)
  shop.write('wide.csv', Buffer.from(`\ufeff${csv}`, 'utf16le'))
  await shop.dedupe('wide.csv', '-o', 'wide-k.csv', '--spreadsheet-safe')
  assert.match(shop.bytes('wide-k.csv').toString('utf16le'), /^\ufeffid,text\n'=cmd/)
  await shop.run(
    'match',
    'in.csv',
    '--against',
    'plain.csv',
    '--kept',
    'new.csv',
    '-o',
    'm.csv',
    '--spreadsheet-safe',
  )
  assert.equal(shop.read('new.csv'), 'id,text\n')
  shop.write('in.jsonl', rows.map(([id, text]) => `${JSON.stringify({ id, text })}\n`).join(''))
  await shop.dedupe('in.jsonl', '-o', 'k.jsonl', '--removed', 'r.jsonl', '--spreadsheet-safe')
  assert.equal(shop.rows('k.jsonl')[0].id, '=cmd|1')
  assert.equal(shop.rows('r.jsonl')[0].id, '@SUM(A1)')
})

test('decisions, pairs to accept and pairs to evaluate are read without the apostrophes', async () => {
  shop.write(
    'decided.csv',
    "id1,id2,decision,survivor\n'=cmd|1,'@SUM(A1),different,\n'=cmd|1,'-3,different,\n",
  )
  const { counts, options } = await shop.dedupe('in.csv', '-o', 'd.csv', '--decisions', 'decided.csv')
  assert.equal(options.decisions?.different, 2)
  assert.equal(counts.kept, 3)
  await shop.run('pairs', 'in.csv', '-o', 'all.csv', '--spreadsheet-safe')
  shop.write('truth.csv', 'id1,id2\n=cmd|1,@SUM(A1)\n=cmd|1,-3\n@SUM(A1),-3\n')
  const found = JSON.parse((await shop.run('evaluate', 'all.csv', 'truth.csv', '--json')).out)
  assert.deepEqual([found.recall, found.precision], [1, 1])
  shop.write('both.csv', `${csv}'=cmd|1,a text of its own about something else entirely\n`)
  const { status, err } = await shop.run('dedupe', 'both.csv', '-o', 'b.csv', '--decisions', 'decided.csv')
  assert.equal(status, 3, err)
  assert.match(
    err,
    /PAIRS_FILE: expected ids of which none is another .*, got "'=cmd\|1" where there is "=cmd\|1"/,
  )
})

test('rows quoted by apostrophes are refused', async () => {
  const { status, err } = await shop.run(
    'dedupe',
    'in.csv',
    '-o',
    'q.csv',
    '--quote',
    "'",
    '--spreadsheet-safe',
  )
  assert.equal(status, 2)
  assert.match(
    err,
    /OPTION_VALUE: expected `--spreadsheet-safe` only for rows whose quote is no apostrophe/,
  )
})
