/**
 * Batch writer: one write for many documents that wait to be taken in, so that they share one durable commit.
 *
 * Documents are taken in as if one came after the other: each is matched with what is stored, and with those of its
 * batch before it.
 */

import { breather } from '../../breath/breath.ts'
import { PostingIndex } from '../../postings/posting-index.ts'
import type { StoredDocument, StoreWriter } from '../../store/store.ts'
import { idOf, idOfMark, nameOf, newId } from '../given-document.ts'
import type { AddResult } from '../index-types.ts'
import type { Matching } from '../matching.ts'
import { matchesOfStored, searchStore } from '../reading/stored-matches.ts'
import type { Found } from '../search.ts'
import { markedBody } from '../stored-body.ts'
import { documentExists, shownMatch } from './answers.ts'
import { planClusters } from './cluster-plan.ts'
import type { Prepared } from './intake.ts'
import { isSameMark, type Taking, takenBefore } from './request-marks.ts'
import { useModel } from './retrain.ts'
import { clustersOf } from './stored-clusters.ts'

export interface Written {
  /** One for each document that waited. */
  readonly results: readonly AddResult[]
  /** Documents that the store was given: without what another one of the batch replaced, or was there before. */
  readonly count: number
}

/** What was decided of one document. */
interface Decided {
  readonly result: Pick<AddResult, 'id' | 'status' | 'error'>
  readonly found: Found
  /** Its number, where it is taken in, or was with the same request. */
  readonly number?: number
  /** Where it was before this write. */
  readonly cluster?: number | undefined
}

export class BatchWriter {
  readonly #matching: Matching
  readonly #now: () => number

  constructor(matching: Matching, now: () => number) {
    this.#matching = matching
    this.#now = now
  }

