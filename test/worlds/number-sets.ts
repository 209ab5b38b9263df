/** Sets of numbers for the tests of crowds and joins, with the slow definitions of their results. */
import fc from 'fast-check'
import {
  countedOf,
  joinedLists,
  joinedSets,
  MemberListParts,
  type MemberLists,
  RareSetList,
  type RareSets,
  type RareShingles,
} from '../../src/engine/batch/join/rare-sets.ts'
import type { Verifier } from '../../src/engine/cluster/candidates.ts'
import { addMembers, memberBitsBytes, membersAmong } from '../../src/texts/similarity/member-bits.ts'
import { countShingles, rarityBytes, rarityClasses } from '../../src/texts/similarity/rarity.ts'
import { randomSource } from './world.ts'

export type NumberSet = readonly number[]

/** Each set keeps most of a template and adds numbers of its own; some are another set with few changes. */
export const templateSets = (most: number): fc.Arbitrary<NumberSet[]> =>
  fc
    .record({
      count: fc.integer({ min: 2, max: most }),
      templates: fc.integer({ min: 1, max: 3 }),
      common: fc.integer({ min: 1, max: 30 }),
      own: fc.integer({ min: 0, max: 12 }),
      copies: fc.double({ min: 0, max: 0.8, noNaN: true }),
      seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    })
    .map(({ count, templates, common, own, copies, seed }) => {
      const random = randomSource(seed)
      const sets: number[][] = []
      for (let i = 0; i < count; i++) {
        const template = 100 * Math.floor(random() * templates)
        const base = Array.from({ length: common }, (_, at) => template + at)
        const from = random() < copies && i > 0 ? sets[Math.floor(random() * i)] : base
        const fresh = Array.from({ length: Math.floor(random() * own) }, (_, at) => 1000 + 20 * i + at)
        sets.push([...from.filter(() => random() > 0.03), ...fresh, 500])
      }
      return sets.map(set => [...new Set(set)])
    })

export function jaccardOf(a: NumberSet, b: NumberSet): number {
  const shared = a.filter(member => b.includes(member)).length
  return shared / (a.length + b.length - shared)
}

export function containmentOf(a: NumberSet, b: NumberSet): number {
  return a.filter(member => b.includes(member)).length / Math.min(a.length, b.length)
}

/** Each number as two halves, spread over the counters. */
const halvesOf = (set: NumberSet) =>
  Uint32Array.from(set.flatMap(member => [Math.imul(member, 0x9e3779b1) >>> 0, member]))

/** Sets as documents. */
export class SetCorpus implements Verifier, RareShingles {
  /** Requested pairs. */
  measured = 0
  /** Documents read. */
  asked = 0
  readonly #sets: readonly NumberSet[]

  constructor(sets: readonly NumberSet[]) {
    this.#sets = sets
  }

  async measure(left: Int32Array, right: Int32Array): Promise<Float64Array> {
    this.measured += left.length
    return Float64Array.from(left, (document, i) => jaccardOf(this.#sets[document], this.#sets[right[i]]))
  }

  async read(documents: Int32Array, threshold: number): Promise<RareSets> {
    this.asked += documents.length
    const counts = new Uint32Array(rarityBytes / 4)
    for (const document of countedOf(documents)) countShingles(counts, halvesOf(this.#sets[document]))
    const classes = rarityClasses(counts)
    const sets = new RareSetList(threshold, documents.length)
    for (const document of documents) {
      const lows = halvesOf(this.#sets[document]).filter((_, i) => i % 2 === 0)
      const classOf = (low: number) => classes[low >>> 12]
      const ordered = lows.sort((a, b) => classOf(a) - classOf(b) || a - b)
      sets.add(lows.length, many => ordered.subarray(0, many))
    }
    return joinedSets([sets.finish()], threshold)
  }

  async among(documents: Int32Array, members: Uint32Array): Promise<MemberLists> {
    const bits = new Uint32Array(memberBitsBytes(members.length) / 4)
    addMembers(bits, members)
    const lists = new MemberListParts(documents.length)
    for (const document of documents) lists.add(membersAmong(bits, halvesOf(this.#sets[document])))
    return joinedLists([lists.finish()])
  }
}
