/**
 * Decide: which documents are the same, in the way of the method. Memory and files share this decision; what differs
 * between them comes as `Ports`.
 *
 *     exact               equal raw texts
 *     signature           equal keys; the exact Jaccard is reported as well
 *     pairs               pairs that the method finds in all texts ─▶ graph ────────────┐
 *     trials, measure     groups of equal keys ─▶ crowds split ─▶ counted or measured ──┴─▶ clusters, or pairs
 *
 * Ours: all of it.
 */

import { breathing } from '../ground/breath/steps.ts'
import { release } from '../ground/lists/release.ts'
import type { PairRows } from '../ground/pair-rows/pair-rows.ts'
import type { PairsLimit } from '../ground/pair-rows/pairs-limit.ts'
import { pairValues } from '../methods/contract/measures.ts'
import type { FoundTextPairs } from '../methods/contract/method.ts'
import { decisionOf, limitsOf, measureOf } from '../methods/options/chosen-method.ts'
import type { ClusterWork, Outcome } from './batch/columns.ts'
import { complete } from './batch/complete.ts'
import { components } from './batch/components.ts'
import { measureBeside, signatureOutcome, signatureRepresentatives } from './batch/equal-signatures.ts'
import { groupBands } from './batch/group-bands.ts'
import { exactOutcome, exactRepresentatives, exactTwins, representatives } from './batch/group-equal.ts'
import { keepOrder } from './batch/keep-order.ts'
import { inMeasure } from './batch/outcome.ts'
import { star } from './batch/star/star.ts'
import { boundedVerifier } from './cluster/bounded-verifier.ts'
import { type Candidates, noCandidates } from './cluster/candidates.ts'
import { boundsOf, decidingVerifier, type Ports, withoutCrowds } from './decide/measuring.ts'
import { refuseTooManyNear } from './decide/too-many-near.ts'
import { allPairs, knownPairs, type Pairs } from './pairs/all-pairs.ts'
import { clusterPairs } from './pairs/pair-graph.ts'

/** The ways of clustering, by their names in the option `cluster`. */
export const clusterings = { star, components, complete }

export interface Clustered {
  readonly outcome: Outcome
  /** The first visited document of each class of equal texts or token sequences. */
  readonly representative: Int32Array
  /** What the method found, if it reads all texts at once. */
  readonly found?: FoundTextPairs
}

/** Pairs, and what the method reports about how it found them. */
export interface DecidedPairs extends Pairs {
  readonly notes?: FoundTextPairs['notes']
}

/**
 * The outcome for all documents.
 *
 * @param listeners of clustering, called if documents are measured
 * @throws NearsameError OPTION_VALUE if no document has a field of a keep rule; TOO_MANY_NEAR; what the ports throw
 */
export async function decideClusters(
  ports: Ports,
  listeners: Pick<ClusterWork, 'onPair' | 'onSettled'> = {},
): Promise<Clustered> {
  const { result, columns } = ports
  const order = keepOrder(result.keep, columns)
  switch (decisionOf(result)) {
    case 'exact': {
      const outcome = exactOutcome(columns, order)
      return { outcome, representative: outcome.survivor }
    }
    case 'signature':
      return clusterBySignature(ports, order)
    case 'pairs':
      return clusterByPairs(ports, order)
    default:
      return clusterByKeys(ports, order, listeners)
  }
}

/** Here all ways of clustering agree; the removed documents are measured for the report. */
async function clusterBySignature(
  { columns, verifier, stage }: Ports,
  order: Int32Array | undefined,
): Promise<Clustered> {
  const representative = await stage('group', () => signatureRepresentatives(columns, order))
  const outcome = await stage('verify', () => signatureOutcome(columns, representative, verifier))
  return { outcome, representative }
}

async function clusterByPairs(ports: Ports, order: Int32Array | undefined): Promise<Clustered> {
  const { result, columns, stage } = ports
  const values = { ...pairValues[measureOf(result)], ...limitsOf(result) }
  const found = await stage('verify', () => ports.textPairs())
  const outcome = await stage('cluster', () =>
    clusterPairs(columns, found, values, clusterings[result.cluster], order),
  )
  refuseTooManyNear(ports, outcome)
  return { outcome, representative: outcome.survivor, found }
}

async function clusterByKeys(
  ports: Ports,
  order: Int32Array | undefined,
  listeners: Pick<ClusterWork, 'onPair' | 'onSettled'>,
): Promise<Clustered> {
  const { result, columns, agree, rest, stage } = ports
  const { least: threshold, same } = limitsOf(result)
  const representative = representatives(columns, order)
  const grouped = await stage('group', async () => {
    columns.exactTwin = exactTwins(columns, representative)
    release(columns.exact)
    release(columns.tokens)
    const candidates = await breathing(groupBands(columns, representative, agree), rest)
    release(columns.tokenCount)
    return candidates
  })
  const outcome = await stage('verify', async () => {
    const candidates = await withoutCrowds(ports, grouped)
    const deciding = { threshold, verifier: decidingVerifier(ports), bounds: boundsOf(ports) }
    const job = { columns, representative, candidates, order, ...deciding, ...listeners }
    return clusterings[result.cluster](job)
  })
  return { outcome: inMeasure(outcome, same), representative }
}

/**
 * All matches, counted.
 *
 * @param split the first document of the other side, if only pairs across are wanted
 * @throws NearsameError PAIRS_LIMIT; what the ports throw
 */
export async function decidePairs(ports: Ports, limit: PairsLimit, split?: number): Promise<DecidedPairs> {
  const { result, columns, stage } = ports
  if (decisionOf(result) === 'pairs') {
    const found = await stage('verify', () => ports.textPairs(split))
    return { ...knownPairs(found, limit), ...(found.notes && { notes: found.notes }) }
  }
  const { least: threshold, same } = limitsOf(result)
  const grouped = await stage('group', () => groupedForPairs(ports))
  return stage('verify', async () => {
    const candidates = await withoutCrowds(ports, grouped.candidates, split)
    const verifier = boundedVerifier(decidingVerifier(ports), boundsOf(ports), threshold)
    return allPairs({ columns, ...grouped, candidates, threshold, same, verifier, limit }, split)
  })
}

interface Grouped {
  readonly representative: Int32Array
  readonly candidates: Candidates
}

/** Classes of equal documents, and the candidates among them. */
async function groupedForPairs({ result, columns, agree, rest }: Ports): Promise<Grouped> {
  const decision = decisionOf(result)
  if (decision === 'signature') {
    return { representative: signatureRepresentatives(columns), candidates: noCandidates(columns.count) }
  }
  // Without near duplicates there are no band keys, so there are no candidates either.
  const representative = decision === 'exact' ? exactRepresentatives(columns) : representatives(columns)
  return { representative, candidates: await breathing(groupBands(columns, representative, agree), rest) }
}

/** Batches of rows, with the exact Jaccard if an equal signature decided. */
export async function* rowsBeside(
  { result, columns, verifier }: Ports,
  batches: Iterable<PairRows>,
): AsyncGenerator<PairRows> {
  const bySignature = decisionOf(result) === 'signature'
  for (const batch of batches) {
    const { left, right } = batch
    yield bySignature ? { ...batch, jaccard: await measureBeside(columns, left, right, verifier) } : batch
  }
}
