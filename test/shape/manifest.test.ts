/** The manifest keeps its promises, and nothing that is tracked tells about the machine it was made on. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { version } from '../../src/ground/version.ts'
import { openProgram, root, sourceFiles, specifiersOf } from './sources.ts'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

test('what the exports name exists after a build', () => {
  const out = mkdtempSync(join(tmpdir(), 'nearsame-build-'))
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const build = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', out], {
      cwd: root,
      encoding: 'utf8',
    })
    assert.equal(build.status, 0, build.stdout)
    const paths: string[] = Object.values(manifest.exports).flatMap(target =>
      typeof target === 'string' ? [target] : Object.values(target as Record<string, string>),
    )
    for (const path of paths) {
      const isBuilt = path.startsWith('./dist/')
      assert(existsSync(isBuilt ? join(out, path.slice('./dist/'.length)) : join(root, path)), path)
    }
    assert(existsSync(join(out, 'cli/main.js')), 'bin/nearsame.js loads dist/cli/main.js')
  } finally {
    rmSync(out, { recursive: true })
  }
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

test('install scripts run only where they are allowed, and only for declared packages', () => {
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

test('src imports only what is published with it', () => {
  const program = openProgram()
  const names = sourceFiles()
    .flatMap(file => specifiersOf(program.tree(file)))
    .filter(specifier => !specifier.startsWith('.') && !specifier.startsWith('node:'))
    .map(specifier =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  const known = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }))
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
  // The patterns are put together here so that this file does not find itself.
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
