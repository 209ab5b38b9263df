import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { findPassagesAgainst } from '../../../engine/passages/find-against.ts'
import { memoryStore } from '../../store/memory-store.ts'
import type { CheckedPassages } from '../documents/passage-types.ts'
import { openIndex } from '../text-index.ts'

type Texts = readonly string[]

/** What a check must say, by a search of all texts of the collection. */
async function expected(
  text: string,
  stored: Texts,
  least: number,
  maxPlaces = 10,
): Promise<CheckedPassages> {
  const against = stored.map((text, id) => ({ id, text }))
  const { passages, counts } = await findPassagesAgainst([text], against, { least, maxPlaces })
  const spans = new Map<string, CheckedPassages['spans'][number]>()
  let repeated = counts.repeated
  for (const { index: _, id: __, first, places, ...span } of passages) {
    // Shorter documents are looked for as a whole there.
    if (span.tokens < least) continue
    const key = `${span.from} ${span.to}`
    const { index: ___, ...where } = first
    spans.set(key, { ...span, places, where: [...(spans.get(key)?.where ?? []), where] })
  }
  if (passages.some(({ tokens }) => tokens < least)) repeated = Number.NaN
  const unique = counts.tokens < least ? null : (counts.tokens - repeated) / counts.tokens
  return { tokens: counts.tokens, repeated, unique, spans: [...spans.values()] }
}

const wordsOf = (vocabulary: number, least = 0) =>
  fc.array(fc.nat(vocabulary - 1), { minLength: least, maxLength: 90 })

const worlds = fc
  .record({ vocabulary: fc.constantFrom(1, 2, 3, 8, 30, 4000), least: fc.integer({ min: 1, max: 60 }) })
  .chain(({ vocabulary, least }) =>
    fc.record({
      least: fc.constant(least),
      texts: fc.array(wordsOf(vocabulary, least), { maxLength: 8 }),
      quotes: fc.array(fc.tuple(fc.nat(7), fc.nat(80), fc.nat(70)), { maxLength: 4 }),
      own: wordsOf(vocabulary),
    }),
  )

const separators = [' ', ' – ', '\n\n', ', ']

/** Words of some scripts, with marks that belong to the token before. */
const word = (i: number): string => ['ab', '東', 'q́x', 'ﺷﻌﺮ', '½', 'straße'][i % 6] + (i > 5 ? `z${i}` : '')
const textOf = (words: readonly number[]): string =>
  words.map((each, i) => `${i === 0 ? '' : separators[(i * 7) % 4]}${word(each)}`).join('')

test('a check finds the spans that a search of all documents finds, after additions, replacements and removals', async () => {
  let [found, listed] = [0, 0]
  await fc.assert(
    fc.asyncProperty(worlds, fc.nat(7), async ({ least, texts, quotes, own }, replaced) => {
      const index = await openIndex(memoryStore(), { passages: { least }, near: false })
      const stored = texts.map(textOf)
      for (const [id, text] of ['gone', ...stored].entries()) await index.add({ id, text })
      const quoted = quotes.flatMap(([text, from, length]) =>
        (texts[text % Math.max(1, texts.length)] ?? []).slice(from, from + length),
      )
      const text = textOf([...own, ...quoted, ...own.slice(0, 20)])
      await index.remove([0])
      const moved = replaced + 1
      if (moved <= stored.length) {
        if (text !== '') await index.replace({ id: moved, text })
        await index.replace({ id: moved, text: stored[replaced] })
        stored.push(...stored.splice(replaced, 1))
      }
      const ids = texts.map((_, i) => i + 1).filter(id => id !== moved)
      if (moved <= texts.length) ids.push(moved)
      const wanted = await expected(text, stored, least)
      const checked = await index.checkPassages(text)
      found += checked.spans.length
      listed += checked.spans.reduce((sum, { where }) => sum + where.length, 0)
      const spans = wanted.spans.map(span => ({
        ...span,
        where: span.where.map(place => ({ ...place, id: ids[Number(place.id)] })),
      }))
      assert.deepEqual(checked.spans, spans)
      assert.equal(checked.tokens, wanted.tokens)
      if (!Number.isNaN(wanted.repeated)) {
        assert.equal(checked.repeated, wanted.repeated)
        assert.equal(checked.unique, wanted.unique)
      }
      for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
    }),
    { numRuns: runs(100) },
  )
  assert(found > runs(40) && listed > found, `${found} spans in ${listed} places`)
})

