/** Patterns of disagreement end to end: which pairs of a list stay undecided, and which do not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../ground/breath/steps.ts'
import { decideRecords, findRecordPairs, type RecordOptions } from '../find-record-pairs.ts'

const firsts =
  'Ada Bruno Clara Dietmar Elke Falk Gerda Holger Ines Jonas Karin Lothar Moritz Nora Otto Petra'.split(' ')
const lasts =
  'Abel Brand Conrad Decker Ebert Franke Gruber Hansen Imhof Jahn Kaiser Lorenz Menzel Noack'.split(' ')
const streets =
  'Amselweg Birkenallee Dorfplatz Eichenring Feldgasse Gartenweg Hauptstrasse Inselsteig'.split(' ')

type Person = readonly [first: string, last: string, born: string, street: string, phone: string]

const people: readonly Person[] = Array.from({ length: 120 }, (_, i) => [
  firsts[(5 * i) % 16],
  lasts[(11 * i + (i >> 4)) % 14],
  `19${30 + ((7 * i) % 70)}-0${1 + (i % 9)}-${10 + ((3 * i) % 18)}`,
  `${streets[i % 8]} ${1 + ((13 * i) % 97)}`,
  `030 ${4_100_000 + 7919 * i}`,
])

/** A typing error in one of the columns. */
const mistyped = (person: Person, column: number): string[] =>
  person.map((value, c) => (c === column ? value.slice(0, -1) : value))

/** The first copies, with typing errors here and there, and others. */
function decided(
  others: readonly (readonly string[])[],
  names = ['first', 'last', 'born', 'street', 'phone'],
  judged: Pick<RecordOptions, 'accepted' | 'rejected' | 'patterns'> = {},
) {
  const copies = people.slice(0, 12).map((person, i) => mistyped(person, i % 4))
  const rows = [...people, ...copies, ...others]
  const columns = names.map((name, c) => ({ name, values: rows.map(row => row[c]) }))
  const { decision, undecided } = atOnce(
    decideRecords(
      rows.map(row => row.join('\n')),
      undefined,
      { columns, ...judged },
    ),
  )
  const found = decision.accepted.reduce((sum, one) => sum + one, 0)
  return {
    found,
    precision: decision.precision,
    undecided: undecided.map(({ columns: at, pairs }) => [at.join(), pairs.length]),
  }
}

const spouses = people
  .slice(60, 80)
  .map(([, last, , street, phone], i) => [
    firsts[(5 * i + 3) % 16],
    last,
    `19${20 + i}-12-0${1 + (i % 9)}`,
    street,
    phone,
  ])

test('couples stay undecided, beside copies and alone', () => {
  const { found, precision, undecided } = decided(spouses)
  assert.equal(found, 12)
  assert.ok(precision > 0.9)
  assert.deepEqual(undecided, [['first,born', 20]])
})

test('of a dozen people both copies are found, and no couple', () => {
  const few = people.slice(0, 12)
  const copies = [mistyped(few[0], 1), mistyped(few[1], 0)]
  const couples = few
    .slice(4, 6)
    .map(([, last, , street, phone], i) => [firsts[9 + i], last, `195${i}-11-1${i}`, street, phone])
  const rows = [...few, ...copies, ...couples]
  const columns = ['first', 'last', 'born', 'street', 'phone'].map((name, c) => ({
    name,
    values: rows.map(row => row[c]),
  }))
  const texts = rows.map(row => row.join('\n'))
  const { evidence, decision } = atOnce(decideRecords(texts, undefined, { columns }))
  const found = [...decision.accepted.keys()].filter(p => decision.accepted[p] === 1)
  assert.deepEqual(
    found.map(p => [evidence.pairs.left[p], evidence.pairs.right[p]]),
    [
      [0, 12],
      [1, 13],
    ],
  )
})

