/**
 * Marks the initialisers of a module's top-level constants as free of side effects, so bundlers drop unused ones:
 *
 *     const table = makeTable(8)   ─▶   const table = /* @__PURE__ *\/ (() => makeTable(8))()
 *
 * Bundlers understand the mark only before a call, so every active initialiser becomes one. REQUIRES: evaluating the
 * module only makes its values, as `sideEffects: false` in the manifest says for all of ours.
 */
import { parseAst } from 'rolldown/parseAst'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Expressions that run, or may run, other code. */
const acts = /^(Call|New|Member|TaggedTemplate|Chain)Expression$|^SpreadElement$/
const isLater = /^(Arrow)?FunctionExpression$|^TS/
const isTypeWrapper = /^TS(As|Satisfies|NonNull)Expression$/

/** Whether evaluating an expression runs functions or accessors. */
function isActive(node: Node): boolean {
  if (acts.test(node.type)) return true
  if (isLater.test(node.type) && !isTypeWrapper.test(node.type)) return false
  return Object.values(node).some(child =>
    Array.isArray(child)
      ? child.some(part => isNode(part) && isActive(part))
      : isNode(child) && isActive(child),
  )
}

/** Initialisers of the constants that a module declares, exported or not. */
function initialisersOf(code: string): Node[] {
  // biome-ignore lint/suspicious/noExplicitAny: a syntax tree, read only where its types are known
  const { body }: any = parseAst(code, { lang: 'ts' })
  return body
    .map((statement: { declaration?: Node }) => statement.declaration ?? statement)
    .filter((statement: Node) => statement?.type === 'VariableDeclaration')
    .flatMap(({ declarations }: { declarations: { init: Node | null }[] }) => declarations)
    .flatMap(({ init }: { init: Node | null }) => init ?? [])
}

export function markPure(code: string): string {
  let marked = ''
  let from = 0
  for (const { start, end } of initialisersOf(code).filter(isActive)) {
    marked += `${code.slice(from, start)}/* @__PURE__ */ (() => (${code.slice(start, end)}))()`
    from = end
  }
  return marked + code.slice(from)
}
