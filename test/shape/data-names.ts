/**
 * Names from data: finds where a plain object is read or written by a name that an input may have.
 *
 *     counts[word] = 1       for `__proto__` nothing is written
 *     fields[column]         for `constructor`, `toString`: a function of Object.prototype
 *     column in fields       likewise true
 *
 * A name may be of data unless its type is a list of literals. Allowed are a `Map`, an object that `Object.create(null)`
 * made, and `Object.hasOwn` or `ownValue` of the same object and name in the same function. Copies define properties of
 * any name: `Object.fromEntries`, spreading, `{ [name]: value }`. So only what reads them is looked at.
 */
import * as ast from 'typescript/unstable/ast'
import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import { walk } from './sources.ts'

/** An object, and the name by which it is used. */
interface Use {
  readonly node: ast.Node
  readonly object: ast.Expression
  readonly name: ast.Expression
}

/** The places of a file where a name may be of data, such as `12: fields[column]`. @param tree of a file of the checker's project */
export function namesFromData(tree: ast.SourceFile, checker: Checker): string[] {
  const uses = usesIn(tree)
  const types = uses.length === 0 ? [] : checker.getTypeAtLocation(uses.map(({ name }) => name))
  return uses
    .filter((use, i) => isAnyText(types[i]) && !isGuarded(use) && !hasNoPrototype(use.object, checker))
    .map(({ node }) => `${lineOf(tree, node)}: ${node.getText().replace(/\s+/g, ' ')}`)
}

/** `object[name]` and `name in object`; a `delete` removes own properties only. */
function usesIn(tree: ast.SourceFile): Use[] {
  const uses: Use[] = []
  walk(tree, node => {
    if (ast.isElementAccessExpression(node) && !ast.isDeleteExpression(node.parent))
      uses.push({ node, object: node.expression, name: node.argumentExpression })
    else if (ast.isBinaryExpression(node) && node.operatorToken.kind === ast.SyntaxKind.InKeyword)
      uses.push({ node, object: node.right, name: node.left })
  })
  const isFixed = ({ name }: Use) =>
    ast.isNumericLiteral(name) || ast.isStringLiteral(name) || ast.isPrivateIdentifier(name)
  return uses.filter(use => !isFixed(use))
}

const anyText = TypeFlags.String | TypeFlags.Any | TypeFlags.TemplateLiteral

function isAnyText(type: Type | undefined): boolean {
  if (type === undefined) return true
  const parts = type.isUnionType() ? type.getTypes() : [type]
  return parts.some(({ flags }) => (flags & anyText) !== 0)
}

/** Whether the function around it, or else the whole statement, asks for an own property of this name. */
function isGuarded({ node, object, name }: Use): boolean {
  let around = node
  while (around.parent !== undefined && !isFunctionOfAName(around)) around = around.parent
  const asked = `(${bare(object)}, ${bare(name)})`
  return ['Object.hasOwn', 'ownValue'].some(guard => around.getText().includes(guard + asked))
}

function isFunctionOfAName(node: ast.Node): boolean {
  return ast.isFunctionDeclaration(node) || ast.isMethodDeclaration(node) || ast.isSourceFile(node.parent)
}

/** The text without brackets and assertions. */
function bare(node: ast.Expression): string {
  if (ast.isParenthesizedExpression(node) || ast.isAsExpression(node)) return bare(node.expression)
  return node.getText()
}

function hasNoPrototype(object: ast.Expression, checker: Checker): boolean {
  const declared = checker.getSymbolAtLocation(object)?.valueDeclaration?.resolve()
  return declared !== undefined && /=\s*Object\.create\(null\)$/.test(declared.getText())
}

function lineOf(tree: ast.SourceFile, node: ast.Node): number {
  return tree.text.slice(0, node.getStart()).split('\n').length
}
