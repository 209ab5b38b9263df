/** The clusters of a run, for a report page: those of an outcome, those that pairs link, and the twins of `match`. */
import { kinds, type Outcome } from '../../engine/batch/columns.ts'
import { pairKind } from '../../engine/batch/equal-signatures.ts'
import { decidingRules } from '../../engine/batch/keep-order.ts'
import { UnionFind } from '../../engine/cluster/union-find.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import type { Run } from '../run/run.ts'
import type { ListedMember, RunClusters } from './report-data.ts'

/** The clusters of `dedupe`. */
export function outcomeClusters(run: Run, outcome: Outcome): RunClusters {
  const { survivor, kind, judged } = outcome
  const similarity = outcome.jaccard ?? outcome.similarity
  const ruleOf = decidingRules(run.settings.result.keep, run.documents)
  return clustersOf(run.documents.count, function* () {
    for (let document = 0; document < survivor.length; document++) {
      const head = survivor[document]
      if (head === document) continue
      yield {
        head,
        document,
        kind: kind[document],
        similarity: similarity[document],
        rule: () => (judged?.[document] === 1 ? 'decision' : ruleOf(head, document)),
      }
    }
  })
}

/** The clusters of `pairs`: documents that matches link. */
export function linkedClusters(run: Run, batches: () => Iterable<PairRows>): RunClusters {
  const { count } = run.documents
  const sets = new UnionFind(count)
  const values = new Float64Array(count).fill(Number.NaN)
  for (const { left, right } of batches()) for (const [row, a] of left.entries()) sets.union(a, right[row])
  for (const { left, right, similarity } of batches()) {
    for (let row = 0; row < left.length; row++) {
      // The head is the first document of its cluster, so it is on the left.
      if (sets.find(left[row]) === left[row]) values[right[row]] = similarity[row]
    }
  }
  return clustersOf(count, function* () {
    for (let document = 0; document < count; document++) {
      const head = sets.find(document)
      if (head === document) continue
      const kind = pairKind(run.documents, document, head)
      yield { head, document, kind, similarity: values[document], rule: () => 'first' }
    }
  })
}

/** A record of A and its twins in B. */
export function twinClusters(run: Run, batches: () => Iterable<PairRows>): RunClusters {
  return clustersOf(run.documents.count, function* () {
    for (const { left, right, similarity } of batches()) {
      for (let row = 0; row < left.length; row++) {
        const [head, document] = [left[row], right[row]]
        const kind = pairKind(run.documents, document, head)
        yield { head, document, kind, similarity: similarity[row], rule: () => 'twin' }
      }
    }
  })
}

interface Member extends Omit<ListedMember, 'rule'> {
  readonly rule: () => string
}

function clustersOf(count: number, all: () => Iterable<Member>): RunClusters {
  const sizes = new Uint32Array(count)
  const least = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  for (const { head, kind, similarity } of all()) {
    sizes[head] = Math.max(sizes[head], 1) + 1
    if (kind === kinds.near && similarity < least[head]) least[head] = similarity
  }
  return {
    sizes,
    least,
    *members(isWanted) {
      for (const member of all()) if (isWanted(member.head)) yield { ...member, rule: member.rule() }
    },
  }
}
