/** Passage options: what counts as a repeated passage, and what is done about it. */
import { choice, type Option, options, type Resolved, whole } from '../../ground/options/declare.ts'

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
})

type PassageOptions = Resolved<typeof passageOptions>

/** The minimum number of tokens. */
export const leastOf = ({ least, unit }: Pick<PassageOptions, 'least' | 'unit'>): number =>
  least ?? (unit === 'tokens' ? 50 : 1)
