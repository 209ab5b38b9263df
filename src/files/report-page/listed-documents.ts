/** Listed documents: the members of the clusters most worth a look, as columns, as many as fit. */
import { idOfDocument } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import { embeddable, utf8Bytes } from './data-text.ts'
import { mostTextClusters, worthALook } from './listed-clusters.ts'
import type { ListedColumns, ListedMember, RunClusters } from './report-data.ts'

/** Of one cluster. */
const mostMembers = 1000
/** Of all listed clusters, before their sizes are known. */
const mostListed = 400_000
/** Members of a cluster whose texts are embedded: of every cluster first, then more of each. */
const textMembers = [4, 20]
/** Bytes of the numbers of a member, about. */
const memberBytes = 55

export interface ListedRows {
  readonly columns: ListedColumns
  /** [count] the row of each document, -1 if it is not listed. */
  readonly rows: Int32Array
  /** The document of each row. */
  readonly documents: readonly number[]
  /** The listed clusters. */
  readonly heads: readonly number[]
  /** Rows whose texts are wanted, the most wanted first. */
  readonly textRows: readonly number[]
}

export class ListedDocuments {
  readonly #run: Run
  readonly #rows: Int32Array
  readonly #documents: number[] = []
  readonly #rules = new Map<string, number>()
  readonly #columns: ListedColumns = {
    documents: { id: [], source: [], record: [], bytes: [] },
    clusters: { total: 0, sizes: [], ends: [], members: [], kinds: [], similarities: [], rules: [] },
    ruleNames: [],
  }
  #bytes = 0

  constructor(run: Run) {
    this.#run = run
    this.#rows = new Int32Array(run.documents.count).fill(-1)
  }

  /**
   * @param room bytes for them
   * @param examples further documents, with texts
   */
  list(clusters: RunClusters, examples: readonly number[], room: number): ListedRows {
    const order = worthALook(clusters)
    const wanted = prefixOf(order, clusters.sizes)
    const members = membersByHead(clusters, wanted)
    const heads: number[] = []
    const ofCluster: number[][] = []
    this.#columns.clusters.total = order.length
    for (const head of wanted) {
      if (this.#bytes > room) break
      heads.push(head)
      ofCluster.push(this.#add(head, members.get(head) ?? [], clusters.sizes[head]))
    }
    this.#columns.ruleNames.push(...this.#rules.keys())
    const exampleRows = examples.map(document => this.#rowOf(document))
    const textRows = rowsForTexts(ofCluster.slice(0, mostTextClusters), exampleRows)
    return { columns: this.#columns, rows: this.#rows, documents: this.#documents, heads, textRows }
  }

  /** @returns the rows of its members */
  #add(head: number, members: readonly ListedMember[], size: number): number[] {
    const { clusters } = this.#columns
    const first = clusters.members.length
    const add = (document: number, kind: number, similarity: number, rule: number) => {
      clusters.members.push(this.#rowOf(document))
      clusters.kinds.push(kind)
      clusters.similarities.push(Number.isNaN(similarity) ? null : similarity)
      clusters.rules.push(rule)
      this.#bytes += memberBytes
    }
    add(head, 0, 1, -1)
    for (const { document, kind, similarity, rule } of members)
      add(document, kind, similarity, this.#ruleOf(rule))
    clusters.ends.push(clusters.members.length)
    clusters.sizes.push(size)
    return clusters.members.slice(first)
  }

  #rowOf(document: number): number {
    if (this.#rows[document] >= 0) return this.#rows[document]
    const { documents } = this.#run
    const row = this.#documents.push(document) - 1
    this.#rows[document] = row
    const id = idOfDocument(this.#run, document)
    const { documents: columns } = this.#columns
    columns.id.push(id)
    columns.source.push(documents.records.sourceOf(document))
    columns.record.push(documents.records.numberOf(document))
    columns.bytes.push(documents.placeOf(document).length)
    this.#bytes += utf8Bytes(embeddable(id))
    return row
  }

  #ruleOf(name: string): number {
    const known = this.#rules.get(name)
    if (known !== undefined) return known
    this.#rules.set(name, this.#rules.size)
    return this.#rules.size - 1
  }
}

/** The first clusters that have room together. */
function prefixOf(order: Int32Array, sizes: Uint32Array): Int32Array {
  let members = 0
  let end = 0
  while (end < order.length && members < mostListed) members += Math.min(sizes[order[end++]], mostMembers)
  return order.subarray(0, end)
}

function membersByHead(clusters: RunClusters, wanted: Int32Array): Map<number, ListedMember[]> {
  const lists = new Map<number, ListedMember[]>(Array.from(wanted, head => [head, []]))
  for (const member of clusters.members(
    head => (lists.get(head)?.length ?? mostMembers) < mostMembers - 1,
  )) {
    lists.get(member.head)?.push(member)
  }
  return lists
}

function rowsForTexts(clusters: readonly (readonly number[])[], examples: readonly number[]): number[] {
  const rows = new Set<number>()
  for (const most of textMembers) {
    for (const members of clusters) for (const row of members.slice(0, most)) rows.add(row)
    for (const row of examples) rows.add(row)
  }
  return [...rows]
}
