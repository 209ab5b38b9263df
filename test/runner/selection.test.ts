import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selected } from './selection.ts'

const files = ['test/solr/solr.test.ts', 'test/solr/cloud.all.test.ts', 'src/texts/all.test.ts']

test('a run without arguments and its rest have every file once', () => {
  const [short, rest] = [selected(files, []), selected(files, ['--rest'])]
  assert.deepEqual(short, ['src/texts/all.test.ts', 'test/solr/solr.test.ts'])
  assert.deepEqual(rest, ['test/solr/cloud.all.test.ts'])
})

test('paths select all files that begin so, or their rest', () => {
  assert.deepEqual(selected(files, ['./test/solr']), [
    'test/solr/cloud.all.test.ts',
    'test/solr/solr.test.ts',
  ])
  assert.deepEqual(selected(files, ['test/solr', '--rest']), ['test/solr/cloud.all.test.ts'])
  assert.deepEqual(selected(files, ['test/solr/solr', 'src']), [
    'src/texts/all.test.ts',
    'test/solr/solr.test.ts',
  ])
  assert.throws(() => selected(files, ['--all']), /expected paths or --rest, got --all/)
})
