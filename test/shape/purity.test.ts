/**
 * Purity: what a browser loads with `src/index.ts` uses nothing of Node: no `node:` import, no package, no
 * `process`, no `Buffer`, no timer. Pure folders keep to the same, whether reachable or not.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as ast from 'typescript/unstable/ast'
import {
  folderOf,
  folders,
  localImports,
  openProgram,
  root,
  sourceFiles,
  specifiersOf,
  walk,
} from './sources.ts'

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

test('folders that ARCHITECTURE.md calls pure use nothing of Node', () => {
  const pureFolders = new Set(folders.filter(({ isPure }) => isPure).map(({ name }) => name))
  const pure = sourceFiles().filter(file => pureFolders.has(folderOf(file)))
  assert(pure.length > 200, 'the check sees pure folders')
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
