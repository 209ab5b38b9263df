/** Hints: what the texts show that makes the options a doubtful choice, in summary and report. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()

/** The hints of a run: those of the report, which the summary has in the words of the command. */
async function hintsOf(...args: readonly string[]): Promise<string[]> {
  const { status, err } = await shop.run(...args, '--report', 'report.json', '--force')
  assert.equal(status, 0, err)
  const { hints } = JSON.parse(shop.read('report.json')) as { hints: string[] }
  assert.deepEqual(
    err.match(/^ {2}hint: .*$/gm) ?? [],
    hints.map(hint => {
      const flags = hint
        .replaceAll('`', '')
        .replace('inputFormat', '--input-format')
        .replace(/\b(shingle|method|keep|id)(?= chars|, or| records|$| prefer)/g, '--$1')
      return `  hint: ${flags}`
    }),
  )
  return hints
}

test('options of formats that no input has change nothing', async () => {
  shop.write('plain.jsonl', jsonLines({ text: wordsOf(1) }))
  shop.write('rows.csv', `text;n\n${wordsOf(1)};1\n`)
  const unread = async (file: string) => {
    const given = ['--delimiter', ';', '--quote', 'none', '--sheet', 'Data']
    const { err } = await shop.run('dedupe', file, '-o', `k-${file}`, '--force', ...given)
    return err.match(/(?<=hint: ).*(?= changes nothing)/g)
  }
  const sheet = 'no input is a workbook of Excel, so --sheet'
  const rows = ['--delimiter', '--quote'].map(name => `no input is CSV or TSV, so ${name}`)
  assert.deepEqual(await unread('plain.jsonl'), [...rows, sheet])
  assert.deepEqual(await unread('rows.csv'), [sheet])
})

test('a hint counts rows that name the columns again, as in files joined with their headers', async () => {
  const row = (i: number) => `${i};${wordsOf(i)}\n`
  shop.write('joined.csv', `id;text\n${row(1)}${row(2)}"id";text\n${row(3)}id;text\n${row(4)}`)
  shop.write('once.csv', `id;text\n${row(1)}${row(2)}text;id\n${row(4)}`)
  const again = 'are the names of the columns again, first joined.csv:3: take such lines out before'
  const [hint] = await hintsOf('dedupe', 'joined.csv', '-o', 'kept.csv')
  assert.equal(hint, `of joined.csv 2 records ${again}`)
  assert.deepEqual(await hintsOf('dedupe', 'once.csv', '-o', 'kept.csv'), [])
})

test('most texts are shorter than the shingle', async () => {
  const texts = ['Blue Lamp', 'Red Table', 'Old Mill Inn', wordsOf(1), '', 'Green Door']
  shop.write('names.jsonl', jsonLines(...texts.map((text, id) => ({ id, text }))))
  const dedupe = ['dedupe', 'names.jsonl', '-o', 'kept.jsonl'] as const
  const fewer = '4 of 5 texts have fewer than'
  const rest = 'words, the length of a shingle, and match only texts of the same words: try'
  assert.deepEqual(await hintsOf(...dedupe), [
    `${fewer} 5 ${rest} \`shingle\` chars:4, or \`method\` records or longest-words`,
  ])
  for (const options of ['--shingle words:2', '--shingle chars:4', '--method records', '--near off']) {
    assert.deepEqual(await hintsOf(...dedupe, ...options.split(' ')), [], options)
  }
  assert.deepEqual(await hintsOf(...dedupe, '--shingle', 'chars:11'), [
    '3 of 5 texts have fewer than 11 characters, the length of a shingle, and match only texts of the same words: try a ' +
      'shorter `shingle`, or `method` records or longest-words',
  ])
  const trials = ['--method', 'repeated-trials', '--param', 'words=4']
  const [hint] = await hintsOf('pairs', 'names.jsonl', '-o', 'p.csv', ...trials)
  assert.match(hint, /^4 of 5 texts .* try `method` records or longest-words$/)
})

test('sizes are outside the promise of containment', async () => {
  shop.write('short.jsonl', jsonLines({ id: 1, text: wordsOf(1, 12) }, { id: 2, text: wordsOf(2, 36) }))
  shop.write('long.jsonl', jsonLines({ id: 3, text: wordsOf(3, 72) }, { id: 4, text: wordsOf(4, 73) }))
  const says = (percent: number) =>
    `the promise of containment holds up to a size ratio of two; ${percent} % of the pairs of texts differ by more, ` +
    'and may be missed: `passages` finds what of one text stands in another, in texts of any size'
  const match = ['match', 'short.jsonl', '--against', 'long.jsonl', '-o', 'm.csv'] as const
  assert.deepEqual(await hintsOf(...match), [])
  assert.deepEqual(await hintsOf(...match, '--measure', 'containment'), [says(75)])
  const pairs = ['pairs', 'short.jsonl', 'long.jsonl', '-o', 'm.csv', '--measure', 'containment'] as const
  assert.deepEqual(await hintsOf(...pairs), [says(66)])
  assert.deepEqual(await hintsOf('pairs', 'long.jsonl', '-o', 'm.csv', '--measure', 'containment'), [])
  const plan = [...match, '--measure', 'containment', '--plan', '--force'] as const
  const { hints } = JSON.parse((await shop.run(...plan, '--json')).out) as { hints: string[] }
  assert.deepEqual(hints, [says(75).replace('of texts', 'of the first texts')])
  assert.match(
    (await shop.run(...plan)).out,
    /hint: .* 75 % .* differ by more, and may be missed: passages finds/,
  )
})

