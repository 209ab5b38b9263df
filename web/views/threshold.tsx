/** Threshold: another threshold tried on all known pairs, at once; what it merges, splits and removes. */
import { useMemo } from 'preact/hooks'
import type { ReplayColumns } from '../../src/files/report-page/report-data.ts'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import type { Findings, FoundReplay } from '../data/findings.ts'
import { Bars } from '../parts/chart.tsx'
import { count, Figures, percent, plural } from '../parts/figures.tsx'
import { Empty, Show, useLoaded } from '../parts/loaded.tsx'
import { Slider } from '../parts/slider.tsx'
import { type Changes, changesBetween } from '../replay/compare.ts'
import { type Clustering, type Neighbours, neighboursOf, recluster } from '../replay/recluster.ts'
import { NoDocuments } from './no-documents.tsx'
import { Border, Examples } from './threshold-examples.tsx'

interface ThresholdProps {
  readonly route: Route
  readonly findings: Findings
}

export function Threshold({ route, findings }: ThresholdProps) {
  const loaded = useLoaded(findings.replay, [findings])
  return (
    <>
      <Heading lead="All pairs from a similarity on are known here, so the clusters at any threshold above it need no new measurement.">
        Another threshold
      </Heading>
      {findings.documents === 0 ? (
        <NoDocuments findings={findings} />
      ) : (
        <Show of={loaded} what="all pairs, which takes a while in a large collection">
          {replay => <Tried route={route} findings={findings} replay={replay} />}
        </Show>
      )}
    </>
  )
}

interface TriedProps extends ThresholdProps {
  readonly replay: FoundReplay | { readonly absent: string }
}

function Tried({ route, findings, replay }: TriedProps) {
  if ('absent' in replay)
    return (
      <Empty title="No threshold can be tried here">
        <span>{replay.absent}</span>
      </Empty>
    )
  if (replay.left.length === 0 && replay.copyOf.every((text, row) => text === row))
    return (
      <Empty title="There are no pairs">
        <span>
          No two documents have a similarity of {replay.threshold} or more, so every threshold above gives
          the same: all are kept.
        </span>
      </Empty>
    )
  return <KnownReplay route={route} findings={findings} replay={replay} />
}

interface KnownReplayProps extends ThresholdProps {
  readonly replay: FoundReplay
}

function KnownReplay({ route, findings, replay }: KnownReplayProps) {
  const neighbours = useMemo(() => neighboursOf(replay), [replay])
  const before = useMemo(() => recluster(replay, neighbours, replay.current), [replay])
  const given = Number(route.query.get('t') ?? replay.current)
  const threshold = Math.min(1, Math.max(replay.threshold, Number.isFinite(given) ? given : replay.current))
  const tried = useMemo(() => tryAt(replay, neighbours, before, threshold), [replay, threshold])
  return (
    <>
      <AsOf replay={replay} />
      <ThresholdPanel route={route} replay={replay} threshold={threshold} ms={tried.ms} />
      {findings.path.length > 0 && replay.current === replay.threshold ? (
        <p class="notice">
          It goes up only from {replay.threshold}: a collection knows the pairs from its own threshold on. A
          lower one needs another collection.
        </p>
      ) : null}
      {'refusal' in tried ? (
        <p class="notice" role="alert">
          A run would refuse this threshold: {tried.refusal}
        </p>
      ) : (
        <ChangeFigures replay={replay} changes={tried.changes} />
      )}
      <Border findings={findings} replay={replay} threshold={threshold} />
      {'refusal' in tried ? null : (
        <Examples findings={findings} replay={replay} before={before} {...tried} />
      )}
    </>
  )
}

/** Says how old the pairs of a collection are, if it has changed since. */
function AsOf({ replay: { asOf, documentsSince = 0 } }: { readonly replay: ReplayColumns }) {
  if (!asOf || documentsSince === 0) return null
  const time = new Date(asOf).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return (
    <p class="notice">
      As of {time}, {plural(documentsSince, 'document')} added or removed since. The pairs are found again
      in the background, once a minute at most.
    </p>
  )
}

type Attempt = { readonly ms: number } & (
  | { readonly after: Clustering; readonly changes: Changes }
  | { readonly refusal: string }
)

/** The clusters at a threshold; refused where two survivors that people named would meet. */
function tryAt(
  replay: ReplayColumns,
  neighbours: Neighbours,
  before: Clustering,
  threshold: number,
): Attempt {
  const start = performance.now()
  try {
    const after = recluster(replay, neighbours, threshold)
    return { after, changes: changesBetween(before, after), ms: performance.now() - start }
  } catch (error) {
    return {
      refusal: error instanceof Error ? error.message : String(error),
      ms: performance.now() - start,
    }
  }
}

interface ThresholdPanelProps {
  readonly route: Route
  readonly replay: ReplayColumns
  readonly threshold: number
  /** How long clustering took. */
  readonly ms: number
}

function ThresholdPanel({ route, replay, threshold, ms }: ThresholdPanelProps) {
  const bars = useMemo(() => barsOf(replay), [replay])
  const { judged = [] } = replay
  const honoured = judged.length === 0 ? '' : `, honouring ${plural(judged.length, 'decision')} of people,`
  return (
    <section class="panel" aria-label="Threshold">
      <div class="over-chart">
        <Slider
          name="Threshold"
          unit={`(before: ${replay.current}; known from ${replay.threshold} on)`}
          value={threshold}
          range={[replay.threshold, 1]}
          step={0.005}
          onInput={value => changeQuery(route, { t: value })}
        />
      </div>
      <Bars
        bars={bars}
        title="Pairs by similarity"
        unit={`similarity by ${replay.measure}`}
        counted="pairs"
        mark={threshold}
      />
      <p class="small muted" role="status">
        {plural(replay.left.length, 'pair')} clustered again by {replay.cluster}
        {honoured} in {ms < 1 ? 'less than 1' : Math.round(ms)} ms
      </p>
    </section>
  )
}

interface ChangeFiguresProps {
  readonly replay: ReplayColumns
  readonly changes: Changes
}

function ChangeFigures({ replay: { documents }, changes }: ChangeFiguresProps) {
  const { removedBefore, removedAfter, merged, split } = changes
  return (
    <Figures
      of={[
        {
          name: 'Kept',
          value: count(documents - removedAfter),
          unit: change(removedBefore - removedAfter),
          title: 'documents kept of all documents',
        },
        { name: 'Removed', value: count(removedAfter), unit: change(removedAfter - removedBefore) },
        { name: 'Share removed', value: percent(documents === 0 ? 0 : removedAfter / documents) },
        { name: 'Clusters that merge', value: count(merged.length) },
        { name: 'Clusters that split', value: count(split.length) },
      ]}
    />
  )
}

const change = (value: number) =>
  value === 0 ? 'as before' : `${value > 0 ? '+' : '−'}${count(Math.abs(value))}`

const mostBars = 40

function barsOf({ similarities, threshold }: ReplayColumns) {
  const wide = (1 - threshold) / mostBars || 1
  const bins = new Array<number>(mostBars).fill(0)
  for (const value of similarities)
    bins[Math.min(mostBars - 1, Math.max(0, Math.floor((value - threshold) / wide)))]++
  return bins.map((value, bin) => ({
    from: threshold + bin * wide,
    to: threshold + (bin + 1) * wide,
    value,
  }))
}
