import { Command } from 'commander'
import { writeOutput } from '../../files/io/output.ts'
import { ownValue } from '../../ground/json/field.ts'
import { flag, options, Refusal, whole } from '../../ground/options/declare.ts'
import { numberList, wholeList } from '../../ground/options/number-list.ts'
import { refusedValue, resolve, spoken } from '../../ground/options/resolve.ts'
import { recallOfBands, resultOptions } from '../../methods/options/result-options.ts'
import {
  type AgreeingBands,
  agreeingProbability,
  chooseAgreeingBands,
  mostAgreeing,
} from '../../texts/lsh/agreeing-bands.ts'
import { bandOdds, type OddsTable, similarityAt, trialOdds } from '../../texts/lsh/odds.ts'
import { defaultTrialShape, duplicateProbability, type TrialShape } from '../../texts/lsh/trials.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import { writtenPathOf } from '../command/run-options.ts'
import { checkStandardOutput } from '../command/standard-output.ts'
import { table } from '../terminal/figures.ts'
import type { Context } from '../terminal/terminal.ts'

const mostValues = 4096

const oddsOptions = options({
  threshold: resultOptions.threshold,
  recall: recallOfBands,
  signatureLength: resultOptions.signatureLength,
  bands: wholeList({
    from: 1,
    to: mostValues,
    doc: 'numbers of bands, instead of the one that reaches the recall',
  }),
  rows: wholeList({ from: 1, to: mostValues, doc: 'numbers of rows per band' }),
  trials: {
    ...whole({ from: 1, to: 64, default: 0, doc: 'repeated trials instead of bands' }),
    defaultText: '',
  },
  agree: {
    ...whole({
      from: 1,
      to: 64,
      default: 0,
      doc: 'how many must agree (default: 1 of --bands, 2 of --trials)',
    }),
    defaultText: '',
  },
  hashes: wholeList({
    from: 1,
    to: mostValues,
    doc: 'numbers of hashes per trial',
    defaultText: '10,12,…,20',
  }),
  similarities: numberList({ from: 0, to: 1, doc: 'rows of the table', defaultText: '1 down to 0.5' }),
  json: flag({ doc: 'as JSON' }),
})

/** A table with its captions; `best` is the column that meets the goal. */
interface Odds {
  readonly kind: 'bands' | 'trials'
  readonly title: string
  readonly names: readonly string[]
  readonly best: number
  readonly table: OddsTable<AgreeingBands | TrialShape>
  readonly curves: readonly ((similarity: number) => number)[]
}

/** Options without meaning for trials, and options that need one of these. */
const ofBands = ['threshold', 'recall', 'signatureLength', 'bands', 'rows'] as const
const needed = { hashes: ['trials'], agree: ['bands', 'rows', 'trials'] } as const

/** `nearsame odds [--threshold T --recall R | --bands N --rows N --agree N | --trials N --agree N --hashes N]` */
export function oddsCommand(context: Context): Command {
  const odds = new Command('odds').description(
    'Shows how likely a pair is to be found, by its similarity, with bands or with repeated trials.',
  )
  addOptions(odds, 'Options', oddsOptions)
  odds.option('--plot <file>', 'the curves as a picture (SVG)').option('--force', 'overwrite the picture')
  return odds.action((values: FlagValues) => runOdds(values, context))
}

async function runOdds(values: FlagValues, { terminal }: Context): Promise<void> {
  const named = givenFor(oddsOptions, values)
  const given = resolve(oddsOptions, named, 'cli')
  checkTogether(named)
  const odds = given.trials > 0 ? oddsOfTrials(given) : oddsOfBands(given)
  const plot = writtenPathOf(values, 'plot')
  if (plot !== undefined) {
    const { plotSvg } = await import('../terminal/odds-plot.ts')
    await checkStandardOutput([plot], { what: 'the table', fix: 'name a file' })
    await writeOutput(plot, plotSvg(odds), { force: values.force === true })
  }
  terminal.out(given.json ? oddsJson(odds) : oddsView(odds))
}

type OddsOptions = ReturnType<typeof resolve<typeof oddsOptions>>

