/** Texts in other encodings than UTF-8: read by option or byte-order mark, and kept in their own bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { Workshop, wordsOf } from './command.ts'
import { parsedLines } from './json-lines.ts'

const shop = new Workshop()
const [one, two] = [`${wordsOf(1)} naïve “café” 5 €`, `${wordsOf(2)} Ärger`]
const lines = [one, one, two].map((text, i) => `${JSON.stringify({ id: i + 1, text })}\n`)
const keptLines = lines[0] + lines[2]
const rows = ['Nr;Überschrift\r\n', `1;"${one}; ja"\r\n`, `2;"${one}; ja"\r\n`, `3;${two}\r\n`]
const keptRows = rows[0] + rows[1] + rows[3]

/** The bytes of windows-1252, of which the quotes and the euro are not in Latin-1. */
function western(text: string): Buffer {
  const latin = text.replaceAll('“', '\x93').replaceAll('”', '\x94').replaceAll('€', '\x80')
  return Buffer.from(latin, 'latin1')
}

const little = (text: string) => Buffer.from(text, 'utf16le')
const big = (text: string) => little(text).swap16()

test('windows-1252 is read by its labels, and kept records keep their bytes', async () => {
  shop.write('west.jsonl', western(lines.join('')))
  shop.write('west.csv', western(rows.join('')))
  for (const label of ['windows-1252', 'latin1', 'ISO-8859-1', 'cp1252']) {
    const { counts, inputs } = await shop.dedupe('west.jsonl', '--encoding', label, '-o', 'kept.jsonl')
    assert.deepEqual([counts.exact, counts.bad, inputs[0].encoding], [1, 0, 'windows-1252'])
    assert.deepEqual(shop.bytes('kept.jsonl'), western(keptLines))
  }
  await shop.dedupe('west.csv', '--encoding', 'latin1', '--text', 'Überschrift', '-o', 'kept.csv')
  assert.deepEqual(shop.bytes('kept.csv'), western(keptRows))
  const refused = await shop.refused(3, 'TOO_MANY_BAD', 'west.jsonl', '-o', 'no.jsonl')
  const fix = 'To fix: name its `--encoding`, such as windows-1252, or convert the file to UTF-8'
  assert.match(refused, new RegExp(`UTF8_INVALID: .* ${fix}\\.`))
  shop.write(
    'half.jsonl',
    western(`{"text":"records of plain letters are read in any encoding"}\n${lines.join('')}`),
  )
  const half = await shop.refused(3, 'TOO_MANY_BAD', 'half.jsonl', '-o', 'no.jsonl')
  assert.match(half, new RegExp(`UTF8_INVALID: .* ${fix}, or allow more with`))
})

test('a byte-order mark decides, whatever the option says, and KEPT keeps it', async () => {
  const mark = '\ufeff'
  const encodings = { 'utf-8': (text: string) => Buffer.from(text), 'utf-16le': little, 'utf-16be': big }
  for (const [name, encode] of Object.entries(encodings)) {
    for (const given of [[], ['--encoding', 'latin1']]) {
      shop.write('marked.jsonl', encode(mark + lines.join('')))
      const { counts, inputs } = await shop.dedupe('marked.jsonl', ...given, '-o', 'kept.jsonl')
      assert.deepEqual([counts.exact, inputs[0].encoding ?? 'utf-8'], [1, name])
      assert.deepEqual(shop.bytes('kept.jsonl'), encode(mark + keptLines), name)
      shop.write('marked.csv', encode(mark + rows.join('')))
      await shop.dedupe('marked.csv', ...given, '--text', 'Überschrift', '-o', 'kept.csv')
      assert.deepEqual(shop.bytes('kept.csv'), encode(mark + keptRows), name)
      shop.write('marked.txt', encode(`${mark}${one}\n\n${one}\n${two}`))
      await shop.dedupe('marked.txt', ...given, '-o', 'kept.txt')
      assert.deepEqual(shop.bytes('kept.txt'), encode(`${mark}${one}\n\n${two}`), name)
    }
  }
})

test('UTF-16 without a mark needs the option, and is named without it', async () => {
  shop.write('bare.jsonl', big(lines.join('')))
  const refused = await shop.refused(2, 'INPUT_FORMAT_UNKNOWN', 'bare.jsonl', '-o', 'no.jsonl')
  assert.match(
    refused,
    /an input that is text in UTF-16, at bare\.jsonl\. To fix: name its `--encoding`, utf-16le/,
  )
  const { counts } = await shop.dedupe('bare.jsonl', '--encoding', 'utf-16be', '-o', 'kept.jsonl')
  assert.equal(counts.exact, 1)
  assert.deepEqual(shop.bytes('kept.jsonl'), big(keptLines))
})

