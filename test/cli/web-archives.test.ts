/** WARC and WET: texts of web archives, from files, globs, directories and standard input; KEPT as JSON lines. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { Workshop, wordsOf } from './command.ts'

const shop = new Workshop()
const [a, b] = [wordsOf(1), wordsOf(2)]

function record(type: string, uri: string, content: string, media = 'text/plain'): string {
  const length = Buffer.byteLength(content)
  const head = `WARC-Type: ${type}\r\nWARC-Target-URI: ${uri}\r\nWARC-Date: 2026-04-01T00:00:00Z\r\n`
  return `WARC/1.0\r\n${head}Content-Type: ${media}\r\nContent-Length: ${length}\r\n\r\n${content}\r\n\r\n`
}

const texts = [
  record('conversion', 'http://a/1', a),
  record('conversion', 'http://a/2', b),
  record('conversion', 'http://a/3', a),
]
const info = record('warcinfo', 'x', 'software: y', 'application/warc-fields')
const line = (id: string, text: string) => `${JSON.stringify({ id, date: '2026-04-01T00:00:00Z', text })}\n`
const kept = line('http://a/1', a) + line('http://a/2', b)
const members = Buffer.concat([info, ...texts].map(one => gzipSync(one)))

test('WET and WARC are records under any name, packed record by record or not', async () => {
  for (const [name, bytes] of [
    ['x.warc', info + texts.join('')],
    ['x.warc.wet.gz', members],
    ['x.wet.zst', zstdCompressSync(info + texts.join(''))],
    ['x.warc.zst', Buffer.concat([info, ...texts].map(one => zstdCompressSync(one)))],
    ['crawl', members],
    ['crawl.txt', info + texts.join('')],
    ['part-00000', members],
  ] as const) {
    shop.write(name, bytes)
    const report = await shop.dedupe(name, '-o', 'kept.jsonl', '--removed', 'removed.jsonl')
    assert.equal(shop.read('kept.jsonl'), kept, name)
    assert.deepEqual(report.textless, { warcinfo: 1 })
    assert.equal(report.inputs[0].format, 'warc')
    const [{ id, at, survivor }] = shop.rows('removed.jsonl')
    assert.deepEqual([id, at, survivor], ['http://a/3', `${name}:3`, 'http://a/1'])
  }
  const { err } = await shop.run('dedupe x.warc -o kept.jsonl --force')
  assert.match(err, /\n {2}not read: 1 record without a plain text: 1 warcinfo\n/)
})

test('an archive with nothing but records about others is refused, and names them', async () => {
  const request = record(
    'request',
    'http://a/1',
    'GET / HTTP/1.1\r\n\r\n',
    'application/http; msgtype=request',
  )
  shop.write('requests.warc', info + request + request)
  for (const options of [[], ['--html']]) {
    const message = await shop.refused(3, 'TEXT_MISSING', 'requests.warc', '-o', 'none.jsonl', ...options)
    assert.match(message, /got none: 2 request, 1 warcinfo left out\. To fix: take the WET files/)
  }
  const { status, err } = await shop.run('index add of-requests requests.warc')
  assert.equal(status, 3)
  assert.match(err, /TEXT_MISSING: .* 2 request, 1 warcinfo left out/)
  shop.write('with-texts.warc', texts[0])
  assert.equal((await shop.dedupe('requests.warc', 'with-texts.warc', '-o', 'kept.jsonl')).counts.read, 1)
})

test('globs, directories and standard input; metadata archives are left out or refused by name', async () => {
  shop.write('wet/1.warc.wet.gz', gzipSync(texts[0]))
  shop.write('wet/b/2.warc.wet.gz', gzipSync(texts[1] + texts[2]))
  shop.write('wet/1.warc.wat.gz', gzipSync(record('metadata', 'http://a/1', '{}', 'application/json')))
  const report = await shop.dedupe('wet', '-o', 'kept.jsonl')
  assert.equal(shop.read('kept.jsonl'), kept)
  assert.deepEqual(report.ignoredFiles, [{ path: 'wet/1.warc.wat.gz', reason: 'binary' }])
  await shop.dedupe('wet/**/*.wet.gz', '-o', 'kept.jsonl')
  assert.equal(shop.read('kept.jsonl'), kept)
  const run = shop.child(['dedupe', '-', '--input-format', 'warc', '-o', '-'], { input: members })
  assert.equal(run.out, kept, run.err)
  const wat = await shop.refused(2, 'INPUT_FORMAT_UNKNOWN', 'wet/1.warc.wat.gz', '-o', 'none.jsonl')
  assert.match(wat, /To fix: take the \.wet or \.warc files: it has the metadata of pages, and no text/)
})

test('KEPT has no name of WARC; plan, keep rules and other commands work on the lines', async () => {
  shop.write('x.warc', texts.join(''))
  for (const name of ['none.warc', 'none.wet', 'none.json'])
    await shop.refused(2, 'OUTPUT_FORMAT', 'x.warc', '-o', name)
  const message = await shop.refused(2, 'OUTPUT_FORMAT', 'x.warc', '-o', 'none.warc.gz')
  assert.match(
    message,
    /got none\.warc\.gz\. To fix: use the extension \.jsonl: these records are written as JSON lines/,
  )
  const { fields } = await shop.dedupe('x.warc', '-o', 'none.jsonl', '--plan')
  assert.deepEqual(fields, { text: ['text'], id: 'id' })
  const later = texts[2].replace('2026-04-01', '2026-04-02')
  shop.write('x.warc', texts[0] + texts[1] + later)
  await shop.dedupe('x.warc', '-o', 'kept.jsonl', '--keep', 'max:date')
  assert.deepEqual(
    shop.rows('kept.jsonl').map(({ id }) => id),
    ['http://a/2', 'http://a/3'],
  )
  await shop.run('pairs x.warc -o pairs.csv --force')
  assert.match(shop.read('pairs.csv'), /\nhttp:\/\/a\/1,http:\/\/a\/3,jaccard,1\n$/)
})

