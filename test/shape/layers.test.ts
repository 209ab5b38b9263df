/**
 * Imports point one way. A wing may import itself and wings on lower floors, types included. Wings on one floor do not
 * import each other, and neither do two folders of a wing both ways. ARCHITECTURE.md has the floors.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { arrowsOfWings, bothWays, foldersOf, importsOf, picture } from './arrows.ts'
import { openProgram, readSource, root, sourceFiles, wingOf, wings } from './sources.ts'

const program = openProgram()

const files = sourceFiles()
const imports = importsOf(files)

test('src holds the wings of ARCHITECTURE.md and nothing else', () => {
  assert.deepEqual(readdirSync(join(root, 'src')).sort(), wings.map(({ name }) => name).sort())
})

test('no file imports another wing on its own or a higher floor', () => {
  const floors = new Map(wings.map(({ name, floor }) => [name, floor]))
  const floorOf = (file: string) => floors.get(wingOf(file)) ?? Number.NaN
  const wrong = imports
    .filter(({ target }) => target.startsWith('src/'))
    .filter(({ file, target }) => wingOf(target) !== wingOf(file) && !(floorOf(target) < floorOf(file)))
    .map(({ file, target }) => `${file} imports ${target}`)
  assert.deepEqual(wrong, [])
})

test('no two folders of a wing import each other both ways', () => {
  assert.deepEqual(bothWays(imports, foldersOf(files)), [])
})

test('the check finds folders that import each other, at any depth', () => {
  const importing = (...pairs: [string, string][]) => pairs.map(([file, target]) => ({ file, target }))
  const found = (...pairs: [string, string][]) => bothWays(importing(...pairs), foldersOf(pairs.flat()))
  assert.deepEqual(found(['src/w/a/1.ts', 'src/w/b/1.ts'], ['src/w/b/2.ts', 'src/w/a/2.ts']), [
    'src/w/a > src/w/b 1, back 1',
  ])
  assert.deepEqual(found(['src/w/1.ts', 'src/w/b/1.ts'], ['src/w/b/2.ts', 'src/w/2.ts']), [
    'src/w > src/w/b 1, back 1',
  ])
  assert.deepEqual(found(['src/w/a/c/1.ts', 'src/w/b/1.ts'], ['src/w/b/2.ts', 'src/w/a/2.ts']), [
    'src/w/a > src/w/b 1, back 1',
  ])
  assert.deepEqual(found(['src/w/a/1.ts', 'src/w/b/1.ts'], ['src/w/c/2.ts', 'src/w/a/2.ts']), [])
})

test('no import leaves src', () => {
  const outside = imports
    .filter(({ target }) => !target.startsWith('src/'))
    .map(({ file, target }) => `${file} imports ${target}`)
  assert.deepEqual(outside, [])
})

test('no import cycles exist, types included', () => {
  const targets = Map.groupBy(imports, ({ file }) => file)
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (state.get(file) === 'open') cycles.push([...path.slice(path.indexOf(file)), file].join(' > '))
    if (state.has(file)) return
    state.set(file, 'open')
    for (const { target } of targets.get(file) ?? []) visit(target, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  assert.deepEqual(cycles, [])
})

test('only the doors re-export', () => {
  const barrels = files.filter(
    file =>
      wingOf(file) !== 'doors' && /^export (type )?(\*|\{[^}]*\}) from /m.test(program.tree(file).text),
  )
  assert.deepEqual(barrels, [])
})

test('every wing has a README.md that names its folders and the wings it uses', () => {
  for (const { name } of wings) {
    const page = `src/${name}/README.md`
    assert(existsSync(join(root, page)), page)
    const text = readSource(page)
    assert(text.trimEnd().split('\n').length <= 30, `${page} is short`)
    const named = new Set(Array.from(text.matchAll(/`([\w./-]+?)\/?`/g), ([, what]) => what))
    const folders = foldersOf(files.filter(file => wingOf(file) === name))
    const missing = folders
      .map(folder => folder.split('/')[2])
      .filter(folder => folder && !named.has(folder))
    assert.deepEqual(missing, [], `folders that ${page} does not name`)
    const used = new Set(
      imports.filter(({ file }) => wingOf(file) === name).map(({ target }) => wingOf(target)),
    )
    used.delete(name)
    const line = text.split('\n').find(row => row.startsWith('Uses'))
    const said = Array.from(line?.matchAll(/`(\w+)`/g) ?? [], ([, wing]) => wing)
    assert.deepEqual(said.sort(), [...used].sort(), `${page}: the line that begins with "Uses"`)
  }
})

test('the picture names every wing and every arrow with its count', () => {
  const text = picture(files, imports)
  for (const { name, floor } of wings)
    assert.match(text, new RegExp(`^floor ${floor}  ${name}: \\d+ files`, 'm'))
  assert.match(text, /^ {2}batch\/star .* > .*batch \d+/m)
})

test('ARCHITECTURE.md shows the current wings and arrows', () => {
  const page = readSource('ARCHITECTURE.md')
  const [shown] = page.match(/(?<=^```\n)floor 1 [^`]*/m) ?? ['']
  const drawn = arrowsOfWings(imports)
  if (process.env.UPDATE_SNAPSHOTS)
    writeFileSync(
      join(root, 'ARCHITECTURE.md'),
      page.replace(shown, () => drawn),
    )
  assert.equal(shown, drawn, 'UPDATE_SNAPSHOTS=1 updates it')
})
