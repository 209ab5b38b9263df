/**
 * Other headers: which columns of one list stand for those of another under other names.
 *
 *     sure     two columns of one kind that share values, and each no other's nearly as many; or two of one name or
 *              meaning, if nothing else has it and no values speak for another column
 *     likely   what speaks for a column more than for the others, but not beyond doubt
 *
 * Numbers that count or measure share values with others of their kind, so they need a name, too.
 *
 * Ours: all of it.
 */
import { atOnce } from '../../../ground/breath/steps.ts'
import type { RecordColumn } from '../../contract/record-columns.ts'
import { meaningOfHeader } from '../words/header-meanings.ts'
import { dateOf, dayOf } from './calendar-date.ts'
import { type ColumnKind, columnKindOf } from './column-kinds.ts'
import { distinctValues } from './column-values.ts'

/** From the names of the first list to those of the other. */
interface OtherHeaders {
  readonly sure: ReadonlyMap<string, string>
  readonly likely: ReadonlyMap<string, string>
}

/** Values that two columns share for them to speak for each other: a number, and a share of the smaller set. */
const [leastShared, leastShare] = [5, 0.1]
/** How many times as large a share must be as that with any other column. */
const timesOthers = 3

interface KnownColumn {
  readonly name: string
  readonly kind: 'words' | 'digits' | 'number' | 'date' | 'email' | 'constant'
  readonly values: ReadonlySet<string>
}

interface Likeness {
  readonly isNamed: boolean
  /** Of the values of the smaller set; 0 if they share too few. */
  readonly share: number
}

/**
 * @param lacking columns of the first list that the other does not have
 * @param others columns of the other that the first does not have
 */
export function otherHeaders(
  lacking: readonly RecordColumn[],
  others: readonly RecordColumn[],
): OtherHeaders {
  const [ofA, ofB] = [lacking, others].map(columns => columns.map(knownColumn))
  const likeness = ofA.map(a => ofB.map(b => likenessOf(a, b)))
  const [sure, likely] = [new Map<string, string>(), new Map<string, string>()]
  for (const [x, a] of ofA.entries()) {
    const y = strongest(likeness[x])
    const isMutual = y >= 0 && strongest(likeness.map(row => row[y])) === x
    if (!isMutual) continue
    const rivals = [
      ...likeness[x].filter((_, at) => at !== y),
      ...likeness.flatMap((row, at) => (at === x ? [] : row[y])),
    ]
    ;(isSure(likeness[x][y], rivals, a.kind) ? sure : likely).set(a.name, ofB[y].name)
  }
  return { sure, likely }
}

function isSure(
  { isNamed, share }: Likeness,
  rivals: readonly Likeness[],
  kind: KnownColumn['kind'],
): boolean {
  const isAlone = rivals.every(rival => !rival.isNamed)
  const isMost = rivals.every(rival => rival.share * timesOthers <= share)
  return isAlone && isMost && (isNamed || (share > 0 && kind !== 'number'))
}

/** The place of the column that most speaks for; -1 if nothing speaks for any, or as much for several. */
function strongest(all: readonly Likeness[]): number {
  const strengths = all.map(({ isNamed, share }) => share + (isNamed ? 1 : 0))
  const most = Math.max(0, ...strengths)
  return most > 0 && strengths.indexOf(most) === strengths.lastIndexOf(most) ? strengths.indexOf(most) : -1
}

function likenessOf(a: KnownColumn, b: KnownColumn): Likeness {
  const none = { isNamed: false, share: 0 }
  if (a.kind !== b.kind || a.kind === 'constant') return none
  const [meant, other] = [meaningOfHeader(a.name), meaningOfHeader(b.name)]
  const isNamed = plainName(a.name) === plainName(b.name) || (meant !== undefined && meant === other)
  if (!isNamed && meant !== undefined && other !== undefined) return none
  const shared = [...a.values].filter(value => b.values.has(value)).length
  const share = shared / Math.min(a.values.size, b.values.size)
  return { isNamed, share: shared >= leastShared && share >= leastShare ? share : 0 }
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function knownColumn({ name, values }: RecordColumn): KnownColumn {
  const { raw, count } = atOnce(distinctValues(values))
  const kind = columnKindOf(
    raw,
    count.reduce((sum, rows) => sum + rows, 0),
  )
  const known = raw.map(keyOf[kind] ?? (value => value.trim().toLowerCase()))
  return { name, kind: kinds[kind], values: new Set(known) }
}

/** Kinds that one column may have in two lists. */
const kinds: Readonly<Record<ColumnKind, KnownColumn['kind']>> = {
  ...{
    words: 'words',
    text: 'words',
    category: 'words',
    constant: 'constant',
    date: 'date',
    email: 'email',
  },
  ...{ code: 'digits', phone: 'digits', postcode: 'digits', number: 'number' },
}

/** What two ways of writing one value have in common. */
const keyOf: { readonly [K in ColumnKind]?: (value: string) => string } = {
  date: value => {
    const date = dateOf(value)
    return date === undefined ? value : String(dayOf(date))
  },
  phone: value => value.replace(/\D/g, '').slice(-9),
}
