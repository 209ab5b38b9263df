/** A list of customers, all made up, some of them twice as people type them, and couples who only look like copies. */
import { Random } from '../../bench/random.ts'

const firstNames =
  'Anna Ben Clara David Emma Felix Greta Hugo Ida Jonas Karin Lars Maria Nils Olga Paul Rosa Simon Tara Urs Vera Walter Yara Zoe Amir Bilal Chen Dilek Emre Fatima Goran Hana Ivan Jin Katya Leila Mehmet Nadia Omar Priya'.split(
    ' ',
  )
const families =
  'Albrecht Bauer Carlsen Demir Ebner Fischer Gruber Haddad Ivanov Jansen Keller Lindqvist Meyer Novak Okafor Petersen Quandt Rossi Schneider Tanaka Ulrich Vogt Weber Xu Yilmaz Zimmermann Abel Brandt Conrad Dreyer Engel Franke Giese Hahn Iversen Jung Kovacs Lorenz Mendes Nagel Ortega Popescu Rausch Solberg Thiel Urban Varga Winter Zielinski Amsel Berger Cohen Duarte Eriksen Falk Gomez Huber Ibsen Jordan Kraft'.split(
    ' ',
  )
const streets =
  'Harbour Mill Station Church Garden Bridge Forest Castle Lake Market Orchard River Meadow Temple Park Vineyard Theatre Windmill Brook Tower Cherry Chapel School Smith Rose Linden Oak Birch'.split(
    ' ',
  )
const cities = [
  ['04109', 'Leipzig'],
  ['10115', 'Berlin'],
  ['20095', 'Hamburg'],
  ['28195', 'Bremen'],
  ['30159', 'Hannover'],
  ['44135', 'Dortmund'],
  ['50667', 'Koeln'],
  ['60311', 'Frankfurt'],
  ['70173', 'Stuttgart'],
  ['80331', 'Muenchen'],
  ['90402', 'Nuernberg'],
  ['01067', 'Dresden'],
] as const
const columns = ['first', 'last', 'street', 'postcode', 'city', 'email', 'phone'] as const

type Customer = Record<(typeof columns)[number], string>

export interface CustomerList {
  readonly csv: string
  /** The person of each row, by the row's number, as the file has it. */
  readonly personOf: ReadonlyMap<string, number>
}

function customer(random: Random): Customer {
  const [first, last] = [random.of(firstNames), random.of(families)]
  const [postcode, city] = random.of(cities)
  return {
    ...{ first, last, postcode, city },
    street: `${random.of(streets)} Street ${1 + random.below(120)}`,
    email: `${first}.${last}${random.below(100)}@example.org`.toLowerCase(),
    phone: `0${300 + random.below(600)} ${1_000_000 + random.below(8_999_999)}`,
  }
}

/** One letter is left out, doubled, or exchanged with the next. */
function mistyped(word: string, random: Random): string {
  const at = 1 + random.below(Math.max(1, word.length - 2))
  const [start, letter, next, rest] = [word.slice(0, at), word[at], word[at + 1] ?? '', word.slice(at + 2)]
  return random.of([
    start + next + rest,
    start + letter + letter + next + rest,
    start + next + letter + rest,
  ])
}

/** Of each change how likely it is. */
const changes: readonly (readonly [number, (of: Customer, random: Random) => Partial<Customer>])[] = [
  [0.5, ({ last }, random) => ({ last: mistyped(last, random) })],
  [0.3, ({ first }, random) => ({ first: mistyped(first, random) })],
  [0.2, ({ first }) => ({ first: `${first[0]}.` })],
  [0.4, ({ street }) => ({ street: street.replace('Street', 'St.') })],
  [0.25, () => ({ phone: '' })],
  [0.25, ({ phone }) => ({ phone: phone.replace(/^0(\d+) /, '+49-$1-') })],
  [0.35, () => ({ email: '' })],
  [0.2, (_, random) => ({ email: customer(random).email })],
  [
    0.12,
    (_, random) => {
      const { street, postcode, city, phone } = customer(random)
      return { street, postcode, city, phone }
    },
  ],
]

function copyOf(of: Customer, random: Random): Customer {
  const copy = { ...of }
  for (const [chance, change] of changes)
    if (random.unit() < chance) Object.assign(copy, change(copy, random))
  return copy
}

/** 2,000 rows of which 150 are copies of others; 25 couples share all but a first name and an address of e-mail. */
export function customerList(seed: number): CustomerList {
  const random = new Random(seed)
  const rows: { readonly person: number; readonly of: Customer }[] = []
  for (let person = 0; person < 1850; person++) {
    const earlier = rows[person - 1]?.of
    const isCouple = person % 74 === 1 && earlier !== undefined
    const own = customer(random)
    const { first, email } = own
    rows.push({ person, of: isCouple ? { ...earlier, first, email } : own })
  }
  for (let copy = 0; copy < 150; copy++) {
    const { person, of } = rows[copy * 12]
    rows.push({ person, of: copyOf(of, random) })
  }
  const order = random.shuffle(Uint32Array.from(rows.keys()))
  const listed = Array.from(order, row => rows[row])
  const lines = listed.map(({ of }, row) => [row + 1, ...columns.map(name => of[name])].join(';'))
  return {
    csv: `${['nr', ...columns].join(';')}\n${lines.join('\n')}\n`,
    personOf: new Map(listed.map(({ person }, row) => [String(row + 1), person])),
  }
}