test('no record has the preferred value', async () => {
  shop.write(
    'from.jsonl',
    jsonLines({ id: 1, text: wordsOf(1), from: 'wiki' }, { id: 2, text: wordsOf(2), from: 7 }),
  )
  const dedupe = ['dedupe', 'from.jsonl', '-o', 'kept.jsonl', '--keep'] as const
  assert.deepEqual(await hintsOf(...dedupe, 'prefer:from=wiki,prefer:from=wikipedia,prefer:from=7'), [
    'no record has the value of `keep` prefer:from=wikipedia',
  ])
})

test('texts with words have an empty profile', async () => {
  const texts = ['TV 4K', '東京', '大阪', '안녕', wordsOf(1), '', '...']
  shop.write('tiny.jsonl', jsonLines(...texts.map((text, id) => ({ id, text }))))
  for (const method of ['solr-text-profile', 'nutch-text-profile']) {
    assert.deepEqual(await hintsOf('dedupe', 'tiny.jsonl', '-o', 'kept.jsonl', '--method', method), [
      `4 texts have no word in their profile, so ${method} takes all of them for the same`,
    ])
  }
  assert.deepEqual(await hintsOf('dedupe', 'tiny.jsonl', '-o', 'kept.jsonl', '--method', 'solr-md5'), [])
})

test('options that the method does not read', async () => {
  shop.write('two.jsonl', jsonLines({ id: 1, text: wordsOf(1) }, { id: 2, text: wordsOf(2) }))
  const pairs = ['pairs', 'two.jsonl', '-o', 'p.csv', '--method', 'solr-md5'] as const
  assert.deepEqual(await hintsOf(...pairs), [])
  assert.deepEqual(await hintsOf(...pairs, '--shingle', 'words:2'), [])
  const { err } = await shop.run(...pairs, '--recall', '0.9', '--signature-length', '64', '--force')
  assert.match(err, /\n {2}hint: ignored by solr-md5: --recall, --signature-length\n/)
})

test('records with the id of an earlier one', async () => {
  const row = (id: unknown, seed: number) => ({ id, text: wordsOf(seed, 40) })
  shop.write('a.jsonl', jsonLines(row(7, 1), row(8, 2), row('7', 3), row(7, 4), {}, row(7, 5)))
  shop.write('b.csv', `id,text\n8,${wordsOf(6, 40)}\n9,${wordsOf(7, 40)}\n`)
  shop.write('c.csv', `id,text\n9,${wordsOf(8, 40)}\nx,${wordsOf(9, 40)}\n`)
  const ofOne =
    '2 records have the id of an earlier one: "7" at a.jsonl:1 and a.jsonl:4. Name another field by `id`'
  assert.deepEqual(await hintsOf('dedupe', 'a.jsonl', '-o', 'kept.jsonl'), [ofOne])
  assert.deepEqual(await hintsOf('pairs', 'a.jsonl', '-o', 'p.csv'), [ofOne])
  const signed = await shop.run('sign', 'a.jsonl', '-o', 's.jsonl')
  assert.ok(signed.err.includes(`hint: ${ofOne.replace('`id`', '--id')}\n`), signed.err)
  assert.deepEqual(await hintsOf('dedupe', 'b.csv', 'c.csv', '-o', 'kept.csv'), [
    '1 record has the id of an earlier one: "9" at b.csv:2 and c.csv:1. Name another field by `id`',
  ])
  assert.deepEqual(await hintsOf('dedupe', 'a.jsonl', '-o', 'kept.jsonl', '--id', 'text'), [])
  assert.deepEqual(
    await hintsOf('match', 'b.csv', '--against', 'c.csv', '-o', 'm.csv'),
    [],
    'each side by itself',
  )
  const { err } = await shop.run('index', 'add', 'idx', 'a.jsonl')
  assert.match(
    err,
    /hint: 2 records have the id of an earlier one: "7" at a\.jsonl:1 and a\.jsonl:4\. Name/,
  )
})

test('of many files the first records of each are looked at for repeated ids', async () => {
  const names = [0, 1, 2].map(file => {
    const rows = Array.from({ length: 400 }, (_, n) => ({ id: n, text: wordsOf(1000 * file + n, 12) }))
    shop.write(`${file}.jsonl`, jsonLines(...rows))
    return `${file}.jsonl`
  })
  const [hint] = await hintsOf('dedupe', ...names, '-o', 'kept.jsonl')
  assert.equal(
    hint,
    '430 records of 792 looked at have the id of an earlier one: "0" at 0.jsonl:1 and 1.jsonl:1; "1" at 0.jsonl:2 and 1.jsonl:2; "2" at 0.jsonl:3 and 1.jsonl:3. Name another field by `id`',
  )
})

