/**
 * Shingle sets: exact measures of a corpus' documents, whose sets are kept in kernel memory until their room is used
 * up; then all are dropped. Who is measured once, such as a survivor, often is again soon.
 */

import type { Breath } from '../../ground/breath/breath.ts'
import { breathing, forEachInSteps } from '../../ground/breath/steps.ts'
import { align64, setTableBytes } from '../../texts/kernels/layout/memory-layout.ts'
import { noShingles, type Overlap, similarityOf } from '../../texts/similarity/overlap.ts'
import { countShingles, rarityBytes } from '../../texts/similarity/rarity.ts'
import type { TextWorkspace } from '../../texts/workspace/text-workspace.ts'
import {
  countedOf,
  joinedSets,
  RareSetList,
  type RareSets,
  type RareShingles,
} from '../batch/crowds/rare-sets.ts'
import { trialAgreement } from '../batch/trial-agreement.ts'
import type { Bounds, Verifier } from '../cluster/candidates.ts'
import { oddBounds } from '../cluster/odd-bound.ts'
import type { Corpus } from './corpus.ts'
import type { Engine } from './open-engine.ts'

interface ShingleSet {
  readonly at: number
  readonly count: number
}

// Ten thousand documents of 3 KB at once; small beside the texts of a corpus for which it matters.
const roomBytes = 48 * 2 ** 20

export class ShingleSets implements Verifier, RareShingles {
  readonly #space: TextWorkspace
  readonly #corpus: Corpus
  readonly #isCanonical: boolean
  readonly #measure: 'jaccard' | 'containment'
  readonly #sets = new Map<number, ShingleSet>()
  readonly #breath: Breath
  #free: number

  constructor({ space, reader, breath }: Engine, corpus: Corpus, measure: 'jaccard' | 'containment') {
    this.#space = space
    this.#corpus = corpus
    this.#isCanonical = reader.hasTokenRule
    this.#measure = measure
    this.#breath = breath
    this.#free = space.free
  }

  async measure(left: Int32Array, right: Int32Array): Promise<Float64Array> {
    const similarities = new Float64Array(left.length)
    await this.#forEach(left, (document, i) => {
      if (this.#free - this.#space.free > roomBytes) {
        this.#sets.clear()
        this.#free = this.#space.free
      }
      const a = this.#setOf(document)
      const b = this.#setOf(right[i])
      if (a.count === 0 || b.count === 0) throw noShingles()
      similarities[i] = similarityOf(this.#measure, overlapOf(this.#space, a, b, this.#free))
    })
    return similarities
  }

  async read(documents: Int32Array, threshold: number): Promise<RareSets> {
    const counts = new Uint32Array(rarityBytes / 4)
    await this.#forEach(countedOf(documents), document => {
      countShingles(counts, this.#distinctOf(document))
    })
    const sets = new RareSetList(counts, threshold, documents.length)
    await this.#forEach(documents, document => sets.add(this.#distinctOf(document)))
    return joinedSets([sets.finish()], threshold)
  }

  #forEach(documents: Int32Array, work: (document: number, at: number) => void): Promise<void> {
    return breathing(forEachInSteps(documents, work), this.#breath)
  }

  /** The distinct shingles of a document, two halves each; a view that the next one overwrites. */
  #distinctOf(document: number): Uint32Array {
    const at = this.#free
    const count = this.#space.cut(this.#corpus.texts.bytesOf(document), at, this.#isCanonical)
    return this.#space.wordsAt(at, 2 * this.#space.distinct(at, count))
  }

  #setOf(document: number): ShingleSet {
    const known = this.#sets.get(document)
    if (known !== undefined) return known
    const at = this.#free
    const count = this.#space.cut(this.#corpus.texts.bytesOf(document), at, this.#isCanonical)
    const set = { at, count }
    this.#free = align64(at + 8 * count)
    this.#sets.set(document, set)
    return set
  }
}

/** Exact measures of a corpus' documents: that of the engine's settings, Jaccard beside signatures. */
export function verifierOf(engine: Engine, corpus: Corpus): Verifier {
  const { settings, signature, trials } = engine
  if (trials !== undefined) return trialAgreement(corpus)
  const measure = signature === undefined ? settings.result.measure : 'jaccard'
  return new ShingleSets(engine, corpus, measure)
}

/** How alike two documents of a corpus are at most, by their sketches. */
export function boundsOf({ settings, breath }: Engine, { sketches }: Corpus): Bounds | undefined {
  return oddBounds({ sketches, measure: settings.result.measure, rest: breath })
}

/** Exact sizes; the sets may hold repeats, which are dropped. @param free memory behind both sets */
export function overlapOf(
  space: TextWorkspace,
  left: ShingleSet,
  right: ShingleSet,
  free: number,
): Overlap {
  const table = align64(free)
  space.reserve(table + setTableBytes(Math.max(left.count, right.count)))
  const { kernels } = space
  const a = kernels.distinct(left.at, left.count, table, left.at)
  const b = kernels.distinct(right.at, right.count, table, right.at)
  kernels.tableOf(left.at, a, table)
  return { shared: kernels.shared(table, a, right.at, b), a, b }
}
