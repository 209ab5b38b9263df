/**
 * The declarations that a compiler reads with a public entry: they name no package, pass a user's compiler with
 * `skipLibCheck: false`, and work with TypeScript 5.4, whose typed arrays have no type parameter.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { reachableDeclarations } from '../../build/declarations.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { builtPackage, publicDoors } from '../runtimes/build.ts'
import { root } from './sources.ts'

const types = join(builtPackage(), 'types')
const folder = temporaryFolder()

const files = reachableDeclarations(publicDoors().map(door => join(root, door.types)))

/** Matches of a pattern in the declarations. */
function found(pattern: RegExp): string[] {
  assert(files.length > 100 && files.every(existsSync), 'the check sees declarations')
  return files.flatMap(file =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(pattern),
      ([match]) => `${relative(types, file)}: ${match}`,
    ),
  )
}

function errorsOf(args: readonly string[], cwd: string): string[] {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, ...args], { cwd, encoding: 'utf8' })
  return stdout.split('\n').filter(line => line.includes('error TS'))
}

test('no declaration of a public entry has typed arrays with a type parameter', () => {
  assert.deepEqual(found(/\b\w+(?:Array|DataView)<ArrayBuffer\w*>/g), [])
})

test('no declaration names a package, except Node', () => {
  assert.deepEqual(found(/^(?! *\*).*(?:\bfrom |\bimport\(|\bimport )["'](?!\.|node:)[^"']+["']/gm), [])
})

test('pure entries compile without the types of browsers and Node', () => {
  const pure = files.filter(file => /doors.(?!node\.)[\w-]+\.d\.ts$/.test(file))
  assert.equal(pure.length, publicDoors().length - 1)
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2022', '--types', 'none']
  const known = "error TS2688: Cannot find type definition file for 'none'."
  assert.deepEqual(
    errorsOf(['--ignoreConfig', ...flags, ...pure], root).filter(line => !line.includes(known)),
    [],
  )
})

test('all entries compile with skipLibCheck off if only the types of Node are installed', () => {
  const installed = join(folder, 'node_modules/nearsame')
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
  cpSync(types, join(installed, 'dist/types'), { recursive: true })
  copyFileSync(join(root, 'package.json'), join(installed, 'package.json'))
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
  const imports = publicDoors().map(({ name }, i) => `export * as door${i} from '${name}'\n`)
  writeFileSync(join(folder, 'all.ts'), imports.join(''))
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2024', lib: ['es2024'], types: ['node'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['all.ts'] }))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  assert.deepEqual(errorsOf(['-p', folder], folder), [])
})
