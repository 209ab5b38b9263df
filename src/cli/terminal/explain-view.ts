/**
 * Explain view: an explanation as a page of text: first whether the two match, then the figures behind it, then
 * the words.
 *
 * The diff marks removed words as [-…-] and added ones as {+…+}, as `git diff --word-diff` does, so it is readable
 * without colours; long runs of equal words show only their ends.
 */
import type { DiffRun, ExplainedDocument, Explanation } from '../../engine/explain/explanation.ts'
import { columnsReason, columnsView } from './columns-view.ts'
import { clip, printCount, printCounted, printMeasure, table } from './figures.ts'
import { printableText } from './printable.ts'
import { type Colour, painter, type Terminal } from './terminal.ts'

type Paint = (text: string, colour: Colour) => string

/** Words shown at each end of an equal run. */
const shownWords = 8

/** Maximum number of shingles shown of each kind. */
const shownShingles = 5

/** Maximum number of common passages shown, the longest. */
const shownPassages = 5

/** The page. Control characters of the texts become U+FFFD, so that none reaches the terminal. */
export function explainView(given: Explanation, terminal: Terminal): string {
  const explanation = printable(given)
  const paint = painter(terminal)
  const { byColumns } = explanation
  const first = [verdict(explanation, paint), documents(explanation, terminal.columns)]
  const last = diff(explanation.diff, terminal.columns, paint)
  if (byColumns !== undefined)
    return [...first, columnsView(byColumns, terminal.columns), last].filter(Boolean).join('\n')
  return [
    ...first,
    measures(explanation),
    signatures(explanation, terminal.columns),
    shingles(explanation, paint),
    passages(explanation, given, terminal.columns),
    last,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Replaces every control character, except white space in whole texts. */
function printable<T>(value: T): T {
  if (typeof value === 'string') return printableText(value) as T
  if (Array.isArray(value)) return value.map(printable) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, printable(part)])) as T
}

function verdict(explanation: Explanation, paint: Paint): string {
  const word = explanation.matches ? paint('They match', 'green') : paint('They do not match', 'red')
  return `${word}: ${reason(explanation)}.\n`
}

function reason(explanation: Explanation): string {
  const { kind, matches } = explanation
  if (kind === 'exact') return 'the same text, letter for letter'
  if (kind !== 'normalised') return decision(explanation)
  const words = 'the same words in the same order'
  return matches ? words : `${words}, but ${decision(explanation)}`
}

/** The criterion for unequal texts, with its value. */
function decision(explanation: Explanation): string {
  const { agree, bands, bandsMet, byColumns, decided, measure, measures, signatures, threshold } =
    explanation
  if (byColumns !== undefined) return columnsReason(byColumns)
  const jaccard = `Jaccard ${printMeasure(measures.jaccard)}`
  if (signatures !== undefined) {
    return `${signatures.areEqual ? 'equal' : 'different'} signatures of ${signatures.method}, ${jaccard}`
  }
  if (decided !== undefined) {
    const { method, value } = decided
    return `${value === null ? 'no pair' : `${decided.measure} ${value}`} by ${method}, ${jaccard}`
  }
  if (bands === 0 && agree > 0) return `not the same text, ${jaccard}`
  const decisive = measure === 'jaccard' ? jaccard : `containment ${printMeasure(measures.containment)}`
  return `${decisive}, threshold ${threshold}${bandsMet.length < agree ? ', no candidate pair' : ''}`
}

function documents({ a, b }: Explanation, columns: number): string {
  const rows = [rowOf('A', a), rowOf('B', b)]
  const used = Math.max(...rows.map(row => row[1].length + row[2].length)) + 9
  const room = Math.max(10, columns - used)
  return table(
    rows.map(([letter, id, at, text]) => [letter, id, at, clip(text, room)]),
    'llll',
  )
}

function rowOf(letter: string, { id, at, text }: ExplainedDocument): string[] {
  return [
    letter,
    typeof id === 'bigint' ? String(id) : JSON.stringify(id),
    at,
    text.replace(/\s+/g, ' ').trim(),
  ]
}

/** Both signatures of a method that decides by them. */
function signatures({ signatures: both }: Explanation, columns: number): string {
  if (both === undefined) return ''
  const room = Math.max(10, columns - 20)
  const shown = (signature: NonNullable<typeof both>['a']) =>
    clip(signature === null ? 'none' : String(signature), room)
  return table(
    [
      ['signature of A', shown(both.a)],
      ['signature of B', shown(both.b)],
    ],
    'll',
  )
}

