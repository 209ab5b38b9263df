/** Parameters of `records`: all are optional, and a given one overrules the data. */
import {
  choice,
  number,
  type Option,
  options,
  Refusal,
  type Resolved,
  text,
  whole,
} from '../../ground/options/declare.ts'
import { rolePattern } from './values/column-kinds.ts'

const similarityThreshold = number({
  from: 0,
  to: 1,
  default: 1,
  doc: 'similarity from which on two match; auto: chosen from the data',
})

const autoDomain = `${similarityThreshold.domain}, or auto`

const chosenThreshold: Option<number | 'auto', number | string> = {
  ...similarityThreshold,
  domain: autoDomain,
  defaultText: 'auto',
  fallback: () => 'auto',
  read: (given, fromText) => {
    const value = given === 'auto' ? given : similarityThreshold.read(given, fromText)
    return value instanceof Refusal ? new Refusal(autoDomain) : value
  },
}

/** What is said of a column, whose name is not blank. */
const ofColumn = `\\s*[^=,\\s][^=,]*=(?:${rolePattern})`

/** The texts `true` and `false`, because `auto` is a text, too. */
export const recordParams = options({
  oneToOne: choice(['auto', 'true', 'false'], {
    default: 'auto',
    doc: 'whether a record has at most one copy; auto: as the data shows',
  }),
  threshold: chosenThreshold,
  columns: text({
    placeholder: 'name=kind,...',
    pattern: `^(?:auto|${ofColumn}(?:,${ofColumn})*)$`,
    default: 'auto',
    doc: 'kinds, gates: born=date, notes=ignore, size=must-agree (alike, numbers, within:3d, within:1%); auto: as read',
  }),
  undecided: choice(['keep', 'remove', 'refuse'], {
    default: 'keep',
    doc: 'pairs that differ as relatives and variants do: no pairs until a person decides, pairs, or a refusal',
  }),
  doubtful: whole({
    from: 0,
    to: 1_000_000,
    default: 20,
    doc: 'maximum number of doubtful pairs in the report, on either side of the threshold',
  }),
})

export type RecordParams = Resolved<typeof recordParams>

/** The boundary as the caller chose it instead of the data. */
interface ChosenBoundary {
  /** Whether a row has at most one counterpart. */
  readonly oneToOne: boolean | 'auto'
  /** In [0, 1]; absent: chosen from the data. */
  readonly threshold?: number
}

export function chosenBoundary({
  oneToOne,
  threshold,
}: Pick<RecordParams, 'oneToOne' | 'threshold'>): ChosenBoundary {
  return {
    oneToOne: oneToOne === 'auto' ? oneToOne : oneToOne === 'true',
    ...(threshold !== 'auto' && { threshold }),
  }
}

/** Minimum number of asked items that a candidate shares. */
export const itemAgree = 2
