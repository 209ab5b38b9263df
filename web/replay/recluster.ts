/**
 * Recluster: the clusters at any threshold from pairs that are all known, without measuring anything.
 *
 *     rows in visiting order, pairs ─▶ neighbours of each row, once ─▶ survivors at a threshold
 *
 * The three clusterings are those of the engine, by their defining loops (`src/engine/batch/`): copies of a text join
 * the nearest survivor under star, and stay with their text under the others. What people decided comes last, as in the
 * engine (`src/engine/judged/`): pairs that stay apart are no match, and regions of judged rows are divided again.
 *
 * Cost: 16 bytes a pair once; O(pairs) for each threshold, and for `complete` the pairs of cluster members.
 */
import { UnionFind } from '../../src/engine/cluster/union-find.ts'
import { Judgements } from '../../src/engine/decisions/judgements.ts'
import { judgedSurvivors } from '../../src/engine/judged/judged-regions.ts'
import type { ReplayColumns } from '../../src/files/report-page/report-data.ts'
import { atOnce } from '../../src/ground/breath/steps.ts'
import { pairsBySideInSteps } from '../../src/ground/lists/grouped.ts'
import { pairOrder } from '../../src/ground/pair-rows/pair-rows.ts'

export interface Neighbours {
  /** [rows + 1] where the neighbours of each row begin. */
  readonly starts: Int32Array
  /** Of each row the other rows, ascending. */
  readonly others: Int32Array
  readonly similarities: Float64Array
  readonly judged?: Judged
}

interface Judged {
  readonly judgements: Judgements
  /** With the pairs that stay apart. */
  readonly all: Neighbours
}

/** Neighbours of each row; a pair is at both of its rows. @throws NearsameError DECISIONS_CONFLICT */
export function neighboursOf(replay: ReplayColumns): Neighbours {
  const all = allNeighbours(replay)
  if (replay.judged === undefined) return all
  const judgements = new Judgements(replay.judged, replay.id.length)
  const { left, right } = replay
  const similarities = replay.similarities.map((value, pair) =>
    judgements.areApart(left[pair], right[pair]) ? 0 : value,
  )
  return { ...allNeighbours({ ...replay, similarities }), judged: { judgements, all } }
}

function allNeighbours({ id, left: a, right: b, similarities }: ReplayColumns): Neighbours {
  const left = Int32Array.from(a, (row, pair) => Math.min(row, b[pair]))
  const right = Int32Array.from(a, (row, pair) => Math.max(row, b[pair]))
  // By left, then right, so that the neighbours of a row ascend.
  const order = pairOrder(left, right, id.length)
  const [lefts, rights] = [left, right].map(side => order.map(pair => side[pair]))
  const { starts, members } = atOnce(pairsBySideInSteps(lefts, rights, id.length))
  const others = new Int32Array(members.length)
  for (let row = 0; row < id.length; row++)
    for (let at = starts[row]; at < starts[row + 1]; at++)
      others[at] = lefts[members[at]] + rights[members[at]] - row
  return { starts, others, similarities: Float64Array.from(members, pair => similarities[order[pair]]) }
}

export interface Clustering {
  /** [rows] the survivor of each row; its own row for a survivor. */
  readonly survivor: Int32Array
  /** [rows] similarity with the survivor; NaN if that pair is not known, as with `components`. */
  readonly similarity: Float64Array
}

/** @throws NearsameError DECISIONS_CONFLICT where a cluster would have two survivors that people named */
export function recluster(replay: ReplayColumns, neighbours: Neighbours, threshold: number): Clustering {
  const rows = replay.id.length
  const clustering = {
    survivor: Int32Array.from({ length: rows }, (_, row) => row),
    similarity: new Float64Array(rows).fill(1),
  }
  clusterings[replay.cluster](replay, neighbours, threshold, clustering)
  const { judged } = neighbours
  return judged === undefined ? clustering : judgedClustering(replay, judged, threshold, clustering)
}

