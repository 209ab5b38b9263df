import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { naivePassages } from '../../../test/worlds/naive-passages.ts'
import { findPassagesAgainst } from './find-against.ts'

type Texts = readonly (readonly string[])[]

/** Whether tokens [from, from + length) of a stand in b. */
function standsIn(b: Texts, tokens: readonly string[], from: number, length: number): boolean {
  const wanted = tokens.slice(from, from + length)
  return b.some(text => text.some((_, at) => wanted.every((token, i) => text[at + i] === token)))
}

const hasRun = (text: readonly string[], run: readonly string[]): boolean =>
  text.some((_, at) => run.every((token, i) => text[at + i] === token))

/** Where an item stands in a text, as [first token, tokens, period]: copies that touch at equal distances are one. */
function naiveCopies(tokens: readonly string[], item: readonly string[]): number[][] {
  const found: number[][] = []
  let before = -1
  for (const [from] of tokens.entries()) {
    if (!item.every((token, i) => tokens[from + i] === token)) continue
    const open = found.at(-1)
    const distance = from - before
    if (open !== undefined && distance <= item.length && (open[2] === 0 || open[2] === distance)) {
      open[1] += distance
      open[2] = distance
    } else found.push([from, item.length, 0])
    before = from
  }
  return found
}

/** Lines as [document, first token, tokens, period, document of B], by the definition. */
function expectedLines(a: Texts, b: Texts, least: number): number[][] {
  const lines: number[][] = []
  for (const { document, from, length, copied, period } of naivePassages(a, least, b)) {
    const run = a[document].slice(from, from + copied)
    for (const [index, text] of b.entries())
      if (hasRun(text, run)) lines.push([document, from, length, period, index])
  }
  for (const [index, item] of b.entries()) {
    if (item.length === 0 || item.length >= least) continue
    for (const [document, tokens] of a.entries())
      for (const copies of naiveCopies(tokens, item)) lines.push([document, ...copies, index])
  }
  return lines
}

const inOrder = (lines: readonly number[][]): string[] => lines.map(line => line.join()).sort()

async function check(a: Texts, b: Texts, least: number): Promise<void> {
  const texts = (side: Texts) => side.map(words => words.join(' '))
  const options = { least, leastItem: 1 }
  const { passages, covered } = await findPassagesAgainst(texts(a), texts(b), options)
  const tokenAt = (words: readonly string[], offset: number) =>
    words.join(' ').slice(0, offset).split(' ').length - 1
  assert.deepEqual(
    inOrder(
      passages.map(({ index, from, tokens, period = 0, first }) => [
        ...[index, tokenAt(a[index], from), tokens],
        ...[period, first.index],
      ]),
    ),
    inOrder(expectedLines(a, b, least)),
  )
  for (const [index, text] of b.entries()) {
    const isCovered = text.map(() => false)
    const size = Math.min(least, text.length)
    for (let at = 0; size > 0 && at + size <= text.length; at++)
      if (standsIn(a, text, at, size)) isCovered.fill(true, at, at + size)
    const found = covered.find(each => each.index === index)
    assert.equal(found?.covered ?? 0, isCovered.filter(Boolean).length)
    const by = a.flatMap((words, i) => {
      const has = text.some((_, at) => at + size <= text.length && hasRun(words, text.slice(at, at + size)))
      return size > 0 && has ? [i] : []
    })
    assert.deepEqual(found?.by ?? [], by)
  }
}

const sidesOf = (vocabulary: number) => {
  const word = fc.nat(vocabulary - 1).map(number => `w${number.toString(36)}`)
  const side = fc.array(fc.array(word, { maxLength: 30, size: 'max' }), { maxLength: 4, size: 'max' })
  return fc.tuple(side, side)
}

test('passages and covered shares are those of the definition', async () => {
  for (const vocabulary of [1, 2, 3, 8, 30]) {
    await fc.assert(
      fc.asyncProperty(sidesOf(vocabulary), fc.integer({ min: 1, max: 20 }), ([a, b], least) =>
        check(a, b, least),
      ),
      { numRuns: runs(30) },
    )
  }
})

