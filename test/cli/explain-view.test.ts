/** The page of `explain`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { explainView } from '../../src/cli/terminal/explain-view.ts'
import type { DiffRun, Explanation } from '../../src/engine/explain/explanation.ts'
import { recordingTerminal } from './recording-terminal.ts'

const words = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `w${from + at}`)

function explanationOf(diff: readonly DiffRun[]): Explanation {
  return {
    a: { id: 1, at: 'a.jsonl:1', text: 'the quick\nbrown fox' },
    b: { id: 'b', at: 'a.jsonl:2', text: 'the slow brown fox' },
    measures: { jaccard: 0.75, containment: 0.9, shared: 9, onlyA: 1, onlyB: 2, estimate: 0.7421875 },
    kind: 'near',
    matches: false,
    measure: 'jaccard',
    threshold: 0.8,
    bandsMet: [0, 3],
    agree: 1,
    bands: 21,
    rows: 6,
    sharedShingles: ['brown fox'],
    onlyAShingles: ['the quick'],
    onlyBShingles: ['the slow', 'slow brown'],
    diff,
  }
}

const diff: DiffRun[] = [
  { op: 'same', words: words(30) },
  { op: 'removed', words: ['quick', 'red'] },
  { op: 'added', words: ['slow'] },
  { op: 'same', words: words(40, 100) },
  { op: 'added', words: ['new'] },
  { op: 'same', words: ['end'] },
]

test('explains two records on one plain page', () => {
  assert.equal(
    explainView(explanationOf(diff), recordingTerminal()),
    `They do not match: Jaccard 0.75, threshold 0.8.

  A  1    a.jsonl:1  the quick brown fox
  B  "b"  a.jsonl:2  the slow brown fox

  Jaccard         0.75  9 shared of 12 shingles
  containment      0.9  9 of the 10 of the smaller
  estimate      0.7422  Jaccard estimated from the signatures
  bands met    2 of 21  of 6 rows, 1 needed: 0, 3

  shared (9)
    brown fox
    and 8 more
  only A (1)
    the quick
  only B (2)
    the slow
    slow brown

  … 22 equal words … w22 w23 w24 w25 w26 w27 w28 w29 [-quick red-] {+slow+}
  w100 w101 w102 w103 w104 w105 w106 w107 … 24 equal words … w132 w133 w134
  w135 w136 w137 w138 w139 {+new+} end
`,
  )
})

test('wraps the diff to the width, in the same lines with and without colours', () => {
  const narrow = { columns: 40 }
  const plain = explainView(explanationOf(diff), recordingTerminal(narrow))
  const coloured = explainView(explanationOf(diff), recordingTerminal({ ...narrow, hasColour: true }))
  const lines = plain.slice(plain.indexOf('  … 22')).split('\n')
  assert(lines.length > 5 && lines.every(line => line.length <= 40), lines.join('\n'))
  assert(coloured.includes('\x1b[31m[-quick\x1b[0m'))
  assert.equal(stripVTControlCharacters(coloured), plain)
})

test('lets no control character of a text reach the terminal', () => {
  const explanation = explanationOf([{ op: 'same', words: ['a\x1b[2Jb'] }])
  const page = explainView({ ...explanation, onlyAShingles: ['\x07'] }, recordingTerminal())
  assert.equal(stripVTControlCharacters(page), page)
  assert(page.includes('a�[2Jb') && !page.includes('\x07'))
})

test('cuts a long text between characters, not within a surrogate pair', () => {
  for (const columns of [50, 51]) {
    const { a, b, ...rest } = explanationOf([])
    const page = explainView(
      { ...rest, a: { ...a, text: '😀'.repeat(99) }, b },
      recordingTerminal({ columns }),
    )
    assert.match(page, /a\.jsonl:1 {2}(😀){10,}…\n/u)
    assert(page.isWellFormed())
  }
})

test('names the kind of a match before its measures', () => {
  const exact = { ...explanationOf([]), kind: 'exact', matches: true } as const
  assert.match(explainView(exact, recordingTerminal()), /^They match: the same text, letter for letter\.\n/)
})

test('says that equal texts need no bands, and why others do not match', () => {
  const pageOf = (changed: Partial<Explanation>) =>
    explainView({ ...explanationOf([]), ...changed }, recordingTerminal())
  const without = pageOf({ kind: 'exact', matches: true, bandsMet: [], agree: 3 })
  assert.match(without, /^ {2}bands met {4}0 of 21 {2}of 6 rows, none needed for equal texts$/m)
  const equal = pageOf({ kind: 'normalised', matches: true })
  assert.match(equal, /of 6 rows, none needed for equal texts: 0, 3$/m)
  const verdict = (changed: Partial<Explanation>) => pageOf(changed).split('\n')[0]
  assert.equal(
    verdict({ kind: 'different', bandsMet: [], measures: { ...explanationOf([]).measures, jaccard: 0.9 } }),
    'They do not match: Jaccard 0.9, threshold 0.8, no candidate pair.',
  )
  assert.equal(
    verdict({ kind: 'near', matches: true, measure: 'containment' }),
    'They match: containment 0.9, threshold 0.8.',
  )
  const normalised = { kind: 'normalised', bands: 0 } as const
  assert.equal(
    verdict(normalised),
    'They do not match: the same words in the same order, but not the same text, Jaccard 0.75.',
  )
  const decided = { method: 'longest-words', measure: 'shared-words', value: null }
  assert.equal(
    verdict({ ...normalised, decided }),
    'They do not match: the same words in the same order, but no pair by longest-words, Jaccard 0.75.',
  )
})

test('shows the longest common passages with their places', () => {
  const span = (from: number, to: number) => ({ from, to, fromByte: from, toByte: to })
  const passages = [
    { tokens: 2, a: span(0, 9), b: span(4, 14) },
    { tokens: 3, a: span(4, 19), b: span(0, 15) },
    ...Array.from({ length: 4 }, () => ({ tokens: 2, a: span(10, 19), b: span(9, 18) })),
  ]
  const page = explainView({ ...explanationOf([]), passages }, recordingTerminal())
  const shown = page.slice(page.indexOf('  common'))
  assert.equal(shown.split('\n').length, 8)
  assert(shown.startsWith('  common passages (6)\n    3 tokens  A 4-19   B 0-15  quick brown fox\n'), shown)
  assert(shown.endsWith('    and 1 more\n'), shown)
})
