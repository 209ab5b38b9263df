/** The clusters, with their members. */
import { membersOfClusters } from '../../engine/batch/clusters.ts'
import type { Outcome } from '../../engine/batch/columns.ts'
import { diameters } from '../../engine/batch/diameter.ts'
import type { Clustered } from '../../engine/decide.ts'
import { options, outputPath, type Resolved } from '../../ground/options/declare.ts'
import { isByMethod } from '../../methods/options/decision.ts'
import { type Cell, cellJson } from '../outputs/table-lines.ts'
import { writeLines } from '../outputs/write-lines.ts'
import { isRowsName, writeFlatTable } from '../outputs/write-table.ts'
import { idJson, idOfDocument } from '../run/identities.ts'
import { PairTasks } from '../run/pair-tasks.ts'
import type { Run } from '../run/run.ts'
import type { DedupeOutput } from './output.ts'
import { idsOfClusters } from './removed.ts'
import { similarityCells, similarityNames } from './similarity-columns.ts'

const declared = options({
  clusters: outputPath({
    holds: 'columns',
    doc: 'the clusters (JSONL, or CSV, Parquet or .xlsx by its name)',
  }),
})

export const clustersOutput = {
  options: declared,
  requested: ({ clusters }) => ({
    path: clusters,
    write: ({ run, numberOf, ...clustered }, path) => writeClusters(run, path, clustered, numberOf),
  }),
} satisfies DedupeOutput<Resolved<typeof declared>>

const memberNames = ['cluster', 'survivor', 'id', 'similarity', 'diameter']

/** Figures of a cluster, by its survivor; each is asked for once a cluster, in the order of the file. */
interface ClusterFigures {
  readonly numberOf: (survivor: number) => number
  readonly diameterOf: (survivor: number) => number | null
}

/**
 * Clusters of at least two, in the order of their first member: a row of a table for each member, or a line of
 * JSON for each cluster.
 *
 * @param numberOf the number of a cluster, by its survivor. Default: they count on
 */
export async function writeClusters(
  run: Run,
  path: string,
  { outcome, representative }: Pick<Clustered, 'outcome' | 'representative'>,
  numberOf = counting(),
): Promise<void> {
  const figures = { numberOf, diameterOf: await diametersOf(run, { outcome, representative }) }
  if (!isRowsName(path)) return writeLines(path, run.publication, clusterObjects(run, outcome, figures))
  const names = similarityNames(memberNames, outcome)
  const parts = [memberRows(run, outcome, figures)]
  await writeFlatTable(run, path, { names, parts, ids: idsOfClusters(run, outcome) })
}

function* memberRows(
  run: Run,
  outcome: Outcome,
  { numberOf, diameterOf }: ClusterFigures,
): Generator<Cell[]> {
  for (const members of membersOfClusters(outcome)) {
    const survivor = outcome.survivor[members[0]]
    const [id, diameter] = [idOfDocument(run, survivor), diameterOf(survivor)]
    const number = numberOf(survivor)
    for (const member of members)
      yield [number, id, idOfDocument(run, member), ...similarityCells(outcome, member), diameter]
  }
}

/** In pieces: no string holds millions of members. */
function* clusterObjects(
  run: Run,
  outcome: Outcome,
  { numberOf, diameterOf }: ClusterFigures,
): Generator<string> {
  for (const members of membersOfClusters(outcome)) {
    const survivor = outcome.survivor[members[0]]
    let before = `{"cluster":${numberOf(survivor)},"survivor":${idJson(idOfDocument(run, survivor))},"members":[`
    for (const member of members) {
      const [similarity, jaccard] = similarityCells(outcome, member)
      const beside = jaccard === undefined ? '' : `,"jaccard":${jaccard}`
      const id = idJson(idOfDocument(run, member))
      yield `${before}{"id":${id},"similarity":${cellJson(similarity)}${beside}}`
      before = ','
    }
    yield `],"diameter":${diameterOf(survivor)}}\n`
  }
}

/**
 * The diameter of a cluster, by its survivor.
 *
 * @returns null if too many pairs would have to be measured, or the method cannot measure an arbitrary pair
 */
async function diametersOf(
  run: Run,
  { outcome, representative }: Pick<Clustered, 'outcome' | 'representative'>,
): Promise<(survivor: number) => number | null> {
  if (isByMethod(run.decision)) return () => null
  const diameter = await diameters({ representative, outcome, verifier: new PairTasks(run) })
  return survivor => (Number.isNaN(diameter[survivor]) ? null : diameter[survivor])
}

/** The numbers of clusters in the order in which they are asked for. */
function counting(): (survivor: number) => number {
  let number = 0
  return () => ++number
}
