/** Works over a random world or over given data, with a delayed verifier. */

import type { ClusterWork } from '../../src/engine/batch/columns.ts'
import { groupBands } from '../../src/engine/batch/group-bands.ts'
import { representatives } from '../../src/engine/batch/group-equal.ts'
import type { Verifier } from '../../src/engine/cluster/candidates.ts'
import { atOnce } from '../../src/ground/breath/steps.ts'
import type { PairRows } from '../../src/ground/pair-rows/pair-rows.ts'
import { limitOf } from '../../src/ground/pair-rows/pairs-limit.ts'
import { candidatesOf } from './candidates.ts'
import { chunked } from './chunked.ts'
import { columnsOf, randomSource, similarityOf, type World } from './world.ts'

/** A verifier that answers late and out of order, and counts its pairs. */
export class LateVerifier implements Verifier {
  measured = 0
  calls = 0
  readonly pairs: string[] = []
  readonly #similarity: (left: number, right: number) => number
  readonly #random: () => number

  constructor(similarity: (left: number, right: number) => number, seed = 1) {
    this.#similarity = similarity
    this.#random = randomSource(seed)
  }

  async measure(left: Int32Array, right: Int32Array): Promise<Float64Array> {
    this.calls++
    this.measured += left.length
    const answers = Float64Array.from(left, (l, at) => this.#similarity(l, right[at]))
    if (left.length < 1000) {
      for (let at = 0; at < left.length; at++) this.pairs.push(pairName(left[at], right[at]))
    }
    left.fill(-1)
    right.fill(-1)
    if (this.#random() < 0.3) await new Promise(resolve => setImmediate(resolve))
    else for (let wait = Math.floor(this.#random() * 4); wait > 0; wait--) await Promise.resolve()
    return answers
  }
}

export function pairName(left: number, right: number): string {
  return left < right ? `${left}-${right}` : `${right}-${left}`
}

/** Work over a world, with its reports. */
export function workOf(world: World): ClusterWork & { verifier: LateVerifier; reported: string[] } {
  const columns = columnsOf(world)
  const order = world.order && Int32Array.from(world.order)
  const representative = representatives(columns, order)
  const reported: string[] = []
  const similarity = similarityOf(world)
  return {
    columns,
    order,
    representative,
    candidates: atOnce(groupBands(columns, representative)),
    threshold: world.threshold,
    verifier: new LateVerifier(similarity, world.seed),
    window: world.window,
    reported,
    onPair: (left, right, value) => {
      if (left >= right || value !== similarity(left, right)) throw new Error('a wrong pair was reported')
      reported.push(pairName(left, right))
    },
  }
}

/** Work over n documents of different texts, given their groups and the similarities of some pairs. */
export function handWork(
  groups: number[][],
  pairs: Record<string, number>,
  threshold: number,
  order?: number[],
) {
  const count = groups.length
  const identity = Int32Array.from(groups, (_, document) => document)
  const hashes = Uint32Array.from({ length: count * 4 }, (_, at) => Math.floor(at / 4) + 1)
  const tokenCount = new Uint32Array(count).fill(9)
  const columns = chunked({ count, exact: hashes, tokens: hashes, tokenCount })
  const verifier = new LateVerifier((left, right) => pairs[pairName(left, right)] ?? 0)
  return {
    columns,
    representative: identity,
    candidates: candidatesOf(groups),
    order: order && Int32Array.from(order),
    threshold,
    verifier,
  }
}

/** A row of a pairs file. */
export type Row = [left: number, right: number, similarity: number]

/** One row at a time, for comparison. */
export function rowsOf({ left, right, similarity }: PairRows): Row[] {
  return Array.from(left, (l, row) => [l, right[row], similarity[row]])
}

/** All matches, by two nested loops. */
export function slowPairs(world: World, isWanted: (left: number, right: number) => boolean): Row[] {
  const similarity = similarityOf(world)
  const rows: Row[] = []
  for (let left = 0; left < world.content.length; left++) {
    for (let right = left + 1; right < world.content.length; right++) {
      const value = similarity(left, right)
      if (value >= world.threshold && isWanted(left, right)) rows.push([left, right, value])
    }
  }
  return rows
}

/** Work over a world in input order, without a limit. */
export const pairsWork = (world: World) => ({
  ...workOf({ ...world, order: undefined }),
  limit: limitOf(Infinity),
})
