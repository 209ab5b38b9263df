/**
 * Record peers: Splink and goldenmatch on labelled sets beside `records`, by the same labels, as a Markdown table.
 *
 *     node bench/record-peers.ts DIR [SET ...]
 *
 * DIR as in `record-sets.ts`. Splink has the columns that `peers/splink_columns.py` chooses for it, EM and a fixed
 * threshold, a match probability of 0.9; "best" is its highest F1 at any threshold, of all pairs or of the best pairs
 * one to one, chosen with the labels. goldenmatch has no configuration. The figures of the peers are those of a whole
 * process, ours of the call. A peer that fails or needs more than `mostSeconds` has the reason instead.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { outPath } from './corpus.ts'
import {
  judge,
  type LabelledRecords,
  readRecords,
  type Score,
  scoreOf,
  verdictOf,
  wantedPairs,
} from './labelled.ts'
import { type Usage, usageOf } from './measure.ts'
import { figuresOf, type SetFigures } from './record-sets.ts'
import { venvPython } from './venv.ts'

const mostSeconds = 600
/** Logarithm of the odds, base 2, of a match probability of 0.9. */
const fixedScore = Math.log2(0.9 / 0.1)

export const peerSets = [
  'abt_buy',
  'amazon_google',
  'cora',
  'dblp_acm',
  'dblp_scholar_part',
  'early_childhood',
  'febrl3',
  'okkam_restaurants',
  'orgs_hard',
  'restaurant',
  'rldata10000',
  'synth_lookalikes',
  'synth_people',
  'walmart_amazon',
] as const

/** What one peer reaches on a set, or why it reaches nothing. */
export type Reached =
  | (Score & { readonly best?: Best; readonly usage: Usage })
  | { readonly reason: string }

interface Best {
  readonly f1: number
  readonly probability: number
  readonly rule: 'all' | 'one to one'
}

export interface Compared {
  readonly set: string
  readonly ours: SetFigures
  readonly splink: Reached
  readonly goldenmatch: Reached
}

interface Scored {
  readonly left: number
  readonly right: number
  readonly score: number
}

export function compareSet(folder: string, set: string, out: string): Compared {
  const records = readRecords(join(folder, set))
  mkdirSync(out, { recursive: true })
  const input = join(out, `peers.${set}.jsonl`)
  writeFileSync(input, linesOf(records))
  const run = (script: string, fixed: number): Reached =>
    reachedBy(records, out, [script, set, input], fixed)
  return {
    set,
    ours: figuresOf(folder, set),
    splink: run('splink_pairs.py', fixedScore),
    goldenmatch: run('goldenmatch_pairs.py', 0),
  }
}

/** The rows as the peers read them: their number, their list, and their columns. */
function linesOf({ ids, columns, split }: LabelledRecords): string {
  const rows = ids.map((_, row) => ({
    row,
    list: split > 0 && row >= split ? 1 : 0,
    ...Object.fromEntries(columns.map(({ name, values }) => [name, values[row]])),
  }))
  return rows.map(row => `${JSON.stringify(row)}\n`).join('')
}

