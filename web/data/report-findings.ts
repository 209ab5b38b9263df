/** The findings in a report file. */

import type { PassagesData, ReportData } from '../../src/files/report-page/report-data.ts'
import { fromJson } from '../../src/ground/json/exact-json.ts'
import type { LearntModel } from '../../src/methods/contract/record-columns.ts'
import { memberKinds } from '../../src/online/index/documents/index-types.ts'
import { plural } from '../parts/figures.tsx'
import { type ClusterFilter, passes, sorted } from './cluster-filter.ts'
import { type Cluster, clusterOfMembers, type Findings, type FoundDocument, measureOf } from './findings.ts'
import { idKey } from './ids.ts'
import { browserReviews } from './reviews.ts'

/** The data block of the document; undefined in a template without data. */
export function embeddedData(): ReportData | PassagesData | undefined {
  const text = document.getElementById('data')?.textContent ?? 'null'
  return (fromJson(text) as ReportData | PassagesData | null) ?? undefined
}

/** What to call a run over inputs. */
export function titleOf(paths: readonly string[]): string {
  return paths.length === 1 ? (paths[0].split(/[\\/]/).at(-1) ?? '') : `${paths.length} inputs`
}

export function reportFindings(data: ReportData): Findings {
  const { report, ruleNames, pairs, replay } = data
  const options: Readonly<Record<string, unknown>> = report.options
  const sourceNames = report.inputs.map(({ path }) => path)
  const { threshold, decidedBy } = (report.notes ?? {}) as Partial<LearntModel>
  const digest = 'digest' in report ? report.digest : `${data.command} ${sourceNames.join(' ')}`
  let known: ReturnType<typeof foundIn> | undefined
  const found = () => {
    known ??= foundIn(data, sourceNames)
    return known
  }
  const rowOf = ({ key }: FoundDocument) => found().rows.get(key) as number
  const textOf = textsOf(data)
  return {
    title: titleOf(sourceNames),
    options,
    threshold: threshold ?? report.options.threshold,
    measure: measureOf(options, decidedBy),
    sourceNames,
    ruleNames,
    omitted: data.clusters.total - data.clusters.sizes.length,
    async *clusters(filter) {
      const isFound = searched(data, filter)
      const clusters = found().clusters.filter(
        cluster => passes(cluster, filter) && cluster.members.some(member => isFound(rowOf(member))),
      )
      const note =
        filter.words === ''
          ? ''
          : `searched all ids and ${plural(Object.keys(data.texts).length, 'text')} that the report holds`
      yield { clusters: sorted(clusters, filter.sort), total: clusters.length, note, isEnd: true }
    },
    documentOf: key => found().named[found().rows.get(key) ?? -1],
    clusterOf: async document => found().clusterOf.get(document.key),
    async knownPairs(documents) {
      const places = new Map(documents.map((document, place) => [rowOf(document), place]))
      return pairs.similarities.flatMap((similarity, pair) => {
        const [a, b] = [places.get(pairs.left[pair]), places.get(pairs.right[pair])]
        return a === undefined || b === undefined || similarity === null ? [] : [{ a, b, similarity }]
      })
    },
    replay: async () =>
      'absent' in replay
        ? replay
        : { ...replay, documentOf: row => found().named[replay.documentRows?.[row] ?? -1] },
    placeOf(document) {
      const row = rowOf(document)
      return `${sourceNames[data.documents.source[row]]}:${data.documents.record[row]}`
    },
    textOf: async document => textOf(rowOf(document)),
    reviews: browserReviews(digest),
    path: [],
  }
}

/** Documents by their rows, rows by their keys, and the clusters. */
function foundIn({ documents, clusters: columns, ruleNames }: ReportData, sourceNames: readonly string[]) {
  const rows = new Map<string, number>()
  const named = documents.id.map((id, row): FoundDocument => {
    const key = rows.has(idKey(id)) ? `${idKey(id)}\n${row}` : idKey(id)
    rows.set(key, row)
    return { id, key }
  })
  const clusterOf = new Map<string, Cluster>()
  const clusters = columns.sizes.map((size, place) => {
    const [from, end] = [place === 0 ? 0 : columns.ends[place - 1], columns.ends[place]]
    const members = columns.members.slice(from, end).map((row, at) => ({
      id: named[row].id,
      key: named[row].key,
      kind: memberKinds[columns.kinds[from + at]],
      similarity: columns.similarities[from + at] ?? Number.NaN,
      source: sourceNames[documents.source[row]],
      rule: ruleNames[columns.rules[from + at]],
    }))
    const cluster = clusterOfMembers(members, size)
    for (const { key } of members) if (!clusterOf.has(key)) clusterOf.set(key, cluster)
    return cluster
  })
  // A record of B may be a twin of several of A, each of which has one cluster.
  for (const cluster of clusters) clusterOf.set(cluster.members[0].key, cluster)
  return { named, rows, clusters, clusterOf }
}

function textsOf({ texts, cutTexts }: ReportData) {
  const cut = new Set(cutTexts)
  return (row: number) => {
    const text = texts[row]
    return text === undefined
      ? {
          absent:
            'The report holds the texts of the 1,000 clusters most worth a look; this one is not among them.',
        }
      : { text, isCut: cut.has(row) }
  }
}

/** Whether the text or the id of a row has the words. */
function searched({ texts, documents }: ReportData, { words }: ClusterFilter): (row: number) => boolean {
  const wanted = words.toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(wanted)
  return row => words === '' || has(String(documents.id[row])) || has(texts[row] ?? '')
}
