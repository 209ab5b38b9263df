/** Directories: shards of records, texts, and what is ignored; inputs without a byte. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { arrowBytes } from './arrow-files.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
const record = (id: number) => jsonLines({ id, text: wordsOf(id) })

test('a directory of shards is its records, at any depth; other files are ignored and named', async () => {
  shop.write('data/year=2023/part-00000', record(1) + record(2))
  shop.write('data/year=2024/part-00000.gz', gzipSync(record(1) + record(3)))
  shop.write('data/year=2024/b.jsonl', record(4))
  shop.write('data/_SUCCESS', '')
  shop.write('data/README.md', '# Data\n')
  shop.write('data/.part-00000.crc', 'crc')
  shop.write('data/logo.png', png)
  const report = await shop.dedupe('data', '-o', 'kept.jsonl')
  assert.equal(shop.read('kept.jsonl'), [1, 2, 4, 3].map(record).join(''))
  assert.deepEqual(report.ignoredFiles, [
    { path: 'data/README.md', reason: 'other' },
    { path: 'data/_SUCCESS', reason: 'other' },
    { path: 'data/logo.png', reason: 'binary' },
  ])
  const { err } = await shop.run('dedupe data -o kept.jsonl --force')
  assert.match(err, /\n {2}ignored 1 file not texts: data\/logo\.png\n/)
  assert.match(err, /\n {2}ignored 2 files not of this format: data\/README\.md, data\/_SUCCESS\n/)
})

test('one file more, with a record found nowhere else, loses nothing', async () => {
  const five = [1, 2, 3, 4, 5].map(record).join('')
  shop.write('two/a.jsonl', five)
  shop.write('two/b.jsonl', five + record(6))
  await shop.dedupe('two', '-o', 'six.jsonl')
  assert.equal(shop.read('six.jsonl'), five + record(6))
})

test('records beside texts are refused; `--input-format` decides', async () => {
  shop.write('mixed/a.jsonl', record(1))
  shop.write('mixed/b.txt', wordsOf(2))
  const refused = await shop.refused(2, 'INPUT_FORMATS_MIXED', 'mixed', '-o', 'none')
  assert.match(
    refused,
    /got mixed\/a\.jsonl \(jsonl\) and mixed\/b\.txt \(text\)\. To fix: add `--input-format` jsonl/,
  )
  const report = await shop.dedupe('mixed', '-o', 'kept.jsonl', '--input-format', 'jsonl')
  assert.deepEqual(report.ignoredFiles, [{ path: 'mixed/b.txt', reason: 'other' }])
  await shop.dedupe('mixed', '-o', 'whole', '--input-format', 'whole')
  assert.deepEqual(shop.names('whole'), ['a.jsonl', 'b.txt'])
})

test('binary files among texts are ignored and counted; shards that cannot be read end the run', async () => {
  for (let id = 1; id <= 26; id++) shop.write(`texts/${id}.md`, wordsOf(id))
  shop.write('texts/x.png', png)
  shop.write('texts/data.json', '{"a":1}')
  shop.write('texts/y.gz', gzipSync(png))
  const report = await shop.dedupe('texts', '-o', 'kept-texts')
  assert.equal(report.counts.kept, 27)
  assert.deepEqual(
    report.ignoredFiles.map(({ path }: { path: string }) => path),
    ['texts/x.png', 'texts/y.gz'],
  )
  shop.write('shards/a.jsonl', record(1))
  shop.write('shards/b.jsonl.bz2', Buffer.from('BZh91AY&SY', 'latin1'))
  assert.match(
    await shop.refused(2, 'INPUT_FORMAT_UNKNOWN', 'shards', '-o', 'none'),
    /bzip2 data, at shards\/b/,
  )
})

test('a directory with nothing but data that is not read is refused for it', async () => {
  shop.write('packed/a.jsonl.xz', Buffer.from('\xfd7zXZ\0\0', 'latin1'))
  assert.match(
    await shop.refused(2, 'INPUT_FORMAT_UNKNOWN', 'packed', '-o', 'none'),
    /xz data, at packed\/a\.jsonl\.xz\. To fix: run `unxz` first/,
  )
  shop.write('wat/1.warc.wat.gz', gzipSync('WARC/1.0\r\n'))
  assert.match(
    await shop.refused(2, 'INPUT_FORMAT_UNKNOWN', 'wat', '-o', 'none'),
    /take the \.wet or \.warc files/,
  )
  shop.write('images/x.png', png)
  await shop.refused(2, 'INPUT_NONE', 'images', '-o', 'none')
})

const rows = [1, 2, 1].map(n => JSON.parse(record(n)))
const arrow = arrowBytes(rows)
const info = { description: '', features: { text: { dtype: 'string', _type: 'Value' } } }
const state = { _data_files: [{ filename: 'data-00000-of-00001.arrow' }], _fingerprint: 'f8bd2eaac4577138' }

test('a dataset of `save_to_disk` is its Arrow files, however it is named and written', async () => {
  for (const space of [0, 2]) {
    const root = `saved/${space}`
    const others = ['dataset_info.json', 'state.json'].map(name => `${root}/train/${name}`)
    shop.write(`${root}/dataset_dict.json`, '{"splits": ["train"]}')
    shop.write(others[0], JSON.stringify(info, null, space))
    shop.write(others[1], JSON.stringify(state, null, space))
    shop.write(`${root}/train/data-00000-of-00001.arrow`, arrow)
    for (const [args, above] of [
      [[`${root}/train`], []],
      [[root], [`${root}/dataset_dict.json`]],
      [[`${root}/train/*`], []],
      [[root, '--input-format', 'arrow'], [`${root}/dataset_dict.json`]],
    ] as const) {
      const { counts, ignoredFiles } = await shop.dedupe(...args, '-o', 'kept.jsonl')
      assert.deepEqual([counts.read, counts.kept], [3, 2], `${args}`)
      assert.deepEqual(
        ignoredFiles,
        [...above, ...others].map(path => ({ path, reason: 'other' })),
      )
      assert.deepEqual(shop.rows('kept.jsonl'), rows.slice(0, 2))
    }
    const message = await shop.refused(
      2,
      'INPUT_FORMAT_UNKNOWN',
      root,
      '--input-format',
      'jsonl',
      '-o',
      'none',
    )
    assert.match(message, /an input that is Arrow, at saved\/\d\/train\/data-/)
    for (const pattern of ['*.json', 'state.json', '{dataset_info,state}.json'])
      assert.match(
        await shop.refused(2, 'INPUT_FORMAT_UNKNOWN', `${root}/train/${pattern}`, '-o', 'none'),
        /a description of a dataset, without its records, at saved/,
      )
  }
  shop.write('records.jsonl', record(1))
  const { counts } = JSON.parse(
    (await shop.run('match records.jsonl --against saved/0 -o none --json')).out,
  )
  assert.deepEqual([counts.read, counts.against], [1, 3])
  const { status, out } = await shop.run('index add index saved/2')
  assert.equal(status, 0)
  assert.equal(out.trimEnd().split('\n').length, 3)
})

test('a repository of data is read as its records; descriptions are ignored and named', async () => {
  const names = ['dataset_info.json', 'dataset_infos.json', 'croissant.json', 'datapackage.json']
  for (const [at, data] of ['data/a.jsonl', 'data/sub/a.json', 'a.jsonl'].entries()) {
    const root = `hub${at}`
    for (const [i, name] of names.entries())
      shop.write(`${root}/${name}`, JSON.stringify({ '@context': {}, resources: [], ...info }, null, i % 2))
    shop.write(`${root}/README.md`, '# Data\n')
    shop.write(`${root}/.gitattributes`, '*.parquet filter=lfs\n')
    shop.write(`${root}/${data}`, record(1) + record(2) + record(1))
    const others = [`${root}/README.md`, ...names.map(name => `${root}/${name}`)].sort()
    for (const args of [[root], [`${root}/*`], [root, '--input-format', 'jsonl']]) {
      const { counts, ignoredFiles } = await shop.dedupe(...args, '-o', 'kept.jsonl')
      assert.deepEqual([counts.read, counts.kept], [3, 2], `${args}`)
      assert.deepEqual(
        ignoredFiles,
        others.map(path => ({ path, reason: 'other' })),
      )
    }
  }
  const { err } = await shop.run('dedupe hub0 -o kept.jsonl --force')
  assert.match(err, /\n {2}ignored 5 files not of this format: hub0\/README\.md, hub0\/croissant\.json, /)
})

test('records under the name of a description are read', async () => {
  shop.write('states/state.json', record(1) + record(2))
  shop.write('states/dataset_info.json', record(3) + record(1))
  for (const args of ['states', 'states/*', 'states/dataset_info.json states/state.json']) {
    const { counts } = await shop.dedupe(...args.split(' '), '-o', 'kept.jsonl')
    assert.deepEqual([counts.read, counts.kept], [4, 3])
  }
  shop.write('info/dataset_info.json', JSON.stringify(info))
  assert.match(
    await shop.refused(2, 'INPUT_FORMAT_UNKNOWN', 'info', '-o', 'none'),
    /a description of a dataset, without its records, at info\/dataset_info\.json/,
  )
  const { counts } = await shop.dedupe('info', '-o', 'kept-info', '--input-format', 'whole')
  assert.equal(counts.read, 1)
})

test('a glob reads the directories that it finds, as the shell would name them', async () => {
  shop.write('parts/year=1/a.jsonl', record(1))
  shop.write('parts/year=2/a.jsonl', record(2) + record(1))
  shop.write('parts/README.md', '# Data\n')
  for (const args of [['parts/*'], ['parts/year=*'], ['parts/**/*'], ['parts/year=1', 'parts/year=2']]) {
    await shop.dedupe(...args, '-o', 'kept.jsonl')
    assert.equal(shop.read('kept.jsonl'), record(1) + record(2), `${args}`)
  }
})

