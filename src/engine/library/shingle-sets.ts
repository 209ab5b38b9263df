/**
 * Shingle sets: exact measures of a corpus's documents. Sets stay in kernel memory until it is full; then all are
 * dropped. A document measured once (a survivor, say) is usually measured again soon.
 */

import type { Breath } from '../../ground/breath/breath.ts'
import { breathing, forEachInSteps } from '../../ground/breath/steps.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import { addMembers, memberBitsBytes, membersAmong } from '../../texts/similarity/member-bits.ts'
import { noShingles, similarityOf } from '../../texts/similarity/overlap.ts'
import { countShingles, rarityBytes, rarityClasses } from '../../texts/similarity/rarity.ts'
import { ShingleCache } from '../../texts/workspace/shingle-cache.ts'
import type { TextWorkspace } from '../../texts/workspace/text-workspace.ts'
import type { PlacedShingles } from '../../texts/workspace/workspace.ts'
import {
  countedOf,
  joinedLists,
  joinedSets,
  MemberListParts,
  type MemberLists,
  RareSetList,
  type RareSets,
  type RareShingles,
} from '../batch/join/rare-sets.ts'
import type { Verifier } from '../cluster/candidates.ts'
import type { Corpus } from './corpus.ts'
import type { Engine } from './open-engine.ts'

export class ShingleSets implements Verifier, RareShingles {
  readonly #space: TextWorkspace
  readonly #corpus: Corpus
  readonly #isCanonical: boolean
  readonly #measure: 'jaccard' | 'containment'
  readonly #sets: ShingleCache
  readonly #breath: Breath

  constructor({ space, reader, breath }: Engine, corpus: Corpus, measure: 'jaccard' | 'containment') {
    this.#space = space
    this.#corpus = corpus
    this.#isCanonical = reader.hasTokenRule
    this.#measure = measure
    this.#breath = breath
    this.#sets = new ShingleCache(space.free)
  }

  async measure(left: Int32Array, right: Int32Array): Promise<Float64Array> {
    const similarities = new Float64Array(left.length)
    await this.#forEach(left, (document, i) => {
      this.#sets.trim()
      const a = this.#setOf(document)
      const b = this.#setOf(right[i])
      if (a.count === 0 || b.count === 0) throw noShingles()
      const shared = this.#space.shared(a, b, this.#sets.free)
      similarities[i] = similarityOf(this.#measure, { shared, a: a.count, b: b.count })
    })
    return similarities
  }

  async read(documents: Int32Array, threshold: number): Promise<RareSets> {
    const counts = new Uint32Array(rarityBytes / 4)
    await this.#forEach(countedOf(documents), document => {
      countShingles(counts, this.#distinctOf(document))
    })
    const classes = rarityClasses(counts)
    const classesAt = align64(this.#sets.free)
    const at = align64(classesAt + classes.length)
    const sets = new RareSetList(threshold, documents.length)
    this.#space.reserve(at)
    this.#space.bytes.set(classes, classesAt)
    await this.#forEach(documents, document => {
      const count = this.#cut(document, at)
      sets.add(count, many => this.#space.rarest({ at, count }, many, classesAt))
    })
    return joinedSets([sets.finish()], threshold)
  }

  async among(documents: Int32Array, members: Uint32Array): Promise<MemberLists> {
    const bits = new Uint32Array(memberBitsBytes(members.length) / 4)
    addMembers(bits, members)
    const lists = new MemberListParts(documents.length)
    await this.#forEach(documents, document => lists.add(membersAmong(bits, this.#distinctOf(document))))
    return joinedLists([lists.finish()])
  }

  #forEach(documents: Int32Array, work: (document: number, at: number) => void): Promise<void> {
    return breathing(forEachInSteps(documents, work), this.#breath)
  }

  /** The distinct shingles of a document, two halves each; a view that the next call overwrites. */
  #distinctOf(document: number): Uint32Array {
    return this.#space.wordsAt(this.#sets.free, 2 * this.#cut(document))
  }

  #setOf(document: number): PlacedShingles {
    return this.#sets.get(document) ?? this.#sets.add(document, this.#cut(document))
  }

  /** Writes the distinct shingles of a document to `at`. @returns how many */
  #cut(document: number, at = this.#sets.free): number {
    return this.#space.distinct(
      at,
      this.#space.cut(this.#corpus.texts.bytesOf(document), at, this.#isCanonical),
    )
  }
}
