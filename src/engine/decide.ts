/**
 * Decide: which documents are the same, in the way of the method. Memory and files share this decision; what differs
 * between them comes as `Ports`.
 *
 *     exact               equal raw texts
 *     signature           equal keys; the exact Jaccard is reported as well
 *     pairs               pairs that the method finds in all texts ─▶ graph ────────────┐
 *     trials, measure     groups of equal keys ─▶ crowds split ─▶ counted or measured ──┤
 *     measure, exact recall      groups of shared rare shingles ─────────▶ measured ────┴─▶ clusters, or pairs
 *
 * The join and what people decided are loaded by runs that need them.
 *
 * Ours: all of it.
 */

import type { PairRows } from '../ground/pair-rows/pair-rows.ts'
import type { PairsLimit } from '../ground/pair-rows/pairs-limit.ts'
import { pairValues } from '../methods/contract/measures.ts'
import type { FoundTextPairs, TextPairs } from '../methods/contract/method.ts'
import { type ClusterWork, inputOrder, type Outcome } from './batch/columns.ts'
import { complete } from './batch/complete.ts'
import { components } from './batch/components.ts'
import { measureBeside, signatureOutcome, signatureRepresentatives } from './batch/equal-signatures.ts'
import { exactOutcome, exactRepresentatives } from './batch/group-equal.ts'
import { inMeasure } from './batch/outcome.ts'
import { type Partition, partitionBy, separateGroups, separateTexts } from './batch/partition.ts'
import { likelyPairs } from './batch/star/likely-pairs.ts'
import { star } from './batch/star/star.ts'
import { boundedVerifier } from './cluster/bounded-verifier.ts'
import { type Candidates, noCandidates } from './cluster/candidates.ts'
import { type DividedCandidates, isDivided } from './cluster/divided.ts'
import { without } from './columns/chunks.ts'
import { decidingVerifier, type Ports, withoutCrowds } from './decide/measuring.ts'
import { refuseTooManyNear } from './decide/too-many-near.ts'
import type { Judgements } from './decisions/judgements.ts'
import { apartVerifier, withoutApart } from './judged/apart.ts'
import type { Known } from './judged/judged-values.ts'
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

/** Called while clusters are made of measured documents. */
type Listeners = Pick<ClusterWork, 'onPair' | 'onSettled' | 'onVisited'>

/**
 * The outcome for all documents.
 *
 * @throws NearsameError OPTION_VALUE if no document has a field of a keep rule or of `within`; TOO_MANY_NEAR; what the
 * ports throw
 */
export async function decideClusters(ports: Ports, listeners: Listeners = {}): Promise<Clustered> {
  const order = ports.order()
  const clustered = await clusterInItsWay(ports, order, listeners)
  return ports.judgements === undefined ? clustered : judgedClusters(ports, order, clustered)
}

