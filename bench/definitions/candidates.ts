/**
 * Candidates: the share of all pairs of a labelled set that `findPairs` finds; the truth compares every pair.
 *
 * Each set of `labelled.ts` is run with two shingles, each at the threshold, in steps of 0.05, with the best F1 against
 * the labels. "Recall" here is that of the candidates: pairs found of the pairs at the threshold, with the exact
 * binomial interval, which assumes independent pairs. Further seeds distinguish chance from a systematic loss. Found
 * pairs must have the truth's similarity, to the bit. `test/statistical/recall.all.test.ts` does the same for the shipped
 * lists.
 */

import { groupBands } from '../../src/engine/batch/group-bands.ts'
import { representatives } from '../../src/engine/batch/group-equal.ts'
import { binomialInterval } from '../../src/engine/evaluate/intervals.ts'
import { readCorpus } from '../../src/engine/library/corpus.ts'
import { findPairs, type PairsOptions } from '../../src/engine/library/find-pairs.ts'
import { openEngine } from '../../src/engine/library/open-engine.ts'
import { libraryPorts } from '../../src/engine/library/ports.ts'
import { allPairs } from '../../src/engine/pairs/all-pairs.ts'
import { atOnce } from '../../src/ground/breath/steps.ts'
import { limitOf } from '../../src/ground/pair-rows/pairs-limit.ts'
import type { Context, Definition, Row } from '../definition.ts'
import { folderOf, judge, type Labelled, readSet, textDedup } from '../labelled.ts'
import type { TruePair } from '../truth/truth-join.ts'
import { joinByCounting, numberedSets } from '../truth/truth-sets.ts'

/** Shingle and threshold. */
type Setting = `${'words' | 'chars'}:${number} at ${number}`

const settings: Readonly<Record<string, readonly Setting[]>> = {
  restaurant: ['words:1 at 0.65', 'chars:3 at 0.6'],
  cora: ['words:1 at 0.45', 'chars:3 at 0.5'],
  early_childhood: ['words:1 at 0.45', 'chars:3 at 0.45'],
  febrl3: ['words:1 at 0.25', 'chars:3 at 0.3'],
  bible_kjv_asv: ['words:1 at 0.55', 'chars:3 at 0.55'],
  synth_en: ['words:1 at 0.55', 'chars:4 at 0.5'],
  synth_ja: ['words:1 at 0.55', 'words:2 at 0.45'],
  plagiarised_answers: ['words:1 at 0.2', 'chars:4 at 0.25'],
  dblp_acm: ['words:1 at 0.6', 'chars:3 at 0.55'],
  abt_buy: ['words:1 at 0.2', 'chars:3 at 0.25'],
  finnish_paraphrase_a: ['words:1 at 0.5', 'chars:3 at 0.5'],
  java_plagiarism_1_4: ['words:1 at 0.2', 'chars:3 at 0.25'],
  news_articles_1000: ['words:1 at 0.3', 'chars:3 at 0.45'],
}

const seeds = 5
const wanted = 0.99

/** Finds the same pairs with the parts of `findPairs`, to count the measured candidates. */
async function candidateCount(texts: readonly string[], options: PairsOptions): Promise<number> {
  const engine = await openEngine(options)
  const { corpus } = await readCorpus(engine, texts)
  const { verifier } = libraryPorts(engine, corpus)
  const representative = representatives(corpus)
  let count = 0
  await allPairs({
    columns: corpus,
    representative,
    candidates: atOnce(groupBands(corpus, representative, engine.settings.shape.agree)),
    threshold: engine.settings.result.threshold,
    limit: limitOf(Number.MAX_SAFE_INTEGER),
    verifier: {
      measure(left, right) {
        count += left.length
        return verifier.measure(left, right)
      },
    },
  })
  return count
}

/** Pairs found, each compared with the truth. */
async function found(texts: readonly string[], truth: ReadonlyMap<number, number>, options: PairsOptions) {
  const { pairs, bands } = await findPairs(texts, { ...options, maxPairs: 10_000_000 })
  for (const { left, right, similarity } of pairs) {
    const expected = truth.get(left * texts.length + right)
    if (expected !== similarity)
      throw new Error(`${left},${right}: expected ${expected}, got ${similarity}`)
  }
  return { pairs, bands }
}

async function measured(name: string, set: Labelled, setting: Setting): Promise<Row> {
  const [shingle, at] = setting.split(' at ')
  const [unit, size] = shingle.split(':') as ['words' | 'chars', string]
  const threshold = Number(at)
  const { texts } = set
  const all = joinByCounting(numberedSets(texts, unit, Number(size)), threshold)
  const truth = new Map(all.map(({ a, b, jaccard }: TruePair) => [a * texts.length + b, jaccard]))
  const options = { shingle, threshold }
  const counts: number[] = []
  let first: Awaited<ReturnType<typeof found>> | undefined
  for (let seed = 1; seed <= seeds; seed++) {
    const run = await found(texts, truth, { ...options, seed })
    counts.push(run.pairs.length)
    first ??= run
  }
  const { bands, pairs } = first as Awaited<ReturnType<typeof found>>
  const { low, high } = binomialInterval(pairs.length, truth.size) // 95 %
  const mean = counts.reduce((sum, count) => sum + count, 0) / seeds / truth.size
  const labels = judge(set, { left: pairs.map(({ left }) => left), right: pairs.map(({ right }) => right) })
  const rival = textDedup[name]
  const note = [
    `${pairs.length} of ${truth.size} (${low.toFixed(4)} to ${high.toFixed(4)})`,
    `${seeds} seeds ${mean.toFixed(4)}, lowest ${(Math.min(...counts) / truth.size).toFixed(4)}`,
    `${bands.bands} x ${bands.rows}, ${bands.agree}: ${await candidateCount(texts, options)} candidates`,
    `labels P ${labels.precision.toFixed(3)} R ${labels.recall.toFixed(3)} F1 ${labels.f1.toFixed(3)}`,
    ...(rival ? [`text-dedup P ${rival[0]} R ${rival[1]}`] : []),
  ].join('; ')
  const recall = pairs.length / truth.size
  return {
    name: `${name} ${setting}`,
    recall,
    note,
    met: Math.min(recall, mean) >= wanted,
  }
}

export const candidates: Definition = {
  name: 'candidates',
  about:
    'share of all pairs at a threshold that is found, >= 0.99 on every labelled set (NEARSAME_LABELLED)',
  async run(context: Context) {
    const rows: Row[] = []
    for (const [name, cases] of Object.entries(settings)) {
      const folder = folderOf(name, context.say)
      if (folder === undefined) continue
      const set = readSet(folder, false)
      for (const setting of cases) rows.push(await measured(name, set, setting))
    }
    return rows
  },
}