test('a header in another language, and none that says anything, are read by their values', () => {
  assert.deepEqual(decided(spouses, ['Vorname', 'Nachname', 'Geburtstag', 'Adresse', 'Tel.']).undecided, [
    ['Vorname,Geburtstag', 20],
  ])
  assert.deepEqual(decided(spouses, ['a', 'b', 'c', 'd', 'e']).undecided, [['a,c', 20]])
})

test('people who moved, married or have a nickname are pairs', () => {
  const moved = people
    .slice(30, 50)
    .map(([first, last, born], i) => [first, last, born, `Neuweg ${i + 1}`, `040 77${10 * i}`])
  const married = people
    .slice(50, 60)
    .map(([first, , born, street, phone]) => [first, 'Quast', born, street, phone])
  const { found, precision, undecided } = decided([...moved, ...married])
  assert.equal(found, 42)
  assert.ok(precision > 0.9)
  assert.deepEqual(undecided, [])
})

test('beside a given name, a bare name is that of the family', () => {
  const married = people
    .slice(50, 70)
    .map(([first, , born, street, phone], i) => [first, lasts[(3 * i) % 14], born, street, phone])
  const { found, undecided } = decided(married, ['Vorname', 'Name', 'geboren', 'Straße', 'Telefon'])
  assert.ok(found >= 31, String(found))
  assert.deepEqual(undecided, [])
})

/** Pairs of records with these values, and which of them stay undecided. */
function openOf(rows: readonly (readonly string[])[], names: readonly string[]): [number, string[]] {
  const columns = names.map((name, c) => ({ name, values: rows.map(row => row[c]) }))
  const { left, notes } = findRecordPairs(
    rows.map(row => row.join(' ')),
    undefined,
    { columns },
  )
  return [left.length, notes.undecided.patterns.map(pattern => pattern.columns.join())]
}

test('sizes in which all look-alikes differ tell, also beside a model that they share', () => {
  const sizes = ['XS', 'S', 'M', 'L', 'XL']
  const shirts = Array.from({ length: 40 }, (_, i) =>
    [0, 1, 2].map(k => [
      `${firsts[i % 16]} ${lasts[(3 * i) % 14]}`,
      `${101 + 17 * i}`,
      streets[(5 * i) % 8],
      sizes[(i + k) % 5],
    ]),
  ).flat()
  const [found, undecided] = openOf(shirts, ['article', 'model', 'maker', 'size'])
  assert.equal(found, 0)
  assert.deepEqual(undecided, ['size'])
})

test('issues of one volume are other things, however a volume is written', () => {
  const issues = Array.from({ length: 120 }, (_, i) => [
    `${['Annals', 'Archives', 'Letters', 'Reports'][i % 4]} of ${lasts[(5 * (i >> 2)) % 14]}`,
    `${1 + ((7 * i) % 59)}`,
    `${1 + (i % 5)}`,
    `${1950 + ((7 * i) % 59)}`,
  ])
  const copies = issues
    .slice(0, 20)
    .map(([name, volume, issue, year]) => [name, `vol. ${volume}`, `no. ${issue}`, year])
  const [found] = openOf([...issues, ...copies], ['journal', 'volume', 'issue', 'year'])
  assert.equal(found, 20)
})

