/**
 * Cluster survey: what a list of clusters is filtered and sorted by, as columns, one row for each cluster.
 *
 * Sizes need no document. The other figures need each document of a cluster of two or more once; where only sizes are
 * asked for, nothing else is read.
 *
 * Ours: all of it. Cost: 8 bytes a cluster; with figures 24, and 4 for every different source in it.
 */
import { DoubleList, IntList, WordList } from '../../../ground/lists/growing-lists.ts'
import { clusterPages } from '../../store/pages.ts'
import type { StoreReader, SurveyedStore } from '../../store/store.ts'
import type { AbortSignalLike } from '../calls/call-values.ts'
import { memberKinds, memberRules } from '../documents/index-types.ts'
import type { ClusterSizes, ClusterSurvey } from '../documents/survey-types.ts'
import type { Matching } from '../matching/matching.ts'
import { type MemberFigure, memberFigures } from './member-figures.ts'
import { namedDecisions } from './reviews.ts'

const pageSize = 10_000

interface Traits {
  readonly kind: MemberFigure['kind'] | undefined
  readonly rule: MemberFigure['rule']
}

/** One bit for the kind of a member, one for the rule by which it gives way. */
export function traitBits({ kind, rule }: Traits): number {
  const ofKind = kind === undefined ? 0 : 1 << memberKinds.indexOf(kind)
  return rule === undefined ? ofKind : ofKind | (1 << (memberKinds.length + memberRules.indexOf(rule)))
}

/** Clusters of at least `least` documents. @throws the reason of the signal */
export async function surveySizes(
  store: StoreReader,
  least: 1 | 2,
  signal: AbortSignalLike | undefined,
): Promise<ClusterSizes> {
  const [cluster, documents] = [new WordList(), new WordList()]
  for (let after = 0; ; ) {
    signal?.throwIfAborted()
    const page = await store.clusters(after, pageSize, least)
    for (const each of page) {
      cluster.push(each.cluster)
      documents.push(each.documents)
    }
    if (page.length < pageSize) return { cluster: cluster.taken(), documents: documents.taken() }
    after = page[page.length - 1].cluster
  }
}

/** Clusters of two or more. @throws the reason of the signal */
export async function surveyClusters(
  reader: SurveyedStore,
  matching: Matching,
  signal?: AbortSignalLike,
): Promise<ClusterSurvey> {
  const survey = new Columns(matching.method.isDistance)
  const decisions = await namedDecisions(reader)
  for await (const page of clusterPages(reader, 2)) {
    const wanted = page.map(({ members }) => ({ members, wanted: members }))
    let done = 0
    for await (const { place, figures } of memberFigures({ reader, matching, decisions, signal }, wanted)) {
      while (done < place) survey.end(page[done++])
      for (const figure of figures) survey.add(figure)
    }
    while (done < page.length) survey.end(page[done++])
  }
  return survey.taken()
}

class Columns {
  readonly #isDistance: boolean
  readonly #cluster = new WordList()
  readonly #documents = new WordList()
  readonly #least = new DoubleList()
  readonly #traits = new IntList()
  readonly #sourceEnds = new IntList()
  readonly #sources = new IntList()
  readonly #sourceNumbers = new Map<string, number>()
  #own = { least: Number.NaN, traits: 0, sources: new Set<number>() }

  constructor(isDistance: boolean) {
    this.#isDistance = isDistance
  }

  add({ kind, similarity, isChained, source, rule }: MemberFigure): void {
    const own = this.#own
    own.traits |= traitBits({ kind, rule })
    // Of a chained member no more is known than that it is less similar than all matches.
    const value = isChained ? (this.#isDistance ? Number.MAX_VALUE : 0) : similarity
    if (value !== undefined && !(this.#isDistance ? value <= own.least : value >= own.least))
      own.least = value
    if (source === undefined) return
    const number = this.#sourceNumbers.get(source) ?? this.#sourceNumbers.size
    this.#sourceNumbers.set(source, number)
    own.sources.add(number)
  }

  /** Ends the cluster of the members added since the last one. */
  end({ cluster, documents }: { readonly cluster: number; readonly documents: number }): void {
    this.#cluster.push(cluster)
    this.#documents.push(documents)
    this.#least.push(this.#own.least)
    this.#traits.push(this.#own.traits)
    for (const source of this.#own.sources) this.#sources.push(source)
    this.#sourceEnds.push(this.#sources.length)
    this.#own = { least: Number.NaN, traits: 0, sources: new Set() }
  }

  taken(): ClusterSurvey {
    return {
      cluster: this.#cluster.taken(),
      documents: this.#documents.taken(),
      least: this.#least.values.subarray(0, this.#least.length),
      traits: this.#traits.taken(),
      sourceEnds: this.#sourceEnds.taken(),
      sources: this.#sources.taken(),
      sourceNumbers: this.#sourceNumbers,
    }
  }
}
