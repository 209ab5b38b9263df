/** Text reader: from a text to its canonical text and tokens, by the text rule or a token rule. */
import { checkTexts } from '../../ground/options/arguments.ts'
import { tokensOf } from '../text/canonical-text.ts'
import { encodeText } from '../text/text-bytes.ts'
import type { TextWorkspace } from './text-workspace.ts'
import { isTokenRule, type TokenRule } from './token-rule.ts'

export class TextReader {
  readonly #space: TextWorkspace
  readonly #rule: TokenRule
  /** Whether the kernels need canonical text, because they would find other tokens by themselves. */
  readonly hasTokenRule: boolean

  constructor(space: TextWorkspace, rule: TokenRule) {
    this.#space = space
    this.#rule = rule
    this.hasTokenRule = isTokenRule(rule)
  }

  /** The tokens, folded, in order. @param at free memory */
  tokens(text: string, at: number): string[] {
    return tokensOf(this.canonical(text, at))
  }

  /** Canonical text; with a token rule, tokens separated by one blank. @param at free memory */
  canonical(text: string, at: number): Uint8Array {
    const { segment, steps = {} } = this.#rule
    const fold = (who: string, tokens: readonly string[]) => {
      checkTexts(`the answer of ${who}`, tokens)
      return this.#space.fold(encodeText(tokens.join(' ')), at)
    }
    let canonical = segment
      ? fold('segment', segment.words(text))
      : this.#space.canonicalise(encodeText(text), at)
    for (const [name, step] of Object.entries(steps))
      canonical = fold(`the step ${name}`, step(tokensOf(canonical)))
    return canonical
  }
}
