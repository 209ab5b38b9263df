/** Overview: what a run did, on one page that prints well. */

import type { ReportData } from '../../src/files/report-page/report-data.ts'
import { agreeingProbability } from '../../src/texts/lsh/agreeing-bands.ts'
import { hrefOf } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { Bars, Curves, measuredPoints, twentieths } from '../parts/chart.tsx'
import { bytes, count, type Figure, Figures, percent, plural } from '../parts/figures.tsx'
import { Options, Skipped, Stages } from './overview-details.tsx'
import { Undecided } from './undecided.tsx'

type Counts = Partial<
  Record<
    | 'read'
    | 'kept'
    | 'exact'
    | 'normalised'
    | 'near'
    | 'bad'
    | 'nulls'
    | 'pairs'
    | 'matched'
    | 'against'
    | 'bytes',
    number
  >
>

const countTitles: readonly (readonly [keyof Counts, string, string])[] = [
  ['read', 'Read', 'documents'],
  ['against', 'Compared with', 'documents of the other side'],
  ['kept', 'Kept', 'documents'],
  ['exact', 'Removed: exact', 'the same text, byte for byte'],
  ['normalised', 'Removed: normalised', 'the same words'],
  ['near', 'Removed: near', 'similar enough'],
  ['matched', 'Matched', 'documents with a twin on the other side'],
  ['pairs', 'Pairs', 'matching pairs'],
  ['bad', 'Skipped', 'bad records'],
  ['nulls', 'Without a text', 'records'],
]

export function Overview({ data }: { readonly data: ReportData }) {
  const { report } = data
  const counts = report.counts as Counts
  const figures: Figure[] = countTitles.flatMap(([name, title, unit]) =>
    counts[name] === undefined ? [] : [{ name: title, value: count(counts[name]), title: unit }],
  )
  const removed = (counts.exact ?? 0) + (counts.normalised ?? 0) + (counts.near ?? 0)
  if (counts.kept !== undefined && data.command === 'dedupe')
    figures.push({
      name: 'Share removed',
      value: percent(counts.read === 0 ? 0 : removed / (counts.read ?? 1)),
    })
  if (data.bytesSaved !== null)
    figures.push({ name: 'Saved', value: bytes(data.bytesSaved), title: 'bytes of the removed records' })
  if (counts.bytes !== undefined) figures.push({ name: 'Input', value: bytes(counts.bytes) })
  return (
    <>
      <Heading lead={leadOf(data)}>Overview</Heading>
      <Undecided report={report} />
      <Figures of={figures} />
      <Left data={data} />
      <div class="columns">
        {data.histogram === null ? null : (
          <section class="panel" aria-label="Similarity">
            <h2>{data.command === 'dedupe' ? 'Near removals by similarity' : 'Pairs by similarity'}</h2>
            <Bars
              title="Similarities"
              unit={`similarity by ${data.histogram.measure}`}
              counted={data.command === 'dedupe' ? 'documents' : 'pairs'}
              bars={twentieths(data.histogram.bins)}
              mark={report.options.threshold}
            />
          </section>
        )}
        <section class="panel" aria-label="Cluster sizes">
          <h2>Clusters by size</h2>
          <Bars
            title="Clusters by size"
            unit="documents in a cluster"
            counted="clusters"
            bars={sizeBars(data.sizes)}
            label={({ from, to }) => (to - from <= 1 ? String(from) : `${from} to ${to - 1}`)}
          />
        </section>
        <BandPanel data={data} />
        <Skipped report={report} />
      </div>
      <Stages report={report} />
      <Options report={report} />
    </>
  )
}

function leadOf({ command, report }: ReportData): string {
  const { decisions } = report.options
  const { nearsame } = report.versions
  const by = `nearsame ${nearsame} ${command}, method ${report.options.method}`
  const reviewed =
    decisions === undefined
      ? ''
      : ` ${decisions.same} pairs were decided the same and ${decisions.different} different by hand; ${decisions.unknown} decisions name unknown ids.`
  return `${by}.${reviewed}`
}

/** What did not fit into the file. */
function Left({ data: { omitted, cutTexts, clusters } }: { readonly data: ReportData }) {
  const left = [
    omitted.clusters > 0 ? `${count(omitted.clusters)} of ${count(clusters.total)} clusters` : '',
    omitted.pairs > 0 ? plural(omitted.pairs, 'pair') : '',
    cutTexts.length > 0 ? `the rest of ${count(cutTexts.length)} texts beyond 20 KB` : '',
  ].filter(part => part !== '')
  if (left.length === 0) return null
  return (
    <p class="notice">
      To stay below 20 MB, this file leaves out {left.join(', ')}. All figures are of the whole run.
    </p>
  )
}

/** Sizes 2 to 9 by themselves, then in powers of two. */
function sizeBars(sizes: ReportData['sizes']) {
  const edges = [2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128, 256, 1024, 4096, 16384, 65536, 2 ** 20, 2 ** 31]
  const bars = edges.slice(0, -1).map((from, at) => ({ from, to: edges[at + 1], value: 0 }))
  for (const [size, clusters] of sizes) {
    const bar = bars.findLast(({ from }) => from <= size)
    if (bar !== undefined) bar.value += clusters
  }
  const last = bars.findLastIndex(({ value }) => value > 0)
  return bars.slice(0, Math.max(6, last + 1))
}

/** What the points of the curve are measured on. */
function sourceOf(measured: ReportData['measuredBands'] = []): string {
  if (measured.length === 0) return 'Expected values; this run found no pair to compare them with.'
  if (measured[0].isEstimated)
    return 'The circles follow from how many bands the found pairs share, each band tried on pairs that the others propose without it. With --replay-from they are counted.'
  return 'The circles are counted: all pairs are known.'
}

function BandPanel({ data: { report, measuredBands } }: { readonly data: ReportData }) {
  const { bands, rows, agree, curve } = report.bands
  if (bands === 0 || curve.length === 0) return null
  const points = measuredPoints(measuredBands)
  return (
    <section class="panel" aria-label="Bands">
      <h2>Bands</h2>
      <p class="small">
        {bands} bands of {rows} values, {agree} must agree: the share of pairs that are measured, by
        similarity. <a href={hrefOf(['tuner'])}>Tune them</a>
      </p>
      <Curves
        title="Probability that a pair is measured"
        curves={[{ name: 'expected', at: s => agreeingProbability({ bands, rows, agree }, s) }]}
        mark={report.options.threshold}
        points={points}
      />
      <p class="small muted">{sourceOf(measuredBands)}</p>
    </section>
  )
}
