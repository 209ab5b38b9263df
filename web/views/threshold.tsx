/** Threshold: another threshold tried on all known pairs, at once; what it merges, splits and removes. */
import { useMemo } from 'preact/hooks'
import type { ReplayColumns } from '../../src/files/report-page/report-data.ts'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { type Findings, rowsByKey } from '../data/findings.ts'
import { idKey } from '../data/ids.ts'
import { Bars } from '../parts/chart.tsx'
import { count, Figures, percent, plural, share } from '../parts/figures.tsx'
import { Empty } from '../parts/loaded.tsx'
import { Slider } from '../parts/slider.tsx'
import { Wide } from '../parts/wide.tsx'
import { type Changes, changesBetween, pairsBySimilarity, placeOfThreshold } from '../replay/compare.ts'
import { type Clustering, type Neighbours, neighboursOf, recluster } from '../replay/recluster.ts'
import { Excerpt, pairHref } from './cluster-detail.tsx'

interface ThresholdProps {
  readonly route: Route
  readonly findings: Findings
}

export function Threshold({ route, findings }: ThresholdProps) {
  const { replay } = findings
  const lead =
    'All pairs from a similarity on are known here, so the clusters at any threshold above it need no new measurement.'
  if ('absent' in replay)
    return (
      <>
        <Heading>Another threshold</Heading>
        <Empty title="No threshold can be tried here">
          <span>{replay.absent}</span>
        </Empty>
      </>
    )
  if (replay.left.length === 0 && replay.copyOf.every((text, row) => text === row))
    return (
      <>
        <Heading>Another threshold</Heading>
        <Empty title="There are no pairs">
          <span>
            No two documents have a similarity of {replay.threshold} or more, so every threshold above gives
            the same: all are kept.
          </span>
        </Empty>
      </>
    )
  return (
    <>
      <Heading lead={lead}>Another threshold</Heading>
      <KnownReplay route={route} findings={findings} replay={replay} />
    </>
  )
}

interface KnownReplayProps extends ThresholdProps {
  readonly replay: ReplayColumns
}

function KnownReplay({ route, findings, replay }: KnownReplayProps) {
  const neighbours = useMemo(() => neighboursOf(replay), [replay])
  const before = useMemo(() => recluster(replay, neighbours, replay.current), [replay])
  const given = Number(route.query.get('t') ?? replay.current)
  const threshold = Math.min(1, Math.max(replay.threshold, Number.isFinite(given) ? given : replay.current))
  const tried = useMemo(() => tryAt(replay, neighbours, before, threshold), [replay, threshold])
  const rowOf = useMemo(() => rowFinder(findings, replay), [findings, replay])
  return (
    <>
      <ThresholdPanel route={route} replay={replay} threshold={threshold} ms={tried.ms} />
      {'refusal' in tried ? (
        <p class="notice" role="alert">
          A run would refuse this threshold: {tried.refusal}
        </p>
      ) : (
        <ChangeFigures replay={replay} changes={tried.changes} />
      )}
      <Border findings={findings} replay={replay} rowOf={rowOf} threshold={threshold} />
      {'refusal' in tried ? null : (
        <Examples findings={findings} replay={replay} rowOf={rowOf} before={before} {...tried} />
      )}
    </>
  )
}

type Tried = { readonly ms: number } & (
  | { readonly after: Clustering; readonly changes: Changes }
  | { readonly refusal: string }
)

/** The clusters at a threshold; refused where two survivors that people named would meet. */
function tryAt(
  replay: ReplayColumns,
  neighbours: Neighbours,
  before: Clustering,
  threshold: number,
): Tried {
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
      <Slider
        name="Threshold"
        unit={`(of the run: ${replay.current}; known from ${replay.threshold} on)`}
        value={threshold}
        range={[replay.threshold, 1]}
        step={0.005}
        onInput={value => changeQuery(route, { t: value })}
      />
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
  value === 0 ? 'as in the run' : `${value > 0 ? '+' : '−'}${count(Math.abs(value))}`

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

/** The row among the findings of a row of the replay; undefined if it is in no cluster. */
type RowFinder = (row: number) => number | undefined

function rowFinder(findings: Findings, replay: ReplayColumns): RowFinder {
  const { documentRows } = replay
  if (documentRows !== undefined) return row => (documentRows[row] === -1 ? undefined : documentRows[row])
  const rows = rowsByKey(findings.ids)
  return row => rows.get(idKey(replay.id[row]))
}

interface ShownProps {
  readonly findings: Findings
  readonly replay: ReplayColumns
  readonly rowOf: RowFinder
}

interface BorderProps extends ShownProps {
  readonly threshold: number
}

const examples = 5

/** The pairs just above the threshold and just below. */
function Border({ findings, replay, rowOf, threshold }: BorderProps) {
  const order = useMemo(() => pairsBySimilarity(replay.similarities), [replay])
  const place = placeOfThreshold(order, replay.similarities, threshold)
  const shown = [
    ...Array.from(order.subarray(Math.max(0, place - examples), place)),
    ...Array.from(order.subarray(place, place + examples)),
  ]
  return (
    <section class="stack" aria-label="At the border">
      <h2>At the border</h2>
      <Wide label="Pairs at the border">
        <table>
          <thead>
            <tr>
              <th>Pair</th>
              <th class="number">Similarity</th>
              <th>At {threshold}</th>
              <th>First text</th>
              <th>Second text</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(pair => {
              const [left, right] = [replay.left[pair], replay.right[pair]]
              const [a, b] = [rowOf(left), rowOf(right)]
              const name = `${replay.id[left]} and ${replay.id[right]}`
              const isMatch = replay.similarities[pair] >= threshold
              return (
                <tr key={pair}>
                  <th scope="row" dir="auto">
                    {a === undefined || b === undefined ? (
                      name
                    ) : (
                      <a href={pairHref(findings, a, b)}>{name}</a>
                    )}
                  </th>
                  <td class="number">{share(replay.similarities[pair])}</td>
                  <td>
                    <span class={isMatch ? 'tag near' : 'tag'}>{isMatch ? 'match' : 'no match'}</span>
                  </td>
                  {[a, b].map((row, side) => (
                    <td key={side}>{row === undefined ? '' : <Excerpt findings={findings} row={row} />}</td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </Wide>
    </section>
  )
}

interface ExamplesProps extends ShownProps {
  readonly before: Clustering
  readonly after: Clustering
  readonly changes: Changes
}

/** Documents that are removed, or kept, only at the new threshold. */
function Examples({ findings, replay, rowOf, before, after, changes }: ExamplesProps) {
  const lists = [
    ['Removed now', changes.newlyRemoved, after],
    ['Kept now', changes.newlyKept, before],
  ] as const
  if (lists.every(([, rows]) => rows.length === 0))
    return <p class="muted">At this threshold the same documents are removed as in the run.</p>
  return (
    <div class="columns">
      {lists.map(([title, rows, clustering]) => (
        <section key={title} class="panel" aria-label={title}>
          <h2>
            {title}: {plural(rows.length, 'document')}
          </h2>
          <ul class="stack">
            {rows.slice(0, 2 * examples).map(row => {
              const survivor = clustering.survivor[row]
              const [a, b] = [rowOf(survivor), rowOf(row)]
              const text = `${replay.id[row]}, twin ${replay.id[survivor]}, ${share(clustering.similarity[row])}`
              return (
                <li key={row} class="small" dir="auto">
                  {a === undefined || b === undefined ? (
                    text
                  ) : (
                    <a href={pairHref(findings, a, b)}>{text}</a>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
