/** Passage options: what counts as a repeated passage, and what is done about it. */
import {
  choice,
  type Given,
  number,
  type Option,
  options,
  type Resolved,
  whole,
} from '../../ground/options/declare.ts'

const leastTokens = whole({
  from: 1,
  to: 2 ** 20,
  default: 50,
  doc: 'minimum number of tokens of a passage',
})

/** The default depends on the unit. */
const least: Option<number | undefined, number> = {
  ...leastTokens,
  fallback: () => undefined,
  defaultText: '50; 1 for lines and paragraphs',
}

const commonShare = number({
  from: 0,
  to: 1,
  default: 0.001,
  doc:
    'share of the documents, as 0.01 or 1%, above which a document of the other side shorter than `least` is too ' +
    'common to contaminate; in fewer than 10 none is',
})

const common: typeof commonShare = {
  ...commonShare,
  read(given, fromText) {
    const percent = fromText && typeof given === 'string' ? /^(\d+(?:\.\d+)?)\s?%$/.exec(given) : null
    return commonShare.read(percent === null ? given : Number(percent[1]) / 100, fromText)
  },
}

export const passageOptions = options({
  least,
  unit: choice(['tokens', 'lines', 'paragraphs'], {
    default: 'tokens',
    doc: 'what a passage is: any run of tokens, whole lines, or whole paragraphs',
  }),
  maxPlaces: whole({
    from: 1,
    to: 1_000_000,
    default: 100,
    doc: 'maximum number of documents of the other side that are listed for a passage; all are counted',
  }),
  leastItem: whole({
    from: 1,
    to: 2 ** 20,
    default: 3,
    doc: 'minimum number of tokens of a document of the other side; one of `least` tokens is always looked for',
  }),
  common,
})

/** For commands that write documents without passages. */
export const cutOptions = options({
  cut: choice(['later', 'all', 'none'], {
    default: undefined,
    defaultText: 'later; none with --against',
    doc: 'what the kept documents lose: later copies, the first ones too, or nothing',
  }),
  minLeft: whole({
    from: 0,
    to: 2 ** 32 - 1,
    default: 1,
    doc: 'drop documents that lose passages and have fewer tokens left',
  }),
  covered: number({
    above: 0,
    to: 1,
    default: 0.8,
    doc: 'share of the tokens of a document of the other side from which it counts as contaminated',
  }),
})

export type PassageOptions = Resolved<typeof passageOptions>
export type GivenPassageOptions = Given<typeof passageOptions>
export type CutOptions = Resolved<typeof cutOptions>
export type GivenCutOptions = Given<typeof cutOptions>

/** The minimum number of tokens. */
export const leastOf = ({ least, unit }: Pick<PassageOptions, 'least' | 'unit'>): number =>
  least ?? (unit === 'tokens' ? leastTokens.fallback() : 1)
