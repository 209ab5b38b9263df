import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
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
        await index.replace({ id: moved, text })
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
    { numRuns: 100 },
  )
  assert(found > 200 && listed > found, `${found} spans in ${listed} places`)
})
