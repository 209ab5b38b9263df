import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { naivePassages } from '../../../test/worlds/naive-passages.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { tokenHash } from '../../texts/kernels/reference/tokens.ts'
import { findPassages } from './find-passages.ts'

/** Documents of words joined by blanks, so that places of tokens are known. */
const textOf = (words: readonly string[]): string => words.join(' ')

/** UTF-16 offset of word `at`. */
const offsetOf = (words: readonly string[], at: number): number =>
  textOf(words.slice(0, at)).length + (at > 0 ? 1 : 0)

async function checkPassages(texts: readonly (readonly string[])[], least: number): Promise<void> {
  const { passages } = await findPassages(texts.map(textOf), { least })
  const spanOf = (document: number, from: number, length: number) => [
    document,
    offsetOf(texts[document], from),
    offsetOf(texts[document], from + length - 1) + texts[document][from + length - 1].length,
  ]
  assert.deepEqual(
    passages.map(({ index, from, to, tokens, period, first }) => [
      ...[index, from, to],
      ...[tokens, period],
      ...[first.index, first.from, first.to],
    ]),
    naivePassages(texts, least).map(
      ({ document, from, length, period, firstDocument, firstFrom, copied }) => [
        ...spanOf(document, from, length),
        ...[length, period || undefined],
        ...spanOf(firstDocument, firstFrom, copied),
      ],
    ),
  )
}

const wordOf = (number: number): string => `w${number.toString(36)}`

const corpusOf = (vocabulary: number, longest: number) =>
  fc.array(fc.array(fc.nat(vocabulary - 1).map(wordOf), { maxLength: longest, size: 'max' }), {
    maxLength: 5,
    size: 'max',
  })

test('passages are those of the definition, for small vocabularies and all sizes of windows', async () => {
  for (const vocabulary of [1, 2, 3, 8, 30]) {
    await fc.assert(
      fc.asyncProperty(corpusOf(vocabulary, 90), fc.integer({ min: 1, max: 60 }), checkPassages),
      { numRuns: runs(30) },
    )
  }
})

test('copies of cuts of a text with a large vocabulary are found wherever they stand', async () => {
  const source = fc.array(fc.nat(3999).map(wordOf), { minLength: 150, maxLength: 150, size: 'max' })
  const cut = fc.tuple(fc.nat(149), fc.nat(149)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)])
  const documents = fc.array(fc.array(cut, { maxLength: 4 }), { minLength: 2, maxLength: 5, size: 'max' })
  await fc.assert(
    fc.asyncProperty(source, documents, fc.integer({ min: 2, max: 60 }), (words, cuts, least) =>
      checkPassages(
        cuts.map(some => some.flatMap(([from, to]) => words.slice(from, to))),
        least,
      ),
    ),
    { numRuns: runs(30) },
  )
})

test('a text that repeats itself is one passage with a period', async () => {
  const shown = async (texts: readonly string[], options: object) => {
    const { passages, counts } = await findPassages(texts, options)
    const rows = passages.map(({ index, from, to, tokens, period, first, places }) => {
      return [index, from, to, tokens, period, first.from, first.to, places]
    })
    return { rows, repeated: counts.repeated }
  }
  assert.deepEqual(await shown(['a a a a'], { least: 2 }), {
    rows: [[0, 2, 7, 3, 1, 0, 3, 2]],
    repeated: 3,
  })
  assert.deepEqual(await shown(['0 '.repeat(5000)], { least: 50 }), {
    rows: [[0, 2, 9999, 4999, 1, 0, 99, 2]],
    repeated: 4999,
  })
  assert.deepEqual(await shown(['ab cd '.repeat(9), 'x ab cd ab cd ab cd ab'], { least: 3 }), {
    rows: [
      [0, 6, 53, 16, 2, 0, 11, 3],
      [1, 2, 22, 7, 2, 0, 11, 3],
    ],
    repeated: 23,
  })
  const paragraph = 'one two three four five\n\n'
  assert.deepEqual(await shown([`${paragraph.repeat(4)}end`], { least: 4 }), {
    rows: [[0, 25, 98, 15, 5, 0, 38, 2]],
    repeated: 15,
  })
})

