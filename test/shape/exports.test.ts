/** Exports are used outside of their file; one that only its own file uses is of no use to others. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { test } from 'node:test'
import * as ast from 'typescript/unstable/ast'
import { optionTypes } from '../../build/option-docs.ts'
import { publicDoors } from '../runtimes/build.ts'
import { openProgram, root, sourceFiles, treeOf, walk } from './sources.ts'

const program = openProgram()

/** `*` stands for all names of a file. */
interface Use {
  readonly file: string
  readonly name: string
}

/** Values and types that a file declares and exports. */
function exportedNames(tree: ast.SourceFile): string[] {
  return tree.statements.flatMap(statement => {
    if (!/^export /.test(statement.getText(tree))) return []
    if (ast.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText(tree))
    }
    const isNamed =
      ast.isFunctionDeclaration(statement) ||
      ast.isClassDeclaration(statement) ||
      ast.isInterfaceDeclaration(statement) ||
      ast.isTypeAliasDeclaration(statement)
    return isNamed && statement.name !== undefined ? [statement.name.text] : []
  })
}

/** Names in the examples of a file, which `test/docs/examples.test.ts` runs. */
function namesInExamples(tree: ast.SourceFile): Set<string> {
  const examples = tree.text.match(/@example .+ \/\/ =>/g) ?? []
  return new Set(examples.flatMap(example => example.match(/\w+/g) ?? []))
}

/** What the build imports of a file to write the texts of options; see `build/option-docs.ts`. */
function usesOfBuild(file: string, tree: ast.SourceFile): Use[] {
  return [...tree.text.matchAll(optionTypes)].map(found => ({ file, name: found[2] }))
}

/** What a file imports or re-exports from others. */
function usesOf(file: string, tree: ast.SourceFile): Use[] {
  const uses: Use[] = []
  const add = (specifier: ast.Node | undefined, names: readonly string[]) => {
    if (specifier === undefined || !ast.isStringLiteral(specifier) || !specifier.text.startsWith('.'))
      return
    const target = posix.normalize(posix.join(dirname(file), specifier.text))
    uses.push(...names.map(name => ({ file: target, name })))
  }
  walk(tree, node => {
    if (ast.isImportDeclaration(node)) add(node.moduleSpecifier, namesOf(node.importClause?.namedBindings))
    else if (ast.isExportDeclaration(node)) add(node.moduleSpecifier, namesOf(node.exportClause))
    else if (ast.isImportTypeNode(node) && ast.isLiteralTypeNode(node.argument))
      add(node.argument.literal, ['*'])
    else if (ast.isCallExpression(node) && node.expression.kind === ast.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], namesOfLoaded(node))
    }
  })
  return uses
}

/** The names in braces, as exported by the other file. */
function namesOf(clause: ast.Node | undefined): string[] {
  if (clause === undefined || !(ast.isNamedImports(clause) || ast.isNamedExports(clause))) return ['*']
  return clause.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
}

/** For a dynamic import: the name after it, the destructured names, or all. */
function namesOfLoaded(call: ast.Node): string[] {
  let node = call
  while (ast.isAwaitExpression(node.parent) || ast.isParenthesizedExpression(node.parent))
    node = node.parent
  const { parent } = node
  if (node === call) return ['*']
  if (ast.isPropertyAccessExpression(parent)) return [parent.name.text]
  if (!ast.isVariableDeclaration(parent) || !ast.isObjectBindingPattern(parent.name)) return ['*']
  return parent.name.elements.map(({ propertyName, name }) => (propertyName ?? name)?.getText() ?? '*')
}

/** The doors and the entry of the command. */
function publicFiles(): string[] {
  return [...publicDoors().map(({ source }) => source), 'src/cli/main.ts']
}

test('every export is imported elsewhere, used in a tested example, or public', () => {
  const users = globSync(['{src,web,test,bench,build,examples}/**/*.{ts,tsx}', 'kernels/*.ts'], {
    cwd: root,
    exclude: ['**/generated/**'],
  })
  const uses = users.flatMap(file => {
    const tree = program.tree(file)
    return [...usesOf(file, tree), ...usesOfBuild(file, tree)]
  })
  const used = new Set(uses.map(({ file, name }) => `${file} ${name}`))
  assert(used.size > 1000, 'the check sees imports')
  const isPublic = new Set(publicFiles())
  const unused = sourceFiles()
    .filter(file => !isPublic.has(file) && !used.has(`${file} *`))
    .flatMap(file => {
      const shown = namesInExamples(program.tree(file))
      const names = exportedNames(program.tree(file)).filter(name => !shown.has(name))
      return names.map(name => `${file} ${name}`).filter(name => !used.has(name))
    })
  assert.deepEqual(unused, [])
})

test('the check sees exports and imports of every kind', () => {
  const declared =
    'export const a = 1, b = 2\nexport async function c() {}\nexport class D {}\nexport type E = 1\nclass F {}\nexport interface G {}'
  assert.deepEqual(exportedNames(treeOf(declared)), ['a', 'b', 'c', 'D', 'E', 'G'])
  const imports = [
    "import { a, type b as c } from './x.ts'",
    "import * as y from '../y.ts'",
    "export { d as e } from './z.ts'",
    "export const later = () => import('./v.ts')",
    "async function load() { const { k: l, m } = await import('./t.ts'); (await import('./u.ts')).n() }",
    "export type W = import('./w.ts').W",
    "import fs from 'node:fs'",
  ]
  assert.deepEqual(
    usesOf('src/q/text.ts', treeOf(imports.join('\n'))).map(({ file, name }) => `${file} ${name}`),
    [
      'src/q/x.ts a',
      'src/q/x.ts b',
      'src/y.ts *',
      'src/q/z.ts d',
      'src/q/v.ts *',
      'src/q/t.ts k',
      'src/q/t.ts m',
      'src/q/u.ts n',
      'src/q/w.ts *',
    ],
  )
})
