import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOfName, isForeign } from './file-name.ts'

test('derives format and compression from a name', () => {
  assert.deepEqual(formatOfName('a.b/x.JSONL.GZ'), { format: 'jsonl', compression: 'gz' })
  assert.deepEqual(formatOfName('x.ndjson'), { format: 'jsonl', compression: 'none' })
  assert.deepEqual(formatOfName('x.tsv.zst'), { format: 'tsv', compression: 'zst' })
  assert.deepEqual(formatOfName('x.constructor'), { format: 'whole', compression: 'none' })
  assert.deepEqual(formatOfName('README'), { format: 'whole', compression: 'none' })
  assert.deepEqual(formatOfName('a.csv/README'), { format: 'whole', compression: 'none' })
})

test('recognizes archives and tables, which are never meant as one document', () => {
  for (const foreign of ['x.json', 'a/x.TAR.gz', 'x.zip', 'x.tgz']) assert.ok(isForeign(foreign), foreign)
  for (const own of ['x.jsonl', 'x.json.txt', 'json', 'x.md.gz', 'a.zip/x']) assert.ok(!isForeign(own), own)
})
