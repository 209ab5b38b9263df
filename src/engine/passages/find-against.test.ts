import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
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

/** Lines as [document, first token, tokens, document of B], by the definition. */
function expectedLines(a: Texts, b: Texts, least: number): number[][] {
  const runs = naivePassages(a, least, b).map(({ document, from, length }) => [document, from, length])
  for (const [document, tokens] of a.entries()) {
    const short = new Set(
      b.filter(({ length }) => length > 0 && length < least).map(text => text.join(' ')),
    )
    for (const [from] of tokens.entries()) {
      for (const item of short) {
        const { length } = item.split(' ')
        if (tokens.slice(from, from + length).join(' ') === item) runs.push([document, from, length])
      }
    }
  }
  return runs.flatMap(([document, from, length]) =>
    b.flatMap((text, index) => {
      const isWhole = length >= least || text.length === length
      return isWhole && hasRun(text, a[document].slice(from, from + length))
        ? [[document, from, length, index]]
        : []
    }),
  )
}

const inOrder = (lines: readonly number[][]): string[] => lines.map(line => line.join()).sort()

async function check(a: Texts, b: Texts, least: number): Promise<void> {
  const texts = (side: Texts) => side.map(words => words.join(' '))
  const { passages, covered } = await findPassagesAgainst(texts(a), texts(b), { least })
  const tokenAt = (words: readonly string[], offset: number) =>
    words.join(' ').slice(0, offset).split(' ').length - 1
  assert.deepEqual(
    inOrder(
      passages.map(({ index, from, tokens, first }) => [
        index,
        tokenAt(a[index], from),
        tokens,
        first.index,
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
      { numRuns: 30 },
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
  const { counts } = await findPassagesAgainst(['a b'], ['', '?!', 'a'])
  assert.deepEqual(counts, { documents: 1, tokens: 2, repeated: 1, against: 3, notLookedFor: 2 })
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
