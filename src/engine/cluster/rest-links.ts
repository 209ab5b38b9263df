/**
 * Rest links: the matches inside groups that measuring against the first members did not reveal.
 *
 * Group by group, the members (except the first, against which all were measured) are sorted into parts, one for each
 * component, the largest part first. Two parts A and B that are still apart need every pair of A x B until one matches.
 * Each document of the smaller part becomes a try:
 *
 *     document ─▶ arena[from, to), the untried members of the larger part
 *
 * Tries of many groups advance in rounds, so that batches are large: each measures 1 pair, then 2, 4, 8, ... and ends
 * when its document is connected with the part, or no member is left. So a document that matches the first one it tries
 * costs one pair, and one without a match costs about log2(n) rounds.
 *
 * A pair that shares several groups belongs to the first of them; to none if it was measured before, that is, if one of
 * the two is the first member of a shared group.
 *
 * Ours: all of it. Cost: only groups with two or more components cost anything. 16 bytes a try, at most 65,536 tries
 * plus those of one part at a time. Error: none.
 */
import type { Lists } from '../../ground/lists/grouped.ts'
import { IntList } from '../../ground/lists/growing-lists.ts'
import { areWithin, type Candidates } from './candidates.ts'
import type { PairQueue } from './pair-queue.ts'
import type { UnionFind } from './union-find.ts'

const triesAtOnce = 65_536 // fills several batches a round
const triesOfHotPart = 512 // a part with at least this many is settled by itself: it may connect the parts after it
const looksPerPair = 4 // a try may skip this many pairs of other groups for each pair that it may measure

export class RestLinks {
  readonly #candidates: Candidates
  readonly #groups: Lists
  readonly #links: UnionFind
  readonly #queue: PairQueue
  readonly #arena = new IntList()
  /** Try t is entries [4t, 4t + 4): document, from, to, group. */
  readonly #tries = new IntList()

  constructor(candidates: Candidates, groups: Lists, links: UnionFind, queue: PairQueue) {
    this.#candidates = candidates
    this.#groups = groups
    this.#links = links
    this.#queue = queue
  }

  /** Measures until every two members of each group are connected or known not to match. */
  async run(): Promise<void> {
    for (let group = 1; group <= this.#candidates.groups; group++) {
      if (this.#isConnected(group)) continue
      await this.#tryGroup(group)
      if (this.#arena.length < triesAtOnce) continue
      await this.#settle()
      this.#arena.length = 0
    }
    await this.#settle()
  }

  #isConnected(group: number): boolean {
    const { starts, members } = this.#groups
    const from = starts[group] + 1
    const to = starts[group + 1]
    const root = from < to ? this.#links.find(members[from]) : 0
    for (let at = from + 1; at < to; at++) {
      if (this.#links.find(members[at]) !== root) return false
    }
    return true
  }

  async #tryGroup(group: number): Promise<void> {
    const parts = this.#partsOf(group)
    for (let larger = 0; larger < parts.length; larger += 2) {
      const before = this.#tries.length
      let isOneLeft = true
      for (let smaller = larger + 2; smaller < parts.length; smaller += 2) {
        const target = this.#links.find(this.#arena.at(parts[larger]))
        if (target === this.#links.find(this.#arena.at(parts[smaller]))) continue
        isOneLeft = false
        for (let at = parts[smaller]; at < parts[smaller + 1]; at++) {
          this.#tries.push(this.#arena.at(at))
          this.#tries.push(parts[larger])
          this.#tries.push(parts[larger + 1])
          this.#tries.push(group)
        }
        if (this.#tries.length >= 4 * triesAtOnce) await this.#settle()
      }
      if (isOneLeft) return
      if (this.#tries.length - before >= 4 * triesOfHotPart) await this.#settle()
    }
  }

  /** Puts the members of a group into the arena, part by part. @returns [from, to) of each part, the longest first. */
  #partsOf(group: number): Int32Array {
    const { starts, members } = this.#groups
    const roots = new Map<number, number[]>() // only those of this group
    for (let at = starts[group] + 1; at < starts[group + 1]; at++) {
      const document = members[at]
      const root = this.#links.find(document)
      const part = roots.get(root)
      if (part === undefined) roots.set(root, [document])
      else part.push(document)
    }
    const parts = new Int32Array(2 * roots.size)
    let filled = 0
    for (const part of [...roots.values()].sort((a, b) => b.length - a.length)) {
      parts[filled++] = this.#arena.length
      for (const document of part) this.#arena.push(document)
      parts[filled++] = this.#arena.length
    }
    return parts
  }

  /** Completes all tries. */
  async #settle(): Promise<void> {
    const tries = this.#tries
    const queue = this.#queue
    for (let quota = 1; tries.length > 0; quota = Math.min(quota * 2, triesAtOnce)) {
      let kept = 0
      for (let task = 0; task < tries.length; task += 4) {
        const document = tries.at(task)
        const to = tries.at(task + 2)
        let next = tries.at(task + 1)
        if (this.#links.find(document) === this.#links.find(this.#arena.at(next))) continue
        const last = Math.min(to, next + quota * looksPerPair)
        for (let asked = 0; asked < quota; asked++) {
          next = this.#nextDue(document, next, last, tries.at(task + 3))
          if (next === last) break
          const other = this.#arena.at(next++)
          // The first pairs of many tries share the member of the part: the verifier prefers it on the left.
          const isFull = quota === 1 ? queue.add(other, document) : queue.add(document, other)
          if (isFull) await queue.send()
        }
        if (next === to) continue
        tries.values.copyWithin(kept, task, task + 4)
        tries.values[kept + 1] = next
        kept += 4
      }
      tries.length = kept
      await queue.drain()
    }
  }

  /** The first place in [from, to) of the arena whose document is due with `document`; `to` if there is none. */
  #nextDue(document: number, from: number, to: number, group: number): number {
    let at = from
    while (at < to && !this.#isDue(document, this.#arena.at(at), group)) at++
    return at
  }

  /** Whether they are candidates, `group` is the first they share, and neither is the first member of a shared one. */
  #isDue(left: number, right: number, group: number): boolean {
    const { starts: begins, members } = this.#groups
    const { agree, starts, numbers } = this.#candidates
    let count = 0
    for (let i = starts[left], j = starts[right]; i < starts[left + 1] && j < starts[right + 1]; ) {
      const shared = numbers[i]
      if (shared < numbers[j]) i++
      else if (shared > numbers[j]) j++
      else {
        const first = members[begins[shared]]
        if (shared < group || first === left || first === right) return false
        count++
        i++
        j++
      }
    }
    return count >= agree && areWithin(this.#candidates, left, right)
  }
}
