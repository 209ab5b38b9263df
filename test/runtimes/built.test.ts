/** The build: each piece of code once, libraries loaded on demand, with licences and an SBOM. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { builtPackage, publicDoors, root } from './build.ts'

const dist = builtPackage()
const files = globSync('**/*.js', { cwd: dist })
const textOf = (file: string) => readFileSync(join(dist, file), 'utf8')

/** The imports of a file, static and optionally dynamic: files below `dist`, other names unchanged. */
function importsOf(file: string, withLater: boolean): string[] {
  const atOnce = /^(?:import|export)\b[^'"\n]*["']([^"'\n]+)["'];?$/gm
  const later = /\bimport\(["']([^"']+)["']\)/g
  const found = (withLater ? [atOnce, later] : [atOnce]).flatMap(pattern =>
    Array.from(textOf(file).matchAll(pattern), ([, name]) => name),
  )
  return found.map(name => (name.startsWith('.') ? join(dirname(file), name) : name))
}

/** Files that an entry loads, and the names of modules outside. */
function loadedBy(entry: string, withLater: boolean): Set<string> {
  const loaded = new Set([entry])
  for (const file of loaded) {
    if (files.includes(file)) for (const name of importsOf(file, withLater)) loaded.add(name)
  }
  return loaded
}

/** The modules in each file, as Rolldown reported them. */
function joinedModules(): Map<string, string[]> {
  const path = join(root, '.build/modules.json')
  const chunks: { fileName: string; moduleIds: string[] }[] = JSON.parse(readFileSync(path, 'utf8'))
  return new Map(chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds]))
}

const isOfPage = (file: string) => file.startsWith('web/')
const packageOf = (id: string) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0]

test('the package contains no code twice', () => {
  const places = new Map<string, string>()
  const twice: string[] = []
  for (const file of files) {
    const lines = textOf(file)
      .split('\n')
      .map(line => line.trim())
    for (let at = 0; at + 8 <= lines.length; at++) {
      // The web page is a program of its own.
      const window = `${isOfPage(file)}${lines.slice(at, at + 8).join('\n')}`
      if (window.length < 240 || /^(import|export) /m.test(window)) continue
      const before = places.get(window)
      // hyparquet-writer has ten lines of hyparquet, and both modules of hysnappy start their WebAssembly alike.
      const isOfLibraries = /numBlocks|instantiateWasm|memory\.grow\(pagesToGrow\)/.test(window)
      if (before !== undefined && before !== file && !isOfLibraries)
        twice.push(`${before} and ${file}:\n${window}`)
      places.set(window, file)
    }
  }
  assert(places.size > 20_000, 'the check sees code')
  assert.deepEqual(twice, [])
})

test('each module is in one file, and each library in one version', () => {
  // The web page is a program of its own.
  const modules = [...joinedModules()].flatMap(([file, ids]) => (isOfPage(file) ? [] : ids))
  assert.equal(new Set(modules).size, modules.length)
  const folders = new Set(modules.flatMap(id => packageOf(id) ?? []))
  const names = Array.from(folders, folder => folder.replace(/^.*node_modules[\\/]/, ''))
  assert.equal(new Set(names).size, names.length, names.sort().join(' '))
})

test('the SBOM lists the joined libraries with their licences and dependencies', () => {
  const bill = JSON.parse(textOf('sbom.cdx.json'))
  assert.deepEqual([bill.bomFormat, bill.specVersion], ['CycloneDX', '1.6'])
  const folders = new Set([...joinedModules().values()].flat().flatMap(id => packageOf(id) ?? []))
  // The ids of Rolldown's own functions name no file.
  const joined = [join(root, 'node_modules/rolldown'), ...folders].map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return `${name} ${version} ${license}`
  })
  type Component = { name: string; version: string; licenses: { license: { id: string } }[]; purl: string }
  const components: Component[] = bill.components
  assert.deepEqual(
    components.map(({ name, version, licenses }) => `${name} ${version} ${licenses[0].license.id}`),
    joined.sort(),
  )
  for (const { name } of components) {
    const licence = textOf(`licences/${name.replace('/', '+')}.txt`)
    assert.match(licence, /copyright/i, name)
    assert(licence.length > 400, name)
  }
  assert.equal(globSync('licences/*', { cwd: dist }).length, components.length)
  const known = new Set([bill.metadata.component.purl, ...components.map(({ purl }) => purl)])
  const needs: { ref: string; dependsOn: string[] }[] = bill.dependencies
  assert.deepEqual(new Set(needs.map(({ ref }) => ref)), known)
  const needed = new Set(needs.flatMap(({ dependsOn }) => dependsOn))
  const unneeded = components.filter(({ purl }) => !needed.has(purl)).map(({ name }) => name)
  assert.deepEqual(unneeded, [])
})

test('pure entries load nothing of Node, at the start or later', () => {
  for (const { name, built } of publicDoors()) {
    if (name === 'nearsame/node') continue
    const loaded = [...loadedBy(built.replace('./dist/', ''), true)]
    assert.deepEqual(
      loaded.filter(file => !existsSync(join(dist, file))),
      [],
      name,
    )
    assert.deepEqual(
      loaded.filter(file => /\bprocess\.getBuiltinModule|\brequire\(/.test(textOf(file))),
      [],
      name,
    )
  }
})

test('entries, commands and threads load libraries on demand, except those for commands, MD5 and XML', () => {
  const modules = joinedModules()
  const libraries = (file: string) =>
    (modules.get(file) ?? []).flatMap(id => packageOf(id)?.replace(/^.*node_modules[\\/]/, '') ?? [])
  const found = Object.fromEntries(
    [...globSync('*.js', { cwd: dist }), ...globSync('threads/*.js', { cwd: dist })]
      .map(entry => [entry, [...new Set([...loadedBy(entry, false)].flatMap(libraries))].sort()] as const)
      .filter(([, names]) => names.length > 0),
  )
  assert.deepEqual(found, {
    'command.js': ['commander'],
    'node.js': ['@noble/hashes'],
    'restaurants.js': ['@noble/hashes'],
    'signatures.js': ['@noble/hashes'],
    'solr.js': ['@noble/hashes', 'saxes', 'xmlchars'],
  })
})

test('all entries share one error class', () => {
  const program = `
    import { isNearsameError, NearsameError } from ${JSON.stringify(join(dist, 'index.js'))}
    const errors = []
    for (const name of ['online', 'node', 'client', 'solr', 'restaurants']) {
      const door = await import(${JSON.stringify(dist)} + '/' + name + '.js')
      if (door.NearsameError !== undefined) errors.push([name, door.NearsameError === NearsameError])
    }
    const { openIndex, memoryStore } = await import(${JSON.stringify(join(dist, 'online.js'))})
    const error = await openIndex(memoryStore(), { threshold: 7 }).catch(error => error)
    const { dedupeFiles } = await import(${JSON.stringify(join(dist, 'node.js'))})
    const missing = await dedupeFiles({ inputs: ['/nowhere.jsonl'], dryRun: true, threads: 2 }).catch(error => error)
    console.log(JSON.stringify([errors, [error, missing].map(it => [isNearsameError(it), it instanceof NearsameError, it.code])]))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  const [classes, thrown] = JSON.parse(stdout)
  assert.deepEqual(
    classes,
    ['online', 'node', 'client', 'solr', 'restaurants'].map(name => [name, true]),
  )
  assert.deepEqual(thrown, [
    [true, true, 'OPTION_VALUE'],
    [true, true, 'INPUT_MISSING'],
  ])
})
