/**
 * Record estimates: how far the estimated precision is off, on labelled sets, on their variants and on made-up lists of
 * look-alikes; and how far on sets that had no part in the choice of the constants.
 *
 *     node bench/record-estimates.ts DIR FACTS [--lists DIR] [--whole] [--worth] [--fit] [SET ...]
 *
 * FACTS is a file of JSON lines with the grounds and the true precision of each list, which takes minutes to make: it
 * is extended by the lists that it lacks. Then, for each set, the constants are chosen again without it, its variants
 * and its mixtures, and its estimates made with these. *Inside* counts the lists whose true precision is in the
 * interval.
 *
 * `--lists` adds the lists of `record-lists.ts`, each left out alone; `--whole` leaves variants and made-up lists out;
 * `--worth` prints what each constant is worth: how much more the errors cost if it is halved, and doubled; `--fit`
 * prints the constants chosen on all.
 *
 * Lists whose pairs are partly labelled have no variants without copies: pairs without a label may be right.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { atOnce } from '../src/ground/breath/steps.ts'
import {
  type EstimateConstants,
  estimateConstants,
} from '../src/methods/records/constants/decision-constants.ts'
import { type Estimate, estimatePrecision, type Grounds } from '../src/methods/records/decision/estimate.ts'
import { decideRecords } from '../src/methods/records/find-record-pairs.ts'
import { expandPairs } from '../src/methods/records/row-pairs.ts'
import { judge, type LabelledRecords, readRecords } from './labelled.ts'
import { lookAlikes } from './look-alikes.ts'
import { readList } from './record-lists.ts'
import { setsIn } from './record-sets.ts'
import { mixed, variantsOf } from './record-variants.ts'

/** A list, what is known of its pairs without labels, and what is right. */
interface Fact {
  readonly set: string
  readonly variant: string
  readonly pairs: number
  readonly precision: number
  readonly recall: number
  readonly grounds: Grounds
}

const mixtures = [
  ['restaurant', 'early_childhood'],
  ['bible_kjv_asv', 'synth_en'],
  ['orgs_hard', 'synth_people'],
  ['synth_lookalikes', 'febrl3'],
  ['abt_buy', 'okkam_restaurants'],
]
const fewestRows = 20

/** The lists that facts are gathered of. */
interface Wanted {
  readonly folder: string
  readonly sets: readonly string[]
  readonly lists: string | undefined
  readonly isWhole: boolean
}

function* listsOf({
  folder,
  sets,
  lists,
  isWhole,
}: Wanted): Generator<[string, string, () => LabelledRecords]> {
  for (const list of lists === undefined ? [] : setsIn(lists))
    yield [`list ${list}`, 'list', () => readList(join(lists as string, list))]
  for (const set of sets) {
    const records = readRecords(join(folder, set))
    yield [set, 'whole', () => records]
    if (isWhole) continue
    for (const [variant, make] of Object.entries(variantsOf(records)))
      yield [set, variant, () => make(records)]
  }
  if (isWhole) return
  for (const [a, b] of mixtures) {
    if (!sets.includes(a) || !sets.includes(b)) continue
    yield [`${a}+${b}`, 'mixed', () => mixed(readRecords(join(folder, a)), readRecords(join(folder, b)))]
  }
  for (const [kind, variant, records] of lookAlikes()) yield [kind, variant, () => records]
}

/** Undefined for lists of a few rows. */
function factOf(set: string, variant: string, records: LabelledRecords): Fact | undefined {
  const { texts, columns, split } = records
  const least = split > 0 ? Math.min(split, texts.length - split) : texts.length
  if (least < fewestRows && variant !== 'list') return undefined
  const sides = split > 0 ? { split } : undefined
  const { decided, decision, evidence, listed } = atOnce(decideRecords(texts, sides, { columns }))
  const found = atOnce(expandPairs(listed, evidence.pairs, decision, decided))
  const { precision, recall } = judge(records, found)
  return { set, variant, pairs: found.left.length, precision, recall, grounds: decision.grounds }
}

/** The facts of a file, extended by those that it lacks. */
function gather(wanted: Wanted, path: string): Fact[] {
  const read = (): Fact[] =>
    existsSync(path)
      ? readFileSync(path, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map(line => JSON.parse(line))
      : []
  const known = new Set(read().map(({ set, variant }) => `${set} ${variant}`))
  for (const [set, variant, make] of listsOf(wanted)) {
    if (known.has(`${set} ${variant}`)) continue
    const fact = factOf(set, variant, make())
    if (fact !== undefined) appendFileSync(path, `${JSON.stringify(fact)}\n`)
  }
  return read().filter(({ pairs, grounds }) => pairs > 0 && grounds.differences.pairs > 0)
}

type Estimator = (fact: Fact) => Estimate

const tried = [0.7, 0.85, 1.15, 1.3]
const fixed = ['mostSure']
/** An estimate above the truth by more than this, where less than half is right, is the worst. */
const [mostOver, worst] = [0.15, 3]
/** Figures are printed so far. */
const printed = 0.005

/** What the choice of constants makes small: the mean error, and errors that mislead. */
function costOf(facts: readonly Fact[], constants: EstimateConstants): number {
  let sum = 0
  for (const { precision, grounds, variant } of facts) {
    const error = estimatePrecision(grounds, constants).precision - precision
    sum += Math.abs(error) * (variant === 'whole' ? 3 : 1)
    if (precision < 0.5) sum += worst * Math.max(0, error - mostOver)
  }
  return sum / facts.length
}

/** Constants by coordinate descent from the present ones. */
function fitted(facts: readonly Fact[]): EstimateConstants {
  let best: EstimateConstants = estimateConstants
  let least = costOf(facts, best)
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const name of Object.keys(estimateConstants).filter(
      one => !fixed.includes(one),
    ) as (keyof EstimateConstants)[]) {
      for (const factor of tried) {
        const value = best[name] * factor
        if (value > 1 && best[name] <= 1) continue // a share stays one
        const constants = { ...best, [name]: value }
        const cost = costOf(facts, constants)
        if (cost > least - 1e-5) continue
        best = constants
        least = cost
        isBetter = true
      }
    }
  }
  return best
}

