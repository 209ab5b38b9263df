/**
 * Public options: every option of every public call, as the declarations of the package have it.
 *
 * From the exports of the doors on: what functions, constructors and methods take, of what they give, too. A parameter
 * is a set of options where it is an object of ours that has a field which may be left out.
 */
import { type Checker, type Symbol as Named, SignatureKind, type Type } from 'typescript/unstable/sync'

export interface PublicOption {
  /** The call and the option, such as `deduplicate(options).threshold`. */
  readonly at: string
  readonly name: string
  readonly isOptional: boolean
  /** What an editor shows of it, one line. */
  readonly text: string
}

const optional = 1 << 24

export class OptionFinder {
  readonly options = new Map<string, PublicOption>()
  readonly #checker: Checker
  readonly #isOurs: (path: string) => boolean
  readonly #seen = new Set<number>()

  /** @param isOurs whether a file of this path is one of the package's declarations */
  constructor(checker: Checker, isOurs: (path: string) => boolean) {
    this.#checker = checker
    this.#isOurs = isOurs
  }

  /** Looks at an exported value and at all that calls of it lead to. */
  visitExport(symbol: Named): void {
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
    if (!fields.some(({ flags }) => (flags & optional) !== 0)) return
    for (const field of fields) {
      const text = this.#checker.getDocumentationCommentOfSymbol(field).replaceAll(/\s+/g, ' ').trim()
      const isOptional = (field.flags & optional) !== 0
      this.options.set(`${at}.${field.name}`, { at, name: field.name, isOptional, text })
      const value = this.#checker.getTypeOfSymbol(field)
      if (value !== undefined) this.#visitParameter(value, `${at}.${field.name}`)
    }
  }

  /** Whether the type is an object that the package declares, or is made of fields of one, as by `Partial`. */
  #isOwn(type: Type): boolean {
    if (!type.isObjectType() && !type.isIntersectionType()) return false
    const symbols = [type.getSymbol(), type.getAliasSymbol(), ...this.#checker.getPropertiesOfType(type)]
    const places = symbols.flatMap(symbol => symbol?.declarations ?? [])
    return places.some(({ path }) => this.#isOurs(path))
  }
}
