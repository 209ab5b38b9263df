/**
 * Matrix: the similarity of every two members of a cluster, and the chain that links a member to its survivor.
 *
 * The library measures the texts here; pairs that the run or the server knows stand in for texts that are not there.
 */

import { countShared } from '../../src/ground/lists/shared-values.ts'
import { similarityOf } from '../../src/texts/similarity/overlap.ts'
import { engine } from '../data/engine.ts'
import { comparingOptions, type Findings, type FoundDocument } from '../data/findings.ts'

export interface Matrix {
  /** [n * n]; NaN: not known. */
  readonly values: Float64Array
  /** Cells that were measured here. */
  readonly measured: number
  /** Members whose text is missing or cut, so that nothing can be measured. */
  readonly missing: number
}

/** Measured from the texts; what cannot be is taken from the known pairs. */
export async function matrixOf(
  findings: Findings,
  documents: readonly FoundDocument[],
  signal: AbortSignal,
): Promise<Matrix> {
  const sets = isShare(findings.measure) ? await shingleSets(findings, documents) : []
  const size = documents.length
  const values = new Float64Array(size * size).fill(Number.NaN)
  let measured = 0
  for (let a = 0; a < size; a++) {
    values[a * size + a] = 1
    for (let b = 0; b < a; b++) {
      const [x, y] = [sets[a], sets[b]]
      if (x === undefined || y === undefined) continue
      values[a * size + b] = values[b * size + a] = overlap(x, y, findings.measure as Measure)
      measured++
    }
  }
  if (measured < (size * (size - 1)) / 2)
    for (const { a, b, similarity } of await findings.knownPairs(documents, signal))
      if (Number.isNaN(values[a * size + b])) values[a * size + b] = values[b * size + a] = similarity
  return { values, measured, missing: sets.filter(set => set === undefined).length }
}

const isShare = (measure: string) => measure === 'jaccard' || measure === 'containment'

/** Undefined for a text that is missing or cut. */
async function shingleSets(findings: Findings, documents: readonly FoundDocument[]) {
  const texts = await Promise.all(documents.map(document => findings.textOf(document)))
  const { shingleHashes } = await engine()
  const options = comparingOptions({ ...findings.options, method: 'minhash', params: {} })
  return Promise.all(
    texts.map(text => ('text' in text && !text.isCut ? shingleHashes(text.text, options) : undefined)),
  )
}

type Measure = Parameters<typeof similarityOf>[0]

/** Of two ascending sets. */
export function overlap(a: BigUint64Array, b: BigUint64Array, measure: Measure): number {
  return similarityOf(measure, { shared: countShared(a, b), a: a.length, b: b.length })
}

/**
 * The strongest chain between two members: the path whose weakest link is as strong as possible, of these the shortest.
 *
 * @returns places from `from` to `to`; empty if no chain of known pairs links them
 */
export function chainBetween(values: Float64Array, size: number, from: number, to: number): number[] {
  const best = new Float64Array(size).fill(-1)
  const steps = new Int32Array(size).fill(size + 1)
  const before = new Int32Array(size).fill(-1)
  const isDone = new Uint8Array(size)
  best[from] = Number.POSITIVE_INFINITY
  steps[from] = 0
  for (;;) {
    let next = -1
    for (let place = 0; place < size; place++) {
      if (isDone[place] || best[place] < 0) continue
      const isBetter =
        next === -1 ||
        best[place] > best[next] ||
        (best[place] === best[next] && steps[place] < steps[next])
      if (isBetter) next = place
    }
    if (next === -1) return []
    if (next === to) break
    isDone[next] = 1
    for (let place = 0; place < size; place++) {
      const weakest = Math.min(best[next], values[next * size + place])
      const isShorter = weakest === best[place] && steps[next] + 1 < steps[place]
      if (isDone[place] || !(weakest > best[place] || isShorter)) continue
      best[place] = weakest
      steps[place] = steps[next] + 1
      before[place] = next
    }
  }
  const chain = [to]
  while (chain[0] !== from) chain.unshift(before[chain[0]])
  return chain
}
