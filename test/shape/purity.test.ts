/**
 * Purity: what a browser loads with `src/index.ts` uses nothing of Node: no `node:` import, no package, no
 * `process`, no `Buffer`, no timer. Ranks up to 5 keep to the same, whether reachable or not.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as ast from 'typescript/unstable/ast'
import { localImports, openProgram, root, sourceFiles, specifiersOf, walk } from './sources.ts'

const impureFolders = [
  'src/formats/',
  'src/io/',
  'src/workers/',
  'src/adapters/',
  'src/javabin/',
  'src/sources/',
  'src/thread/',
  'src/tasks/',
  'src/run/',
  'src/outputs/',
  'src/jobs/',
  'src/redis/',
  'src/sql/',
  'src/sqlite/',
  'src/proxy/',
  'src/server/',
  'src/terminal/',
  'src/cli/',
]
const impureNames = new Set([
  'process',
  'Buffer',
  'require',
  '__dirname',
  'setTimeout',
  'setInterval',
  'setImmediate',
])

const program = openProgram()

/** Packages that a pure folder may use, because they are pure themselves. */
const purePackages: Readonly<Record<string, string>> = { 'src/solr/': 'saxes' }

/** What in a file ties it to Node. */
function impurities(file: string): string[] {
  const tree = program.tree(file)
  const allowed = purePackages[`${file.split('/').slice(0, 2).join('/')}/`]
  const found = specifiersOf(tree).filter(name => !name.startsWith('.') && name !== allowed)
  walk(tree, node => {
    if (ast.isIdentifier(node) && impureNames.has(node.text) && isReference(node)) found.push(node.text)
  })
  return found.map(what => `${file}: ${what}`)
}

/** A name that stands for the global: not a property, a declared name or a part of a type. */
function isReference(node: ast.Identifier): boolean {
  const { parent } = node
  if (ast.isPropertyAccessExpression(parent)) return parent.expression === node
  return ast.isCallExpression(parent) || ast.isNewExpression(parent)
}

function reachableFrom(entry: string): string[] {
  const reached = new Set([entry])
  for (const file of reached)
    for (const target of localImports(file, program.tree(file))) reached.add(target)
  return [...reached]
}

test('folders of the pure ranks use nothing of Node', () => {
  const isPure = (file: string) =>
    file !== 'src/node.ts' && !impureFolders.some(folder => file.startsWith(folder))
  const pure = sourceFiles().filter(isPure)
  assert.deepEqual(pure.flatMap(impurities), [])
})

test('nothing reachable from index.ts uses anything of Node', () => {
  assert(existsSync(join(root, 'src/index.ts')), 'src/index.ts is the pure entry')
  for (const entry of ['src/index.ts', 'src/online.ts', 'src/client.ts'].filter(file =>
    existsSync(join(root, file)),
  )) {
    assert.deepEqual(reachableFrom(entry).flatMap(impurities), [])
  }
})

test('the check sees what it looks for', () => {
  const seen = impurities('src/cli/main.ts').map(line => line.split(': ')[1])
  assert(seen.includes('process') && seen.includes('setTimeout'), seen.join())
})