test('vintages of a wine and dates of an event tell things apart, a time of entry does not', () => {
  const names = ['name', 'x', 'town']
  const things = (value: (i: number) => string): string[][] =>
    Array.from({ length: 120 }, (_, i) => [
      `${lasts[(5 * i) % 14]} ${firsts[i % 16]} ${streets[(i >> 4) % 8]}`,
      value(i),
      streets[(3 * i) % 8],
    ])
  const copied = (value: (i: number) => string, again: (i: number) => string): string[][] => {
    const rows = things(value)
    const copies = rows
      .slice(0, 20)
      .map(([name, , town], i) => [`${name.slice(0, 1)}${name.slice(2)}`, again(i), town])
    return [...rows, ...copies]
  }
  const year = (i: number): string => `${2005 + ((7 * i) % 15)}`
  const others = things(i => `${Number(year(i)) + 1}`).slice(80, 110)
  names[1] = 'vintage'
  const wines = openOf([...copied(year, year), ...others], names)
  assert.deepEqual([wines[0], wines[1][0]], [20, 'vintage'])
  const day = (i: number): string => `2024-0${1 + (i % 9)}-${10 + ((3 * i) % 18)}`
  const otherDays = things(i => day(i + 5)).slice(80, 110)
  names[1] = 'date'
  const events = openOf([...copied(day, day), ...otherDays], names)
  assert.deepEqual([events[0], events[1][0]], [20, 'date'])
  const created = (i: number): string =>
    `2023-0${1 + (i % 9)}-${10 + ((5 * i) % 18)} ${10 + (i % 14)}:${10 + ((7 * i) % 50)}`
  const copies = people.slice(0, 12).map((person, i) => [...mistyped(person, i % 4), created(i + 77)])
  const entries = [...people.map((person, i) => [...person, created(i)]), ...copies]
  const [found, open] = openOf(entries, ['first', 'last', 'born', 'street', 'phone', 'created'])
  assert.deepEqual([found, open], [12, []])
})

test('one copy whose first name went wrong is no pattern', () => {
  const [, last, born, street, phone] = people[100]
  assert.deepEqual(decided([['Zacharias', last, born, street, phone]]).undecided, [])
})

test('three decisions that agree decide all pairs of a pattern', () => {
  const couple = (k: number) => [60 + k, 132 + k] as const
  const names = undefined
  const different = decided(spouses, names, { rejected: [couple(2), couple(7), couple(11)] })
  assert.deepEqual([different.found, different.undecided], [12, []])
  assert.deepEqual(decided(spouses, names, { rejected: [couple(2), couple(7)] }).undecided, [
    ['first,born', 18],
  ])
  const same = decided(spouses, names, { accepted: [couple(2), couple(7), couple(11)] })
  assert.deepEqual([same.found, same.undecided], [32, []])
  const both = { rejected: [couple(2), couple(7)], accepted: [couple(11)] }
  assert.deepEqual(decided(spouses, names, both).undecided, [['first,born', 17]])
})

test('an answer to a question decides all pairs of the pattern', () => {
  const columns = ['first', 'born']
  const different = decided(spouses, undefined, { patterns: [{ columns, isSame: false }] })
  assert.deepEqual([different.found, different.undecided], [12, []])
  const same = decided(spouses, undefined, { patterns: [{ columns, isSame: true }] })
  assert.deepEqual([same.found, same.undecided], [32, []])
})

test('a name that two different ones contain is undecided, and no other', () => {
  const first = 'Ada Bella Cora Dora Ella Fiona Greta Hilda Irma Jutta'.split(' ')
  const last = 'Abel Berg Cole Dahl Eads Ford Gray Hahn Imig Jost'.split(' ')
  const people = first.flatMap((name, a) =>
    last.slice(0, 5).map((_, b) => `${name} ${'BCDF'[b % 4]}. ${last[(a * 3 + b * 7) % 10]}`),
  )
  const copies = people.slice(0, 12).map(person => person.split(' ').toReversed().join(', '))
  const unclear = ['Lena Kern', 'Lena P. Kern', 'Lena R. Kern']
  const texts = [...people, ...copies, ...unclear]
  const { left, right, notes } = findRecordPairs(texts)
  const pairs = Array.from(left, (row, p) => [texts[row], texts[right[p]]])
  assert.ok(pairs.length >= 8, `${pairs.length}`)
  assert.deepEqual(
    pairs.filter(pair => pair.some(text => text.includes('Kern'))),
    [],
  )
  assert.ok(
    notes.undecided.patterns.some(({ columns, pairs: count }) => columns[0] === 'text' && count >= 2),
  )
})

