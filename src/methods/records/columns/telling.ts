/**
 * Telling columns: those in which the members of a household, and the variants of a thing, differ: parts of a name,
 * birth, sex, sizes, volumes, numbers. A place does not tell: people move, and share it. Where nothing names a person
 * or a thing, all words tell.
 *
 * What a column means is read from its header, what its values are from these. Two values differ if neither is another
 * writing of the other: typing errors, short forms, nicknames, another script and more words in one do not count.
 *
 * Ours: all of it.
 */
import { areForms, hasDigit, ownWords } from '../words/explained-words.ts'
import { versionWords } from '../words/form-words.ts'
import { headed, headedBy } from '../words/header-meanings.ts'
import { dateOf } from './calendar-date.ts'
import { areAddresses } from './column-kinds.ts'
import { type Column, hardlyRepeats, isKey, withoutSpaces } from './column-values.ts'
import { levelCount, levelOfValues } from './compare-values.ts'

const isPlace = headedBy('street', 'town', 'postcode', 'region')
/** Of one household, not of a town. */
const isAddress = headedBy('street', 'postcode')
const isContact = headedBy('phone')
const isOwnContact = headedBy('mail', 'web')
const isFamily = headedBy('family')
const isGiven = headedBy('given')
/** Beside a given name, that of the family. */
const bareName = /^(?:name|nom|nombre|nome|naam)$/i
const isBirth = headedBy('birth')
/** What is around a thing, and shared by others. */
const isAround = headed(
  'venue journal publisher booktitle conference source category brand manufactur industry descri detail comment note ' +
    'genre type class klasse dimension weight',
)
const isMeasure = headed(
  'sex gender geschlecht size gr(?:ö|oe)(?:ss|ß)e taille vol edition auflage vintage flat apt unit colou?r farbe ' +
    'pack dose strength department dept abteilung contact length duration weekday day',
)

/** Numbers that are given to one thing, whatever is written beside them, if they hardly repeat. */
const isIdentifier = headed(
  'sku isbn issn ean gtin upc asin mpn model part article artikel vat iban ssn doi ' +
    'serial serien vin imei plate kennzeichen',
)

/** Years that dates of birth spread over, and dates of events do not. */
const lifeSpan = 25

/**
 * `contact`: of one person or firm, so that agreement vouches for a pair, and so do equal numbers. `phone`: of a
 * household or an office. `time`: of an event.
 */
type Meaning = 'place' | 'family' | 'name' | 'birth' | 'number' | 'time' | 'contact' | 'phone' | 'nothing'

/** What one person or thing has, and another of the same name has not. */
const ownMeanings: ReadonlySet<Meaning> = new Set(['birth', 'number', 'contact', 'phone'])

/**
 * How two values differ; undefined if one is missing. `digit`: a digit of a number or a date, a typing error unless
 * something else tells the records apart.
 */
type Difference = 'none' | 'slight' | 'digit' | 'numbers' | 'whole' | undefined

export interface PairDifferences {
  /** [columns] */
  readonly differences: readonly Difference[]
  /** The telling columns in which the pair differs, ascending. */
  readonly differing: readonly number[]
  /** Whether a contact or a number agrees that may be shared, or one that names one thing alone. */
  readonly isVouched: boolean
  readonly isIdentified: boolean
  /** Whether nothing of its own agrees, and all names differ wholly, or something of its own does. */
  readonly areStrangers: boolean
  /** If what tells may name the row, how they differ should it do so: then other digits are typing errors. */
  readonly ofRows?: PairDifferences
}

const agreeing: ReadonlySet<Difference> = new Set(['none', 'slight', 'digit'])

/** Whether two values are one, but for typing errors; missing ones are not. */
export function agrees(difference: Difference): boolean {
  return agreeing.has(difference)
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
    const has = (is: (column: number) => boolean, as = agrees): boolean =>
      differences.some((difference, c) => is(c) && as(difference))
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
      isVouched:
        has(isA('contact')) ||
        has(
          c => isOwn(c) && isA('number')(c) && hardlyRepeats(this.#columns[c]),
          difference => difference === 'none',
        ),
      isIdentified: this.#identifiers.some(c => differences[c] === 'none'),
    }
  }

  #namesOf(row: number): string[] {
    return this.#named.flatMap(({ value, texts }) => (value[row] < 0 ? [] : texts[value[row]].split(' ')))
  }
}

function isWords(kind: Column['kind']): boolean {
  return kind === 'words' || kind === 'text'
}

/** @param isOnly whether there is no other column: of equal records one is left, so nothing repeats */
function meaningOf(column: Column, isOnly: boolean): Meaning {
  const { kind, name } = column
  if (isKey(column) && !isOnly) return 'nothing'
  if (kind === 'email' || isOwnContact(name)) return 'contact'
  if (kind === 'phone' || isContact(name)) return 'phone'
  if (kind === 'constant' || kind === 'postcode' || isAround(name)) return 'nothing'
  if (isPlace(name)) return 'place'
  if (kind === 'date') return isBirth(name) || yearsOf(column) > lifeSpan ? 'birth' : 'time'
  if (isFamily(name)) return 'family'
  if (isWords(kind) && isMeasure(name)) return 'number'
  if (isWords(kind)) return areAddresses(column.raw) ? 'place' : 'name'
  if (kind === 'code') return 'number'
  return isMeasure(name) ? 'number' : 'nothing'
}