test('shards without a byte have no records, in every format', async () => {
  const [first, second] = [wordsOf(1), wordsOf(2)]
  const contents: readonly (readonly [string, string])[] = [
    ['jsonl', record(1) + record(2)],
    ['csv', `id,text\n1,${first}\n2,${second}\n`],
    ['txt', `${first}\n${second}\n`],
  ]
  for (const [format, content] of contents) {
    for (const name of ['0', '9']) shop.write(`shard/${name}.${format}`, '')
    shop.write(`shard/4.${format}`, content)
    const report = await shop.dedupe(`shard/*.${format}*`, '-o', `kept.${format}`)
    assert.equal(shop.read(`kept.${format}`), content)
    assert.deepEqual(
      report.ignoredFiles.map(({ reason }: { reason: string }) => reason),
      ['empty', 'empty'],
    )
    shop.write(`none.${format}`, '')
    await shop.dedupe(`none.${format}`, '-o', `kept.${format}`)
    assert.equal(shop.read(`kept.${format}`), '')
  }
  shop.write('shard/1.csv.gz', gzipSync(''))
  await shop.dedupe('shard/1.csv.gz', 'shard/4.csv', '-o', 'kept.csv')
  assert.equal(shop.read('kept.csv'), contents[1][1])
})

test('a run on one file that is one document says so', async () => {
  shop.write('lines.log', `${wordsOf(1)}\n${wordsOf(2)}\n`)
  const { err } = await shop.run('dedupe lines.log -o one')
  assert.match(
    err,
    /\n {2}hint: the input is one file, read as one document: --input-format txt or jsonl reads/,
  )
})

