import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameAsked, timeOf, withoutTexts } from './given-document.ts'

test('times have a zone, days are in UTC, numbers are milliseconds', () => {
  for (const [given, wanted] of [
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
    ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31t12:00:00.123456789z', '2030-01-31T12:00:00.123Z'],
    ['2030-01-31T12:00+01:00', '2030-01-31T11:00:00.000Z'],
    ['2030-01-31T00:30:00+0130', '2030-01-30T23:00:00.000Z'],
    ['2030-12-31T23:00:00-23:59', '2031-01-01T22:59:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    [0.9, '1970-01-01T00:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
  ] as const) {
    assert.equal(new Date(timeOf(given, 'before')).toISOString(), wanted, String(given))
  }
})

test('a time without a zone, or not in the calendar, is refused', () => {
  assert.throws(() => timeOf('2030-01-31T12:00:00', 'expiresAt'), {
    message:
      'OPTION_VALUE: expected expiresAt to be a time with its zone, a day, or milliseconds since 1970, got ' +
      '"2030-01-31T12:00:00". To fix: write it as 2030-01-31T12:00:00Z or 2030-01-31, a day in the calendar.',
  })
  const impossible = [
    '2023-02-29',
    '2020-02-30',
    '2020-13-01',
    '2020-00-01',
    '2020-01-00',
    '2020-04-31T00:00:00Z',
  ]
  const wrong = ['2020-01-01T24:00:00Z', '2020-01-01T00:60Z', '2020-01-01T00:00:00+24:00', '2020-01-01Z']
  const others = ['', 'soon', '2020', '1700000000000', ' 2020-01-01', [5], null, Number.NaN, 1e300]
  for (const given of [...impossible, ...wrong, ...others]) {
    assert.throws(() => timeOf(given, 'before'), { code: 'OPTION_VALUE' }, String(given))
  }
})

test('the error about an id in a query names its place, and shows a list of one as a list', () => {
  assert.throws(() => nameAsked([1], 'except'), {
    message:
      'OPTION_VALUE: expected except to be a text or a number, got [1]. ' +
      'To fix: give the id that the document was added with.',
  })
})

test('without its text a document keeps all other fields; a path is first read as a name', () => {
  const given = {
    id: 1,
    text: 'a',
    'page.title': 'b',
    page: { title: 'c', body: { text: 'd', year: 2020 } },
  }
  const fields = ['text', 'page.title', 'page.body.text', 'page.none.text', 'id.text']
  const before = structuredClone(given)
  assert.deepEqual(withoutTexts(given, fields), { id: 1, page: { title: 'c', body: { year: 2020 } } })
  assert.deepEqual(given, before)
  const chat = { id: 2, turns: [{ who: 'a', say: 'x' }, { who: 'b' }], lines: ['y', 'z'] }
  assert.deepEqual(withoutTexts(chat, ['turns.*.say', 'lines.*']), {
    id: 2,
    turns: [{ who: 'a' }, { who: 'b' }],
    lines: [null, null],
  })
})