function yearsOf({ raw }: Column): number {
  const years = raw.flatMap(value => dateOf(value)?.[0] ?? []).sort((a, b) => a - b)
  return years.length === 0
    ? 0
    : years[Math.floor(years.length * 0.95)] - years[Math.floor(years.length * 0.05)]
}

/** @param words those of both names: a word that stands in another column there is no difference */
function differenceOf(
  column: Column,
  [x, y]: readonly [number, number],
  words: readonly [readonly string[], readonly string[]],
): Difference {
  const { kind, raw } = column
  if (x === y) return 'none'
  if (isWords(kind)) return wordDifference(column, [x, y], words)
  if (kind === 'date' && (dateOf(raw[x]) === undefined || dateOf(raw[y]) === undefined)) return 'slight'
  const level = levelOfValues(column)(x, y)
  const most = levelCount(column) - 1
  if (level === most) return 'none'
  // Addresses are long: those of one beginning and number are one.
  if (kind === 'email') return level > 0 && digitsOf([raw[x]]) === digitsOf([raw[y]]) ? 'slight' : 'whole'
  // In a size, an edition or the number of a part a digit is no typing error.
  const isCounted =
    (kind === 'number' && isMeasure(column.name)) ||
    (kind === 'code' && isIdentifier(column.name) && digitsOf([raw[x]]) !== digitsOf([raw[y]]))
  if (level <= most / 2 || isCounted) return 'whole'
  return digitsOf([raw[x]]) === digitsOf([raw[y]]) ? 'slight' : 'digit'
}

function wordDifference(
  column: Column,
  [x, y]: readonly [number, number],
  words: readonly [readonly string[], readonly string[]],
): Difference {
  const { wordTexts, texts, frequency, mass } = column
  const knows = (list: readonly number[]): boolean => list.some(word => frequency[word] >= 3)
  const own = ownWords(column, x, y)
  const [ofX, ofY] = [own.a, own.b].map((left, side) =>
    left.filter(word => !words[1 - side].includes(wordTexts[word])),
  )
  const [a, b] = [ofX, ofY].map(left => left.map(word => wordTexts[word]))
  if (a.some(word => versionWords.has(word)) !== b.some(word => versionWords.has(word))) return 'whole'
  // Beside a number that the other lacks a letter is no initial: `1 B` is not `bajo`.
  const hasInitial = own.explained.some(
    ([p, q]) => isLetter.test(wordTexts[p]) || isLetter.test(wordTexts[q]),
  )
  if (hasInitial && [...a, ...b].some(word => hasDigit.test(word))) return 'numbers'
  if (a.length === 0 || b.length === 0 || withoutSpaces(texts[x]) === withoutSpaces(texts[y]))
    return 'slight'
  if (a.join('') === b.join('') || isLatin(texts[x]) !== isLatin(texts[y])) return 'slight'
  const [m, n] = [a, b].map(left => left.filter(word => hasDigit.test(word)))
  if (m.length > 0 && n.length > 0 && digitsOf(m) !== digitsOf(n)) return 'numbers'
  if (a.every(one => b.some(other => areForms(one, other))) || areInitials(a, b) || areInitials(b, a))
    return 'slight'
  const isReplaced =
    (a.length === 1 && b.length === 1) || (Math.max(a.length, b.length) <= 2 && knows(ofX) && knows(ofY))
  const shared = own.shared - yearMass(column, x, y)
  const dice = (2 * shared) / Math.max(1e-9, mass[x] + mass[y])
  return isReplaced || dice < leastShared ? 'whole' : 'slight'
}

/** The idf of the years in both values: events of a year share it. */
function yearMass({ starts, items, idf, wordTexts }: Column, x: number, y: number): number {
  const other = items.subarray(starts[y], starts[y + 1])
  return items
    .subarray(starts[x], starts[x + 1])
    .filter(word => isYear.test(wordTexts[word]) && other.includes(word))
    .reduce((sum, word) => sum + idf[word], 0)
}

const isLetter = /^\p{L}$/u
const isYear = /^(?:19|20)\d\d$/

/** Of the words of two values, by rarity, for them to be alike. */
const leastShared = 0.2

function digitsOf(words: readonly string[]): string {
  return [...words.join('').replace(/\D/g, '')].sort().join('')
}

function areInitials(short: readonly string[], words: readonly string[]): boolean {
  return (
    short.length === 1 &&
    short[0] ===
      words
        .map(word => word[0])
        .join('')
        .slice(0, short[0].length)
  )
}

function isLatin(text: string): boolean {
  return /\p{Script=Latin}/u.test(text)
}