test('`at` leads to the file from where the command runs, however its input is named', async () => {
  for (const name of ['at/one.md', 'at/sub/two.md']) shop.write(name, wordsOf(9))
  for (const name of ['rows/one.jsonl', 'rows/sub/two.jsonl']) shop.write(name, record(9))
  shop.write('elsewhere/x', '')
  const inputs = (root: string, files: string) => [
    [root],
    [`./${root}/`],
    [`${process.cwd()}/${root}`],
    [`${root}/*.*`, `${root}/*/*.*`],
    [`elsewhere/../${root}`],
    files.split(' '),
  ]
  const all = [
    ...inputs('at', 'at/one.md ./at/sub/two.md'),
    ...inputs('rows', './rows/one.jsonl rows/sub/two.jsonl'),
  ]
  for (const args of all) {
    await shop.dedupe(...args, '-o', 'kept-at', '--removed', 'removed.jsonl', '--dry-run')
    const [{ at, survivorAt }] = shop.rows('removed.jsonl')
    for (const place of [at, survivorAt]) {
      assert.match(place, /:1$/)
      assert.ok(existsSync(place.slice(0, -2)), `${args}: ${place}`)
    }
  }
  await shop.dedupe('at', '-o', 'kept-at', '--removed', 'removed.jsonl', '--dry-run')
  const [{ id, at }] = shop.rows('removed.jsonl')
  assert.deepEqual([id, at], ['sub/two.md', 'at/sub/two.md:1'])
})