test('lines and paragraphs that repeat themselves are one passage; others are one each', async () => {
  for (const [unit, end] of [
    ['lines', '\n'],
    ['paragraphs', '\n\n'],
  ] as const) {
    const rowsOf = async (...words: string[]) => {
      const { passages } = await findPassages(
        ['a', 'b', 'c'].concat(words.map(own => [...own].join(end))),
        { unit },
      )
      return passages.map(({ tokens, period, first }) => [tokens, period, first.index])
    }
    assert.deepEqual(await rowsOf('aaaa'), [[4, 1, 0]])
    assert.deepEqual(await rowsOf('abc'), [
      [1, undefined, 0],
      [1, undefined, 1],
      [1, undefined, 2],
    ])
    const { passages } = await findPassages([['x', 'y'].join(end), [...'xyxyxyx'].join(end)], { unit })
    assert.deepEqual(
      passages.map(({ from, tokens, period, first }) => [from, tokens, period, first.from, first.to]),
      [[0, 7, 2, 0, 2 + end.length]],
    )
    assert.equal(
      (await findPassages([['x', 'y', 'z'].join(end), [...'xyzx'].join(end)], { unit })).passages.length,
      4,
    )
  }
})

test('passages that only touch stay apart, and what they cover is counted once', async () => {
  const texts = ['a b c x', 'd e f y', 'a b c d e f']
  const { passages, counts } = await findPassages(texts, { least: 3 })
  assert.deepEqual(
    passages.map(({ index, from, to, first }) => [index, from, to, first.index]),
    [
      [2, 0, 5, 0],
      [2, 6, 11, 1],
    ],
  )
  assert.equal(counts.repeated, 6)
})

test('spans are those of the original text: characters with their marks, and bytes', async () => {
  const { passages } = await findPassages(
    ['x cafe\u0301 中文 \u05e9\u05dc\u05d5\u05dd', 'CAFE\u0301, (中文) “\u05e9\u05dc\u05d5\u05dd”!'],
    {
      least: 3,
    },
  )
  assert.equal(passages.length, 1)
  const [{ from, to, fromByte, toByte, first, tokens }] = passages
  assert.equal(tokens, 4)
  assert.deepEqual([from, to, fromByte, toByte], [0, 17, 0, 28])
  assert.deepEqual([first.from, first.to, first.fromByte, first.toByte], [2, 15, 2, 24])
})

test('keep rules decide which document has the first copy', async () => {
  const documents = [
    { id: 'a', text: 'one two three', year: 2001 },
    { id: 'b', text: 'zero one two three', year: 1999 },
  ]
  const { passages } = await findPassages(documents, { least: 3, keep: 'min:year' })
  assert.deepEqual(
    passages.map(({ id, first }) => [id, first.id]),
    [['a', 'b']],
  )
})

test('lines and paragraphs are compared whole, by their tokens', async () => {
  const texts = [
    'Menu | Home\r\nA text.\n\n  \nLegal: all rights',
    'menu – home\nAnother\n\nlegal all RIGHTS\n',
  ]
  const lines = await findPassages(texts, { unit: 'lines' })
  assert.deepEqual(
    lines.passages.map(({ from, to, first, tokens }) => [
      texts[1].slice(from, to),
      texts[0].slice(first.from, first.to),
      tokens,
    ]),
    [
      ['menu – home', 'Menu | Home', 2],
      ['legal all RIGHTS', 'Legal: all rights', 3],
    ],
  )
  const paragraphs = await findPassages(texts, { unit: 'paragraphs' })
  assert.deepEqual(
    paragraphs.passages.map(({ from, to }) => texts[1].slice(from, to)),
    ['legal all RIGHTS'],
  )
  assert.equal((await findPassages(texts, { unit: 'lines', least: 3 })).passages.length, 1)
})

