/** The clusters, with their members. */
import { membersOfClusters } from '../../engine/batch/clusters.ts'
import type { Outcome } from '../../engine/batch/columns.ts'
import { options, outputPath, type Resolved } from '../../ground/options/declare.ts'
import { diametersOf } from '../outputs/cluster-figures.ts'
import { type Cell, cellJson } from '../outputs/table-lines.ts'
import { writeLines } from '../outputs/write-lines.ts'
import { isRowsName, writeFlatTable } from '../outputs/write-table.ts'
import { Identities, idJson } from '../run/identities.ts'
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
    async write({ run, outcome, representative, numberOf }, path) {
      const diameterOf = await diametersOf(run, { outcome, representative })
      await writeClusters(run, path, outcome, { numberOf, diameterOf })
    },
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
 */
export async function writeClusters(
  run: Run,
  path: string,
  outcome: Outcome,
  figures: ClusterFigures,
): Promise<void> {
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
  const identities = new Identities(run)
  for (const members of membersOfClusters(outcome)) {
    const survivor = outcome.survivor[members[0]]
    const [id, diameter] = [identities.id(survivor), diameterOf(survivor)]
    const number = numberOf(survivor)
    for (const member of members)
      yield [number, id, identities.id(member), ...similarityCells(outcome, member), diameter]
  }
}

/** In pieces: no string holds millions of members. */
function* clusterObjects(
  run: Run,
  outcome: Outcome,
  { numberOf, diameterOf }: ClusterFigures,
): Generator<string> {
  const identities = new Identities(run)
  for (const members of membersOfClusters(outcome)) {
    const survivor = outcome.survivor[members[0]]
    let before = `{"cluster":${numberOf(survivor)},"survivor":${idJson(identities.id(survivor))},"members":[`
    for (const member of members) {
      const [similarity, jaccard] = similarityCells(outcome, member)
      const beside = jaccard === undefined ? '' : `,"jaccard":${jaccard}`
      const id = idJson(identities.id(member))
      yield `${before}{"id":${id},"similarity":${cellJson(similarity)}${beside}}`
      before = ','
    }
    yield `],"diameter":${diameterOf(survivor)}}\n`
  }
}