test('archives, standard input, globs, directories and several threads give the same', async () => {
  const wide = little(`\ufeff${lines.join('')}`)
  const expected = little(`\ufeff${keptLines}`)
  shop.write('parts/a.jsonl', wide)
  shop.write('packed.jsonl.gz', gzipSync(wide))
  shop.write('packed.jsonl.zst', zstdCompressSync(wide))
  for (const input of ['packed.jsonl.gz', 'packed.jsonl.zst', 'parts/*.jsonl', 'parts']) {
    await shop.dedupe(input, '-o', 'kept.jsonl', '--threads', '2')
    assert.deepEqual(shop.bytes('kept.jsonl'), expected, input)
  }
  await shop.dedupe('parts', '-o', 'kept.jsonl.gz')
  await shop.dedupe('kept.jsonl.gz', '-o', 'again.jsonl')
  assert.deepEqual(shop.bytes('again.jsonl'), expected)
  shop.write('parts/b.jsonl', western(lines[2]))
  const shards = await shop.dedupe('parts', '--encoding', 'latin1', '-o', 'kept-parts/')
  assert.equal(shards.counts.exact, 2)
  assert.deepEqual(shop.bytes('kept-parts/a.jsonl'), expected)
  assert.deepEqual(shop.bytes('kept-parts/b.jsonl'), Buffer.alloc(0))
  shop.write('west.jsonl.gz', gzipSync(western(lines.join(''))))
  await shop.dedupe('west.jsonl.gz', '--encoding', 'latin1', '-o', 'kept.jsonl')
  assert.deepEqual(shop.bytes('kept.jsonl'), western(keptLines))
  shop.write('texts/a.md', little(`\ufeff${one}`))
  shop.write('texts/b.md', big(`\ufeff${one}`))
  shop.write('texts/c.md', two)
  const { counts } = await shop.dedupe('texts', '-o', 'kept-texts')
  assert.deepEqual([counts.exact, counts.kept], [1, 2])
  assert.deepEqual(shop.bytes('kept-texts/a.md'), little(`\ufeff${one}`))
})

test('encodings of several bytes are read, and kept records keep their bytes', async () => {
  // "東京" and "大阪" in Shift_JIS.
  const tokyo = Buffer.from([0x93, 0x8c, 0x8b, 0x9e, 10])
  const osaka = Buffer.from([0x91, 0xe5, 0x8d, 0xe3, 10])
  shop.write('towns.txt', Buffer.concat([tokyo, tokyo, osaka]))
  const { counts } = await shop.dedupe('towns.txt', '--encoding', 'shift_jis', '-o', 'kept.txt')
  assert.deepEqual([counts.exact, counts.kept], [1, 2])
  assert.deepEqual(shop.bytes('kept.txt'), Buffer.concat([tokyo, osaka]))
})

test('bytes without a meaning make a bad record, with their place', async () => {
  shop.write('holes.jsonl', Buffer.from(`{"id":8,"text":"b"}\n{"id":9,"text":"a\xaa"}\n`, 'latin1'))
  const args = ['holes.jsonl', '--encoding', 'windows-1253', '--max-bad', '1', '-o', 'kept.jsonl']
  const { badRecords } = await shop.dedupe(...args)
  assert.match(
    badRecords[0].message,
    /^ENCODING_INVALID: expected text in windows-1253, got bytes aa 22 7d 0a at byte 18 of the record, at holes\.jsonl:2\./,
  )
  const half = Buffer.concat([
    little('\ufeff{"id":1,"text":"a '),
    Buffer.from([0, 0xd8]),
    little('"}\n'),
    little(lines[0]),
  ])
  shop.write('half.jsonl', half)
  const report = await shop.dedupe('half.jsonl', '--max-bad', '1', '-o', 'kept.jsonl')
  assert.deepEqual([report.counts.bad, report.badRecords[0].at], [1, 'half.jsonl:1'])
})

test('inputs of two encodings have no KEPT, and sides of match may differ', async () => {
  shop.write('west.jsonl', western(lines.join('')))
  shop.write('marked.jsonl', `\ufeff${lines.join('')}`)
  const both = ['west.jsonl', 'marked.jsonl', '--encoding', 'latin1']
  const refused = await shop.refused(2, 'INPUT_FORMATS_MIXED', ...both, '-o', 'no.jsonl')
  assert.match(refused, /got windows-1252 \(west\.jsonl\) and utf-8 \(marked\.jsonl\)/)
  assert.equal((await shop.run('pairs', ...both, '-o', 'pairs.csv')).status, 0)
  shop.write('plain.jsonl', lines.join(''))
  const sides = ['plain.jsonl', '--against', 'west.jsonl', '--against-encoding', 'latin1']
  const { status } = await shop.run('match', ...sides, '--kept', 'rest.jsonl', '-o', 'twins.csv')
  assert.deepEqual([status, shop.read('rest.jsonl')], [0, ''])
})

test('an index reads the same', async () => {
  shop.write('west.csv', western(rows.join('')))
  shop.write('wide.csv', little(`\ufeff${rows.join('')}`))
  const args = ['--id', 'Nr', '--text', 'Überschrift']
  const added = await shop.run('index', 'add', 'data', 'west.csv', ...args, '--encoding', 'latin1')
  assert.equal(added.status, 0, added.err)
  const { out } = await shop.run('index', 'check', 'data', 'wide.csv', ...args, '--except-same-id')
  const [first] = parsedLines(out)
  assert.deepEqual([first.id, first.matches[0].id, first.matches[0].similarity], ['1', '2', 1])
})

test('unknown encodings, and those of formats that know their own, are refused', async () => {
  for (const name of ['utf-7', 'iso-2022-jp', 'nonsense', '']) {
    await shop.refused(2, 'OPTION_VALUE', 'west.jsonl', '--encoding', name, '-o', 'no.jsonl')
  }
  shop.write('list.json', '[{"id":1,"text":"a"}]')
  await shop.refused(2, 'OPTION_VALUE', 'list.json', '--encoding', 'latin1', '-o', 'no.json')
})