test('lines equal those found by comparing all', async () => {
  const line = fc.array(fc.constantFrom('a', 'b', '-'), { maxLength: 3 }).map(words => words.join(' '))
  const text = fc.array(line, { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 4 }), async texts => {
      const { passages } = await findPassages(
        texts.map(lines => lines.join('\n')),
        { unit: 'lines' },
      )
      // A line without a token is none of those compared; one of blanks is no line.
      const keyOf = (own: string) => own.replaceAll('-', ' ').split(' ').filter(Boolean).join(' ')
      const units = texts.map((lines, index) => {
        const starts = lines.map((_, i) => lines.slice(0, i).join('\n').length + (i > 0 ? 1 : 0))
        const kept = lines.flatMap((own, i) => (own.trim() === '' ? [] : [{ own, from: starts[i] }]))
        return kept.map(({ own, from }, i) => ({ own, from, key: keyOf(own) || `${index} ${i}` }))
      })
      const expected = naivePassages(
        units.map(unit => unit.map(({ key }) => key)),
        1,
      ).flatMap(({ document, from, length, firstDocument, firstFrom, copied, period }) => {
        const spanOf = (index: number, at: number, count: number) => {
          const last = units[index][at + count - 1]
          return [index, units[index][at].from, last.from + last.own.length]
        }
        const whole = [
          ...spanOf(document, from, length),
          period,
          ...spanOf(firstDocument, firstFrom, copied),
        ]
        if (period > 0) return [whole]
        return Array.from({ length }, (_, i) => {
          return [...spanOf(document, from + i, 1), 0, ...spanOf(firstDocument, firstFrom + i, 1)]
        })
      })
      assert.deepEqual(
        passages.map(({ index, from, to, period = 0, first }) => {
          return [index, from, to, period, first.index, first.from, first.to]
        }),
        expected,
      )
    }),
    { numRuns: runs(100) },
  )
})

/** Two different words with the same hash: the last eight bytes undo the difference of those before. */
function collidingWords(): [string, string] {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  const [mask, mix] = [2n ** 64n - 1n, 0xbf58476d1ce4e5b9n]
  const wordOf = (text: string): bigint =>
    [...text].reduceRight((sum, c) => (sum << 8n) | BigInt(c.charCodeAt(0)), 0n)
  const textOfWord = (word: bigint): string =>
    Array.from({ length: 8 }, (_, i) => String.fromCharCode(Number((word >> BigInt(8 * i)) & 255n))).join(
      '',
    )
  const state = (text: string): bigint => {
    const h = ((BigInt(16) * 0x9e3779b97f4a7c15n) ^ wordOf(text)) & mask
    const mixed = ((h * mix) & mask) as bigint
    return mixed ^ (mixed >> 32n)
  }
  const a = 'aaaaaaaa'
  for (let i = 0; ; i++) {
    const b = Array.from({ length: 8 }, (_, at) => letters[Math.floor(i / 36 ** at) % 36]).join('')
    const difference = state(a) ^ state(b)
    const pairs = Array.from({ length: 8 }, (_, at) => {
      const wanted = Number((difference >> BigInt(8 * at)) & 255n)
      return [...letters].find(c => letters.includes(String.fromCharCode(c.charCodeAt(0) ^ wanted)))
    })
    if (a === b || pairs.includes(undefined)) continue
    const last = pairs.join('')
    return [`${a}${last}`, `${b}${textOfWord(wordOf(last) ^ difference)}`]
  }
}

test('different tokens with the same hash do not match', async () => {
  const [a, b] = collidingWords()
  const bytes = (text: string) => new TextEncoder().encode(text)
  assert.notEqual(a, b)
  assert.equal(tokenHash(bytes(a)), tokenHash(bytes(b)))
  const texts = [
    ['one', a, 'two', 'three'],
    ['one', b, 'two', 'three', 'one', b, 'two'],
    ['one', a, 'two'],
  ]
  for (const least of [1, 2, 3]) await checkPassages(texts, least)
  const { passages } = await findPassages([a, `x\n${b}\n${a}\n${b}`], { unit: 'lines' })
  assert.deepEqual(
    passages.map(({ from, first }) => [from, first.index, first.from]),
    [
      [19, 0, 0],
      [36, 1, 2],
    ],
  )
})

test('wrong options are refused', async () => {
  for (const options of [{ least: 0 }, { least: 1.5 }, { unit: 'words' }, { threshold: 0.5 }]) {
    await assert.rejects(findPassages([], options as object), isNearsameError)
  }
})
