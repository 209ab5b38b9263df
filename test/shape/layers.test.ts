/**
 * Imports point one way. A folder may import itself and folders of a lower rank, types included; the
 * folders of one rank do not know each other. The ranks are those of ARCHITECTURE.md.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderOf, folders, localImports, openProgram, sourceFiles } from './sources.ts'

const program = openProgram()
const imports = new Map(sourceFiles().map(file => [file, localImports(file, program.tree(file))]))

test('the table of folders has every folder of src once, and no other', () => {
  const found = new Set([...imports.keys()].map(folderOf))
  assert.deepEqual(folders.map(({ name }) => name).sort(), [...found].sort())
})

test('no file imports a folder of its own or a higher rank', () => {
  const ranks = new Map(folders.map(({ name, rank }) => [name, rank]))
  const rankOf = (file: string) => ranks.get(folderOf(file)) ?? Number.NaN
  const wrong = [...imports].flatMap(([file, targets]) =>
    targets
      .filter(target => target.startsWith('src/') && folderOf(target) !== folderOf(file))
      .filter(target => !(rankOf(target) < rankOf(file)))
      .map(target => `${file} imports ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('no import leaves src', () => {
  const outside = [...imports].flatMap(([file, targets]) =>
    targets.filter(target => !target.startsWith('src/')).map(target => `${file} imports ${target}`),
  )
  assert.deepEqual(outside, [])
})

test('no file imports itself by way of others, types included', () => {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (state.get(file) === 'open') cycles.push([...path.slice(path.indexOf(file)), file].join(' > '))
    if (state.has(file)) return
    state.set(file, 'open')
    for (const target of imports.get(file) ?? []) visit(target, [...path, file])
    state.set(file, 'done')
  }
  for (const file of imports.keys()) visit(file, [])
  assert.deepEqual(cycles, [])
})

test('only the entries re-export', () => {
  const barrels = sourceFiles().filter(file => {
    const isEntry = file.split('/').length === 2
    return !isEntry && /^export (type )?(\*|\{[^}]*\}) from /m.test(program.tree(file).text)
  })
  assert.deepEqual(barrels, [])
})
