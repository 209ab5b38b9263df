/** Kept rows of every type of Arrow, as Arrow: what pyarrow keeps itself, with the schema and metadata. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { outputOf } from '../ground/child-program.ts'
import { pythonWith } from '../ground/python.ts'
import { Workshop } from './command.ts'

const place = new Workshop()
const script = join(import.meta.dirname, 'arrow-types.py')

test('kept rows equal those that pyarrow keeps, whatever the types, codecs, dictionaries and threads', {
  timeout: 300_000,
}, async context => {
  const python = await pythonWith(context, 'pyarrow==26.0.1')
  if (python === undefined) return
  const names = (await outputOf(python, [script, 'write', place.path])).trim().split('\n')
  assert.equal(names.length, 7)
  for (const name of names) {
    for (const threads of ['1', '3']) {
      const kept = `${name}.kept${threads === '1' ? '' : threads}.arrow`
      const args = [`${name}.arrow`, '--text', 'text', '-o', kept, '--threads', threads]
      const run = await place.run('dedupe', ...args)
      assert.equal(run.status, 0, run.err)
    }
    assert.deepEqual(place.bytes(`${name}.kept3.arrow`), place.bytes(`${name}.kept.arrow`))
  }
  await place.dedupe('lz4.arrow', '--text', 'text', '-o', 'lz4.kept.feather.gz')
  assert.equal(await outputOf(python, [script, 'check', place.path]), '')
})
