import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherHeaders } from './other-headers.ts'

const first = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hanna']
const last = ['Lee', 'Moor', 'Nash', 'Orr', 'Penn', 'Quist', 'Rowe', 'Shaw']
const dates = first.map((_, at) => `197${at}-0${at + 1}-1${at}`)
const column = (name: string, values: readonly string[]) => ({ name, values })
const found = (...given: Parameters<typeof otherHeaders>) => {
  const { sure, likely } = otherHeaders(...given)
  return { sure: [...sure], likely: [...likely] }
}

test('values that two columns share are beyond doubt, whatever the headers and the form of dates', () => {
  const others = [
    column(
      'f3',
      dates.map(date => date.split('-').toReversed().join('.')),
    ),
    column('f1', last),
    column('f2', first.toReversed()),
  ]
  assert.deepEqual(found([column('x', first), column('y', last), column('z', dates)], others), {
    sure: [
      ['x', 'f2'],
      ['y', 'f1'],
      ['z', 'f3'],
    ],
    likely: [],
  })
})

test('headers of one meaning in two languages are, too, without a common value', () => {
  const others = [column('Nachname', ['Ulm', 'Vogt', 'Wolf']), column('Vorname', ['Ida', 'Jo', 'Kai'])]
  assert.deepEqual(found([column('first_name', first), column('surname', last)], others).sure, [
    ['first_name', 'Vorname'],
    ['surname', 'Nachname'],
  ])
})

test('two columns that share the values are in doubt, and so is a header that the values contradict', () => {
  const towns = [...first, 'Ulm', 'Rome']
  const twice = [column('home', first), column('work', towns)]
  assert.deepEqual(found([column('place', first)], twice).sure, [])
  // Dates of another column: nothing is said of words.
  assert.deepEqual(found([column('born', dates)], [column('geboren', first)]), { sure: [], likely: [] })
})

test('numbers that count need a name', () => {
  const counts = Array.from({ length: 30 }, (_, at) => `${at}`)
  assert.deepEqual(found([column('age', counts)], [column('floor', counts)]), {
    sure: [],
    likely: [['age', 'floor']],
  })
  assert.deepEqual(found([column('year', counts)], [column('Jahr', counts)]).sure, [['year', 'Jahr']])
})
