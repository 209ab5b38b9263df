/**
 * Public options: every option of every public call, from the declarations of the package.
 *
 * Follows the exports of the doors: parameters of functions, constructors and methods, also of their results. A
 * parameter is a set of options if the package declares it as an object with an optional field.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as ast from 'typescript/unstable/ast'
import {
  API,
  type Checker,
  type Symbol as Named,
  SignatureKind,
  SymbolFlags,
  type Type,
} from 'typescript/unstable/sync'

export interface PublicOption {
  /** The call and the option, such as `deduplicate(options).threshold`. */
  readonly at: string
  readonly name: string
  readonly isOptional: boolean
  /** Its hover in an editor, as one line. */
  readonly text: string
}

/** For properties of a mapped type such as `Partial` or `Pick`, an editor shows no comment. */
const mapped = 1 << 18

/** The options of a package installed in a folder with a tsconfig.json for its files. */
export function publicOptions(folder: string, name: string): PublicOption[] {
  const installed = join(folder, 'node_modules', name)
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const doors = Object.keys(exports).filter(door => !door.endsWith('.json'))
  const file = join(folder, 'doors.ts')
  writeFileSync(file, doors.map(door => `export type * from '${door.replace('.', name)}'\n`).join(''))
  const api = new API({ cwd: folder })
  try {
    const [{ checker, program }] = api
      .updateSnapshot({ openProject: join(folder, 'tsconfig.json') })
      .getProjects()
    const finder = new OptionFinder(checker, path => path.startsWith(installed))
    for (const statement of program.getSourceFile(file)?.statements ?? []) {
      if (!ast.isExportDeclaration(statement) || !statement.moduleSpecifier) continue
      const door = checker.getSymbolAtLocation(statement.moduleSpecifier)
      for (const symbol of door === undefined ? [] : checker.getExportsOfModule(door)) {
        const isAlias = (symbol.flags & SymbolFlags.Alias) !== 0
        finder.visitExport(isAlias ? checker.getAliasedSymbol(symbol) : symbol)
      }
    }
    return [...finder.options.values()]
  } finally {
    api.close()
  }
}

class OptionFinder {
  readonly options = new Map<string, PublicOption>()
  readonly #checker: Checker
  readonly #isOurs: (path: string) => boolean
  readonly #seen = new Set<number>()

  /** @param isOurs whether the path is that of a declaration of the package */
  constructor(checker: Checker, isOurs: (path: string) => boolean) {
    this.#checker = checker
    this.#isOurs = isOurs
  }

  /** Visits an exported value and everything reachable by calling it. */
  visitExport(symbol: Named): void {
    if ((symbol.flags & SymbolFlags.Value) === 0) return
    const type = this.#checker.getTypeOfSymbol(symbol)
    if (type !== undefined) this.#visit(type, symbol.name)
  }

  #visit(type: Type, at: string): void {
    if (this.#seen.has(type.id)) return
    this.#seen.add(type.id)
    if (type.isUnionType()) for (const part of type.getTypes() ?? []) this.#visit(part, at)
    for (const kind of [SignatureKind.Call, SignatureKind.Construct]) {
      for (const signature of this.#checker.getSignaturesOfType(type, kind)) {
        for (const [i, parameter] of signature.getParameters().entries()) {
          const given = this.#checker.getParameterType(signature, i)
          if (given !== undefined) this.#visitParameter(given, `${at}(${parameter.name})`)
        }
        const result = this.#checker.getReturnTypeOfSignature(signature)
        if (result !== undefined) this.#visit(result, at)
      }
    }
    if (type.isTypeReference())
      for (const part of this.#checker.getTypeArguments(type)) this.#visit(part, at)
    if (!this.#isOwn(type)) return
    for (const member of this.#checker.getPropertiesOfType(type)) {
      if (isProtected(member)) continue
      const value = this.#checker.getTypeOfSymbol(member)
      if (value !== undefined) this.#visit(value, `${at}.${member.name}`)
    }
  }

  #visitParameter(type: Type, at: string): void {
    if (type.isUnionType()) {
      for (const part of type.getTypes() ?? []) this.#visitParameter(part, at)
      return
    }
    if (this.#seen.has(type.id) || !this.#isOwn(type)) return
    this.#seen.add(type.id)
    const fields = this.#checker.getPropertiesOfType(type)
    if (!fields.some(({ flags }) => (flags & SymbolFlags.Optional) !== 0)) return
    for (const field of fields) {
      const isMapped = (field.checkFlags & mapped) !== 0
      const text = isMapped ? '' : this.#textOf(field)
      const isOptional = (field.flags & SymbolFlags.Optional) !== 0
      this.options.set(`${at}.${field.name}`, { at, name: field.name, isOptional, text })
      const value = this.#checker.getTypeOfSymbol(field)
      if (value !== undefined) this.#visitParameter(value, `${at}.${field.name}`)
    }
  }

  #textOf(field: Named): string {
    return this.#checker.getDocumentationCommentOfSymbol(field).replaceAll(/\s+/g, ' ').trim()
  }

  /** Whether the type is an object declared by the package, or derived from one, such as by `Partial`. */
  #isOwn(type: Type): boolean {
    if (!type.isObjectType() && !type.isIntersectionType()) return false
    const symbols = [type.getSymbol(), type.getAliasSymbol(), ...this.#checker.getPropertiesOfType(type)]
    const places = symbols.flatMap(symbol => symbol?.declarations ?? [])
    return places.some(({ path }) => this.#isOurs(path))
  }
}

/** Whether only the package itself can call a member. */
function isProtected({ declarations }: Named): boolean {
  return (declarations ?? []).some(declaration => {
    const node = declaration.resolve()
    const modifiers = node !== undefined && ast.isMethodDeclaration(node) ? (node.modifiers ?? []) : []
    return modifiers.some(({ kind }) => kind === ast.SyntaxKind.ProtectedKeyword)
  })
}
