/**
 * Token rule: other tokens than those of the text rule, by functions of the caller.
 *
 *     text ─segment.words─▶ words ─fold─▶ tokens ─steps─▶ tokens ─join by a blank, fold─▶ canonical text
 *
 * Without `segment` the tokens of the text rule are taken. To fold is NFC, simple case folding, NFC, by the kernels;
 * what a function gave as one token stays one, but for punctuation inside it. The kernels see the canonical text, so
 * all that follows is the same as without a token rule; but one-character tokens of Han or Thai have a blank between
 * them then, which shingles of characters count.
 */

/** Words of a text by a dictionary, as `openSegmenter` of `nearsame/segmenter` gives them. */
export interface WordSegmenter {
  /** What decides the words, such as locale and version of ICU; reported with the result. */
  readonly settings: object
  words(text: string): readonly string[]
}

/** From tokens to tokens, as `stemming` or `withoutWords` give it. */
export type TokenStep = (tokens: readonly string[]) => readonly string[]

export interface TokenRule {
  /** Cuts texts into words, such as that of `openSegmenter`. Default: the text rule cuts them. */
  readonly segment?: WordSegmenter | undefined
  /**
   * Steps in order, by the names under which they are reported: `{ 'stems: english': step }`. Names that are whole
   * numbers come before all others, ascending, as in any object. Default: none.
   */
  readonly steps?: Readonly<Record<string, TokenStep>> | undefined
}

/** What is reported of a token rule: the settings of the segmenter, the names of the steps. */
export interface TokenRuleSettings {
  readonly segment?: WordSegmenter['settings']
  readonly steps?: readonly string[]
}

export function isTokenRule({ segment, steps }: TokenRule): boolean {
  return segment !== undefined || (steps !== undefined && Object.keys(steps).length > 0)
}

export function tokenRuleSettings({ segment, steps }: TokenRule): TokenRuleSettings {
  const names = Object.keys(steps ?? {})
  return {
    ...(segment === undefined ? {} : { segment: segment.settings }),
    ...(names.length === 0 ? {} : { steps: names }),
  }
}

/**
 * The number by which signatures made with a token rule are kept apart (`steps` of their format): FNV-1a of the
 * settings, folded to 16 bits; 0 without a rule. Two different rules share a number once in 65,535.
 *
 * @example tokenRuleNumber({}) // => 0
 */
export function tokenRuleNumber(rule: TokenRule): number {
  if (!isTokenRule(rule)) return 0
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(tokenRuleSettings(rule))) {
    hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193)
  }
  return ((hash >>> 16) ^ hash) & 0xffff || 1
}

/** Canonical bytes without the marks between tokens that stood side by side: each word is one token then. */
export function withoutMarks(canonical: Uint8Array): Uint8Array {
  return canonical.filter(byte => byte !== 1)
}
