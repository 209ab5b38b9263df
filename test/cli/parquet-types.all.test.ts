/** Kept rows of every type, codec and encoding that pyarrow writes: what it keeps itself, with the schema and metadata. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { outputOf } from '../ground/child-program.ts'
import { pythonWith } from '../ground/python.ts'
import { Workshop } from './command.ts'

const place = new Workshop()
const script = join(import.meta.dirname, 'parquet-types.py')

test('kept rows equal those that pyarrow keeps, whatever the types, codecs, encodings and threads', {
  timeout: 300_000,
}, async context => {
  const python = await pythonWith(context, 'pyarrow==26.0.1')
  if (python === undefined) return
  const names = (await outputOf(python, [script, 'write', place.path])).trim().split('\n')
  assert.equal(names.length, 12)
  for (const name of names) {
    for (const threads of ['1', '3']) {
      const kept = `${name}.kept${threads === '1' ? '' : threads}.parquet`
      const args = [`${name}.parquet`, '--text', 'text', '-o', kept, '--threads', threads]
      const run = await place.run('dedupe', ...args)
      assert.equal(run.status, 0, run.err)
    }
    assert.deepEqual(place.bytes(`${name}.kept3.parquet`), place.bytes(`${name}.kept.parquet`))
  }
  assert.equal(await outputOf(python, [script, 'check', place.path]), '')
})
