import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { groupsOf } from './groups.ts'

const root = temporaryFolder()

test('pure files of a wing share a process; those that change their process have their own', () => {
  const texts: Readonly<Record<string, string>> = {
    'src/engine/a.test.ts': "test('a')",
    'src/engine/batch/b.test.ts': "test('b')",
    'src/engine/c.test.ts': "process.env.HOME = ''",
    'src/engine/d.test.ts': 'spawnSync(process.execPath, [process.env.HOME])',
    'src/texts/d.test.ts': "test('d')",
    'test/cli/h.test.ts': "test('h')",
    'test/docs/e.test.ts': 'const shop = new Workshop()',
    'test/docs/i.test.ts': "test('i')",
    'test/solr/f.test.ts': "test('f')",
    'test/solr/g.test.ts': "test('g')",
  }
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const groups = groupsOf(root, Object.keys(texts))
  assert.deepEqual(
    groups.map(({ suite, files }) => `${suite}: ${files.join(' ')}`),
    [
      'test/solr: test/solr/f.test.ts',
      'test/solr: test/solr/g.test.ts',
      'src/engine: src/engine/a.test.ts src/engine/batch/b.test.ts src/engine/d.test.ts',
      'test/docs: test/docs/e.test.ts test/docs/i.test.ts',
      'src/engine: src/engine/c.test.ts',
      'src/texts: src/texts/d.test.ts',
      'test/cli: test/cli/h.test.ts',
    ],
  )
})

test('the suite with the most files has processes of at most eight', () => {
  const files = Array.from({ length: 17 }, (_, i) => `test/cli/${String.fromCharCode(97 + i)}.test.ts`)
  for (const file of files) writeFileSync(join(root, file), "test('a')")
  const groups = groupsOf(root, files)
  assert.deepEqual(
    groups.map(group => group.files.length),
    [6, 6, 5],
  )
  assert.deepEqual(groups.flatMap(group => group.files).sort(), files)
})
