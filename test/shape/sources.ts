/**
 * Sources, for the tests of shape: the files of `src/`, their syntax trees, their imports, and the wings in
 * ARCHITECTURE.md.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { after } from 'node:test'
import * as ast from 'typescript/unstable/ast'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { API, type Checker } from 'typescript/unstable/sync'

export const root = resolve(import.meta.dirname, '../..')

/** Paths relative to the root, such as `src/ground/options/declare.ts`; without tests and generated files. */
export function sourceFiles(): string[] {
  return globSync('src/**/*.ts', { cwd: root })
    .filter(file => !file.endsWith('.test.ts') && !file.includes('/generated/'))
    .sort()
}

export function readSource(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

export interface Program {
  /** The syntax tree of a file of the project. */
  tree(file: string): ast.SourceFile
  readonly checker: Checker
}

let opened: Program | undefined

/** The whole project, parsed once for all test files of a process. */
export function openProgram(): Program {
  opened ??= parsed()
  return opened
}

function parsed(): Program {
  const api = new API({ cwd: root })
  process.once('exit', () => api.close())
  const [project] = api.updateSnapshot({ openProject: join(root, 'tsconfig.json') }).getProjects()
  return {
    tree(file) {
      const tree = project.program.getSourceFile(join(root, file))
      if (tree === undefined) throw new Error(`${file} is not in the project`)
      return tree
    },
    checker: project.checker,
  }
}

/** The syntax tree of a text without a file, for tests of a check. */
export function treeOf(text: string): ast.SourceFile {
  return programOf(text).tree
}

/** The same, and what the compiler knows of it. */
export function programOf(text: string): { readonly tree: ast.SourceFile; readonly checker: Checker } {
  const config = '{ "compilerOptions": { "noLib": true, "types": [] }, "files": ["text.ts"] }'
  const api = new API({
    cwd: '/',
    fs: createVirtualFileSystem({ '/tsconfig.json': config, '/text.ts': text }),
  })
  after(() => api.close())
  const [project] = api.updateSnapshot({ openProject: '/tsconfig.json' }).getProjects()
  const tree = project.program.getSourceFile('/text.ts') as ast.SourceFile
  return { tree, checker: project.checker }
}

/** Calls `visit` with the node and everything below it. */
export function walk(node: ast.Node, visit: (node: ast.Node) => void): void {
  visit(node)
  node.forEachChild(child => walk(child, visit))
}

/** Specifiers that a file imports: static, dynamic and type imports and re-exports, as written. */
export function specifiersOf(tree: ast.SourceFile): string[] {
  const found: string[] = []
  walk(tree, node => {
    const isStatic = ast.isImportDeclaration(node) || ast.isExportDeclaration(node)
    if (isStatic && node.moduleSpecifier && ast.isStringLiteral(node.moduleSpecifier)) {
      found.push(node.moduleSpecifier.text)
    }
    const isDynamic = ast.isCallExpression(node) && node.expression.kind === ast.SyntaxKind.ImportKeyword
    if (isDynamic && node.arguments[0] && ast.isStringLiteral(node.arguments[0])) {
      found.push(node.arguments[0].text)
    }
    if (ast.isImportTypeNode(node) && ast.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument
      if (ast.isStringLiteral(literal)) found.push(literal.text)
    }
  })
  return found
}

/** Imports of a file within the project, as paths relative to the root. */
export function localImports(file: string, tree: ast.SourceFile): string[] {
  return specifiersOf(tree)
    .filter(specifier => specifier.startsWith('.'))
    .map(specifier => posix.normalize(posix.join(dirname(file), specifier)))
}

/** `src/engine/batch/star.ts` belongs to the wing `engine`. */
export function wingOf(file: string): string {
  return file.split('/')[1]
}

export interface Wing {
  readonly name: string
  readonly floor: number
  /** Whether a file of the wing may use Node. */
  readonly mayUseNode: (file: string) => boolean
}

const tableOfWings = readSource('ARCHITECTURE.md').split('\n| floor ')[1].split('\n\n')[0]

/** The wings of `src/` by the table of ARCHITECTURE.md, lowest floor first. */
export const wings: readonly Wing[] = tableOfWings
  .split('\n')
  .slice(2)
  .map(row => row.split('|').map(cell => cell.trim()))
  .map(([, floor, name, , node]) => ({
    name: namesIn(name)[0],
    floor: Number(floor),
    mayUseNode: placesOf(node, `src/${namesIn(name)[0]}/`),
  }))

function namesIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name)
}

/** `all`, `all but` some places, or these places. */
function placesOf(cell: string, wing: string): (file: string) => boolean {
  const named = namesIn(cell).map(name => `${wing}${name}`)
  const isNamed = (file: string) => named.some(place => file === place || file.startsWith(`${place}/`))
  return cell.startsWith('all') ? file => !isNamed(file) : isNamed
}
