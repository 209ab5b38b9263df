/** The lines of the two guides: those of the source, special cases, and all 864 rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restaurants } from '../../../test/golden/restaurant/naive.ts'
import { guideAddresses, numberedLines, stripTelephone, telephoneStarts } from './guide-lines.ts'

const { fodors, zagats } = telephoneStarts

test("reproduces the source's first and last lines", () => {
  const guides = [
    {
      lines:
        "Adriano's Ristorante 2930 Beverly Glen Circle Los Angeles 310/475-9807 Italian\n" +
        "Arnie Morton's of Chicago 435 S. La Cienega Blvd. Los Angeles 310/246-1501 American\n" +
        "Art's Delicatessen 12224 Ventura Blvd. Studio City 818/762-1221 American\n",
      telephone: fodors,
    },
    {
      lines:
        'Vicolo Pizzeria 201 Ivy St. San Francisco 415-863-2382 Pizza\n' +
        'Wa-Ha-Ka Oaxaca Mexican Grill 2141 Polk St. San Francisco 415-775-1055 Mexican',
      telephone: zagats,
    },
  ]
  assert.equal(
    numberedLines(guideAddresses(guides)),
    "1 Adriano's Ristorante 2930 Beverly Glen Circle Los Angeles\n" +
      "2 Arnie Morton's of Chicago 435 S. La Cienega Blvd. Los Angeles\n" +
      "3 Art's Delicatessen 12224 Ventura Blvd. Studio City\n" +
      '4 Vicolo Pizzeria 201 Ivy St. San Francisco\n' +
      '5 Wa-Ha-Ka Oaxaca Mexican Grill 2141 Polk St. San Francisco\n',
  )
})

test('cuts at the first match, telephone or not, and keeps a line without one', () => {
  const stripped = {
    'Toulouse 293-B Peachtree Rd. Atlanta 404-351-9533 French (New)': 'Toulouse',
    'Elias Corner 24-02 31st St. Queens 718-932-1510 Greek': 'Elias Corner 24-02 31st St. Queens',
    'Apple Pan  The 10801 W. Pico Blvd. West LA 310-475-3585 American':
      'Apple Pan  The 10801 W. Pico Blvd. West LA',
    '\t No number here \r': 'No number here',
  }
  for (const [line, address] of Object.entries(stripped))
    assert.equal(stripTelephone(line, zagats), address)
  const spaced = 'Alamo 304 E. 48th St. New York 212/ 759-0590 Mexican'
  assert.equal(stripTelephone(spaced, fodors), 'Alamo 304 E. 48th St. New York')
  const range = 'Au Mandarin 200-250 Vesey St. New York 212/385-0313 Asian'
  assert.equal(stripTelephone(range, fodors), 'Au Mandarin 200-250 Vesey St. New York')
  assert.equal(stripTelephone(range, zagats), 'Au Mandarin')
})

test('lines with a telephone and a kind of food give all 864 rows', () => {
  const all = restaurants().map(({ text }) => text)
  const linesOf = (rows: readonly string[], ending: string) =>
    rows.map(row => `${row} ${ending}\n`).join('')
  const guides = [
    { lines: linesOf(all.slice(0, 533), '310/475-9807 Italian'), telephone: fodors },
    { lines: linesOf(all.slice(533), '415-775-1055 Mexican'), telephone: zagats },
  ]
  assert.deepEqual(guideAddresses(guides), all)
})

test('an empty line is a row', () => {
  assert.deepEqual(guideAddresses([{ lines: 'a\n\nb\n', telephone: fodors }]), ['a', '', 'b'])
  assert.deepEqual(guideAddresses([{ lines: '', telephone: fodors }]), [])
})
