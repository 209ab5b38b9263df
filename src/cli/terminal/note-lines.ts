/** Note lines: how sure the method is of its pairs, what it warns of, and what the texts show about the options. */
import { onOneLine } from '../../engine/decide/too-many-near.ts'
import type { RunReport } from '../../files/requests.ts'
import { undecidedOf } from '../../methods/contract/undecided.ts'
import { printCounted } from './figures.ts'
import { inFlags } from './flag-words.ts'
import { printableLine } from './printable.ts'

/**
 * One line each; empty without notes.
 *
 * @example noteLines({ warnings: ['no clear boundary'] }) // => '  warning: no clear boundary\n'
 */
export function noteLines(notes: RunReport['notes'] = {}): string {
  const { warnings, ...figures } = notes
  const { estimatedPrecision, estimatedRecall, pairs, identicalPairs } = figures as Readonly<
    Record<string, number | null | undefined>
  >
  const all = pairs ?? 0
  const different = all - (identicalPairs ?? 0)
  const lines = Array.isArray(warnings) ? warnings.map(warning => `warning: ${String(warning)}`) : []
  if (estimatedPrecision !== undefined && all > 0) {
    const kind = different > 0 ? 'of different texts' : 'of the same words'
    const found = `${printCounted(different > 0 ? different : all, 'pair')} ${kind}`
    const told = estimatedPrecision?.toFixed(2) ?? 'unknown'
    const precision = `estimated precision ${told}${rangeOf(notes.precisionInterval)}`
    const recall =
      typeof estimatedRecall !== 'number' || different === 0
        ? ''
        : `, recall at most ${estimatedRecall.toFixed(2)}${rangeOf(notes.recallInterval)}`
    lines.unshift(`${precision}${recall}, of ${found}`)
  }
  return [...undecidedLines(notes), ...lines, ...columnLines(notes), ...doubtfulLines(notes)]
    .map(line => `  ${printableLine(line)}\n`)
    .join('')
}

/** The pairs that a person has to decide, by the columns in which they differ, and what was answered. */
function undecidedLines(notes: NonNullable<RunReport['notes']>): string[] {
  const { pairs, patterns, answered = [] } = undecidedOf(notes) ?? { pairs: 0, patterns: [] }
  const answers = answered.map(
    ({ columns, isSame }) =>
      `answered: pairs that differ in ${columns.join(' and ')} are ${isSame ? 'the same' : 'different'}`,
  )
  if (pairs === 0) return answers
  const lines = patterns.map(({ columns, pairs: some, example }) => {
    const texts = [example.leftText, example.rightText]
      .map(text => JSON.stringify(onOneLine(text)))
      .join(' = ')
    const where = columns.join(' and ')
    return `${printCounted(some, 'pair')} of these differ wholly in ${where}: other people, or variants? ${texts}`
  })
  return [
    ...answers,
    `undecided ${pairs}: no pairs until you decide them (--review, --decisions, --undecided)`,
    ...lines,
  ]
}

/** The ends of an interval in brackets. */
function rangeOf(interval: unknown): string {
  if (!Array.isArray(interval)) return ''
  return ` (${(interval as number[]).map(end => end.toFixed(2)).join(' to ')})`
}

/** How the pairs of records with columns were decided, and what did not count. */
function columnLines({ decidedBy, columns, nullWords }: NonNullable<RunReport['notes']>): string[] {
  if (decidedBy === undefined || !Array.isArray(columns)) return []
  const all = columns as readonly { name: string; kind: string; ignored?: string }[]
  const counted = all.filter(({ ignored }) => ignored === undefined)
  const names = counted.map(({ name, kind }) => `${name} (${kind})`).join(', ')
  const whole = names === '' ? 'the whole text' : `the whole text; columns ${names}`
  const lines = [`decided by ${decidedBy === 'columns' ? `the columns ${names}` : whole}`]
  for (const { name, ignored } of all) if (ignored !== undefined) lines.push(`ignored ${name}: ${ignored}`)
  const words = Array.isArray(nullWords) ? nullWords.map(word => JSON.stringify(word)).join(', ') : ''
  return words === '' ? lines : [...lines, `read as missing: ${words}`]
}

const shownDoubtful = 3

/** The pairs nearest to the boundary, on either side. */
function doubtfulLines({ doubtful, threshold }: NonNullable<RunReport['notes']>): string[] {
  if (!Array.isArray(doubtful) || typeof threshold !== 'number') return []
  const all = doubtful as readonly {
    leftText: string
    rightText: string
    similarity: number
    isAccepted: boolean
  }[]
  return all
    .toSorted((a, b) => Math.abs(a.similarity - threshold) - Math.abs(b.similarity - threshold))
    .slice(0, shownDoubtful)
    .map(({ leftText, rightText, similarity, isAccepted }) => {
      const texts = [leftText, rightText].map(text => JSON.stringify(onOneLine(text))).join(' = ')
      return `doubtful: ${texts} (${similarity.toFixed(2)}, ${isAccepted ? 'a pair' : 'no pair'})`
    })
}

/**
 * Hints in the words of the command line, one line each.
 *
 * @example hintLines(['try `shingle` chars:4']) // => '  hint: try --shingle chars:4\n'
 */
export function hintLines(hints: RunReport['hints']): string {
  return hints
    .map(hint => `  ${printableLine(`hint: ${inFlags(hint, []).replaceAll('`', '')}`)}\n`)
    .join('')
}
