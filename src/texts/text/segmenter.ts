/**
 * Segmenter: words found by the engine's own dictionaries, for scripts written without spaces.
 *
 * The text rule makes each character there a token ("東京都" is three), which needs no dictionary and is the same
 * everywhere. `Intl.Segmenter` finds words ("東京", "都"), but they depend on the version of ICU in the engine. So that
 * version belongs to the result options of any caller of this step: store it, compare it.
 *
 * Source: Unicode Standard Annex 29, section 4, and the dictionaries of ICU.
 */

import { checkArgument, checkString, checkTexts } from '../../ground/options/arguments.ts'

/** The settings that determine the result; equal settings give equal words. */
export interface SegmenterSettings {
  readonly segmenter: 'intl-word'
  /** The locale as resolved by the engine. */
  readonly locale: string
  /** Version of ICU, such as `78.2`; `unknown` in browsers, which do not reveal it. */
  readonly icu: string
}

export interface Segmenter {
  readonly settings: SegmenterSettings
  /** The words of a text in order; spaces and punctuation are dropped. */
  words(text: string): string[]
  /** A step on token strings: the words of each token, in order. */
  step(tokens: readonly string[]): string[]
}

/** Version of ICU in this engine, or `unknown`. */
export function icuVersion(): string {
  const engine = globalThis as { process?: { versions?: { icu?: string } } }
  return engine.process?.versions?.icu ?? 'unknown'
}

/**
 * A segmenter for a locale, such as `th`; the script decides which dictionaries are used, not the locale.
 *
 * @throws NearsameError OPTION_VALUE
 * @example openSegmenter('en').words('It is 3.5 km, not 4!') // => ['It', 'is', '3.5', 'km', 'not', '4']
 * @example openSegmenter('en').step(['state-of-the-art']) // => ['state', 'of', 'the', 'art']
 */
export function openSegmenter(locale: string): Segmenter {
  checkArgument(isLanguageTag(locale), 'locale', locale, 'a language tag such as `th`')
  const engine = new Intl.Segmenter(locale, { granularity: 'word' })
  const words = (text: string): string[] => {
    checkString('text', text)
    const found: string[] = []
    for (const { segment, isWordLike } of engine.segment(text)) if (isWordLike) found.push(segment)
    return found
  }
  return {
    settings: { segmenter: 'intl-word', locale: engine.resolvedOptions().locale, icu: icuVersion() },
    words,
    step: tokens => {
      checkTexts('tokens', tokens)
      return tokens.flatMap(words)
    },
  }
}

function isLanguageTag(value: unknown): boolean {
  try {
    return typeof value === 'string' && Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}
