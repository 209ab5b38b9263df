/**
 * Record estimates: how far the estimated precision is off, on labelled sets, on their variants and on made-up lists of
 * look-alikes; and how far on sets that had no part in the choice of the constants.
 *
 *     node bench/record-estimates.ts DIR FACTS [SET ...]
 *
 * FACTS is a file of JSON lines with the grounds and the true precision of each list, which takes minutes to make: it is
 * extended by the lists that it lacks. Then, for each set, the constants are chosen again without it, its variants and
 * its mixtures, and its estimates made with these.
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
  estimatePrecision,
  type Grounds,
} from '../src/methods/records/decision/estimate.ts'
import { decideRecords } from '../src/methods/records/find-record-pairs.ts'
import { expandPairs } from '../src/methods/records/row-pairs.ts'
import { judge, type LabelledRecords, readRecords } from './labelled.ts'
import { lookAlikes } from './look-alikes.ts'
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

function* listsOf(
  folder: string,
  sets: readonly string[],
): Generator<[string, string, () => LabelledRecords]> {
  for (const set of sets) {
    const records = readRecords(join(folder, set))
    yield [set, 'whole', () => records]
    for (const [variant, make] of Object.entries(variantsOf(records)))
      yield [set, variant, () => make(records)]
  }
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
  if (least < fewestRows) return undefined
  const sides = split > 0 ? { split } : undefined
  const { decided, decision, evidence, listed } = atOnce(decideRecords(texts, sides, { columns }))
  const found = atOnce(expandPairs(listed, evidence.pairs, decision, decided))
  const { precision, recall } = judge(records, found)
  return { set, variant, pairs: found.left.length, precision, recall, grounds: decision.grounds }
}

/** The facts of a file, extended by those that it lacks. */
function gather(folder: string, path: string, sets: readonly string[]): Fact[] {
  const read = (): Fact[] =>
    existsSync(path)
      ? readFileSync(path, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map(line => JSON.parse(line))
      : []
  const known = new Set(read().map(({ set, variant }) => `${set} ${variant}`))
  for (const [set, variant, make] of listsOf(folder, sets)) {
    if (known.has(`${set} ${variant}`)) continue
    const fact = factOf(set, variant, make())
    if (fact !== undefined) appendFileSync(path, `${JSON.stringify(fact)}\n`)
  }
  return read().filter(({ pairs, grounds }) => pairs > 0 && grounds.differences.pairs > 0)
}

type Estimate = (fact: Fact) => number

const tried = [0.7, 0.85, 1.15, 1.3]
const fixed = ['mostSure']
/** An estimate above the truth by more than this, where less than half is right, is the worst. */
const [mostOver, worst] = [0.15, 3]

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
function leftOut(facts: readonly Fact[]): Estimate {
  const sets = new Set(facts.flatMap(({ set }) => set.split('+')))
  const constants = new Map(
    [...sets].map(set => [set, fitted(facts.filter(fact => !fact.set.split('+').includes(set)))]),
  )
  return ({ set, grounds }) => estimatePrecision(grounds, constants.get(set.split('+')[0])).precision
}

const kinds: readonly [string, (fact: Fact) => boolean][] = [
  ['whole sets', ({ variant }) => variant === 'whole'],
  ['halves, thirds', ({ variant }) => /half|third/.test(variant)],
  ['a tenth of the copies', ({ variant }) => variant === 'tenth'],
  ['no copies', ({ variant }) => /none/.test(variant)],
  ['columns dropped, text, union, mixed', ({ variant }) => /^(without|text$|union|mixed)/.test(variant)],
  ['look-alikes', ({ variant }) => /copies/.test(variant)],
  ['all', () => true],
]

function tableOf(facts: readonly Fact[], estimates: readonly Estimate[]): string {
  const row = ([kind, is]: (typeof kinds)[number]): string => {
    const some = facts.filter(is)
    const wrong = some.filter(({ precision }) => precision < 0.5)
    const cells = estimates.flatMap(estimate => {
      const mean =
        some.reduce((sum, fact) => sum + Math.abs(estimate(fact) - fact.precision), 0) / some.length
      const over = wrong.map(fact => estimate(fact) - fact.precision)
      return [
        mean.toFixed(3),
        `${over.filter(by => by > mostOver).length}`,
        Math.max(0, ...over).toFixed(2),
      ]
    })
    return [kind, some.length, wrong.length, ...cells].join(' | ')
  }
  const head = 'lists | n | below half | error | misled | most over | left out: error | misled | most over'
  return [head, Array(9).fill('---').join(' | '), ...kinds.map(row)].map(line => `| ${line} |`).join('\n')
}

function main(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { fit: { type: 'boolean' } },
  })
  const [folder, path, ...sets] = positionals
  if (path === undefined) throw new Error('name the folder of the labelled sets, and a file for the facts')
  const facts = gather(folder, path, sets.length > 0 ? sets : setsIn(folder))
  const estimate: Estimate = ({ grounds }) => estimatePrecision(grounds).precision
  const held = leftOut(facts)
  console.log(tableOf(facts, [estimate, held]))
  for (const fact of facts) {
    const [now, without] = [estimate(fact), held(fact)]
    if (Math.max(Math.abs(now - fact.precision), Math.abs(without - fact.precision)) <= mostOver) continue
    const figures = [fact.precision, now, without].map(value => value.toFixed(2)).join(', ')
    console.log(`${fact.set} ${fact.variant}: precision, estimate, left out: ${figures}`)
  }
  if (values.fit) console.log(fitted(facts))
}

if (import.meta.main) main()
