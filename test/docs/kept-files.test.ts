/** Names of documents that are files: runs give the names in the table of docs/formats/files.md. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { Workshop } from '../cli/command.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/formats/files.md'), 'utf8')
const place = new Workshop()

test('files of KEPT and their ids have the names on the page, however the inputs are named', async () => {
  for (const name of ['a/sub/1.md', 'b/2.md', 'x/a/1.md', 'x/b/2.md']) place.write(name, name)
  // Copies in every input, of which none is kept.
  for (const name of ['a/z.md', 'b/z.md']) place.write(name, 'a/sub/1.md')
  for (const name of ['x/a/z.md', 'x/b/z.md']) place.write(name, 'x/a/1.md')
  const rows = [...page.matchAll(/^ +\| `(.+?)` +\| `(.+?)` +\| `KEPT\/(.+?)` +\|$/gm)]
  assert.equal(rows.length, 4)
  for (const [, inputs, id, file] of rows) {
    await place.dedupe(...inputs.split(' '), '-o', 'KEPT', '--removed', 'removed.jsonl')
    const survivors = new Set(place.rows('removed.jsonl').map(({ survivor }) => survivor))
    assert.deepEqual([...survivors], [id], inputs)
    assert.equal(place.read(join('KEPT', file)), id.startsWith('x/') ? id : 'a/sub/1.md')
    place.remove('KEPT')
  }
})