test('a run lists at most `maxPlaces` documents and counts all', async () => {
  const { passages, covered } = await findPassagesAgainst(['x a b c'], ['a b c', 'q', 'a b c d', 'a b c'], {
    least: 3,
    maxPlaces: 2,
  })
  assert.deepEqual(
    passages.map(({ first, places }) => [first.index, places]),
    [
      [0, 3],
      [2, 3],
    ],
  )
  assert.deepEqual(
    covered.map(({ index, tokens, covered, by }) => [index, tokens, covered, by]),
    [
      [0, 3, 3, [0]],
      [2, 4, 3, [0]],
      [3, 3, 3, [0]],
    ],
  )
})

test('what cannot be looked for is counted', async () => {
  const { counts } = await findPassagesAgainst(['a b c d'], ['', '?!', 'a', 'a b c', 'b c'])
  assert.deepEqual(counts, { documents: 1, tokens: 4, repeated: 3, against: 5, notLookedFor: 4 })
  const short = await findPassagesAgainst(['a b'], ['', '?!', 'a'], { leastItem: 1 })
  assert.deepEqual(short.counts, { documents: 1, tokens: 2, repeated: 1, against: 3, notLookedFor: 2 })
  // What is as long as a window is looked for as one.
  const windows = await findPassagesAgainst(['a b'], ['a b', 'a'], { least: 2 })
  assert.deepEqual([windows.passages.length, windows.counts.notLookedFor], [1, 1])
})

test('lines of one side are found in the other', async () => {
  const { passages, covered } = await findPassagesAgainst(
    ['Menu\nA story', 'b'],
    ['menu!\nother', 'B\nmenu'],
    {
      unit: 'lines',
    },
  )
  assert.deepEqual(
    passages.map(({ index, from, to, first }) => [index, from, to, first.index]),
    [
      [0, 0, 4, 0],
      [0, 0, 4, 1],
      [1, 0, 1, 1],
    ],
  )
  assert.deepEqual(
    covered.map(({ tokens, covered }) => [tokens, covered]),
    [
      [2, 1],
      [2, 2],
    ],
  )
})

test('a short item in too many documents is common, and says nothing of those that have it', async () => {
  const question = 'What is the capital of France?'
  const documents = Array.from(
    { length: 200 },
    (_, i) => `own${i} text${i} yes of course ${i < 9 ? question : ''} end${i}`,
  )
  const items = ['Yes, of course', question, 'yes OF course', 'never seen here']
  const found = async (options: object) => {
    const { passages, covered, common, counts } = await findPassagesAgainst(documents, items, options)
    return {
      passages: passages.length,
      covered: covered.map(({ index, by }) => [index, by.length]),
      common: common.map(({ index, tokens, documents: count }) => [index, tokens, count]),
      repeated: counts.repeated,
    }
  }
  const common = [
    [0, 3, 200],
    [2, 3, 200],
  ]
  assert.deepEqual(await found({}), { passages: 9, covered: [[1, 9]], common, repeated: 54 })
  const covered = [
    [0, 100],
    [1, 9],
    [2, 100],
  ]
  assert.deepEqual(await found({ common: 1 }), { passages: 409, covered, common: [], repeated: 654 })
  // Fewer than ten documents are never many; ten of 200 are more than 0.1 %.
  documents[9] += ` ${question}`
  const ten = await found({})
  assert.deepEqual([ten.covered, ten.common.length, ten.passages], [[], 3, 0])
  assert.deepEqual((await found({ common: 0.05 })).covered, [[1, 10]])
  // Of at least `least` tokens nothing is common.
  assert.deepEqual((await found({ least: 3 })).common, [])
})

test('copies of a short item that touch are one passage with a period', async () => {
  const { passages } = await findPassagesAgainst(
    [`x ${'0 '.repeat(1000)}`, 'a b c a b c a b c x a b c'],
    ['0 0 0', 'a b c'],
  )
  assert.deepEqual(
    passages.map(({ index, from, to, tokens, period, first }) => [
      index,
      from,
      to,
      tokens,
      period,
      first.index,
    ]),
    [
      [0, 2, 2001, 1000, 1, 0],
      [1, 0, 17, 9, 3, 1],
      [1, 20, 25, 3, undefined, 1],
    ],
  )
})