async function clusterInItsWay(
  ports: Ports,
  order: Int32Array | undefined,
  listeners: Listeners,
): Promise<Clustered> {
  const { columns, decision } = ports
  const partition = separated(ports)
  switch (decision.kind) {
    case 'exact': {
      const outcome = exactOutcome(columns, order)
      return { outcome, representative: outcome.survivor }
    }
    case 'signature':
      return clusterBySignature(ports, order)
    case 'pairs':
      return clusterByPairs(ports, decision.pairs, order)
    default:
      return clusterByKeys(ports, { order, partition, listeners })
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

async function clusterByPairs(
  ports: Ports,
  pairs: () => Promise<TextPairs>,
  order: Int32Array | undefined,
): Promise<Clustered> {
  const { result, columns, decision, stage } = ports
  const { least, measure, same } = decision
  const values = { ...pairValues[measure], same, least }
  const all = await stage('verify', async () => ports.textPairs(await pairs()))
  const found = withoutApart(all, ports.judgements)
  const outcome = await stage('cluster', () =>
    clusterPairs(columns, found, values, clusterings[result.cluster], order),
  )
  refuseTooManyNear(ports, outcome, found.notes)
  return { outcome, representative: outcome.survivor, found }
}

interface KeysWork {
  readonly order: Int32Array | undefined
  readonly partition: Partition | undefined
  readonly listeners: Listeners
}

async function clusterByKeys(ports: Ports, { order, partition, listeners }: KeysWork): Promise<Clustered> {
  const { result, columns, decision, stage } = ports
  const { least: threshold, same } = decision
  const { representative, grouped } = await stage('group', async () => {
    const classes = await ports.grouping.classes(order)
    columns.exactTwin = classes.exactTwin
    const candidates = await candidatesForClusters(ports, classes.representative, { order, partition })
    if (ports.judgements === undefined)
      columns.chunks = without(columns.chunks, ['exact', 'tokens', 'tokenCount'])
    return { representative: classes.representative, grouped: candidates }
  })
  const outcome = await stage('verify', async () => {
    const verifier = apartVerifier(decidingVerifier(ports), ports.judgements)
    const deciding = { threshold, verifier, bounds: ports.bounds() }
    const job = { columns, representative, order, decided: ports.decided, ...deciding, ...listeners }
    if (isDivided(grouped)) return star({ ...job, candidates: grouped })
    const candidates = await fewerCandidates(ports, grouped, threshold)
    return clusterings[result.cluster]({ ...job, candidates })
  })
  return { outcome: inMeasure(outcome, same), representative }
}

/** Candidates with the same matches, for less work of the clustering: large groups help all but `star`. */
async function fewerCandidates(ports: Ports, grouped: Candidates, threshold: number): Promise<Candidates> {
  const candidates = await withoutCrowds(ports, grouped)
  const { meetings, rest, result } = ports
  if (result.cluster !== 'star') return candidates
  return likelyPairs({ candidates, threshold, meetings, rest })
}

/** The outcome as people decided. */
async function judgedClusters(
  ports: Ports,
  order: Int32Array | undefined,
  clustered: Clustered,
): Promise<Clustered> {
  const { judgedOutcome } = await import('./judged/judged-clusters.ts')
  const { judgedVerifier } = await import('./judged/judged-values.ts')
  const { columns, decision, judgements, result, stage, verifier: beside } = ports
  const { representative, found } = clustered
  const { isDistance } = pairValues[decision.measure]
  const work = {
    judgements: judgements as Judgements,
    columns,
    order,
    verifier: judgedVerifier(ports, { representative, found }),
    beside,
    // A method that finds pairs has values for matches only.
    isMatch: (value: number) =>
      decision.kind === 'pairs' ? !Number.isNaN(value) : value >= decision.least,
    isDistance,
    linksClusters: result.cluster === 'components',
  }
  return { ...clustered, outcome: await stage('cluster', () => judgedOutcome(clustered.outcome, work)) }
}

/**
 * All matches, counted.
 *
 * @param split the first document of the other side, if only pairs across are wanted
 * @throws NearsameError OPTION_VALUE if no document has the field of `within`; PAIRS_LIMIT; what the ports throw
 */
export async function decidePairs(ports: Ports, limit: PairsLimit, split?: number): Promise<DecidedPairs> {
  const { columns, decision, stage, judgements } = ports
  const judged = async <T extends Pairs>(pairs: T, known: Known): Promise<T> => {
    if (judgements === undefined) return pairs
    const { withJudgements } = await import('./judged/judged-pairs.ts')
    const { judgedVerifier } = await import('./judged/judged-values.ts')
    return withJudgements(pairs, judgements, { limit, split, verifier: judgedVerifier(ports, known) })
  }
  if (decision.kind === 'pairs') {
    const found = await stage('verify', async () => ports.textPairs(await decision.pairs(), split))
    const pairs = { ...knownPairs(found, limit), ...(found.notes && { notes: found.notes }) }
    return judged(pairs, { representative: inputOrder(columns.count), found })
  }
  const { least: threshold, same } = decision
  const grouped = await stage('group', () => groupedForPairs(ports, separated(ports)))
  return stage('verify', async () => {
    const candidates = await withoutCrowds(ports, grouped.candidates, split)
    const verifier = boundedVerifier(decidingVerifier(ports), ports.bounds(), threshold)
    const work = { columns, ...grouped, candidates, threshold, same, verifier, limit }
    return judged(await allPairs(work, split), { representative: grouped.representative })
  })
}

/** Classes of equal documents, and the candidates among them. */
async function groupedForPairs(ports: Ports, partition: Partition | undefined) {
  const { columns, decision } = ports
  if (decision.kind === 'signature') {
    return { representative: signatureRepresentatives(columns), candidates: noCandidates(columns.count) }
  }
  // Without near duplicates there are no band keys, so there are no candidates either.
  const representative =
    decision.kind === 'exact'
      ? exactRepresentatives(columns)
      : (await ports.grouping.classes()).representative
  return { representative, candidates: await candidatesAmong(ports, representative, partition) }
}

/** Among these are all matching pairs, with bands nearly all. */
async function candidatesAmong(
  ports: Ports,
  representative: Int32Array,
  partition: Partition | undefined,
): Promise<Candidates> {
  const { columns, decision } = ports
  const candidates = decision.isJoined
    ? await (await import('./decide/joined-candidates.ts')).joinedCandidates(ports, representative)
    : await ports.grouping.candidates(representative)
  if (partition === undefined) return candidates
  const separate = separateGroups(candidates, partition)
  if (columns.groups !== undefined) columns.groups = separate
  return separate
}

/** The same, divided if that is needed and star decides by measures, block by block. */
async function candidatesForClusters(
  ports: Ports,
  representative: Int32Array,
  { order, partition }: Omit<KeysWork, 'listeners'>,
): Promise<Candidates | DividedCandidates> {
  const { decision, grouping, result } = ports
  const isWhole = result.cluster !== 'star' || decision.kind !== 'measure' || decision.isJoined
  if (isWhole || partition !== undefined) return candidatesAmong(ports, representative, partition)
  return grouping.divided(representative, order)
}

/** The documents by the option `within`, if it is given: equal texts of two parts count as different from now on. */
function separated({ columns, decision, result }: Ports): Partition | undefined {
  const partition = partitionBy(result, columns)
  if (partition !== undefined) separateTexts(columns, partition, decision.kind === 'signature')
  return partition
}

/** Batches of rows, with the exact Jaccard if an equal signature decided. */
export async function* rowsBeside(
  { columns, decision, verifier }: Ports,
  batches: Iterable<PairRows>,
): AsyncGenerator<PairRows> {
  const bySignature = decision.kind === 'signature'
  for (const batch of batches) {
    const { left, right } = batch
    yield bySignature ? { ...batch, jaccard: await measureBeside(columns, left, right, verifier) } : batch
  }
}
