/** The manifest keeps its promises, and no tracked file reveals the machine where it was made. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { version } from '../../src/ground/version.ts'
import { builtPackage, publicDoors } from '../runtimes/build.ts'
import { openProgram, root, sourceFiles, specifiersOf } from './sources.ts'

const program = openProgram()

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

test('all exported files exist after a build', () => {
  const dist = builtPackage()
  for (const { built, types } of publicDoors())
    for (const path of [built, types]) assert(existsSync(join(root, path)), path)
  assert(existsSync(join(dist, 'command.js')), 'bin/nearsame.js loads dist/command.js')
})

test('the package installs nothing else: libraries are joined in, except optional peers', () => {
  assert.deepEqual(manifest.dependencies ?? {}, {})
  assert.deepEqual(Object.keys(manifest.peerDependenciesMeta), Object.keys(manifest.peerDependencies))
  for (const { optional } of Object.values<{ optional: boolean }>(manifest.peerDependenciesMeta))
    assert(optional)
  for (const [name, version] of Object.entries<string>(manifest.devDependencies))
    assert.match(version, /^\d+\.\d+\.\d+(-r\.\d+)?$/, name)
})

test('the version of the code is the version of the manifest', () => {
  assert.equal(version, manifest.version)
})

test('the engines, the launcher and the lock agree on the oldest Node', () => {
  const launcher = readFileSync(join(root, manifest.bin.nearsame), 'utf8')
  const needed = /needed = \[(\d+), (\d+)\]/.exec(launcher)
  assert.equal(manifest.engines.node, `>=${needed?.[1]}.${needed?.[2]}`)
  assert.equal(lock.packages[''].engines.node, manifest.engines.node)
})

test('install scripts are allowed only for declared packages', () => {
  const declared = { ...manifest.dependencies, ...manifest.devDependencies }
  for (const name of Object.keys(manifest.allowScripts)) assert(name in declared, name)
  for (const [path, entry] of Object.entries<{ hasInstallScript?: boolean }>(lock.packages)) {
    const name = path.replace(/^.*node_modules\//, '')
    if (entry.hasInstallScript && path !== '') assert(name in manifest.allowScripts, name)
  }
})

test('the lock names no registry', () => {
  const resolved = Object.values<{ resolved?: string }>(lock.packages).flatMap(
    entry => entry.resolved ?? [],
  )
  assert.deepEqual(resolved, [])
})

test('src imports only packages in the manifest', () => {
  const names = sourceFiles()
    .flatMap(file => specifiersOf(program.tree(file)))
    .filter(specifier => !specifier.startsWith('.') && !specifier.startsWith('node:'))
    .map(specifier =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  const known = new Set(Object.keys({ ...manifest.devDependencies, ...manifest.peerDependencies }))
  assert.deepEqual(
    names.filter(name => !known.has(name)),
    [],
  )
})

test('the package holds the command and no tests or sources', () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ files }] = JSON.parse(packed)
  const paths: string[] = files.map((file: { path: string }) => file.path)
  assert(paths.includes('bin/nearsame.js') && paths.includes('bin/package.json'))
  assert.deepEqual(
    paths.filter(path => /\.test\.|^src\/|^test\/|^bench\/|node_modules/.test(path)),
    [],
  )
})

test('no tracked file holds a path of one machine or the host of a registry', () => {
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  // Concatenated, so that this file does not match itself.
  const machinePath = new RegExp(
    `(^|[\\s"'\`(=:])/(${['work', 'home', 'root', 'Users'].join('|')})/[\\w.-]`,
    'm',
  )
  const registryHost = new RegExp(`${['registry', 'npmjs'].join('\\.')}|${['npm', 'registry'].join('-')}`)
  const found = tracked.split('\0').filter(file => {
    if (file === '' || !existsSync(join(root, file))) return false
    const text = readFileSync(join(root, file), 'latin1')
    return machinePath.test(text) || registryHost.test(text)
  })
  assert.deepEqual(found, [])
})
