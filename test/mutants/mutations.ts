/** Mutations of a source: one operator, bound or default changed at a time. */
import * as ast from 'typescript/unstable/ast'
import { walk } from '../shape/sources.ts'

/** Characters [from, to) of a source, and what replaces them. */
export interface Mutation {
  readonly from: number
  readonly to: number
  readonly before: string
  readonly after: string
}

/** Of comparisons the bound or the direction, of conditions the connective, of sums the sign. */
const operators: ReadonlyMap<string, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['&&', '||'],
  ['||', '&&'],
  ['+', '-'],
  ['-', '+'],
  ['+=', '-='],
  ['-=', '+='],
])

/** All mutations of a file, in the order of their places. */
export function mutationsOf(tree: ast.SourceFile): Mutation[] {
  const { text } = tree
  const found: Mutation[] = []
  const replace = (node: ast.Node, after: string) => {
    const from = node.getStart(tree)
    found.push({ from, to: node.end, before: text.slice(from, node.end), after })
  }
  walk(tree, node => {
    if (ast.isBinaryExpression(node)) {
      const operator = node.operatorToken
      const after = operators.get(text.slice(operator.getStart(tree), operator.end))
      if (after !== undefined) replace(operator, after)
    } else if (ast.isNumericLiteral(node)) replace(node, `(${node.text} + 1)`)
    else if (node.kind === ast.SyntaxKind.TrueKeyword) replace(node, 'false')
    else if (node.kind === ast.SyntaxKind.FalseKeyword) replace(node, 'true')
  })
  return found.filter(({ before }) => !before.includes('\n')).sort((a, b) => a.from - b.from)
}

/** The source with one mutation. */
export function mutated(text: string, { from, to, after }: Mutation): string {
  return text.slice(0, from) + after + text.slice(to)
}
