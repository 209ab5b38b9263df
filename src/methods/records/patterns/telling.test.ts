/** What tells two records apart, by what their columns mean. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../ground/breath/steps.ts'
import { readColumn } from '../values/column-values.ts'
import { TellingColumns } from './telling.ts'

/** The columns that tell the last two of the rows apart, behind these others. */
function apart(
  names: readonly string[],
  others: readonly (readonly string[])[],
  pair: readonly [readonly string[], readonly string[]],
) {
  const rows = [...others, ...pair]
  const columns = names.map((name, c) =>
    atOnce(
      readColumn(
        name,
        rows.map(row => row[c]),
      ),
    ),
  )
  const { differing, areStrangers, isVouched } = new TellingColumns(columns).compare(
    rows.length - 2,
    rows.length - 1,
  )
  return { columns: differing.map(c => names[c]).join(), areStrangers, isVouched }
}

const lasts = 'Abel Brand Conrad Decker Ebert Franke Gruber Hansen Imhof Jahn Kaiser Lorenz'.split(' ')
const firsts = 'Ada Bruno Clara Dora Elke Falk Gerda Horst Ines Jonas Karin'.split(' ')
const numbered = (value: (i: number) => string[]): string[][] =>
  Array.from({ length: 60 }, (_, i) => value(i))

test('another digit of a birth is a typing error, beside another given name it is another birth', () => {
  const names = ['first', 'last', 'class', 'born']
  const pupils = numbered(i => [
    firsts[i % 11],
    lasts[(5 * i) % 12],
    `${5 + (i % 6)}b`,
    `20${10 + (i % 5)}-0${1 + (i % 9)}-${10 + ((7 * i) % 18)}`,
  ])
  const pupil = ['Gerda', 'Jahn', '7b', '2011-09-19']
  assert.deepEqual(apart(names, pupils, [pupil, ['Gerda', 'Jahn', '7b', '2011-08-19']]).columns, '')
  const sibling = apart(names, pupils, [pupil, ['Bruno', 'Jahn', '7b', '2011-08-19']])
  assert.deepEqual([sibling.columns, sibling.areStrangers], ['first,born', true])
  const married = apart(names, pupils, [pupil, ['Gerda', 'Conrad', '7b', '2011-08-19']])
  assert.equal(married.columns, '')
})

test('another digit of an invoice is a typing error on its day, on another day it is another invoice', () => {
  const names = ['Rechnungsnr', 'Lieferant', 'Datum', 'Betrag']
  const invoices = numbered(i => [
    `RE-2023-${1000 + 137 * i}`,
    `${lasts[i % 12]} ${firsts[i % 5]}`,
    `${10 + (i % 18)}.0${1 + (i % 9)}.2023`,
    `${100 + 37 * i},50`,
  ])
  const [, ...rest] = invoices[7]
  invoices.push(invoices[9])
  const invoice = ['RE-2023-9989', ...rest]
  const slip = ['RE-2023-6989', ...rest]
  assert.equal(apart(names, invoices, [invoice, slip]).columns, '')
  const next = ['RE-2023-6989', rest[0], '28.12.2022', rest[2]]
  assert.equal(apart(names, invoices, [invoice, next]).columns, 'Rechnungsnr,Datum')
})

test('a size that many parts have vouches for none of them', () => {
  const parts = numbered(i => [`AX-${16_400 + i}-L`, `Bracket M${6 + 2 * (i % 4)}`, lasts[i % 2]])
  parts.push(['AX 16400 L', ...parts[0].slice(1)])
  const { columns, isVouched } = apart(['partNumber', 'name', 'supplier'], parts, [parts[5], parts[45]])
  assert.deepEqual([columns, isVouched], ['partNumber', false])
})

test('a letter beside a number is no initial of a word', () => {
  const names = ['direccion', 'ciudad']
  const flats = numbered(i => [
    `Calle ${lasts[i % 12]} ${1 + i}, ${1 + (i % 5)}º ${'ABC'[i % 3]}`,
    lasts[i % 5],
  ])
  const floor = ['Calle Real 7, 1º B', 'Jahn']
  assert.equal(apart(names, flats, [floor, ['Calle Real 7, bajo', 'Jahn']]).columns, 'direccion')
  assert.equal(apart(names, flats, [floor, ['C. Real 7, 1º B', 'Jahn']]).columns, '')
})

test('events of other names have no name in common by their year', () => {
  const names = ['name', 'venue', 'start']
  const towns = ['Luton', 'Cardiff', 'Bath']
  const kinds = ['Film Festival', 'Jazz Week', 'Food Fair']
  const events = numbered(i => [
    `${towns[i % 3]} ${kinds[(i >> 2) % 3]} ${2009 + (i % 13)}`,
    ['Arena', 'Town Hall', 'Old Mill'][i % 3],
    `${2009 + (i % 13)}-0${1 + (i % 9)}-${10 + (i % 18)}`,
  ])
  const event = ['Luton Film Festival 2020', 'Arena', '2020-12-13']
  const { columns, areStrangers } = apart(names, events, [
    event,
    ['Cardiff Jazz Week 2020', 'Arena', '2020-12-13'],
  ])
  assert.deepEqual([columns, areStrangers], ['name', true])
  assert.equal(
    apart(names, events, [event, ['2020 Luton Filmfestival', 'Arena', '2020-12-13']]).columns,
    '',
  )
})

test('a number that repeats another one of its value stands in place of a third', () => {
  const names = ['address']
  const flats = numbered(i => [`Flat ${1 + (i % 12)}, ${2 + i} ${lasts[i % 12]} Road`])
  const flat = ['Flat 14, 14 Jahn Road']
  assert.equal(apart(names, flats, [flat, ['Flat 12, 14 Jahn Road']]).columns, 'address')
  assert.equal(apart(names, flats, [flat, ['14 Jahn Rd, Flat 14']]).columns, '')
  assert.equal(apart(names, flats, [flat, ['14 Jahn Road']]).columns, '')
})