function judgedClustering(
  { copyOf, cluster }: ReplayColumns,
  { judgements, all }: Judged,
  threshold: number,
  before: Clustering,
): Clustering {
  const asking = judgedSurvivors(before.survivor, {
    judgements,
    rank: Int32Array.from(copyOf.keys()),
    isMatch: value => value >= threshold,
    isDistance: false,
    linksClusters: cluster === 'components',
  })
  const similarityOf = (a: number, b: number) => knownSimilarity(all, copyOf[a], copyOf[b])
  let step = asking.next()
  while (!step.done) {
    const { left, right } = step.value
    step = asking.next(Float64Array.from(left, (row, pair) => similarityOf(row, right[pair])))
  }
  const { survivor, judged } = step.value
  const similarity = before.similarity.map((value, row) =>
    judged[row] === 1 ? similarityOf(row, survivor[row]) : value,
  )
  return { survivor, similarity }
}

type Clusterer = (
  replay: ReplayColumns,
  neighbours: Neighbours,
  threshold: number,
  into: Clustering,
) => void

const clusterings: Readonly<Record<ReplayColumns['cluster'], Clusterer>> = { star, components, complete }

/** Each row joins the most similar survivor before it, of equals the one visited earliest. */
function star({ copyOf }: ReplayColumns, near: Neighbours, threshold: number, into: Clustering): void {
  const { survivor, similarity } = into
  for (let row = 0; row < copyOf.length; row++) {
    const text = copyOf[row]
    if (text !== row && survivor[text] === text) {
      survivor[row] = text
      continue
    }
    let best = threshold
    for (let at = near.starts[text]; at < near.starts[text + 1]; at++) {
      const other = near.others[at]
      const value = near.similarities[at]
      if (other >= row || survivor[other] !== other || value < best) continue
      if (value === best && survivor[row] !== row && survivor[row] < other) continue
      best = value
      survivor[row] = other
      similarity[row] = value
    }
  }
}

/** Rows linked by any chain of pairs; the survivor is the one visited first. */
function components(
  { copyOf }: ReplayColumns,
  near: Neighbours,
  threshold: number,
  into: Clustering,
): void {
  const { survivor, similarity } = into
  const links = new UnionFind(copyOf.length)
  for (let row = 0; row < copyOf.length; row++) {
    links.union(row, copyOf[row])
    for (let at = near.starts[row]; at < near.starts[row + 1] && near.others[at] < row; at++)
      if (near.similarities[at] >= threshold) links.union(row, near.others[at])
  }
  for (let row = 0; row < copyOf.length; row++) {
    survivor[row] = links.find(row)
    similarity[row] = knownSimilarity(near, copyOf[row], survivor[row])
  }
}

function knownSimilarity(near: Neighbours, row: number, other: number): number {
  if (row === other) return 1
  for (let at = near.starts[row]; at < near.starts[row + 1]; at++)
    if (near.others[at] === other) return near.similarities[at]
  return Number.NaN
}

/** Each text joins the nearest cluster all of whose members match it; copies stay with their text. */
function complete({ copyOf }: ReplayColumns, near: Neighbours, threshold: number, into: Clustering): void {
  const { survivor, similarity } = into
  const size = new Int32Array(copyOf.length)
  const matched = new Map<number, number>()
  for (let row = 0; row < copyOf.length; row++) {
    if (copyOf[row] !== row) {
      survivor[row] = survivor[copyOf[row]]
      similarity[row] = similarity[copyOf[row]]
      continue
    }
    matched.clear()
    const [from, end] = [near.starts[row], near.starts[row + 1]]
    for (let at = from; at < end && near.others[at] < row; at++) {
      if (near.similarities[at] < threshold) continue
      const cluster = survivor[near.others[at]]
      matched.set(cluster, (matched.get(cluster) ?? 0) + 1)
    }
    for (let at = from; at < end && near.others[at] < row; at++) {
      const first = near.others[at]
      if (survivor[first] !== first || matched.get(first) !== size[first]) continue
      const isFirst = survivor[row] === row
      if (near.similarities[at] < threshold || (!isFirst && near.similarities[at] <= similarity[row]))
        continue
      survivor[row] = first
      similarity[row] = near.similarities[at]
    }
    size[survivor[row]]++
  }
}