/** Words around a passage that stands in most documents, so that its fingerprints are crowded. */
const around = fc.array(fc.nat(3), { minLength: 0, maxLength: 6 })
const crowds = fc.record({
  own: fc.array(fc.tuple(around, around), { minLength: 330, maxLength: 420 }),
  asked: fc.array(fc.tuple(around, around), { minLength: 1, maxLength: 4 }),
  removed: fc.uniqueArray(fc.nat(299), { maxLength: 150 }),
})

test('spans that go beyond a passage of hundreds of documents are found, though not all of these are read', async () => {
  const common = Array.from({ length: 14 }, (_, i) => `c${i}`)
  const textOf = ([before, behind]: readonly (readonly number[])[]) =>
    [...before.map(i => `b${i}`), ...common, ...behind.map(i => `e${i}`)].join(' ')
  await fc.assert(
    fc.asyncProperty(crowds, async ({ own, asked, removed }) => {
      const index = await openIndex(memoryStore(), { passages: { least: 12 }, near: false })
      const texts = own.map(textOf)
      const add = async (from: number, to: number) => {
        for await (const { status } of index.addEach(
          texts.slice(from, to).map((text, i) => ({ id: from + i, text })),
        ))
          assert.equal(status, 'added')
      }
      await add(0, 300)
      await index.remove(removed.filter(id => id % 2 === 0))
      await add(300, texts.length)
      await index.remove(removed.filter(id => id % 2 === 1))
      const ids = [...texts.keys()].filter(id => !removed.includes(id))
      const text = asked.map(textOf).join(' x ')
      const wanted = await expected(
        text,
        ids.map(id => texts[id]),
        12,
        20,
      )
      const found = await index.checkPassages(text, { maxPlaces: 20 })
      assert.deepEqual(
        found.spans.map(({ places: _, ...span }) => span),
        wanted.spans.map(({ places: _, ...span }) => ({
          ...span,
          where: span.where.map(place => ({ ...place, id: ids[Number(place.id)] })),
        })),
      )
      assert.equal(found.spansCut, undefined)
      for (const [i, { places }] of found.spans.entries()) {
        const exact = wanted.spans[i].places
        if (exact < 20) assert.equal(places, exact)
        else assert(places >= exact && places <= ids.length, `${places} for ${exact}`)
      }
    }),
    { numRuns: runs(8), endOnFailure: true },
  )
})

test('a text that repeats itself is one span with a period', async () => {
  const index = await openIndex(memoryStore(), { passages: { least: 5 } })
  await index.add({ id: 'zeros', text: `x ${'0 '.repeat(3000)}` })
  await index.add({ id: 'pairs', text: 'ab cd '.repeat(20) })
  const shown = async (text: string) => {
    const { spans, repeated } = await index.checkPassages(text)
    const rows = spans.map(({ from, to, tokens, period, where }) => {
      return [from, to, tokens, period, where.map(({ id, from, to }) => `${id} ${from} ${to}`).join()]
    })
    return [rows, repeated]
  }
  assert.deepEqual(await shown(`y ${'0 '.repeat(4000)}`), [[[2, 8001, 4000, 1, 'zeros 2 11']], 4000])
  assert.deepEqual(await shown('cd ab cd ab cd ab cd ab cd'), [
    [
      [0, 14, 5, undefined, 'pairs 3 17'],
      [3, 26, 8, 2, 'pairs 0 17'],
    ],
    9,
  ])
})
