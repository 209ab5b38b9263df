/** Record pairs end to end: small lists, blank and equal rows, look-alikes, two lists, decisions, review. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf, lookAlikes, misspelt, people } from '../../../test/golden/records/samples.ts'
import { findRecordPairs, type RecordPairs } from './find-record-pairs.ts'

const listed = ({ left, right }: RecordPairs): string[] =>
  Array.from(left, (row, p) => `${row}-${right[p]}`)

test('nothing, one row and two different rows have no pairs', () => {
  for (const texts of [[], ['one'], ['one', 'two'], ['', ' '], ['?', '!']]) {
    assert.deepEqual(listed(findRecordPairs(texts)), [], JSON.stringify(texts))
  }
})

test('rows of the same words are pairs of similarity 1; blank rows and signs alone only if equal', () => {
  const found = findRecordPairs([
    'Café, Bizou',
    '',
    'cafe BIZOU',
    'Palm',
    '  ',
    '***',
    '***',
    'café bizou',
    '  ',
  ])
  assert.deepEqual(listed(found), ['0-2', '0-7', '2-7', '4-8', '5-6'])
  assert.deepEqual([...found.similarity], [1, 1, 1, 1, 1])
  assert.equal(found.notes.identicalPairs, 5)
  assert.equal(found.notes.blankRows, 3)
  assert.match(found.notes.warnings.join(), /3 blank rows match only rows that equal them/)
})

test('a list that contains each row twice has exactly these pairs', () => {
  const once = people(600, 0, 4)
  const found = findRecordPairs([...once, ...once])
  assert.equal(found.left.length, 600)
  assert.ok(found.left.every((row, p) => found.right[p] === row + 600))
})

test('a group too large to list all pairs is linked to its first row', () => {
  const found = findRecordPairs(Array<string>(1500).fill('same'))
  assert.equal(found.left.length, 1499)
  assert.ok(found.left.every(row => row === 0))
  assert.match(found.notes.warnings.join(), /only the pairs with its first row/)
})

test('misspelt copies are found, with an estimate near the truth', () => {
  const texts = people(2000, 0.2, 6)
  const found = findRecordPairs(texts)
  assert.ok(found.left.length > 0.9 * 400 && found.left.length < 1.3 * 400, `${found.left.length}`)
  assert.ok(found.notes.clearBoundary && (found.notes.estimatedPrecision ?? 0) > 0.9)
  assert.deepEqual(found.notes.warnings, [])
})

test('look-alikes without a copy give few pairs and a warning, never a flood', () => {
  for (const [name, texts] of Object.entries(lookAlikes(1500, 8))) {
    const { left, notes } = findRecordPairs(texts)
    assert.ok(left.length <= 375, `${name}: ${left.length}`)
    assert.equal(notes.clearBoundary, false, name)
    assert.match(notes.warnings.join(), /no clear boundary/, name)
    assert.ok((notes.estimatedPrecision ?? 0) <= 0.5, `${name}: ${notes.estimatedPrecision}`)
  }
})

test('of a list with nothing but exact copies the estimate is that of equal rows', () => {
  const texts = ['Anna Berg 12 Mill Lane', 'Otto Kern 7 High Street', 'Ines Roth 3 Oak Road']
  const { notes } = findRecordPairs([...texts, ...texts])
  assert.deepEqual([notes.pairs, notes.identicalPairs, notes.estimatedPrecision], [3, 3, 0.95])
  assert.deepEqual(notes.warnings, [])
})

test('two lists give only pairs across, each row once if requested', () => {
  const chance = chanceOf(9)
  const first = people(400, 0, 9)
  const second = first.slice(0, 250).map(text => misspelt(chance, text))
  const texts = [...first, ...second, second[0]]
  const once = findRecordPairs(texts, { split: 400 }, { oneToOne: true })
  assert.ok(once.left.every((row, p) => row < 400 && once.right[p] >= 400))
  assert.equal(new Set(once.left).size, once.left.length)
  assert.equal(new Set(once.right).size, once.right.length)
  const right = once.left.filter((row, p) => once.right[p] === row + 400).length
  assert.ok(right >= 240, `${right} of 250`)
  assert.deepEqual(listed(findRecordPairs(['', 'a b', 'a b'], { split: 1 })), [])
  for (const split of [0, texts.length]) assert.deepEqual(listed(findRecordPairs(texts, { split })), [])
  // Five rows in each list, all with a counterpart.
  const few = [...first.slice(0, 5), ...second.slice(0, 5)]
  assert.deepEqual(listed(findRecordPairs(few, { split: 5 })), ['0-5', '1-6', '2-7', '3-8', '4-9'])
})

test('decisions on any pair of rows hold exactly', () => {
  const texts = [...people(500, 0.3, 12), 'people of no street', 'people of no street']
  const plain = findRecordPairs(texts)
  const rejected: [number, number][] = [
    [500, 501],
    ...Array.from({ length: 20 }, (_, p): [number, number] => [plain.right[p], plain.left[p]]),
  ]
  const accepted: [number, number][] = [
    [0, 1],
    [7, 3],
  ]
  const taught = listed(findRecordPairs(texts, undefined, { accepted, rejected }))
  for (const [a, b] of accepted) assert.ok(taught.includes(`${Math.min(a, b)}-${Math.max(a, b)}`))
  for (const [a, b] of rejected) assert.ok(!taught.includes(`${Math.min(a, b)}-${Math.max(a, b)}`))
})

test('answers to the doubtful pairs move the threshold', () => {
  const texts = people(1500, 0.3, 13)
  const { notes } = findRecordPairs(texts, undefined, { oneToOne: false })
  const answers = notes.doubtful.map((pair): [number, number] => [pair.left, pair.right])
  assert.ok(answers.length >= 20)
  const strict = findRecordPairs(texts, undefined, { oneToOne: false, rejected: answers })
  const lax = findRecordPairs(texts, undefined, { oneToOne: false, accepted: answers })
  assert.ok(lax.notes.threshold < strict.notes.threshold)
})

/** 36 products in three sizes each, and a copy of each fifth row, in other words. */
function inSizes(): string[] {
  const makers = [
    'Gladis',
    'Corvex',
    'Hexon',
    'Jorvik',
    'Kestrel',
    'Alvero',
    'Elgato',
    'Nimbra',
    'Ostara',
    'Veltro',
  ]
  const kinds = ['Card', 'Drive', 'Stick', 'Disk']
  const products = Array.from({ length: 36 }, (_, i) => {
    const words = [makers[(7 * i) % 10], kinds[i % 4], `${'ABCDEFGH'[i % 8]}${11 + ((13 * i) % 80)}`]
    return [32, 64, 128, 256].slice(i % 2, 3 + (i % 2)).map(size => ({ words, size }))
  }).flat()
  const copies = products.filter((_, i) => i % 5 === 0)
  return [
    ...products.map(({ words, size }) => `${words.join(' ')} ${size} GB`),
    ...copies.map(({ words: [maker, kind, model], size }) => `${kind} ${maker} ${model}, ${size}GB`),
  ]
}