test('namesakes of one town who share no address and no number are undecided', () => {
  const names = ['first', 'last', 'town', 'mail']
  const towns = ['Aarau', 'Basel', 'Chur']
  const mail = (i: number): string => `${'abcdefghijkl'[i % 12]}${7919 * (i + 1)}@post.example`
  const members = people.map(([first, last], i) => [first, last, towns[i % 3], mail(i)])
  const copies = members.slice(0, 12).map((row, i) => mistyped(row as unknown as Person, i % 2))
  const namesakes = members
    .slice(60, 80)
    .map(([first, last, town], i) => [first, last, town, mail(i + 500)])
  const { found, undecided } = decided([], names)
  assert.deepEqual([found, undecided], [12, []])
  const [pairs, open] = openOf([...members, ...copies, ...namesakes], names)
  assert.deepEqual([pairs, open], [12, ['mail']])
})

test('parts whose numbers differ in a digit are other parts, and neighbours live in other houses', () => {
  const parts = Array.from({ length: 100 }, (_, i) => [
    `${'ABCDE'[i % 5]}K-${1000 + ((7919 * i) % 9000)}-${10 + ((13 * i) % 80)}`,
    `${['Valve', 'Seal', 'Bolt', 'Pump'][i % 4]} ${lasts[(5 * i) % 14]}`,
    firsts[(3 * i) % 16],
  ])
  const written = parts
    .slice(0, 15)
    .map(([part, description, maker]) => [part.replaceAll('-', ' '), `${description}e`, maker])
  const next = parts
    .slice(60, 90)
    .map(([part, ...rest]) => [`${part.slice(0, -1)}${(Number(part.at(-1)) + 1) % 10}`, ...rest])
  const [found, undecided] = openOf([...parts, ...written, ...next], ['part_no', 'description', 'maker'])
  assert.deepEqual([found, undecided], [15, ['part_no']])
  const houses = Array.from({ length: 80 }, (_, i) => [
    `${streets[i % 8]} ${2 + ((7 * i) % 80)}`,
    `${10_000 + 997 * i}`,
    lasts[(5 * i) % 14],
  ])
  const again = houses
    .slice(0, 20)
    .map(([street, code, town]) => [street.replace(' ', '  '), code, `${town}x`])
  const beside = houses
    .slice(30, 60)
    .map(([street, ...rest]) => [street.replace(/\d+/, number => `${Number(number) + 2}`), ...rest])
  const [same, others] = openOf([...houses, ...again, ...beside], ['street', 'zip', 'town'])
  assert.deepEqual([same, others], [20, ['street']])
})

test('another version of a song is another one, also where a list has one column', () => {
  const songs = Array.from(
    { length: 90 },
    (_, i) => `${firsts[i % 16]} ${lasts[(5 * i) % 14]} - ${streets[(3 * i) % 8]} ${streets[(i >> 3) % 8]}`,
  )
  const turned = songs.slice(0, 20).map(song => song.split(' - ').toReversed().join(': '))
  const versions = songs
    .slice(40, 80)
    .map((song, i) => `${song} (${['Live', 'Club Remix', 'Acoustic'][i % 3]})`)
  const rows = [...songs, ...turned, ...versions]
  const { left, right, notes } = findRecordPairs(rows)
  const wrong = Array.from(right).filter(row => row >= songs.length + turned.length)
  assert.deepEqual([left.length, wrong], [20, []])
  assert.deepEqual(
    notes.undecided.patterns.map(({ columns }) => columns.join()),
    ['text'],
  )
})

test('titles and forms of companies are no names: couples written in two ways are pairs', () => {
  const donors = people.map(([first, last, , street, phone], i) => [
    `${first} & ${firsts[(7 * i + 3) % 16]} ${last}`,
    street,
    phone,
  ])
  const copies = donors
    .slice(0, 24)
    .map(([, ...rest], i) => [`Mr & Mrs ${people[i][0]} ${people[i][1]}`, ...rest])
  assert.deepEqual(openOf([...donors, ...copies], ['donor', 'street', 'phone']), [24, []])
})

test('one record in forty copies, of which some are equal, has them all', () => {
  const [first, last, born, street, phone] = people[3]
  const copies = Array.from({ length: 40 }, (_, i) =>
    i % 3 === 0 ? [first, last, born, street, phone] : mistyped(people[3], i % 4),
  )
  const { found, undecided } = decided(copies)
  assert.ok(found >= 15, String(found))
  assert.deepEqual(undecided, [])
})

