/** Text reader: from a text to the bytes that shingles are cut from, by the text rule or a token rule. */
import { encodeText } from '../sketch/text-bytes.ts'
import { isTokenRule, type TokenRule } from './token-rule.ts'
import type { Workspace } from './workspace.ts'

const decoder = new TextDecoder()

export class TextReader {
  readonly #space: Workspace
  readonly #rule: TokenRule
  /** Whether what is read is canonical text; else it is the text itself, and the kernels find the tokens. */
  readonly isCanonical: boolean

  constructor(space: Workspace, rule: TokenRule) {
    this.#space = space
    this.#rule = rule
    this.isCanonical = isTokenRule(rule)
  }

  /** What `Workspace.cut` takes. @param at free memory */
  read(text: string, at: number): Uint8Array {
    return this.isCanonical ? this.canonical(text, at) : encodeText(text)
  }

  /** The tokens, folded, in order. @param at free memory */
  tokens(text: string, at: number): string[] {
    const canonical = this.isCanonical
      ? this.canonical(text, at)
      : this.#space.canonicalise(encodeText(text), at)
    return parts(canonical)
  }

  /** Canonical text by the token rule: tokens with one blank between them. @param at free memory */
  canonical(text: string, at: number): Uint8Array {
    const { segment, steps = {} } = this.#rule
    const fold = (tokens: readonly string[]) => this.#space.fold(encodeText(tokens.join(' ')), at)
    let canonical = segment
      ? fold(segment.words(text))
      : encodeText(parts(this.#space.canonicalise(encodeText(text), at)).join(' '))
    for (const step of Object.values(steps)) canonical = fold(step(parts(canonical)))
    return canonical
  }
}

/** The tokens of a canonical text. */
function parts(canonical: Uint8Array): string[] {
  // Between two tokens there is one byte, 0x20 or 0x01; at the ends there is none.
  return canonical.length === 0 ? [] : decoder.decode(canonical).replaceAll('\u0001', ' ').split(' ')
}
