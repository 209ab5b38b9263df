/**
 * Trade-off: cost and recall of bands, on the first 20,000 documents of the corpus, unchanged.
 *
 * Shapes: those of `chooseBands` and `chooseAgreeingBands` for signatures of 32 to 256 values and recall targets of 0.5
 * to 0.999, at words:5 and 0.8. Truth: the prefix-filter join of `truth-join.ts`, which misses no pair. Any shape finds
 * pairs of Jaccard 1, so recall is that of the others, over five seeds. "Candidates" are the measured pairs.
 * Documents/s: from text in memory to pairs, CPU time of one thread, the fastest of five runs.
 *
 * Writes docs/guide/trade-off.svg, or trade-off.svg in the out folder if the corpus is smaller.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupBands } from '../../src/engine/batch/group-bands.ts'
import { representatives } from '../../src/engine/batch/group-equal.ts'
import { readCorpus } from '../../src/engine/library/corpus.ts'
import type { Engine } from '../../src/engine/library/open-engine.ts'
import { libraryPorts } from '../../src/engine/library/ports.ts'
import { openKernels, resolveSettings } from '../../src/engine/library/settings.ts'
import { allPairs } from '../../src/engine/pairs/all-pairs.ts'
import { atOnce } from '../../src/ground/breath/steps.ts'
import { limitOf } from '../../src/ground/pair-rows/pairs-limit.ts'
import {
  type AgreeingBands,
  agreeingProbability,
  chooseAgreeingBands,
} from '../../src/texts/lsh/agreeing-bands.ts'
import { chooseBands } from '../../src/texts/lsh/banding.ts'
import { TextReader } from '../../src/texts/workspace/text-reader.ts'
import { TextWorkspace } from '../../src/texts/workspace/text-workspace.ts'
import type { Definition, Row } from '../definition.ts'
import { realDocuments } from '../real-text.ts'
import { type TradeOffPoint, tradeOffSvg } from '../trade-off-plot.ts'
import { joinSets } from '../truth/truth-join.ts'
import { ShingleNumbers } from '../truth/truth-shingles.ts'

const documents = 20_000
const threshold = 0.8
const lengths = [32, 64, 128, 256]
const seeds = 5
const targets = [0.5, 0.8, 0.9, 0.95, 0.99, 0.999]

/** Distinct shapes for a signature length, sorted by the recall that they promise at the threshold. */
function shapesOf(length: number): AgreeingBands[] {
  const shapes = new Map<string, AgreeingBands>()
  for (const recall of targets) {
    const goal = { jaccard: threshold, recall }
    for (const shape of [{ ...chooseBands(length, goal), agree: 1 }, chooseAgreeingBands(length, goal)]) {
      shapes.set(nameOf(shape), shape)
    }
  }
  const promised = (shape: AgreeingBands): number => agreeingProbability(shape, threshold)
  return [...shapes.values()].sort((a, b) => promised(a) - promised(b))
}

const nameOf = ({ bands, rows, agree }: AgreeingBands): string => `${bands} x ${rows}, ${agree}`

/** Number of pairs to find. The sets are released before timing. */
function trueCount(texts: readonly string[]): number {
  const numbers = new ShingleNumbers()
  const sets = texts.map(text => numbers.shinglesOf(text))
  return joinSets(sets, numbers.count, threshold).filter(({ jaccard }) => jaccard < 1).length
}

/** An engine with given bands. */
async function engineOf(length: number, shape: AgreeingBands, seed: number): Promise<Engine> {
  const settings = resolveSettings({ signatureLength: length, threshold, seed })
  const plan = { ...settings.plan, bands: shape.bands, rows: shape.rows }
  const space = new TextWorkspace(await openKernels(undefined), plan, new BigUint64Array(0))
  const reader = new TextReader(space, settings.rule)
  const deciders = { signature: undefined, trials: undefined, pairs: undefined }
  return { settings: { ...settings, plan, shape }, space, reader, breath: async () => {}, ...deciders }
}

interface Run {
  readonly found: number
  readonly candidates: number
  readonly seconds: number
}

async function run(texts: readonly string[], engine: Engine): Promise<Run> {
  const started = process.cpuUsage()
  const { corpus } = await readCorpus(engine, texts)
  const { verifier: exact } = libraryPorts(engine, corpus)
  const representative = representatives(corpus)
  let candidates = 0
  const verifier = {
    measure(left: Int32Array, right: Int32Array) {
      candidates += left.length
      return exact.measure(left, right)
    },
  }
  const groups = atOnce(groupBands(corpus, representative, engine.settings.shape.agree))
  const shared = { columns: corpus, representative, candidates: groups, verifier, threshold }
  const pairs = await allPairs({ ...shared, limit: limitOf(1e9) })
  let found = 0
  for (const { similarity } of pairs.rows()) for (const value of similarity) if (value < 1) found++
  const { user, system } = process.cpuUsage(started)
  return { found, candidates, seconds: (user + system) / 1e6 }
}

async function measured(texts: readonly string[], truth: number, length: number, shape: AgreeingBands) {
  const done: Run[] = []
  for (let seed = 1; seed <= seeds; seed++) done.push(await run(texts, await engineOf(length, shape, seed)))
  const sum = (of: (run: Run) => number): number => done.reduce((total, one) => total + of(one), 0)
  return {
    length,
    shape,
    found: sum(({ found }) => found),
    pairs: seeds * truth,
    candidates: sum(({ candidates }) => candidates) / seeds / texts.length,
    speed: texts.length / Math.min(...done.map(({ seconds }) => seconds)),
  } satisfies TradeOffPoint
}

export const tradeOff: Definition = {
  name: 'trade-off',
  about: 'recall, candidates and speed of band shapes on 20,000 documents; writes docs/guide/trade-off.svg',
  async run({ corpus, out, say }) {
    const texts: string[] = []
    for await (const { text } of realDocuments(corpus)) if (texts.push(text) === documents) break
    const truth = trueCount(texts)
    say(`${texts.length} documents, ${truth} pairs with a Jaccard in [${threshold}, 1)`)
    const points: TradeOffPoint[] = []
    const rows: Row[] = []
    for (const length of lengths) {
      for (const shape of shapesOf(length)) {
        const point = await measured(texts, truth, length, shape)
        points.push(point)
        const expected = agreeingProbability(shape, threshold).toFixed(4)
        rows.push({
          name: `${length} values, ${nameOf(shape)}`,
          recall: point.found / point.pairs,
          note: `${expected} at ${threshold}; ${point.candidates.toFixed(2)} candidates/document; ${point.speed.toFixed(0)} documents/s`,
        })
      }
    }
    const isWhole = texts.length === documents
    const path = join(
      isWhole ? new URL('../../docs/guide/', import.meta.url).pathname : out,
      'trade-off.svg',
    )
    writeFileSync(
      path,
      tradeOffSvg(
        points,
        `Bands on ${texts.length.toLocaleString('en')} documents: words:5, Jaccard at least ${threshold}`,
      ),
    )
    say(`plot: ${path}`)
    return rows
  },
}
