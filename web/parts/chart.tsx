/**
 * Charts: bars of a histogram, and curves with measured points, as SVG that takes the colours of the page, prints well
 * and has its numbers as a table for those who cannot see it.
 */
import type { MeasuredBand } from '../../src/files/report-page/report-data.ts'
import { count, percent, plural, share } from './figures.tsx'

const size = { width: 480, height: 180, left: 44, bottom: 36, top: 10, right: 12 } as const
const plot = {
  width: size.width - size.left - size.right,
  height: size.height - size.top - size.bottom,
} as const

export interface Bar {
  readonly from: number
  readonly to: number
  readonly value: number
}

interface BarsProps {
  readonly bars: readonly Bar[]
  readonly title: string
  /** Of the horizontal axis. */
  readonly unit: string
  /** What the bars count. */
  readonly counted: string
  readonly label?: (bar: Bar) => string
  /** A line at this place of the horizontal axis. */
  readonly mark?: number
}

/** Bars of values in bins of 0.05, from 0 on. */
export const twentieths = (values: readonly number[]): Bar[] =>
  values.map((value, bin) => ({ from: bin / 20, to: (bin + 1) / 20, value }))

const rangeLabel = ({ from, to }: Bar) => `${from.toFixed(2)} to ${to.toFixed(2)}`

export function Bars({ bars, title, unit, counted, label = rangeLabel, mark }: BarsProps) {
  // Even, so that half of it is a count, too.
  const most = 2 * Math.ceil(Math.max(1, ...bars.map(({ value }) => value)) / 2)
  const wide = plot.width / Math.max(1, bars.length)
  const every = Math.max(1, Math.ceil(bars.length / 10))
  const y = (value: number) => size.top + plot.height * (1 - value / most)
  const [low, high] = [bars[0]?.from ?? 0, bars.at(-1)?.to ?? 1]
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`${title}; its numbers follow as a table`}
      >
        {[0.5, 1].map(part => (
          <GridLine key={part} at={y(part * most)} value={part * most} />
        ))}
        {bars.map((bar, at) => (
          <g key={bar.from}>
            <rect
              class="bar"
              x={size.left + at * wide + 1}
              width={Math.max(1, wide - 2)}
              y={bar.value === 0 ? y(0) : Math.min(y(bar.value), y(0) - 1)}
              height={bar.value === 0 ? 0 : Math.max(1, y(0) - y(bar.value))}
            >
              <title>{`${label(bar)}: ${count(bar.value)} ${counted}`}</title>
            </rect>
            {at % every === 0 ? (
              <text x={size.left + (at + 0.5) * wide} y={size.height - 20} text-anchor="middle">
                {label === rangeLabel ? bar.from.toFixed(2) : label(bar)}
              </text>
            ) : null}
          </g>
        ))}
        {mark === undefined ? null : (
          <line
            class="mark"
            x1={size.left + (plot.width * (mark - low)) / (high - low)}
            x2={size.left + (plot.width * (mark - low)) / (high - low)}
            y1={size.top}
            y2={y(0)}
          />
        )}
        <line class="axis" x1={size.left} x2={size.width - size.right} y1={y(0)} y2={y(0)} />
        <text x={size.left + plot.width / 2} y={size.height - 4} text-anchor="middle">
          {unit}
        </text>
      </svg>
      <NumberTable bars={bars} unit={unit} counted={counted} label={label} />
    </figure>
  )
}

function GridLine({ at, value }: { readonly at: number; readonly value: number }) {
  return (
    <g>
      <line class="grid" x1={size.left} x2={size.width - size.right} y1={at} y2={at} />
      <text x={size.left - 6} y={at + 4} text-anchor="end">
        {short(value)}
      </text>
    </g>
  )
}

/** The numbers of a chart for those who cannot see it. */
function NumberTable({ bars, unit, counted, label }: Required<Omit<BarsProps, 'title' | 'mark'>>) {
  return (
    <details class="no-print">
      <summary>Numbers</summary>
      <table>
        <thead>
          <tr>
            <th>{unit}</th>
            <th class="number">{counted}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(bar => (
            <tr key={bar.from}>
              <td>{label(bar)}</td>
              <td class="number">{count(bar.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const short = (value: number) => (value >= 10_000 ? `${Math.round(value / 1000)}k` : count(value))

export interface Curve {
  readonly name: string
  readonly at: (x: number) => number
}

export interface Point {
  readonly x: number
  readonly y: number
  readonly label: string
}

/** The share of pairs in each bin of similarity that the bands of a run propose, at the middle of the bin. */
export function measuredPoints(measured: readonly MeasuredBand[] = []): Point[] {
  return measured
    .filter(({ pairs }) => pairs > 0)
    .map(({ from, to, pairs, share: part, isEstimated }) => ({
      x: (from + to) / 2,
      y: part,
      label: isEstimated
        ? `${percent(part)} of the pairs in [${from}, ${to}), by the bands that ${plural(pairs, 'proposed pair')} share`
        : `${percent(part)} of ${plural(pairs, 'pair')} in [${from}, ${to}) found`,
    }))
}

interface CurvesProps {
  readonly curves: readonly Curve[]
  readonly points?: readonly Point[]
  readonly title: string
  readonly mark?: number
}

/** Curves over [0, 1] with values in [0, 1]. */
export function Curves({ curves, points = [], title, mark }: CurvesProps) {
  const x = (value: number) => size.left + plot.width * value
  const y = (value: number) => size.top + plot.height * (1 - value)
  const steps = Array.from({ length: 201 }, (_, step) => step / 200)
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={title}>
        {[0, 0.25, 0.5, 0.75, 1].map(part => (
          <g key={part}>
            <line class="grid" x1={x(0)} x2={x(1)} y1={y(part)} y2={y(part)} />
            <text x={x(0) - 6} y={y(part) + 4} text-anchor="end">
              {part}
            </text>
            <text x={x(part)} y={size.height - 20} text-anchor="middle">
              {part}
            </text>
          </g>
        ))}
        {mark === undefined ? null : <line class="mark" x1={x(mark)} x2={x(mark)} y1={y(0)} y2={y(1)} />}
        {curves.map(({ name, at }, which) => (
          <path
            key={name}
            class={which === 0 ? 'curve' : 'curve second'}
            d={`M${steps.map(s => `${x(s).toFixed(1)} ${y(at(s)).toFixed(1)}`).join('L')}`}
          >
            <title>{name}</title>
          </path>
        ))}
        {points.map(point => (
          <circle key={point.label} class="point" cx={x(point.x)} cy={y(point.y)} r="4">
            <title>{point.label}</title>
          </circle>
        ))}
        <line class="axis" x1={x(0)} x2={x(1)} y1={y(0)} y2={y(0)} />
        <text x={size.left + plot.width / 2} y={size.height - 4} text-anchor="middle">
          Jaccard similarity of a pair
        </text>
      </svg>
      {points.length === 0 ? null : (
        <figcaption class="small muted">
          Circles are measured:{' '}
          {points.map(({ x: at, y: found }) => `${share(found)} at ${at.toFixed(2)}`).join(', ')}
        </figcaption>
      )}
    </figure>
  )
}