test('hundreds of texts in folders decide as the same lines do, and are kept with bytes and permissions', async () => {
  const count = 700
  const mark = '\ufeff'
  const place = (i: number) => `many/${i % 7}/${String(i).padStart(3, '0')}.txt`
  const texts = Array.from({ length: count }, (_, i) => wordsOf(i % 500))
  for (const [i, text] of texts.entries()) shop.write(place(i), i % 50 === 3 ? mark + text : text)
  shop.write('many/0/empty.txt', '')
  shop.write('many/0/image.txt', png)
  shop.write('elsewhere.txt', wordsOf(900))
  symlinkSync('../../elsewhere.txt', 'many/1/link.txt')
  symlinkSync('nowhere.txt', 'many/1/dangling.txt')
  execFileSync('mkfifo', ['many/2/pipe.txt'])
  chmodSync(place(8), 0o640)
  chmodSync(place(9), 0o444)
  const { counts, digest, ignoredFiles } = await shop.dedupe('many', '-o', 'kept-many', '--keep', 'first')
  assert.deepEqual([counts.read, counts.nulls, counts.kept], [count + 2, 1, 502])
  assert.deepEqual(ignoredFiles, [{ path: 'many/0/image.txt', reason: 'binary' }])
  // In the order of their paths, the first of two equal texts stays.
  const order = [...texts.keys()].sort((a, b) => (place(a) < place(b) ? -1 : 1))
  const first = new Map(order.toReversed().map(i => [texts[i], i]))
  const kept = [...first.values()].map(i => place(i).replace('many/', ''))
  const written = readdirSync('kept-many', { recursive: true, encoding: 'utf8' })
  assert.deepEqual(
    written.filter(name => name.endsWith('.txt')).sort(),
    [...kept, '0/empty.txt', '1/link.txt'].sort(),
  )
  for (const name of kept) assert.deepEqual(shop.bytes(`kept-many/${name}`), shop.bytes(`many/${name}`))
  assert.equal(shop.read('kept-many/1/link.txt'), wordsOf(900))
  const modeOf = (i: number) => statSync(place(i).replace('many', 'kept-many')).mode & 0o777
  assert.deepEqual([modeOf(8), modeOf(9)], [0o640, 0o444])
  const threads = await shop.dedupe('many', '-o', 'kept-threads', '--threads', '2')
  assert.equal(threads.digest, digest)
})

test('a run killed while it writes a folder leaves none of its name; the next one writes it whole', async () => {
  const count = 4000
  for (let i = 0; i < count; i++) shop.write(`often/${i % 9}/${i}.txt`, wordsOf(i))
  const { child, ended } = shop.start('dedupe', 'often', '-o', 'kept-often')
  const isBegun = () => shop.names().some(name => name.startsWith('.kept-often.nearsame-'))
  while (!isBegun() && child.exitCode === null) await new Promise(done => setTimeout(done, 1))
  child.kill('SIGKILL')
  await ended
  assert.ok(!existsSync('kept-often') || child.exitCode === 0)
  await shop.dedupe('often', '-o', 'kept-often', '--force')
  const written = readdirSync('kept-often', { recursive: true, encoding: 'utf8' })
  assert.equal(written.filter(name => name.endsWith('.txt')).length, count)
  assert.ok(!isBegun())
})