/** Refuses combinations in which a flag would be ignored. @throws NearsameError OPTION_VALUE */
function checkTogether(given: Readonly<Record<string, unknown>>): void {
  for (const name of given.trials === undefined ? [] : ofBands) {
    if (ownValue(given, name) === undefined) continue
    const refusal = new Refusal('given without --trials', 'run bands and trials separately')
    throw refusedValue(spoken(name, 'cli'), String(ownValue(given, name)), refusal)
  }
  for (const [name, others] of Object.entries(needed)) {
    if (ownValue(given, name) === undefined || others.some(other => ownValue(given, other) !== undefined))
      continue
    const wanted = others.map(other => spoken(other, 'cli')).join(' or ')
    const refusal = new Refusal(`given with ${wanted}`, `add ${wanted}`)
    throw refusedValue(spoken(name, 'cli'), String(ownValue(given, name)), refusal)
  }
}

function oddsOfBands(given: OddsOptions): Odds {
  const goal = { jaccard: given.threshold, recall: given.recall }
  const chosen = chooseAgreeingBands(given.signatureLength, goal)
  const shapes = given.bands || given.rows ? askedShapes(given, chosen) : nearShapes(given, chosen)
  return {
    kind: 'bands',
    title:
      'probability that a pair becomes a candidate, by its Jaccard similarity (columns: bands x rows, shared)',
    names: shapes.map(nameOf),
    best: shapes.findIndex(shape => nameOf(shape) === nameOf(chosen)),
    table: bandOdds(shapes, given.similarities),
    curves: shapes.map(shape => similarity => agreeingProbability(shape, similarity)),
  }
}

function nameOf({ bands, rows, agree }: AgreeingBands): string {
  return `${bands} x ${rows}, ${agree}`
}

/** Every given number of bands with every given number of rows. @throws NearsameError OPTION_VALUE */
function askedShapes({ bands, rows, agree }: OddsOptions, chosen: AgreeingBands): AgreeingBands[] {
  const allBands = bands ?? [chosen.bands]
  checkAgree(agree, '--bands', Math.min(...allBands))
  return allBands.flatMap(b =>
    (rows ?? [chosen.rows]).map(r => ({ bands: b, rows: r, agree: Math.max(agree, 1) })),
  )
}

/** The shape that runs use, between those with fewer and more rows from the same signature. */
function nearShapes(
  { signatureLength, threshold, recall }: OddsOptions,
  chosen: AgreeingBands,
): AgreeingBands[] {
  return [-2, -1, 0, 1, 2]
    .map(more => chosen.rows + more)
    .filter(rows => rows >= 1 && rows <= signatureLength)
    .map(rows => mostAgreeing(signatureLength, rows, { jaccard: threshold, recall }))
}

/** @throws NearsameError OPTION_VALUE if more must agree than there are */
function checkAgree(agree: number, flag: string, most: number): void {
  if (agree <= most) return
  const refusal = new Refusal(`at most ${flag}, ${most}`, `lower --agree, or raise ${flag}`)
  throw refusedValue('--agree', agree, refusal)
}

function oddsOfTrials(given: OddsOptions): Odds {
  const { trials, hashes, similarities } = given
  const agree = given.agree === 0 ? defaultTrialShape.agree : given.agree
  checkAgree(agree, '--trials', trials)
  const shapes = (hashes ?? [10, 12, 14, 16, 18, 20]).map(n => ({ trials, agree, hashes: n }))
  return {
    kind: 'trials',
    title: `probability that at least ${agree} of ${trials} trials agree, by the overlap of two documents`,
    names: shapes.map(shape => `${shape.hashes} hashes`),
    best: -1,
    table: trialOdds(shapes, similarities),
    curves: shapes.map(shape => similarity => duplicateProbability(shape, similarity)),
  }
}

/** `chosen`: the column that runs use, counted from 0; null if there is none. */
function oddsJson({ kind, best, table }: Odds): string {
  return `${JSON.stringify({ kind, chosen: best >= 0 ? best : null, ...table }, null, 2)}\n`
}

function oddsView({ title, names, best, table: odds, curves }: Odds): string {
  const head = ['', ...names.map((name, column) => (column === best ? `* ${name}` : name))]
  const rows = odds.similarities.map((similarity, row) => [
    String(similarity),
    ...odds.probabilities[row].map(percent),
  ])
  const halves = ['50 % at', ...curves.map(curve => similarityAt(curve, 0.5).toFixed(3))]
  const note = best >= 0 ? '\n  * used by runs: reaches the recall with the fewest false candidates\n' : ''
  return `${title}\n\n${table([head, ...rows, halves], 'r'.repeat(head.length))}${note}`
}

/** One decimal; 100 % only if certain. */
function percent(probability: number): string {
  const text = (100 * probability).toFixed(1)
  return `${text === '100.0' && probability < 1 ? '99.9' : text} %`
}