test('ids that repeat far inside a large file are noticed', async () => {
  const count = 20_000
  const rows = (idOf: (n: number) => number) =>
    jsonLines(...Array.from({ length: count }, (_, n) => ({ id: idOf(n), text: `text ${n}` })))
  shop.write(
    'twice.jsonl',
    rows(n => (n < count / 2 ? n : (n * 7919) % (count / 2))),
  )
  shop.write(
    'late.jsonl',
    rows(n => (n < count / 2 ? n : n - (n % 3))),
  )
  shop.write(
    'once.jsonl',
    rows(n => n),
  )
  const near = ['--near', 'off', '-o', 'kept.jsonl'] as const
  for (const file of ['twice.jsonl', 'late.jsonl']) {
    const hints = await hintsOf('dedupe', file, ...near)
    assert.match(hints.join(), /\d+ records? of \d+ looked at ha(s|ve) the id of an earlier one/, file)
  }
  assert.deepEqual(await hintsOf('dedupe', 'once.jsonl', ...near), [])
})

test('the field named for the ids is in no record', async () => {
  const rows = [1, 2, 3].map(seed => ({ key: seed, text: wordsOf(seed, 40) }))
  shop.write('keyed.jsonl', jsonLines(...rows))
  shop.write('keyed.csv', `key,text\n${rows.map(row => `${row.key},${row.text}`).join('\n')}\n`)
  const pairs = ['pairs', '-o', 'p.csv'] as const
  for (const file of ['keyed.jsonl', 'keyed.csv']) {
    assert.deepEqual(await hintsOf(...pairs, file, '--id', 'key'), [])
    assert.deepEqual(await hintsOf(...pairs, file), [], 'no id was named')
  }
  const { err } = await shop.run(...pairs, 'keyed.jsonl', '--id', 'kye', '--force')
  assert.match(
    err,
    /hint: no id in "kye" of the first 3 records, which are named by their place: see --id$/m,
  )
  const match = [
    'match',
    'keyed.jsonl',
    '--against',
    'keyed.csv',
    '-o',
    'named.csv',
    '--id',
    'key',
    '--against-id',
    'nr',
  ]
  const answer = await shop.run(...match)
  assert.equal(answer.status, 0, answer.err)
  assert.match(answer.err, /hint: no id in "nr" of the first 3 records, .* see --against-id$/m)
})

test('the first row of a table without a header', async () => {
  const rows = [
    '17,Anna Lee,2001-05-06',
    '18,Bo Ek,1999-12-31',
    '19,Cy Oz,1984-02-29',
    '20,Di Fu,1970-01-01',
  ]
  const says = (path: string, row: string) =>
    `the first row of ${path}, "${row}", is taken for names of columns, but looks like the rows below: ` +
    'if it is a record, put a row of names before it'
  shop.write('bare.csv', `${rows.join('\n')}\n`)
  const records = ['--method', 'records', '--accept-risk', '-o', 'kept.csv'] as const
  assert.deepEqual(await hintsOf('dedupe', 'bare.csv', ...records), [says('bare.csv', rows[0])])
  shop.write('named.csv', `nr,name,born\n${rows.join('\n')}\n`)
  assert.deepEqual(await hintsOf('dedupe', 'named.csv', ...records), [])
  const texts = Array.from({ length: 5 }, (_, i) => wordsOf(i, 40))
  shop.write('bare.tsv', `${texts.join('\n')}\n`)
  const shown = `${texts[0].slice(0, 60)}…`
  assert.deepEqual(await hintsOf('pairs', 'bare.tsv', '-o', 'p.csv'), [says('bare.tsv', shown)])
})

test('a table that is named as texts; read as a table, it may keep its name', async () => {
  const texts = [wordsOf(1, 40), wordsOf(1, 40), wordsOf(2, 40)]
  const table = `nr\ttext\n${texts.map((text, i) => `${i}\t${text}\n`).join('')}`
  shop.write('table.txt', table)
  const says =
    'each line of table.txt has 1 tab: `inputFormat` tsv reads a table, of which the first line names the columns'
  assert.deepEqual(await hintsOf('dedupe', 'table.txt', '-o', 'kept.txt'), [says])
  const asTable = ['table.txt', '--input-format', 'tsv', '-o', 'kept-table.txt']
  assert.deepEqual(await hintsOf('dedupe', ...asTable), [])
  assert.equal(shop.read('kept-table.txt'), table.replace(`1\t${texts[1]}\n`, ''))
  shop.write('verse.txt', `${texts.map(text => `${text}, and so on; then,\n`).join('')}one more line,\n`)
  assert.deepEqual(await hintsOf('dedupe', 'verse.txt', '-o', 'kept-verse.txt'), [])
})
