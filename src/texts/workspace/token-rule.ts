/**
 * Token rule: tokens made by functions of the caller instead of the text rule.
 *
 *     text ─segment.words─▶ words ─fold─▶ tokens ─steps─▶ tokens ─join by a blank, fold─▶ canonical text
 *
 * Without `segment` the tokens of the text rule are used. Folding is that of the text rule, by the kernels;
 * a token returned by a function stays one token, unless it contains punctuation. The kernels see the canonical text,
 * so everything after it is the same as without a token rule; but one-character tokens of Han or Thai are then
 * separated by blanks, which shingles of characters count.
 */

/** Finds the words of a text by a dictionary, such as `openSegmenter` of `nearsame/segmenter`. */
export interface WordSegmenter {
  /** The settings that determine the words, such as locale and version of ICU; reported with the result. */
  readonly settings: object
  words(text: string): readonly string[]
}

/** From tokens to tokens, such as the results of `stemming` and `withoutWords`. */
export type TokenStep = (tokens: readonly string[]) => readonly string[]

export interface TokenRule {
  /** Cuts texts into words, such as the result of `openSegmenter`. Default: the text rule cuts them. */
  readonly segment?: WordSegmenter | undefined
  /**
   * Steps in order, by the names under which they are reported: `{ 'stems: english': step }`. Names that are whole
   * numbers come before all others, ascending, as in any object. Default: none.
   */
  readonly steps?: Readonly<Record<string, TokenStep>> | undefined
}

/** The reported part of a token rule: the settings of the segmenter, the names of the steps. */
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
 * The number that distinguishes signatures made with a token rule (`steps` of their format): FNV-1a of the settings,
 * folded to 16 bits; 0 without a rule. Two different rules share a number with probability 1 in 65,535.
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
