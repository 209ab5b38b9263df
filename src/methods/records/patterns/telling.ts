/**
 * Telling columns: those in which the members of a household, and the variants of a thing, differ: parts of a name,
 * birth, sex, sizes, volumes, numbers. A place does not tell: people move, and share it. Where nothing names a person
 * or a thing, all words tell.
 *
 * Ours: all of it.
 */
import { type Column, hardlyRepeats } from '../values/column-values.ts'
import {
  bareName,
  isAddress,
  isAround,
  isGiven,
  isIdentifier,
  isMeasure,
  isWords,
  type Meaning,
  meaningOf,
} from './column-meanings.ts'
import { agrees, type Difference, differenceOf } from './value-differences.ts'

/** What one person or thing has, and another of the same name has not. */
const ownMeanings: ReadonlySet<Meaning> = new Set(['birth', 'number', 'contact', 'phone'])

export interface PairDifferences {
  /** [columns] */
  readonly differences: readonly Difference[]
  /** The telling columns in which the pair differs, ascending. */
  readonly differing: readonly number[]
  /** Whether a contact agrees that may be shared, or a number that names one thing alone. */
  readonly isVouched: boolean
  readonly isIdentified: boolean
  /** Whether nothing of its own agrees, and all names differ wholly, or something of its own does. */
  readonly areStrangers: boolean
  /** If what tells may name the row, how they differ should it do so: then other digits are typing errors. */
  readonly ofRows?: PairDifferences
}

/** Compares pairs by what their columns mean. */
export class TellingColumns {
  readonly #columns: readonly Column[]
  readonly #meanings: readonly Meaning[]
  readonly #named: readonly Column[]
  readonly #identifiers: readonly number[]
  readonly #reached: Meaning

  constructor(columns: readonly Column[]) {
    const hasGiven = columns.some(({ name }) => isGiven(name))
    const meanings = columns.map(column =>
      hasGiven && bareName.test(column.name) ? 'family' : meaningOf(column, columns.length === 1),
    )
    const has = (...some: Meaning[]): boolean => meanings.some(meaning => some.includes(meaning))
    const isNamed = has('name', 'family')
    const tells = has('name', 'birth', 'number')
    const names = ({ kind, name }: Column): boolean =>
      isWords(kind) && (!tells || (!isNamed && (isAround(name) || !has('birth'))))
    this.#columns = columns
    this.#reached = has('contact') ? 'contact' : 'phone'
    this.#identifiers = [...columns.keys()].filter(
      c => isIdentifier(columns[c].name) && hardlyRepeats(columns[c]),
    )
    this.#meanings = columns.map((column, c) => (names(column) ? 'name' : tells ? meanings[c] : 'nothing'))
    this.#named = columns.filter((_, c) => ['name', 'family'].includes(this.#meanings[c]))
  }

  /** Whether it may name the row instead of the thing, as the number of a visit and the time of an entry do. */
  mayNameRow(column: number): boolean {
    const { kind, name } = this.#columns[column]
    const isMeasured = kind !== 'code' && kind !== 'date' && isMeasure(name)
    return !isMeasured && ['number', 'time'].includes(this.#meanings[column])
  }

  /** @param a, b rows */
  compare(a: number, b: number): PairDifferences {
    const words = [this.#namesOf(a), this.#namesOf(b)] as const
    const differences = this.#columns.map(column => {
      const [x, y] = [column.value[a], column.value[b]]
      return Math.min(x, y) < 0 ? undefined : differenceOf(column, [x, y], words)
    })
    const found = this.#tell(differences)
    if (found.differing.length === 0 || !differences.includes('digit')) return found
    const told = this.#tell(differences.map(difference => (difference === 'digit' ? 'whole' : difference)))
    return found.differing.every(c => this.mayNameRow(c)) ? { ...told, ofRows: found } : told
  }

  #tell(differences: readonly Difference[]): PairDifferences {
    const has = (is: (column: number) => boolean): boolean =>
      differences.some((difference, c) => is(c) && agrees(difference))
    const isA =
      (...meanings: Meaning[]) =>
      (column: number): boolean =>
        meanings.includes(this.#meanings[column])
    const isOwn = (c: number): boolean =>
      ownMeanings.has(this.#meanings[c]) && !isMeasure(this.#columns[c].name)
    // People marry: another family name with the same birth tells nothing.
    const isSamePerson = has(isA('birth'))
    // Names and a town are shared by namesakes: then another mail address tells them apart, or in a list without any
    // another phone, of which people have several.
    const areNamesakes = !has(c => isOwn(c) || isAddress(this.#columns[c].name))
    const tells = (difference: Difference, c: number): boolean => {
      if (difference === undefined || agrees(difference)) return false
      const meaning = this.#meanings[c]
      if (meaning === 'number' || meaning === 'time') return difference === 'whole'
      if (meaning === this.#reached) return areNamesakes && difference === 'whole'
      return meaning === 'birth' || meaning === 'name' || (meaning === 'family' && !isSamePerson)
    }
    const differing = differences.flatMap((difference, c) => (tells(difference, c) ? [c] : []))
    const names = [...differences.keys()].filter(
      c => differences[c] !== undefined && isA('name', 'family')(c),
    )
    const haveOtherNames = names.length > 0 && names.every(c => differing.includes(c)) && !has(isOwn)
    return {
      differences,
      differing,
      areStrangers: haveOtherNames || (areNamesakes && differing.some(isOwn)),
      isVouched: has(isA('contact')),
      isIdentified: this.#identifiers.some(c => differences[c] === 'none'),
    }
  }

  #namesOf(row: number): string[] {
    return this.#named.flatMap(({ value, texts }) => (value[row] < 0 ? [] : texts[value[row]].split(' ')))
  }
}