test('answers that decide a pattern change no pair of others, and no estimate', () => {
  const texts = inSizes()
  const plain = findRecordPairs(texts)
  const { patterns, pairs } = plain.notes.undecided
  assert.ok(pairs > 100 && patterns.length === 1, `${pairs} pairs`)
  const differing = texts.flatMap((_, row): [number, number][] =>
    row % 3 === 0 && row < 108 ? [[row, row + 1]] : [],
  )
  for (const answers of [3, 5, 12]) {
    const taught = findRecordPairs(texts, undefined, { rejected: differing.slice(0, answers) })
    assert.deepEqual(listed(taught), listed(plain), `${answers} answers`)
    assert.equal(taught.notes.undecided.pairs, 0)
    assert.deepEqual(taught.notes.precisionInterval[1], plain.notes.precisionInterval[1])
  }
})

test('refuses decisions on no pair of rows, and contradictory ones', () => {
  for (const options of [
    { accepted: [[0, 0]] },
    { rejected: [[0, 2]] },
    { accepted: [[0.5, 1]] },
    { accepted: [[0, 1]], rejected: [[1, 0]] },
  ] as const) {
    assert.throws(() => findRecordPairs(['a', 'b'], undefined, options), { code: 'OPTION_VALUE' })
  }
})

test('a given threshold holds, and a stricter one gives a subset of the pairs and undecided pairs', () => {
  const texts = people(800, 0.3, 14)
  const lax = findRecordPairs(texts, undefined, { threshold: 0.4, undecided: 'remove' })
  const strict = findRecordPairs(texts, undefined, { threshold: 0.8 })
  assert.deepEqual([lax.notes.threshold, strict.notes.threshold], [0.4, 0.8])
  const all = new Set(listed(lax))
  assert.ok(strict.left.length > 0 && strict.left.length < lax.left.length)
  assert.ok(listed(strict).every(pair => all.has(pair)))
})

