/** `within`: the result of a run for each value of the field. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deduplicate, explain, findPairs, findTwins, openSketcher } from '../../src/doors/index.ts'
import { runs } from '../ground/runs.ts'

const words = fc.constantFrom('a', 'b', 'c')
const text = fc.array(words, { maxLength: 6 }).map(list => list.join(' '))
/** Values that are easily confused, and none at all. */
const lang = fc.constantFrom<unknown>('en', 'en', 'en', 'de', '', 0, '0', null, undefined)
const documents = fc.array(fc.tuple(text, lang), { minLength: 15, maxLength: 30 }).map(rows =>
  [...rows, ['a b', 'en'] as const].map(([text, lang]) => ({
    text,
    ...(lang !== undefined && { lang }),
  })),
)
const options = fc.record({
  method: fc.constantFrom('minhash' as const, 'repeated-trials' as const, 'solr-md5' as const),
  recall: fc.constantFrom(0.9, 'exact' as const),
  cluster: fc.constantFrom('star' as const, 'components' as const, 'complete' as const),
  near: fc.boolean(),
  keep: fc.constantFrom('first', 'last', 'max:lang', 'longest'),
  threshold: fc.constantFrom(0.4, 0.8),
  shingle: fc.constantFrom('words:1', 'words:2'),
})

/** The indexes of the documents of each value; null is no value. */
function byValue(all: readonly { lang?: unknown }[]): number[][] {
  const parts = new Map<string, number[]>()
  for (const [i, { lang }] of all.entries()) {
    const key = lang === null ? 'undefined' : `${JSON.stringify(lang)}`
    parts.set(key, [...(parts.get(key) ?? []), i])
  }
  return [...parts.values()]
}

test('deduplicate within a field equals a run for each value, for all methods and clusterings', async () => {
  let removals = 0
  await fc.assert(
    fc.asyncProperty(documents, options, async (all, given) => {
      const { removed, kept } = await deduplicate(all, { ...given, within: 'lang' })
      const expected: string[] = []
      const survivors: number[] = []
      for (const part of byValue(all)) {
        // A keep rule of a field that no document of a value has is an error of that run alone; blank texts are none.
        const hasField = part.some(i => all[i].text !== '' && all[i].lang !== undefined)
        const keep = given.keep === 'max:lang' && !hasField ? 'first' : given.keep
        const run = await deduplicate(
          part.map(i => all[i]),
          { ...given, keep },
        )
        survivors.push(...run.kept.map(i => part[i]))
        for (const { index, survivor, kind, similarity } of run.removed)
          expected.push(`${part[index]} ${part[survivor]} ${kind} ${similarity}`)
      }
      removals += expected.length
      assert.deepEqual(
        kept,
        survivors.sort((a, b) => a - b),
      )
      assert.deepEqual(
        removed
          .map(({ index, survivor, kind, similarity }) => `${index} ${survivor} ${kind} ${similarity}`)
          .sort(),
        expected.sort(),
      )
    }),
    { numRuns: runs(40) },
  )
  assert.ok(removals > runs(20), `${removals} removed`)
})

test('pairs and twins within a field are those of a run for each value', async () => {
  await fc.assert(
    fc.asyncProperty(documents, documents, options, async (a, b, { cluster, keep, ...given }) => {
      const rows = (pairs: readonly { left: number; right: number; similarity: number }[]) =>
        pairs.map(({ left, right, similarity }) => `${left} ${right} ${similarity}`).sort()
      const all = [...a, ...b]
      const expected: string[] = []
      for (const part of byValue(all)) {
        const { pairs } = await findPairs(
          part.map(i => all[i]),
          given,
        )
        expected.push(
          ...pairs.map(({ left, right, similarity }) => `${part[left]} ${part[right]} ${similarity}`),
        )
      }
      const within = { ...given, within: 'lang' }
      assert.deepEqual(rows((await findPairs(all, within)).pairs), expected.sort())
      const across = expected
        .map(row => row.split(' ').map(Number))
        .filter(([left, right]) => left < a.length && right >= a.length)
        .map(([left, right, similarity]) => ({ left, right: right - a.length, similarity }))
      assert.deepEqual(rows((await findTwins(a, b, within)).pairs), rows(across))
    }),
    { numRuns: runs(15) },
  )
})

test('documents without a value are counted in a hint, and a field that none has is refused', async () => {
  const all = [
    { text: 'a b' },
    { text: 'a b', lang: 'en' },
    { text: 'a b', lang: null },
    { text: 'a b', lang: 'en' },
  ]
  const { kept, hints, options } = await deduplicate(all, { within: 'lang' })
  assert.deepEqual(kept, [0, 1])
  assert.deepEqual(
    hints.filter(hint => hint.includes('within')),
    ['2 records have no value of `within` lang, and are compared with each other only'],
  )
  assert.equal(options.within, 'lang')
  await assert.rejects(deduplicate(all, { within: 'language' }), {
    code: 'OPTION_VALUE',
    message: /expected `within` to name a field that some document has, got "language"/,
  })
})

test('within is refused where texts are not compared with all others, and by methods that take all at once', async () => {
  await assert.rejects(explain('a', 'b', { within: 'lang' }), /within to be left out but for deduplicate/)
  await assert.rejects(openSketcher({ within: 'lang' }), /within to be left out but for deduplicate/)
  await assert.rejects(deduplicate([{ text: 'a' }], { within: 'lang', method: 'records' }), {
    code: 'OPTION_VALUE',
    message: /within to be left out with the method records, which compares all texts at once, got "lang"/,
  })
})