/** For each fact the constants chosen without its set. */
function leftOut(facts: readonly Fact[]): Estimator {
  const sets = new Set(facts.flatMap(({ set }) => set.split('+')))
  const constants = new Map(
    [...sets].map(set => [set, fitted(facts.filter(fact => !fact.set.split('+').includes(set)))]),
  )
  return ({ set, grounds }) => estimatePrecision(grounds, constants.get(set.split('+')[0]))
}

const kinds: readonly [string, (fact: Fact) => boolean][] = [
  ['small lists', ({ variant }) => variant === 'list'],
  ['whole sets', ({ variant }) => variant === 'whole'],
  ['halves, thirds', ({ variant }) => /half|third/.test(variant)],
  ['a tenth of the copies', ({ variant }) => variant === 'tenth'],
  ['no copies', ({ variant }) => /none/.test(variant)],
  ['columns dropped, text, union, mixed', ({ variant }) => /^(without|text$|union|mixed)/.test(variant)],
  ['look-alikes', ({ variant }) => /copies/.test(variant)],
  ['all', () => true],
]

function tableOf(facts: readonly Fact[], estimators: readonly Estimator[]): string {
  const rows = kinds.flatMap(([kind, is]) => {
    const some = facts.filter(is)
    const below = some.filter(({ precision }) => precision < 0.5).length
    if (some.length === 0) return []
    return [[kind, some.length, below, ...estimators.flatMap(estimator => cellsOf(some, estimator))]]
  })
  const cells = ['error', 'misled', 'most over', 'inside', 'width']
  const head = ['lists', 'n', 'below half', ...cells, `left out: ${cells[0]}`, ...cells.slice(1)]
  return [head, head.map(() => '---'), ...rows].map(line => `| ${line.join(' | ')} |`).join('\n')
}

/** Error, lists that mislead, the most over, lists inside their interval, and its mean width. */
function cellsOf(facts: readonly Fact[], estimator: Estimator): string[] {
  const mean = (of: (fact: Fact, estimate: Estimate) => number): number =>
    facts.reduce((sum, fact) => sum + of(fact, estimator(fact)), 0) / facts.length
  const over = facts
    .filter(({ precision }) => precision < 0.5)
    .map(fact => estimator(fact).precision - fact.precision)
  const inside = mean(({ precision }, { interval: [low, high] }) =>
    precision >= low - printed && precision <= high + printed ? 1 : 0,
  )
  return [
    mean((fact, { precision }) => Math.abs(precision - fact.precision)).toFixed(3),
    `${over.filter(by => by > mostOver).length}`,
    Math.max(0, ...over).toFixed(2),
    `${Math.round(inside * facts.length)}`,
    mean((_, { interval: [low, high] }) => high - low).toFixed(2),
  ]
}

/** What the errors cost more, in hundredths, if a constant is halved, and if it is doubled. */
function worthOf(facts: readonly Fact[]): string {
  const now = costOf(facts, estimateConstants)
  const names = Object.keys(estimateConstants) as (keyof EstimateConstants)[]
  const rows = names.map(name => {
    const value = estimateConstants[name]
    const costs = [value / 2, value <= 1 ? Math.min(1, 2 * value) : 2 * value].map(other =>
      (100 * (costOf(facts, { ...estimateConstants, [name]: other }) - now)).toFixed(2),
    )
    return `| ${[name, value.toFixed(3), ...costs].join(' | ')} |`
  })
  return ['| constant | value | halved | doubled |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function main(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      fit: { type: 'boolean' },
      lists: { type: 'string' },
      whole: { type: 'boolean', default: false },
      worth: { type: 'boolean' },
    },
  })
  const [folder, path, ...some] = positionals
  if (path === undefined) throw new Error('name the folder of the labelled sets, and a file for the facts')
  const sets = some.length > 0 ? some : setsIn(folder)
  const facts = gather({ folder, sets, lists: values.lists, isWhole: values.whole }, path)
  const estimate: Estimator = ({ grounds }) => estimatePrecision(grounds)
  const held = leftOut(facts)
  console.log(tableOf(facts, [estimate, held]))
  for (const fact of facts) {
    const [now, without] = [estimate(fact).precision, held(fact).precision]
    if (Math.max(Math.abs(now - fact.precision), Math.abs(without - fact.precision)) <= mostOver) continue
    const figures = [fact.precision, now, without].map(value => value.toFixed(2)).join(', ')
    console.log(`${fact.set} ${fact.variant}: precision, estimate, left out: ${figures}`)
  }
  if (values.worth) console.log(worthOf(facts))
  if (values.fit) console.log(fitted(facts))
}

if (import.meta.main) main()
