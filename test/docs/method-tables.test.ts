/** Tables of methods: the page about choosing one names all methods, and the page of hashes has what an index keeps for each. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { methodNames, methods } from '../../src/methods/methods.ts'

const root = resolve(import.meta.dirname, '../..')

/** The names in the first column of the table with this head; `…` at the end stands for any ending. */
function namesIn(page: string, head: string): string[] {
  const text = readFileSync(resolve(root, page), 'utf8')
  const [table] = new RegExp(`^\\| ${head} .*(?:\\n\\|.*)+`, 'm').exec(text) ?? assert.fail(page)
  const rows = table.split('\n').slice(2)
  return rows.flatMap(row => [...row.split('|')[1].matchAll(/`([^`]+)`/g)].map(([, name]) => name))
}

function has(names: readonly string[], method: string): boolean {
  return names.some(name => (name.endsWith('…') ? method.startsWith(name.slice(0, -1)) : name === method))
}

test('the page about choosing a method has every method, and the README links to the pages of methods', () => {
  assert.deepEqual(namesIn('docs/guide/which-method.md', 'method').sort(), [...methodNames].sort())
  assert.match(readFileSync(resolve(root, 'README.md'), 'utf8'), /\]\(docs\/methods\)/)
})

test('the page of hashes has what an index keeps for every method', () => {
  const names = namesIn('docs/formats/hashes.md', 'collection')
  // Methods of equal signatures share a row.
  const missing = methods
    .filter(({ decides, name }) => decides.kind !== 'signature' && !has(names, name))
    .map(({ name }) => name)
  assert.deepEqual(missing, [], `docs/formats/hashes.md has no row for ${missing.join(', ')}`)
})
