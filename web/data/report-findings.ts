/** The findings in a report file. */

import type { PassagesData, ReportData } from '../../src/files/report-page/report-data.ts'
import { fromJson } from '../../src/ground/json/exact-json.ts'
import type { LearntModel } from '../../src/methods/contract/record-columns.ts'
import { plural } from '../parts/figures.tsx'
import { type Findings, measureOf } from './findings.ts'
import { browserReviews } from './reviews.ts'

/** JSON has no NaN. */
const known = (values: readonly (number | null)[]) => values.map(value => value ?? Number.NaN)

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
  const { report, documents, clusters, ruleNames, pairs, texts, replay } = data
  const options: Readonly<Record<string, unknown>> = report.options
  const cut = new Set(data.cutTexts)
  const sourceNames = report.inputs.map(({ path }) => path)
  const { threshold, decidedBy } = (report.notes ?? {}) as Partial<LearntModel>
  const digest = 'digest' in report ? report.digest : `${data.command} ${sourceNames.join(' ')}`
  return {
    title: titleOf(sourceNames),
    options,
    threshold: threshold ?? report.options.threshold,
    measure: measureOf(options, decidedBy),
    ids: documents.id,
    sources: documents.source,
    sourceNames,
    clusters: { ...clusters, similarities: known(clusters.similarities) },
    ruleNames,
    knownPairs: async () => ({ ...pairs, similarities: known(pairs.similarities) }),
    replay: async () => replay,
    placeOf: row => `${sourceNames[documents.source[row]]}:${documents.record[row]}`,
    async textOf(row) {
      const text = texts[row]
      if (text === undefined)
        return {
          absent:
            'The report holds the texts of the 1,000 clusters most worth a look; this one is not among them.',
        }
      return { text, isCut: cut.has(row) }
    },
    async rowsWith(words) {
      const wanted = words.toLowerCase()
      const rows = Object.entries(texts).filter(([, text]) => text.toLowerCase().includes(wanted))
      const note = `searched ${plural(Object.keys(texts).length, 'text')} that the report holds`
      return { rows: new Set(rows.map(([row]) => Number(row))), note }
    },
    reviews: browserReviews(digest),
    path: [],
  }
}
