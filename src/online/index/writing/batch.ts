/**
 * Batch: decides the fate of each document of one write, before anything is written.
 *
 * Documents are added as if one by one: each is matched with the stored documents and with those before it in the
 * batch.
 */
import { PostingIndex } from '../../postings/posting-index.ts'
import type { StoreWriter } from '../../store/store.ts'
import { idOf, idOfMark, nameOf, newId } from '../documents/given-document.ts'
import type { AddResult } from '../documents/index-types.ts'
import { isSameMark, type TakenBefore, takenBefore } from '../documents/request-marks.ts'
import type { Found } from '../matching/lookup.ts'
import type { Matching } from '../matching/matching.ts'
import { lookUp } from '../reading/stored-matches.ts'
import { documentExists } from './answers.ts'
import type { Prepared } from './intake.ts'

/** The decision for one document. */
export interface BatchResult {
  readonly result: Pick<AddResult, 'id' | 'status' | 'error'>
  readonly found: Found
  /** Its number, if it is added, or was added by the same request before. */
  readonly number?: number
  /** Its cluster before this write. */
  readonly cluster?: number | undefined
}

/** A document that the batch adds. */
export interface Taken {
  readonly prepared: Prepared
  readonly name: string
  /** Documents it matched or replaced, stored or of the batch. */
  readonly matches: readonly number[]
  readonly replaced: readonly number[]
}

export class Batch {
  readonly #matching: Matching
  /** Milliseconds since 1970. */
  readonly at: number
  /** By number in the batch, ascending; includes those that a later one replaced. */
  readonly added = new Map<number, Taken>()
  /** Documents to remove, stored or of the batch. */
  readonly removed: Set<number>
  /** For each replaced document, the last one that replaced it. */
  readonly heirs = new Map<number, number>()
  /** Clusters of the stored documents that are matched or removed. */
  readonly clusterOf = new Map<number, number>()
  #next: number
  #stored: readonly Found[] = []
  /** For each document of the batch, the stored one with its name. */
  #owners: readonly (number | undefined)[] = []
  /** For each of these, how it was added, if the same request brought it. */
  #before: readonly (TakenBefore | undefined)[] = []
  readonly #names = new Map<string, number>()
  /** Those of documents of the batch, which only a later one of it asks for. */
  #postings: PostingIndex | undefined

  /** @param given `first`: the next free number; `remove`: stored documents to remove */
  constructor(
    matching: Matching,
    given: { readonly first: number; readonly at: number; readonly remove: readonly number[] },
  ) {
    this.#matching = matching
    this.#next = given.first
    this.at = given.at
    this.removed = new Set(given.remove)
  }

  async read(writer: StoreWriter, prepared: readonly Prepared[]): Promise<void> {
    if (prepared.length === 0) return
    if (prepared.length > 1) this.#postings = new PostingIndex(this.#matching.settings.header.agree)
    // With replacements, the only match reported to one document may be replaced by a later one.
    const mayReplace = prepared.some(({ onDuplicate }) => onDuplicate === 'replace')
    const isAdd = ({ onDuplicate }: Prepared) => onDuplicate === 'add' && !mayReplace
    const queries = prepared.map(each => ({ ...each.query, isAdd: isAdd(each) }))
    this.#stored = await lookUp(writer, this.#matching, queries)
    this.#owners = await writer.numbersOf(prepared.map(each => nameIn(each) ?? ''))
    const marks = prepared.map(({ mark }) => mark)
    this.#before = await takenBefore(writer, marks, this.#owners, this.at)
    for (const { matches } of this.#stored) {
      for (const { number, cluster } of matches) this.clusterOf.set(number, cluster)
    }
  }

  async decide(prepared: Prepared, place: number): Promise<BatchResult> {
    const { onDuplicate } = prepared
    let name = nameIn(prepared) ?? nameOf(newId())
    let owner = this.#ownerOf(name, place)
    const before = this.#takenBefore(prepared, owner, place)
    if (before !== undefined) return this.#again(prepared, place, name, before)
    // The id made of the mark belongs to another document, or to this one from long ago.
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
    if (owner !== undefined && !isReplacing) return answer('exists', documentExists(name))
    if (matches.length > 0 && onDuplicate === 'reject') return answer('rejected')
    if (matches.length > 0 && onDuplicate === 'skip') return answer('skipped')
    const replaced = isReplacing && !prepared.byId ? matches.map(({ number }) => number) : []
    if (owner !== undefined) replaced.push(owner)
    // What a document of the batch has replaced passes to the document that replaces it.
    for (const old of replaced.slice()) {
      for (const before of this.added.get(old)?.replaced ?? []) replaced.push(before)
    }
    const number = this.#next++
    for (const old of replaced) this.#drop(old, number)
    const taken = { prepared, name, replaced, matches: matches.map(match => match.number) }
    this.#take(number, taken)
    return { ...answer(statusOf(taken)), number }
  }

  /** Its matches among the stored documents and those before it in the batch, without removed ones. */
  async #foundFor({ query }: Prepared, place: number): Promise<Found> {
    const { isCut, matches } = this.#stored[place]
    const stored = matches.filter(({ number }) => !this.removed.has(number))
    const candidates = this.#postings?.candidates(this.#matching.asked(query)) ?? []
    if (candidates.length === 0) return { isCut, matches: stored }
    const others = Array.from(candidates, number => ({ number, ...(this.added.get(number) as Taken) }))
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
    return stored === undefined || this.removed.has(stored) ? undefined : stored
  }

  /** How the owner of its name was added, if the same request brought it. */
  #takenBefore({ mark }: Prepared, owner: number | undefined, place: number): TakenBefore | undefined {
    if (owner === undefined) return undefined
    const taken = this.added.get(owner)
    if (taken === undefined) return this.#before[place]
    return isSameMark(mark, taken.prepared.mark) ? { number: owner, status: statusOf(taken) } : undefined
  }

  /** The repeated answer for a document added by the same request: with the matches older than it. */
  async #again(prepared: Prepared, place: number, name: string, before: TakenBefore): Promise<BatchResult> {
    const { isCut, matches } = await this.#foundFor(prepared, place)
    const { number, status, cluster } = before
    const found = { isCut, matches: matches.filter(match => match.number < number) }
    return { result: { id: idOf(name), status }, found, number, cluster }
  }

  #take(number: number, taken: Taken): void {
    this.added.set(number, taken)
    this.#names.set(taken.name, number)
    this.#postings?.add(number, taken.prepared.query.sketch.postings)
  }

  #drop(number: number, heir: number): void {
    this.removed.add(number)
    this.heirs.set(number, heir)
    const added = this.added.get(number)
    if (added === undefined) return
    this.#postings?.remove(number)
    if (this.#names.get(added.name) === number) this.#names.delete(added.name)
  }
}

/** Its name, from its id or its mark; undefined: any. */
function nameIn({ name, mark }: Prepared): string | undefined {
  return name ?? (mark && nameOf(idOfMark(mark.bytes)))
}

function statusOf({ replaced }: Taken): 'added' | 'replaced' {
  return replaced.length > 0 ? 'replaced' : 'added'
}
