/**
 * Purity: what a browser loads with `src/doors/index.ts` uses nothing of Node: no `node:` import, no package, no
 * `process`, no `Buffer`, no timer, and only the properties of the global object listed here. The same holds for all
 * pure folders, reachable or not.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as ast from 'typescript/unstable/ast'
import {
  localImports,
  openProgram,
  root,
  sourceFiles,
  specifiersOf,
  treeOf,
  walk,
  wingOf,
  wings,
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

/** Pure packages, which a pure folder may use. */
const purePackages: Readonly<Record<string, string>> = {
  'src/ground/': '@noble/hashes/legacy.js',
  'src/solr/': 'saxes',
  'src/texts/': 'snowball-stemmers',
}

/** Properties of the global object for pure files: every engine has them, or the code tests for them. */
const features: Readonly<Record<string, readonly string[]>> = {
  'src/ground/options/speed-options.ts': ['globalThis.navigator'],
  'src/texts/text/segmenter.ts': ['globalThis'],
  'src/engine/library/deduplicate.ts': ['globalThis.crypto'],
  'src/server/client/client-options.ts': ['globalThis.fetch', 'globalThis.navigator'],
  'src/server/client/collection-client.ts': ['globalThis.crypto'],
  'src/server/client/connection.ts': ['globalThis.setTimeout', 'globalThis.clearTimeout'],
  'src/online/index/review/last-survey.ts': ['globalThis.setTimeout', 'globalThis.clearTimeout'],
}

/** Uses of Node in a file. */
function impurities(file: string): string[] {
  const tree = program.tree(file)
  const allowed = purePackages[`${file.split('/').slice(0, 2).join('/')}/`]
  const found = specifiersOf(tree).filter(name => !name.startsWith('.') && name !== allowed)
  const globals = globalsOf(tree).filter(name => !features[file]?.includes(name))
  return [...found, ...globals].map(what => `${file}: ${what}`)
}

/** Names of Node that a file uses without declaring them, types included, and all uses of `globalThis`. */
function globalsOf(tree: ast.SourceFile): string[] {
  const declared = new Set<string>()
  const used: string[] = []
  walk(tree, node => {
    if (!ast.isIdentifier(node)) return
    if (node.text === 'globalThis') used.push(ofGlobalThis(node))
    else if (!impureNames.has(node.text)) return
    else if (isDeclared(node)) declared.add(node.text)
    else if (!isLabel(node)) used.push(node.text)
  })
  return used.filter(name => !declared.has(name))
}

/** `globalThis.NAME`, also in a type; plain `globalThis` for any other use. */
function ofGlobalThis({ parent }: ast.Identifier): string {
  if (ast.isPropertyAccessExpression(parent)) return `globalThis.${parent.name.text}`
  return ast.isQualifiedName(parent) ? `globalThis.${parent.right.text}` : 'globalThis'
}

/** Whether the file declares this name itself. */
function isDeclared(node: ast.Identifier): boolean {
  const { parent } = node
  const isDeclaration =
    ast.isVariableDeclaration(parent) ||
    ast.isParameterDeclaration(parent) ||
    ast.isBindingElement(parent) ||
    ast.isFunctionDeclaration(parent) ||
    ast.isImportSpecifier(parent)
  return isDeclaration && parent.name === node
}

/** Whether it names a member of something: `x.process`, `{ process: 1 }`. `{ process }` uses the name. */
function isLabel(node: ast.Identifier): boolean {
  const { parent } = node
  if (ast.isShorthandPropertyAssignment(parent)) return false
  if (ast.isQualifiedName(parent)) return parent.right === node
  const { name, propertyName } = parent as { name?: ast.Node; propertyName?: ast.Node }
  return name === node || propertyName === node
}

function reachableFrom(entry: string): string[] {
  const reached = new Set([entry])
  for (const file of reached)
    for (const target of localImports(file, program.tree(file))) reached.add(target)
  return [...reached]
}

test('only the places that ARCHITECTURE.md allows use Node', () => {
  const nodeIn = new Map(wings.map(({ name, mayUseNode }) => [name, mayUseNode]))
  const pure = sourceFiles().filter(file => !nodeIn.get(wingOf(file))?.(file))
  assert(pure.length > 300, 'the check sees pure files')
  assert.deepEqual(pure.flatMap(impurities), [])
})

test('nothing reachable from index.ts uses anything of Node', () => {
  assert(existsSync(join(root, 'src/doors/index.ts')), 'src/doors/index.ts is the pure entry')
  for (const entry of ['src/doors/index.ts', 'src/doors/online.ts', 'src/doors/client.ts'].filter(file =>
    existsSync(join(root, file)),
  )) {
    assert.deepEqual(reachableFrom(entry).flatMap(impurities), [])
  }
})

test('only one file imports the inside of a package', () => {
  const inside = sourceFiles().filter(file =>
    specifiersOf(program.tree(file)).some(name => !name.startsWith('.') && /\/(src|lib|dist)\//.test(name)),
  )
  assert.deepEqual(inside, ['src/files/io/parquet/parquet-inside.ts'])
})

test('the check finds every use', () => {
  const seen = impurities('src/cli/main.ts').map(line => line.split(': ')[1])
  assert(seen.includes('process') && seen.includes('setTimeout'), seen.join())
  const found: Record<string, string[]> = {
    'globalThis.process?.pid': ['globalThis.process'],
    "globalThis['process']": ['globalThis'],
    'const { process } = globalThis': ['globalThis'],
    'value instanceof Buffer': ['Buffer'],
    'let bytes: Buffer': ['Buffer'],
    'export const it = { process }': ['process'],
    'const start = setTimeout': ['setTimeout'],
    'typeof process': ['process'],
    'it.process': [],
    'const it = { process: 1, Buffer() {} }': [],
    'function run(process: Job): Job { return process }': [],
    'const { process: mine } = it': [],
  }
  for (const [text, names] of Object.entries(found)) assert.deepEqual(globalsOf(treeOf(text)), names, text)
})

test('pure files use all listed properties of the global object, and no others', () => {
  for (const [file, names] of Object.entries(features)) {
    assert.deepEqual([...new Set(globalsOf(program.tree(file)))], names, file)
  }
})
