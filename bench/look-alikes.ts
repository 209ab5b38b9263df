/**
 * Look-alikes: made-up lists of things that resemble each other, with none, some or many copies, in one list or two.
 *
 * A copy has a typing error in three of ten fields and lacks one of ten. A family (a household, a product in several
 * colours, a series of films) shares fields; its members are no copies.
 */
import type { LabelledRecords } from './labelled.ts'
import { Random } from './random.ts'

type Thing = Readonly<Record<string, string>>
/** The next thing; every third or fifth begins a family. */
type Maker = (random: Random, at: number) => Thing

const syllables = 'ka lo mi ne ru ta vi so be du gan fel mor ster wick ham ton berg hof dal'.split(' ')

function name(random: Random, length: number): string {
  const word = Array.from({ length }, () => random.of(syllables)).join('')
  return word[0].toUpperCase() + word.slice(1)
}

const names = (seed: number, count: number, length: number): string[] => {
  const random = new Random(seed)
  return Array.from({ length: count }, () => name(random, length))
}

const [firsts, lasts, streets, towns] = [
  names(1, 80, 2),
  names(2, 400, 3),
  names(3, 200, 2),
  names(4, 40, 2),
]
const number = (random: Random, from: number, to: number): string => String(from + random.below(to - from))
const date = (random: Random): string =>
  `${number(random, 1940, 2000)}-${number(random, 10, 13)}-${number(random, 10, 28)}`

/** @param make the fields that a family shares */
function family(every: number, make: (random: Random) => Thing, member: Maker): Maker {
  let shared: Thing = {}
  return (random, at) => {
    if (at % every === 0) shared = make(random)
    const own = member(random, at % every)
    return { ...own, ...shared, ...(own.title && { title: `${shared.title} ${own.title}` }) }
  }
}

const makers: Readonly<Record<string, () => Maker>> = {
  invoices: () => (random, at) => ({
    number: `INV-${10_000 + at}`,
    customer: `${random.of(lasts.slice(0, 60))} Ltd`,
    amount: `${number(random, 100, 1000)}.${number(random, 10, 100)}`,
    date: date(random),
  }),
  persons: () => random => ({
    first_name: random.of(firsts),
    last_name: random.of(lasts),
    born: date(random),
    town: random.of(towns),
  }),
  households: () =>
    family(
      3,
      random => ({
        last_name: random.of(lasts),
        street: `${random.of(streets)} Street ${number(random, 1, 90)}`,
        town: random.of(towns),
        phone: `0${number(random, 10_000_000, 100_000_000)}`,
      }),
      random => ({ first_name: random.of(firsts), born: date(random) }),
    ),
  products: () =>
    family(
      5,
      random => ({
        title: `${random.of(lasts.slice(0, 30))} ${name(random, 3)} ${number(random, 100, 999)}`,
      }),
      (random, at) => ({
        title: `${['black', 'white', 'red', 'blue', 'green'][at]} ${random.of(['S', 'M', 'L', 'XL'])}`,
        price: `${number(random, 5, 200)}.99`,
        sku: number(random, 1_000_000, 9_999_999),
      }),
    ),
  films: () =>
    family(
      3,
      random => ({ title: `${name(random, 3)} of ${name(random, 2)}` }),
      (random, at) => ({
        title: ['I', 'II', 'III'][at],
        year: number(random, 1950, 2020),
        director: `${random.of(firsts)} ${random.of(lasts)}`,
        genre: random.of(['drama', 'comedy', 'crime', 'western']),
      }),
    ),
  letters: () => random => ({
    text:
      `Dear ${random.of(firsts)} ${random.of(lasts)}, your order ${number(random, 1000, 9999)} of ${random.of(streets)} ` +
      `will arrive in ${random.of(towns)} on day ${number(random, 1, 300)}`,
  }),
}

/** By name, such as `films, 5 % copies, two lists`. */
export function* lookAlikes(): Generator<[kind: string, variant: string, records: LabelledRecords]> {
  for (const [kind, maker] of Object.entries(makers)) {
    for (const percent of [0, 5, 40]) {
      for (const isAcross of [false, true]) {
        const random = new Random(percent + kind.length, isAcross ? 1 : 0)
        const variant = `${percent} % copies${isAcross ? ', two lists' : ''}`
        yield [kind, variant, listOf(maker(), percent, isAcross, random)]
      }
    }
  }
}

function listOf(make: Maker, percent: number, isAcross: boolean, random: Random): LabelledRecords {
  const rows: { id: string; side: number; place: number; thing: Thing }[] = []
  const truth = new Set<string>()
  for (let at = 0; at < 1200; at++) {
    const thing = make(random, at)
    const side = isAcross ? random.below(2) : 0
    rows.push({ id: `a${at}`, side, place: random.unit(), thing })
    if (random.below(100) >= percent) continue
    rows.push({
      id: `b${at}`,
      side: isAcross ? 1 - side : 0,
      place: random.unit(),
      thing: copied(thing, random),
    })
    truth.add(`a${at},b${at}`)
  }
  rows.sort((a, b) => a.side - b.side || a.place - b.place)
  const fields = Object.keys(rows[0].thing)
  const columns = fields.map(field => ({ name: field, values: rows.map(({ thing }) => thing[field]) }))
  return {
    ids: rows.map(({ id }) => id),
    texts: rows.map(({ thing }) => fields.map(field => thing[field]).join(' ')),
    split: isAcross ? rows.filter(({ side }) => side === 0).length : 0,
    truth,
    judged: undefined,
    columns: fields.length > 1 ? columns : [],
  }
}

function copied(thing: Thing, random: Random): Thing {
  const isOnly = Object.keys(thing).length === 1
  return Object.fromEntries(
    Object.entries(thing).map(([field, value]) => {
      const dice = random.below(10)
      return [field, dice < 3 ? mistyped(value, random) : dice === 3 && !isOnly ? '' : value]
    }),
  )
}

/** One letter is missing, doubled, or exchanged with the next. */
function mistyped(value: string, random: Random): string {
  if (value.length < 4) return value
  const at = 1 + random.below(value.length - 2)
  const [before, letter, next, after] = [value.slice(0, at), value[at], value[at + 1], value.slice(at + 2)]
  return before + random.of([next, letter + letter + next, next + letter]) + after
}
