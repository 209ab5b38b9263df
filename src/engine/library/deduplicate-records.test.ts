/** Deduplication by records: equal rows form one cluster, however many there are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { deduplicate } from './deduplicate.ts'

const many = 1002 // more than the limit up to which all pairs are listed
const cafe = Array<string>(many).fill('Golden Dragon Cafe 12 Main Street')
const others = ['Blue Lotus 99 Side Road', 'Green Tea House 4 Park Lane']

test('keeps one of many equal rows, under every keep rule and way of clustering', async () => {
  const spellings = cafe.map((text, row) => (row % 2 === 0 ? text : `${text.toUpperCase()}.`))
  for (const cluster of ['star', 'components', 'complete'] as const) {
    for (const keep of ['first', 'last', 'longest,last']) {
      const options = { method: 'records', cluster, keep } as const
      for (const texts of [cafe, spellings, Array<string>(many).fill('!!!')]) {
        const { kept, removed } = await deduplicate([...texts, ...others], options)
        assert.equal(kept.length, 1 + others.length, `${cluster} ${keep} ${texts[1]}`)
        assert.ok(removed.every(({ similarity }) => similarity === 1))
      }
    }
  }
})

const surnames =
  'Abel Berg Cole Dahl Eads Ford Gray Hahn Imig Jost Kern Lang Mohr Neff Ott Pohl Quin Rose'.split(' ')
const streets = ['Linden', 'Birken', 'Ahorn', 'Tannen', 'Ulmen', 'Rosen', 'Garten']
/** Two people of one surname at one address, who are not the same. */
const couples = surnames.flatMap((name, i) => {
  const address = `${name} ${streets[i % streets.length]}strasse ${7 * i + 1} ${10_000 + 577 * i}`
  return [
    `${['Hans', 'Karl', 'Emil'][i % 3]} ${address}`,
    `${['Anna', 'Berta', 'Clara'][i % 3]} ${address}`,
  ]
})

test('couples at one address stay until a person decides', async () => {
  const { counts, notes } = await deduplicate(couples, { method: 'records' })
  assert.deepEqual([counts.near, counts.kept], [0, 36])
  const undecided = notes?.undecided as { pairs: number; patterns: { pairs: number }[] } | undefined
  assert.equal(undecided?.pairs, 18)
  assert.deepEqual(
    undecided?.patterns.map(({ pairs }) => pairs),
    [18],
  )
  const refusing = { method: 'records', params: { undecided: 'refuse' } } as const
  await assert.rejects(deduplicate(couples, refusing), {
    message: /^UNDECIDED_PAIRS: expected no undecided pairs, got 18 that differ in text/,
  })
})

test('more than a third of near duplicates are removed only at the risk of the caller', async () => {
  const records = { method: 'records', params: { undecided: 'remove' } } as const
  await assert.rejects(deduplicate(couples, records), error => {
    assert(isNearsameError(error))
    const { expected, got, fix } = error.parts
    assert.equal(error.code, 'TOO_MANY_NEAR')
    assert.equal(expected, 'at most a third of the rows to be near duplicates by the method records')
    assert.match(got, /^18 of 36, such as ("\w+ \w+ [^"]+" = "\w+ \w+ [^"]+" \(0\.\d\d\)(; |$)){5}$/)
    assert.match(fix, /^read these pairs first, and set `acceptRisk` only if such rows are the same$/)
    return true
  })
  const { counts } = await deduplicate(couples, { ...records, acceptRisk: true })
  assert.deepEqual([counts.near, counts.kept], [18, 18])
  // Exactly a third is allowed if it looks like copies, and rows of the same words do not count.
  const others = Array.from({ length: 18 }, (_, i) => `${'abcdefghijklmnopqr'[i].repeat(9)}${i} ${i * i}`)
  await assert.rejects(deduplicate([...couples, ...others], records), /TOO_MANY_NEAR: .* got 0\.0\d for 18/)
  const husbands = couples.filter((_, i) => i % 2 === 0)
  const initials = husbands.flatMap(text => [text, `${text[0]}.${text.slice(4)}`])
  assert.equal((await deduplicate([...initials, ...others], records)).counts.near, 18)
  const copies = couples.flatMap(text => [text, text.toUpperCase()])
  await assert.rejects(
    deduplicate(couples, { ...records, acceptRisk: 'yes' as never }),
    /OPTION_VALUE: .*acceptRisk/,
  )
  const same = await deduplicate([...copies.slice(0, 2), ...others], records)
  assert.deepEqual([same.counts.normalised, same.counts.near], [1, 0])
})