test('an e-mail address alone is enough; a column that says which source a row is from says nothing', () => {
  const mail = (i: number): string => `m${7919 * (i + 1)}@post.example`
  const rows = people.flatMap(([first, last], i) => [
    [i % 2 === 0 ? 'shop' : 'fair', first, last, mail(i)],
    ...(i < 30 ? [['letter', i % 3 === 0 ? '' : first, i % 3 === 0 ? '' : last, mail(i)]] : []),
  ])
  const columns = ['source', 'first', 'last', 'mail'].map((name, c) => ({
    name,
    values: rows.map(row => row[c]),
  }))
  const { left, notes } = findRecordPairs(
    rows.map(row => row.join(' ')),
    undefined,
    { columns },
  )
  assert.equal(left.length, 30)
  assert.ok((notes.estimatedPrecision ?? 0) > 0.7, String(notes.estimatedPrecision))
})

/** Things of a maker, twelve of them twice, and another row of each of twenty that differs in `told` alone. */
function things(
  told: (i: number, isOther: boolean) => string,
  code: (i: number, isCopy: boolean) => string,
) {
  const rows = Array.from({ length: 60 }, (_, i) => [
    `${firsts[i % 16]} ${lasts[(3 * i) % 14]}`,
    code(i, false),
    told(i, false),
    streets[i % 8],
  ])
  const others = rows
    .slice(20, 40)
    .map(([name, number, , maker], k) => [name, number, told(20 + k, true), maker])
  return {
    rows,
    others,
    copies: rows.slice(0, 12).map((row, i) => [row[0].slice(0, -1), code(i, true), ...row.slice(2)]),
  }
}

function undecidedOf(rows: readonly (readonly string[])[], names: readonly string[]): unknown {
  const columns = names.map((name, c) => ({ name, values: rows.map(row => row[c]) }))
  const texts = rows.map(row => row.join('\n'))
  return atOnce(decideRecords(texts, undefined, { columns })).undecided.map(one => [
    one.columns.join(),
    one.pairs.length,
  ])
}

test('packs of one substance stay undecided, although its number agrees', () => {
  const packs = ['25 g', '100 g', '500 g']
  const { rows, others, copies } = things(
    (i, isOther) => packs[(i + Number(isOther)) % 3],
    i => `${5000 + 37 * i}-${10 + (i % 80)}-3`,
  )
  assert.deepEqual(undecidedOf([...rows, ...copies, ...others], ['name', 'cas', 'pack', 'maker']), [
    ['pack', 20],
  ])
})

test('neighbouring part numbers stay undecided, of which some are written in two ways', () => {
  const number = (i: number): string => `${String.fromCharCode(65 + (i % 20))}K-${1000 + 37 * i}-5`
  const { rows, others, copies } = things(
    i => ['steel', 'brass', 'rubber'][i % 3],
    (i, isCopy) => (isCopy ? number(i).replaceAll('-', '') : number(i)),
  )
  const neighbours = others.map(([name, part, ...rest]) => [name, part.replace(/5$/, '6'), ...rest])
  const columns = ['description', 'part_no', 'material', 'maker']
  assert.deepEqual(undecidedOf([...rows, ...copies, ...neighbours], columns), [['part_no', 20]])
})

test('one firm of another name at an address stays undecided', () => {
  const written = people.map(([first, last, , street, phone], i) => [
    `${first} ${last}`,
    street,
    lasts[i % 14],
    phone,
  ])
  const copies = written
    .slice(0, 12)
    .map((row, i) => row.map((value, c) => (c === i % 4 ? value.slice(0, -1) : value)))
  const [name, street, town] = written[70]
  const neighbour = [`${name.split(' ')[0]} Neuland`, street, town, '']
  const names = ['firm', 'street', 'town', 'vat']
  assert.deepEqual(undecidedOf([...written, ...copies, neighbour], names), [['firm', 1]])
})
