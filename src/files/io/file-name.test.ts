import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignFix, formatOfName, isHadoopPart } from './file-name.ts'

test('derives format and compression from a name', () => {
  assert.deepEqual(formatOfName('a.b/x.JSONL.GZ'), { format: 'jsonl', compression: 'gz' })
  assert.deepEqual(formatOfName('x.ndjson'), { format: 'jsonl', compression: 'none' })
  assert.deepEqual(formatOfName('x.tsv.zst'), { format: 'tsv', compression: 'zst' })
  assert.deepEqual(formatOfName('x.jsonlines.zstd'), { format: 'jsonl', compression: 'zst' })
  for (const name of ['x.pq', 'x.parq']) assert.equal(formatOfName(name).format, 'parquet')
  assert.equal(formatOfName('x.jl').format, 'jsonl')
  assert.deepEqual(formatOfName('x.constructor'), { format: 'whole', compression: 'none' })
  assert.deepEqual(formatOfName('README'), { format: 'whole', compression: 'none' })
  assert.deepEqual(formatOfName('a.csv/README'), { format: 'whole', compression: 'none' })
})

test('recognizes archives and tables, which are never meant as one document, and says what to do', () => {
  for (const foreign of ['x.json', 'a/x.TAR.gz', 'x.zip', 'x.tgz', 'x.warc.wat.gz'])
    assert.equal(typeof foreignFix(foreign), 'string', foreign)
  for (const own of ['x.jsonl', 'x.json.txt', 'json', 'x.md.gz', 'a.zip/x'])
    assert.equal(foreignFix(own), undefined, own)
  assert.equal(foreignFix('x.jsonl.bz2'), 'run `bunzip2` first')
})

test('recognizes the parts that Hadoop writes', () => {
  for (const part of ['part-00000', 'a/part-r-00012', 'part-m-1.gz', 'part-00000-5cf1'])
    assert.ok(isHadoopPart(part), part)
  for (const other of ['part-one', 'part-00000.csv', 'apart-00000', 'part-1/x'])
    assert.ok(!isHadoopPart(other), other)
})