test('the same input gives the same result, including notes, and pairs are sorted', () => {
  const texts = people(700, 0.3, 15)
  const [once, again] = [findRecordPairs(texts), findRecordPairs([...texts])]
  assert.deepEqual(once, again)
  assert.deepEqual(JSON.parse(JSON.stringify(once.notes)), once.notes)
  for (let p = 1; p < once.left.length; p++) {
    const order = once.left[p - 1] - once.left[p] || once.right[p - 1] - once.right[p]
    assert.ok(order < 0)
  }
})

test('doubtful pairs lie on both sides of the threshold', () => {
  const { notes } = findRecordPairs(people(1200, 0.3, 16))
  for (const side of [true, false]) {
    const count = notes.doubtful.filter(pair => pair.isAccepted === side).length
    assert.ok(count > 0 && count <= 20, `${side}: ${count}`)
  }
})

test('across two lists, rows of the same words are pairs of similarity 1, also those without words', () => {
  const texts = ['***', '', 'Anna Smith', 'bob jones']
  const found = findRecordPairs([...texts, ...texts, ''], { split: texts.length })
  assert.deepEqual(listed(found), ['0-4', '1-5', '2-6', '3-7'])
  assert.deepEqual([...found.similarity], [1, 1, 1, 1])
  const all = findRecordPairs(['***', '***', '***', '***'], { split: 2 }, { oneToOne: false })
  assert.deepEqual(listed(all), ['0-2', '0-3', '1-2', '1-3'])
  const rejected = findRecordPairs([...texts, ...texts], { split: texts.length }, { rejected: [[0, 4]] })
  assert.deepEqual(listed(rejected), ['1-5', '2-6', '3-7'])
})

test('blank rows do not change the pairs of the others', () => {
  const texts = people(40, 0.2, 6)
  const blanks = ['', '', ' ']
  const plain = findRecordPairs(texts)
  const among = findRecordPairs([...texts, ...blanks])
  assert.deepEqual(listed(among), [...listed(plain), `${texts.length}-${texts.length + 1}`])
  assert.deepEqual([...among.similarity], [...plain.similarity, 1])
  const sides = findRecordPairs([...texts, '', ...texts.slice(0, 9), ''], { split: texts.length + 1 })
  const without = findRecordPairs([...texts, ...texts.slice(0, 9)], { split: texts.length })
  assert.equal(sides.left.length, without.left.length + 1)
  assert.deepEqual(listed(findRecordPairs(['', 'a b', '', 'a c'], { split: 1 })), ['0-2'])
  assert.deepEqual(listed(findRecordPairs(['', 'a b', '', 'a c'], { split: 0 })), [])
})
