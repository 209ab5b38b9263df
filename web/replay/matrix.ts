/**
 * Matrix: the similarity of every two members of a cluster, and the chain that links a member to its survivor.
 *
 * Known pairs come first; what nobody measured is measured here from the texts, by the library.
 */

import { countShared } from '../../src/ground/lists/shared-values.ts'
import { similarityOf } from '../../src/texts/similarity/overlap.ts'
import { engine } from '../data/engine.ts'
import { comparingOptions, type Findings, type ShownText } from '../data/findings.ts'

export interface Matrix {
  /** [n * n]; NaN: not known. */
  readonly values: Float64Array
  /** Cells that were measured here. */
  readonly measured: number
  /** Members whose text is missing or cut, so that nothing can be measured. */
  readonly missing: number
}

/** From the known pairs alone. */
export function knownMatrix({ pairs }: Findings, rows: readonly number[]): Float64Array {
  const size = rows.length
  const values = new Float64Array(size * size).fill(Number.NaN)
  const placeOf = new Map(rows.map((row, place) => [row, place]))
  for (let place = 0; place < size; place++) values[place * size + place] = 1
  for (let pair = 0; pair < pairs.left.length; pair++) {
    const a = placeOf.get(pairs.left[pair])
    const b = a === undefined ? undefined : placeOf.get(pairs.right[pair])
    if (a === undefined || b === undefined) continue
    values[a * size + b] = values[b * size + a] = pairs.similarities[pair]
  }
  return values
}

/** Known pairs, and the others measured. REQUIRES: the measure is jaccard or containment. */
export async function fullMatrix(findings: Findings, rows: readonly number[]): Promise<Matrix> {
  const values = knownMatrix(findings, rows)
  const size = rows.length
  const texts = await Promise.all(rows.map(row => findings.textOf(row)))
  const { shingleHashes } = await engine()
  const options = comparingOptions({ ...findings.options, method: 'minhash', params: {} })
  const isWhole = (text: ShownText) => 'text' in text && !text.isCut
  const sets = await Promise.all(
    texts.map(text => ('text' in text && isWhole(text) ? shingleHashes(text.text, options) : undefined)),
  )
  let measured = 0
  for (let a = 0; a < size; a++)
    for (let b = 0; b < a; b++) {
      const [x, y] = [sets[a], sets[b]]
      if (!Number.isNaN(values[a * size + b]) || x === undefined || y === undefined) continue
      values[a * size + b] = values[b * size + a] = overlap(x, y, findings.measure as Measure)
      measured++
    }
  return { values, measured, missing: texts.filter(text => !isWhole(text)).length }
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