function reachedBy(
  records: LabelledRecords,
  out: string,
  [script, set, input]: readonly [string, string, string],
  fixed: number,
): Reached {
  const output = `${input}.${script}.csv`
  const python = venvPython(out)
  if (!existsSync(python)) throw new Error('no peers here: run `node bench/venv.ts` first')
  const program = new URL(`peers/${script}`, import.meta.url).pathname
  try {
    const usage = usageOf(['timeout', `${mostSeconds}`, python, program, set, input, output])
    const pairs = readFileSync(output, 'utf8').trimEnd().split('\n').slice(1).map(pairOf)
    const chosen = pairs.filter(({ score }) => score >= fixed)
    const rows = { left: chosen.map(({ left }) => left), right: chosen.map(({ right }) => right) }
    return { ...judge(records, rows), usage, ...(fixed > 0 && { best: bestOf(records, pairs) }) }
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

function pairOf(line: string): Scored {
  const [left, right, score] = line.split(',').map(Number)
  return { left, right, score }
}

/** The last line that the peer printed, or that it was too slow. */
function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  if (words.includes('status 124')) return `not in ${mostSeconds} s`
  return (words.trim().split('\n').at(-1) ?? '').slice(0, 160)
}

/** The best F1 at any threshold, of all pairs or of greedy one-to-one ones. */
function bestOf(records: LabelledRecords, pairs: readonly Scored[]): Best {
  const sorted = pairs.toSorted((a, b) => b.score - a.score)
  const used = new Set<number>()
  const single = sorted.filter(({ left, right }) => {
    if (used.has(left) || used.has(right)) return false
    used.add(left).add(right)
    return true
  })
  const all = bestThreshold(records, sorted)
  const oneToOne = bestThreshold(records, single)
  return all.f1 >= oneToOne.f1 ? { ...all, rule: 'all' } : { ...oneToOne, rule: 'one to one' }
}

function bestThreshold(records: LabelledRecords, sorted: readonly Scored[]): Omit<Best, 'rule'> {
  const verdict = verdictOf(records)
  const wanted = wantedPairs(records)
  const counts = { right: 0, wrong: 0, unknown: 0 }
  let best = { f1: 0, probability: 1 }
  sorted.forEach(({ left, right, score }, k) => {
    counts[verdict(left, right)]++
    if (sorted[k + 1]?.score === score) return
    const { f1 } = scoreOf(counts.right, counts.right + counts.wrong, wanted)
    if (f1 > best.f1) best = { f1, probability: 1 / (1 + 2 ** -score) }
  })
  return best
}

/** The table, with the means of the sets that each one finished, as Markdown. */
export function peersTable(all: readonly Compared[]): string {
  const head = ['set', 'nearsame P', 'R', 'F1', 'CPU s']
  head.push('Splink P', 'R', 'F1 at 0.9', 'best F1', 'CPU s', 'goldenmatch P', 'R', 'F1', 'CPU s')
  const rows = all.map(({ set, ours, splink, goldenmatch }) => [
    `${set}${ours.isAcross ? ', two' : ''}`,
    ...scores(ours),
    ours.seconds.toFixed(1),
    ...cellsOf(splink, true),
    ...cellsOf(goldenmatch, false),
  ])
  const means = (of: (compared: Compared) => Score | Reached): string => {
    const reached = all.map(of).filter(one => !('reason' in one)) as Score[]
    return `${(reached.reduce((sum, { f1 }) => sum + f1, 0) / reached.length).toFixed(3)} of ${reached.length}`
  }
  const bests = all.flatMap(({ splink }) => ('reason' in splink ? [] : [splink.best?.f1 ?? 0]))
  const best = (bests.reduce((sum, f1) => sum + f1, 0) / bests.length).toFixed(3)
  rows.push([
    'mean',
    '',
    '',
    means(({ ours }) => ours),
    '',
    '',
    '',
    means(({ splink }) => splink),
    best,
    '',
  ])
  rows[rows.length - 1].push(
    '',
    '',
    means(({ goldenmatch }) => goldenmatch),
    '',
  )
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

function scores({ precision, recall, f1 }: Score): string[] {
  return [precision, recall, f1].map(value => value.toFixed(3))
}

function cellsOf(reached: Reached, hasBest: boolean): string[] {
  const extra = hasBest ? [''] : []
  if ('reason' in reached) return [reached.reason.replaceAll('|', '\\|'), '', '', ...extra, '']
  const { best, usage } = reached
  const shown = best && `${best.f1.toFixed(3)} (${best.probability.toPrecision(2)}, ${best.rule})`
  return [...scores(reached), ...(shown === undefined ? [] : [shown]), usage.cpuSeconds.toFixed(1)]
}

function main(): void {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [folder, ...sets] = positionals
  if (folder === undefined) throw new Error('name the folder of the labelled sets')
  const all = (sets.length > 0 ? sets : peerSets).map(set => {
    const compared = compareSet(folder, set, outPath)
    console.error(set)
    return compared
  })
  console.log(peersTable(all))
}

if (import.meta.main) main()
