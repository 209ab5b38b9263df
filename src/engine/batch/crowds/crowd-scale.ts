/**
 * Crowd scale: the cost of clustering the documents of a group, estimated from a sample, in units of one pair's bound.
 *
 *     cost = wanted pairs * share of documents that match no other
 *          * (a meeting + share of candidates * (a bound + share that bounds do not refuse * a measure))
 *
 * A document that matches no other survives, and each survivor meets all documents after it. 32 documents are each
 * compared with more and more of 127 others until one matches: near-equal documents cost 128 pairs, a crowd 4,064.
 *
 * Ours: all of it. Error: estimates, which decide what is measured, not what is found.
 */

import { evenly } from '../../../ground/lists/evenly.ts'
import { type Bounds, type Candidates, sharedGroups, type Verifier } from '../../cluster/candidates.ts'
import type { RareGroups } from '../join/rare-sets.ts'
import { type HotGroup, wantedPairs } from './hot-groups.ts'

const sampled = 128
const asked = 32
/** How many others each document has been compared with after each step. */
const steps = [4, 32, sampled - 1]
/** Cost of a meeting in a group: 9 ns, where a bound takes 60. */
const meetingCost = 0.15
/** Cost of measuring two texts of a few hundred shingles or more. */
const measureCost = 16
/** Cost of a meeting in a rare group, and of checking whether enough groups are shared. */
const rareMeetingCost = 3
/** Cost of creating an entry of a rare group. */
const entryCost = 4

/** The candidates, and what measures them. */
export interface ScaleSettings {
  readonly candidates: Candidates
  /** Minimum Jaccard of a match. */
  readonly threshold: number
  readonly verifier: Verifier
  readonly bounds?: Bounds | undefined
  /** The first document of the other side, if only pairs across are wanted. */
  readonly split?: number | undefined
}

export class CrowdScale {
  readonly #settings: ScaleSettings

  constructor(settings: ScaleSettings) {
    this.#settings = settings
  }

  /** Groups in which a document meets at least `least` survivors, and their total cost. */
  async crowdsOf(hot: readonly HotGroup[], least: number): Promise<{ crowds: HotGroup[]; cost: number }> {
    const crowds: HotGroup[] = []
    let cost = 0
    for (const group of hot) {
      const { members, pairs } = group
      const sample = evenly(members, sampled)
      const { alone, measured } = await this.#sharesOf(sample)
      const met = pairs * alone
      await this.#settings.bounds?.rest?.()
      if (met < least * members.length) continue
      crowds.push(group)
      cost += met * (meetingCost + this.#boundsAPair(sample) * (1 + measured * measureCost))
    }
    return { crowds, cost }
  }

  /**
   * Whether rare groups of a share of all documents cost less than the same share of `most`.
   *
   * @param least a rare group with at least this many pairs for each member is sampled
   */
  async isLess(
    { starts, documents }: RareGroups,
    most: number,
    least: number,
    share = 1,
  ): Promise<boolean> {
    // Pairs grow with the square of the documents, entries do not.
    let left = most * share ** 2 - entryCost * documents.length * share
    const bySize = Int32Array.from({ length: starts.length - 1 }, (_, group) => group)
    bySize.sort((a, b) => starts[b + 1] - starts[b] - (starts[a + 1] - starts[a]))
    for (let at = 0; at < bySize.length && left > 0; at++) {
      const group = bySize[at]
      const members = documents.subarray(starts[group], starts[group + 1])
      const pairs = wantedPairs(members, this.#settings.split)
      const isHot = pairs >= least * share * members.length
      const shares = isHot ? await this.#sharesOf(evenly(members, sampled)) : { alone: 1, measured: 0 }
      left -= pairs * shares.alone * (rareMeetingCost + shares.measured * measureCost)
    }
    return left > 0
  }

  /** Bounds per meeting: a pair that shares several groups needs only one. */
  #boundsAPair(sample: Int32Array): number {
    const { candidates } = this.#settings
    let bounds = 0
    for (let i = 1; i < sample.length; i++) {
      const shared = sharedGroups(candidates, sample[i - 1], sample[i])
      if (shared >= candidates.agree) bounds += 1 / shared
    }
    return bounds / Math.max(1, sample.length - 1)
  }

  /** The share, in [0, 1], of documents that match no other, and the share of pairs that must be measured. */
  async #sharesOf(sample: Int32Array): Promise<{ alone: number; measured: number }> {
    const { length } = sample
    const places = Int32Array.from({ length }, (_, place) => place)
    const all = evenly(places, asked)
    let alone = all
    let from = 0
    let compared = 0
    let measured = 0
    for (const step of steps) {
      const to = Math.min(step, length - 1)
      compared += alone.length * Math.max(0, to - from)
      const found = await this.#withoutMatch(sample, alone, from, to)
      measured += found.measured
      alone = found.alone
      from = to
    }
    return { alone: alone.length / all.length, measured: measured / Math.max(1, compared) }
  }

  /** The places of `alone` without a match among the others `from` to `to` steps behind, and the pairs measured. */
  async #withoutMatch(
    sample: Int32Array,
    alone: Int32Array,
    from: number,
    to: number,
  ): Promise<{ alone: Int32Array; measured: number }> {
    const { bounds, threshold, verifier } = this.#settings
    const left: number[] = []
    const right: number[] = []
    for (const place of alone) {
      for (let step = from; step < to; step++) {
        const other = (place + step + 1) % sample.length
        if ((bounds?.bound(sample[place], sample[other]) ?? 1) < threshold) continue
        left.push(place)
        right.push(other)
      }
    }
    const documents = (places: number[]) => Int32Array.from(places, place => sample[place])
    const values = await verifier.measure(documents(left), documents(right))
    const matched = new Set(left.filter((_, pair) => values[pair] >= threshold))
    return { alone: alone.filter(place => !matched.has(place)), measured: left.length }
  }
}