function measures(explanation: Explanation): string {
  const { jaccard, containment, shared, onlyA, onlyB, estimate } = explanation.measures
  return table(
    [
      [
        'Jaccard',
        printMeasure(jaccard),
        `${printCount(shared)} shared of ${printCounted(shared + onlyA + onlyB, 'shingle')}`,
      ],
      [
        'containment',
        printMeasure(containment),
        `${printCount(shared)} of the ${printCount(shared + Math.min(onlyA, onlyB))} of the smaller`,
      ],
      ['estimate', printMeasure(estimate), 'Jaccard estimated from the signatures'],
      ...(explanation.bands === 0 ? [] : [bandsRow(explanation)]),
    ],
    'lrl',
  )
}

/** Bands find candidates for measuring; equal texts match without. */
function bandsRow({ kind, bandsMet, bands, rows, agree }: Explanation): string[] {
  const areEqual = kind === 'exact' || kind === 'normalised'
  const needed = areEqual ? 'none needed for equal texts' : `${agree} needed`
  const isCandidate = areEqual || bandsMet.length >= agree
  const met = isCandidate ? bandList(bandsMet) : 'no candidate pair'
  const said = [`of ${printCounted(rows, 'row')}, ${needed}`, met].filter(Boolean).join(': ')
  return ['bands met', `${bandsMet.length} of ${bands}`, said]
}

function bandList(bandsMet: readonly number[]): string {
  const shown = bandsMet.slice(0, 12).join(', ')
  return `${shown}${bandsMet.length > 12 ? ', …' : ''}`
}

function shingles(explanation: Explanation, paint: Paint): string {
  const { sharedShingles, onlyAShingles, onlyBShingles, measures } = explanation
  return (
    shingleLines('shared', sharedShingles, measures.shared, text => text) +
    shingleLines('only A', onlyAShingles, measures.onlyA, text => paint(text, 'red')) +
    shingleLines('only B', onlyBShingles, measures.onlyB, text => paint(text, 'green'))
  )
}

function shingleLines(
  label: string,
  shown: readonly string[],
  count: number,
  colour: (text: string) => string,
): string {
  if (count === 0) return ''
  const lines = shown.slice(0, shownShingles).map(text => `    ${colour(text)}\n`)
  const rest = count - lines.length
  if (rest > 0) lines.push(`    and ${printCount(rest)} more\n`)
  return `  ${label} (${printCount(count)})\n${lines.join('')}`
}

/** The longest common passages, each with its places and its beginning in A. */
function passages({ passages: all = [] }: Explanation, { a }: Explanation, columns: number): string {
  if (all.length === 0) return ''
  const longest = all.toSorted((x, y) => y.tokens - x.tokens).slice(0, shownPassages)
  const rows = longest.map(({ tokens, a: { from, to }, b }) => [
    printCounted(tokens, 'token'),
    `A ${from}-${to}`,
    `B ${b.from}-${b.to}`,
    printable(a.text.slice(from, to)).replace(/\s+/g, ' '),
  ])
  const room = Math.max(
    10,
    columns - 12 - Math.max(...rows.map(([x, y, z]) => x.length + y.length + z.length)),
  )
  const shown = table(
    rows.map(([tokens, inA, inB, text]) => [tokens, inA, inB, clip(text, room)]),
    'rlll',
  )
  const rest = all.length - rows.length
  const more = rest > 0 ? `    and ${printCount(rest)} more\n` : ''
  return `  common passages (${printCount(all.length)})\n${shown.replace(/^/gm, '  ').trimEnd()}\n${more}`
}

/** The diff as wrapped lines. Marks count towards the width, colours do not. */
function diff(runs: readonly DiffRun[], columns: number, paint: Paint): string {
  const width = Math.max(20, columns - 4)
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const { text, colour } of runs.flatMap(diffWords)) {
    if (used > 0 && used + 1 + text.length > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += (used > 0 ? ' ' : '') + (colour ? paint(text, colour) : text)
    used += (used > 0 ? 1 : 0) + text.length
  }
  if (used > 0) lines.push(line)
  return lines.map(text => `  ${text}\n`).join('')
}

interface DiffWord {
  readonly text: string
  readonly colour?: Colour
}

function diffWords({ op, words }: DiffRun, index: number, runs: readonly DiffRun[]): DiffWord[] {
  if (op !== 'same') {
    const [open, close, colour] =
      op === 'removed' ? (['[-', '-]', 'red'] as const) : (['{+', '+}', 'green'] as const)
    return words.map((word, at) => ({
      text: (at === 0 ? open : '') + word + (at === words.length - 1 ? close : ''),
      colour,
    }))
  }
  // Each end of a run is next to a difference, except at the two ends of the text.
  const before = index === 0 ? 0 : shownWords
  const after = index === runs.length - 1 ? 0 : shownWords
  const hidden = words.length - before - after
  if (hidden <= shownWords) return words.map(text => ({ text }))
  const elided: DiffWord = { text: `… ${printCount(hidden)} equal words …`, colour: 'dim' }
  const asWords = (part: readonly string[]) => part.map(text => ({ text }))
  return [...asWords(words.slice(0, before)), elided, ...asWords(after === 0 ? [] : words.slice(-after))]
}
