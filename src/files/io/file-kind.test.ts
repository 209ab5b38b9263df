import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { contentOf, isBinary, kindOf, refuseKind } from './file-kind.ts'
import { startsJsonLines } from './json-start.ts'

const directory = temporaryFolder()
const bytes = (latin: string) => Buffer.from(latin, 'latin1')
const whatOf = (start: string) => {
  const kind = kindOf(bytes(start))
  return kind?.is === 'foreign' ? kind.what : kind?.is
}

test('the first bytes of other formats name them', () => {
  const kinds: readonly (readonly [string, string])[] = [
    ['BZh91AY&SY\x10\x20', 'bzip2 data'],
    ['\xfd7zXZ\0\0\x04', 'xz data'],
    ['\x04"M\x18d@', 'lz4 data'],
    ['ARROW1\0\0\xff', 'arrow'],
    ['\xff\xff\xff\xff\x58\x01\0\0\x10\0\0\0', 'arrow'],
    ['FEA1\0\0\0\0', 'a Feather file of version 1'],
    [`PK\x03\x04${'\x14\0'.repeat(13)}[Content_Types].xml`, 'xlsx'],
    [`PK\x03\x04${'\x14\0'.repeat(13)}word/document.xml`, 'an Office document that is no workbook'],
    [`PK\x03\x04${'\x14\0'.repeat(13)}a.jsonl`, 'a zip archive'],
    ['%PDF-1.7\n', 'a PDF'],
    ['SQLite format 3\0\x10\0', 'an SQLite database'],
    ['\xff\xfea\0', 'wide'],
    ['\xfe\xff\0a', 'wide'],
    ['{\0"\0t\0', 'wide'],
    ['\0i\0d', 'wide'],
    ['\xff\xfe\0\0a\0\0\0', 'text in UTF-32'],
    ['\x89PNG\r\n\x1a\n', 'an image'],
    [`a/b.txt${'\0'.repeat(250)}ustar\0`, 'a tar archive'],
    ['{\\rtf1\\ansi hello}', 'a document in RTF'],
    ['\xff\x06\0\0sNaPpY', 'snappy data'],
    ['PAR1\x15\x04', 'parquet'],
    ['version https://git-lfs.github.com/spec/v1\noid sha256:4d7a', 'a pointer of Git LFS, not the file'],
    ['/annex/objects/SHA256E-s1048576--3a.parquet\n', 'a pointer of git-annex, not the file'],
    ['# xet version 0\nfilesize = 12\n', 'a pointer of Xet, not the file'],
    ['outs:\n- md5: a304afb96060aad90176268345e10355\n', 'a pointer of DVC, not the file'],
  ]
  for (const [start, what] of kinds) assert.equal(whatOf(start), what)
})

test('texts that begin with the letters of a magic number are texts', () => {
  const texts = [
    '',
    'a',
    '{"text":"BZh9"}',
    'BZh is short',
    'PAR1\n',
    'PAR1,ORC',
    'ORC\r\n',
    '%PDF- is a prefix',
    'PK',
    '\xef\xbb\xbfid',
  ]
  for (const text of texts) assert.equal(kindOf(bytes(text)), undefined, text)
})

test('looks into archives, and keeps the file when it is damaged', () => {
  const path = join(directory, 'x')
  const contentOfBytes = (content: Uint8Array) => {
    writeFileSync(path, content)
    return contentOf(path)
  }
  for (const [pack, compression] of [
    [gzipSync, 'gz'],
    [zstdCompressSync, 'zst'],
  ] as const) {
    const content = contentOfBytes(pack(bytes('%PDF-1.7\n'.repeat(90_000))))
    assert.equal(content?.compression, compression)
    assert.equal(content?.kind?.is, 'foreign')
  }
  assert.deepEqual(contentOfBytes(bytes('\x1f\x8b\x08junk')), {
    compression: 'gz',
    kind: undefined,
    start: Buffer.alloc(0),
  })
  assert.equal(contentOf(join(directory, 'gone')), undefined)
  const binary = (latin: string) =>
    isBinary({ compression: 'none', kind: kindOf(bytes(latin)), start: bytes(latin) })
  assert.ok(binary('\x89PNG\r\n\x1a\n') && binary('something\0') && binary('PAR1\x15'))
  assert.ok(!binary('text') && !binary('\xff\xfea\0'))
})

test('an error names what the bytes are, and what to type', () => {
  assert.throws(() => refuseKind(kindOf(bytes('BZh91AY&SY')), 'x.jsonl'), {
    message:
      'INPUT_FORMAT_UNKNOWN: expected JSON, CSV, TSV, text, Arrow, Excel, WARC (each also .gz or .zst) or plain Parquet, got an input that is bzip2 data, at x.jsonl. To fix: run `bunzip2` first.',
  })
  assert.throws(() => refuseKind({ is: 'parquet' }, 'x.gz', true), {
    message: /got an input that is Parquet inside an archive, at x\.gz\. To fix: decompress it first\.$/,
  })
  refuseKind(undefined, 'x')
  for (const [start, encoding] of [
    ['\xff\xfe[\0', 'utf-16'],
    ['\0[\0{', 'utf-16be'],
    ['[\0{\0', 'utf-16le'],
  ]) {
    const fix = `convert it to UTF-8 first, as with \`iconv -f ${encoding} -t utf-8\`.`
    assert.throws(
      () => refuseKind(kindOf(bytes(start)), 'x.json', false, true),
      ({ message }) => message.endsWith(`To fix: ${fix}`),
    )
  }
})

test('JSON lines begin with an object on one line', () => {
  const starts = (text: string, isAll = false) => startsJsonLines(Buffer.from(text), isAll)
  assert.ok(starts('{"a":1}\n{') && starts('\ufeff\n {"a":1}\n') && starts('{"a":1}', true))
  assert.ok(
    !starts('{"a":1}') && !starts('{\n"a":1}', true) && !starts('[{"a":1}]\n', true) && !starts('', true),
  )
})