  /** @param remove stored documents that go beside; there may be none to add */
  async write(
    writer: StoreWriter,
    prepared: readonly Prepared[],
    remove: readonly number[] = [],
  ): Promise<Written> {
    await useModel(writer, this.#matching)
    const batch = new Batch(this.#matching, await writer.counters(), this.#now())
    await batch.read(writer, prepared)
    for (const number of remove) batch.remove(number)
    const decided: Decided[] = []
    const breath = breather()
    for (const [i, each] of prepared.entries()) {
      decided.push(await batch.decide(each, i))
      await breath()
    }
    return batch.apply(writer, decided)
  }
}

/** A document of the batch that is taken in. */
interface Taken {
  readonly prepared: Prepared
  readonly name: string
  /** Documents it matched, and those it replaced, stored or of the batch. */
  readonly matches: readonly number[]
  readonly replaced: readonly number[]
}

/** The state of one write. */
class Batch {
  readonly #matching: Matching
  readonly #next: { document: number; readonly cluster: number }
  readonly #at: number
  #stored: readonly Found[] = []
  /** For each document that waits, the stored one that has its name. */
  #owners: readonly (number | undefined)[] = []
  /** For each how that one was taken in, where the same request brought it. */
  #before: readonly (Taking | undefined)[] = []
  readonly #removed = new Set<number>()
  readonly #added = new Map<number, Taken>()
  /** For each document that was replaced, the last one that did. */
  readonly #heirs = new Map<number, number>()
  readonly #names = new Map<string, number>()
  readonly #postings: PostingIndex
  /** Clusters of stored documents that are matched or removed. */
  readonly #clusterOf = new Map<number, number>()

  constructor(
    matching: Matching,
    counters: { readonly document: number; readonly cluster: number },
    at: number,
  ) {
    this.#matching = matching
    this.#next = { ...counters }
    this.#at = at
    this.#postings = new PostingIndex(matching.settings.header.agree)
  }

  async read(writer: StoreWriter, prepared: readonly Prepared[]): Promise<void> {
    if (prepared.length === 0) return
    // What a document of the batch replaces may be the one match that another one has been told of.
    const mayReplace = prepared.some(({ onDuplicate }) => onDuplicate === 'replace')
    const isAdd = ({ onDuplicate }: Prepared) => onDuplicate === 'add' && !mayReplace
    const queries = prepared.map(each => ({ ...each.query, isAdd: isAdd(each) }))
    this.#stored = await searchStore(writer, this.#matching, queries)
    this.#owners = await writer.numbersOf(prepared.map(each => nameIn(each) ?? ''))
    const marks = prepared.map(({ mark }) => mark)
    this.#before = await takenBefore(writer, marks, this.#owners, this.#at)
    for (const { matches } of this.#stored) {
      for (const { number, cluster } of matches) this.#clusterOf.set(number, cluster)
    }
  }

  remove(number: number): void {
    this.#removed.add(number)
  }

  async decide(prepared: Prepared, place: number): Promise<Decided> {
    const { onDuplicate } = prepared
    let name = nameIn(prepared) ?? nameOf(newId())
    let owner = this.#ownerOf(name, place)
    const before = this.#takenBefore(prepared, owner, place)
    if (before !== undefined) return this.#again(prepared, place, name, before)
    // What has the id that was made of the mark is another document, or the same one of long ago.
    if (owner !== undefined && prepared.name === undefined) [name, owner] = [nameOf(newId()), undefined]
    const isReplacing = onDuplicate === 'replace'
    const found = await this.#foundFor(prepared, place)
    const matches = found.matches.filter(({ number }) => !isReplacing || number !== owner)
    const answer = (status: AddResult['status'], error?: AddResult['error']) => {
      const id = idOf(name)
      return {
        result: error === undefined ? { id, status } : { id, status, error },
        found: { ...found, matches },
      }
    }
    if (owner !== undefined && onDuplicate === 'skip') return answer('skipped')
    if (owner !== undefined && !isReplacing) return answer('rejected', documentExists(name))
    if (matches.length > 0 && onDuplicate === 'reject') return answer('rejected')
    if (matches.length > 0 && onDuplicate === 'skip') return answer('skipped')
    const replaced = isReplacing && !prepared.byId ? matches.map(({ number }) => number) : []
    if (owner !== undefined) replaced.push(owner)
    // What a document of the batch replaced is replaced by whoever takes its place.
    for (const old of replaced.slice()) {
      for (const before of this.#added.get(old)?.replaced ?? []) replaced.push(before)
    }
    const number = this.#next.document++
    for (const old of replaced) this.#drop(old, number)
    const taken = { prepared, name, replaced, matches: matches.map(match => match.number) }
    this.#take(number, taken)
    return { ...answer(statusOf(taken)), number }
  }

  async apply(writer: StoreWriter, decided: readonly Decided[]): Promise<Written> {
    // A document that another one of the batch replaced still takes its number: numbers have no gaps.
    const removed = [...this.#removed]
    const stored = removed.filter(number => !this.#added.has(number))
    for (const [number, cluster] of await clustersOf(writer, stored)) this.#clusterOf.set(number, cluster)
    const gone = stored.filter(number => this.#clusterOf.has(number))
    const numbers = this.#renumbered()
    const { size: count } = numbers
    if (count === 0 && gone.length === 0) return { results: await this.#shown(decided, new Map()), count }
    const plan = await planClusters(writer, {
      added: [...numbers].map(([old, number]) => this.#linked(old, number, numbers)),
      removed: gone,
      clusterOf: this.#clusterOf,
      nextCluster: this.#next.cluster,
      at: this.#at,
      matchesOf: number => matchesOfStored(writer, this.#matching, number, this.#removed),
    })
    const added = [...numbers].map(([old, number]) =>
      this.#document(old, number, plan.clusterOf.get(number) as number),
    )
    const { moved, linked, unlinked, changes, newClusters } = plan
    await writer.apply({ added, removed: gone, moved, linked, unlinked, changes, newClusters, values: {} })
    const clusterOf = new Map(plan.moved.map(({ number, cluster }) => [number, cluster]))
    for (const [old, number] of numbers) clusterOf.set(old, plan.clusterOf.get(number) as number)
    return { results: await this.#shown(decided, clusterOf), count }
  }

  /** @param clusterOf documents of the batch, by the number they had in it, and stored ones that moved */
  async #shown(decided: readonly Decided[], clusterOf: ReadonlyMap<number, number>): Promise<AddResult[]> {
    // What went within the same batch is in no cluster any more; it was in that of what replaced it.
    const clusterNow = (number: number) => clusterOf.get(this.#heirs.get(number) ?? number)
    const breath = breather()
    const results: AddResult[] = []
    for (const { result, found, number, cluster: before } of decided) {
      const matches = found.matches.map(match => {
        const now = clusterNow(match.number) ?? match.cluster
        return shownMatch({ ...match, cluster: now }, this.#matching.measure)
      })
      const cluster = number === undefined ? undefined : (clusterNow(number) ?? before)
      results.push({
        ...result,
        matches,
        ...(found.isCut && { matchesCut: true }),
        ...(cluster !== undefined && { cluster }),
      })
      await breath()
    }
    return results
  }

  /** What it matches of what is stored and of this batch before it, without what is removed. */
  async #foundFor({ query }: Prepared, place: number): Promise<Found> {
    const { isCut, matches } = this.#stored[place]
    const stored = matches.filter(({ number }) => !this.#removed.has(number))
    const candidates = this.#postings.candidates(this.#matching.asked(query))
    if (candidates.length === 0) return { isCut, matches: stored }
    const others = Array.from(candidates, number => ({ number, ...(this.#added.get(number) as Taken) }))
    const compared = await this.#matching.compare(
      query,
      others.map(({ prepared }) => prepared.query),
    )
    const found = others.flatMap(({ number, name }, i) => {
      const measured = compared[i]
      return measured === undefined ? [] : [{ number, name, cluster: 0, ...measured }]
    })
    return { isCut, matches: this.#matching.order([...stored, ...found]) }
  }

  #ownerOf(name: string, place: number): number | undefined {
    const before = this.#names.get(name)
    if (before !== undefined) return before
    const stored = this.#owners[place]
    return stored === undefined || this.#removed.has(stored) ? undefined : stored
  }

  /** How its owner was taken in, where the same request brought it. */
  #takenBefore({ mark }: Prepared, owner: number | undefined, place: number): Taking | undefined {
    if (owner === undefined) return undefined
    const taken = this.#added.get(owner)
    if (taken === undefined) return this.#before[place]
    return isSameMark(mark, taken.prepared.mark) ? { number: owner, status: statusOf(taken) } : undefined
  }

  /** The answer to what is there from the same request: with what it matched that is older. */
  async #again(prepared: Prepared, place: number, name: string, before: Taking): Promise<Decided> {
    const { isCut, matches } = await this.#foundFor(prepared, place)
    const { number, status, cluster } = before
    const found = { isCut, matches: matches.filter(match => match.number < number) }
    return { result: { id: idOf(name), status }, found, number, cluster }
  }

  #take(number: number, taken: Taken): void {
    this.#added.set(number, taken)
    this.#names.set(taken.name, number)
    this.#postings.add(number, taken.prepared.query.sketch.postings)
  }

  #drop(number: number, heir: number): void {
    this.#removed.add(number)
    this.#heirs.set(number, heir)
    const added = this.#added.get(number)
    if (added === undefined) return
    this.#postings.remove(number)
    if (this.#names.get(added.name) === number) this.#names.delete(added.name)
  }

  /** From the numbers of the batch to those given: what was replaced within the batch never gets one. */
  #renumbered(): Map<number, number> {
    const [first] = this.#added.keys() // they ascend
    const kept = [...this.#added.keys()].filter(number => !this.#removed.has(number))
    return new Map(kept.map((number, i) => [number, first + i]))
  }

  #linked(old: number, number: number, numbers: ReadonlyMap<number, number>) {
    const { matches, replaced } = this.#added.get(old) as Taken
    const stay = matches
      .filter(match => !this.#removed.has(match))
      .map(match => numbers.get(match) ?? match)
    return { number, matches: stay, replaced: replaced.filter(each => this.#clusterOf.has(each)) }
  }

  #document(old: number, number: number, cluster: number): StoredDocument {
    const { prepared, name, replaced } = this.#added.get(old) as Taken
    const { query, expiresAt, mark } = prepared
    const body =
      mark === undefined ? prepared.body : markedBody(prepared.body, mark.bytes, replaced.length > 0)
    return { number, name, cluster, addedAt: this.#at, expiresAt, sketch: query.sketch, body }
  }
}

/** The name it has, or is looked for by; undefined: any. */
function nameIn({ name, mark }: Prepared): string | undefined {
  return name ?? (mark && nameOf(idOfMark(mark.bytes)))
}

function statusOf({ replaced }: Taken): 'added' | 'replaced' {
  return replaced.length > 0 ? 'replaced' : 'added'
}
