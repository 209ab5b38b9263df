/**
 * The declarations that a compiler reads with a public entry are of TypeScript 5.4. Before 5.7 typed arrays had no type
 * parameter: who checks the declarations of packages (`skipLibCheck: false`) got errors in ours. Built here, as what the
 * compiler writes for a type that nobody wrote is seen nowhere else.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { buildInto } from '../runtimes/build.ts'
import { root } from './sources.ts'

/** All declarations that an entry names, and those that they name. */
function reachableFrom(entries: readonly string[]): string[] {
  const reached = new Set(entries)
  for (const file of reached) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import\()["'](\.[^"']+)\.[jt]s["']/g,
    )) {
      reached.add(join(dirname(file), `${path}.d.ts`))
    }
  }
  return [...reached]
}

test('no declaration of a public entry has typed arrays with a type parameter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nearsame-declarations-'))
  try {
    buildInto(folder)
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const entries = Object.values<{ types?: string }>(exports).flatMap(({ types }) => types ?? [])
    const files = reachableFrom(entries.map(path => join(folder, path.replace('./dist/', ''))))
    assert(files.length > 100 && files.every(existsSync), 'the check sees declarations')
    const found = files.flatMap(file => {
      const arrays = readFileSync(file, 'utf8').match(/\b\w+(?:Array|DataView)<ArrayBuffer\w*>/g) ?? []
      return arrays.map(type => `${relative(folder, file)}: ${type}`)
    })
    assert.deepEqual(found, [])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('entries that are pure compile without the types of browsers and of Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nearsame-declarations-'))
  try {
    buildInto(folder)
    const pure = [
      'index',
      'types',
      'online',
      'signatures',
      'solr',
      'restaurants',
      'text/segmenter',
      'text/stemming',
    ]
    const files = [...pure, 'text/stop-words'].map(entry => join(folder, `${entry}.d.ts`))
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2022', '--types', 'none']
    const { stdout } = spawnSync(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...flags,
      ...files,
    ])
    const known = "error TS2688: Cannot find type definition file for 'none'."
    assert.deepEqual(
      String(stdout)
        .split('\n')
        .filter(line => line.startsWith(folder) && !line.includes(known)),
      [],
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