test('damage is a bad record; a file without a record is refused; a body that cannot be read is a bad record', async () => {
  shop.write('x.warc', texts.join('').slice(0, -20))
  const cut = await shop.refused(3, 'TOO_MANY_BAD', 'x.warc', '-o', 'none.jsonl')
  assert.match(
    cut,
    /the end of the file after \d+ of its \d+ bytes, in the record at byte \d+, at x\.warc:3\./,
  )
  shop.write('y.wet', 'no archive\n')
  assert.match(await shop.refused(3, 'WARC_INVALID', 'y.wet', '-o', 'none.jsonl'), /instead of "WARC\/"/)
  const body = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: br\r\n\r\n${a}`
  shop.write('z.warc', texts.join('') + record('response', 'http://z/', body, 'application/http'))
  const { counts } = await shop.dedupe(
    'z.warc',
    '-o',
    'kept.jsonl',
    '--bad',
    'bad.jsonl',
    '--max-bad',
    '0.5',
  )
  assert.deepEqual([counts.read, counts.bad], [4, 1])
  const [bad] = shop.rows('bad.jsonl')
  assert.equal(bad.at, 'z.warc:4')
  assert.equal(bad.record, '{"id":"http://z/","date":"2026-04-01T00:00:00Z"}')
})

const http = (type: string, body: string, head = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n${head}\r\n${body}`
const page = (uri: string, body: string, type = 'text/html') =>
  record('response', uri, http(type, body), 'application/http; msgtype=response')

/** Runs a command, which must end with status 3; returns the message. */
async function failed(command: string): Promise<string> {
  const { status, err } = await shop.run(command)
  assert.equal(status, 3, `${command}: ${err}`)
  return err
}

test('pages are read with --html; without it, inputs of nothing else are refused', async () => {
  const words = (text: string) => text.replaceAll(' ', '</b> <b>')
  const pages = [
    page('http://a/1', `<html><title>one</title><p><b>${words(a)}</b>`),
    page('http://a/2', `<title>one</title><div class=x>${a} &amp; more</div>`, 'application/xhtml+xml'),
    page('http://a/3', `<p>${b}<script>var x = ${JSON.stringify(a)}</script>`),
    record('resource', 'http://a/4', `<h1>${b}</h1>`, 'text/html'),
    page('http://a/5', 'no text', 'image/png'),
  ]
  shop.write('p.warc.gz', Buffer.concat([info, ...pages].map(one => gzipSync(one))))
  const report = await shop.dedupe('p.warc.gz', '--html', '-o', 'kept.jsonl')
  assert.deepEqual(
    shop.rows('kept.jsonl').map(({ id }) => id),
    ['http://a/1', 'http://a/3'],
  )
  assert.equal(report.counts.read, 4)
  assert.deepEqual(report.textless, { warcinfo: 1, 'response of image/png': 1 })
  shop.write('q.warc', info + pages[0] + pages[1])
  const lost =
    /TEXT_MISSING: expected a record with a text, got none: 1 response of text\/html, 1 response of application\/xhtml\+xml left out\. To fix: read the pages with `--html`, or take the WET files/
  assert.match(await shop.refused(3, 'TEXT_MISSING', 'q.warc', '-o', 'none.jsonl'), lost)
  assert.match(await shop.refused(3, 'TEXT_MISSING', 'q.warc', '-o', 'none.jsonl', '--plan'), lost)
  shop.write('image.warc', page('http://a/5', 'no text', 'image/png'))
  assert.match(
    await shop.refused(3, 'TEXT_MISSING', 'image.warc', '-o', 'none.jsonl', '--html'),
    /1 response of image\/png left out\. To fix: take the WET files/,
  )
  for (const command of ['index add pages q.warc', 'sign q.warc -o none.jsonl'])
    assert.match(await failed(command), /TEXT_MISSING: .*--html/)
  // Among other inputs they are only counted; one side of two has no others.
  shop.write('x.warc', texts.join(''))
  assert.equal((await shop.dedupe('q.warc', 'x.warc', '-o', 'kept.jsonl')).counts.read, 3)
  assert.match(
    (await shop.run('dedupe q.warc x.warc -o kept.jsonl --force')).err,
    /not read: 3 records without a plain text: [^\n]* \(pages are read with `--html`\)\n/,
  )
  assert.match(await failed('match x.warc --against q.warc -o none.csv'), lost)
})

test('an index reads them, and says what it did not read', async () => {
  shop.write('x.warc.gz', members)
  const { err } = await shop.run('index add data x.warc.gz')
  assert.match(err, /not read: 1 record without a plain text: 1 warcinfo/)
  const { out } = await shop.run('index get data http://a/2')
  assert.equal(JSON.parse(out).document.text, b)
})
