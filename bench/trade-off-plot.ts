/**
 * Trade-off plot: recall over candidates per document, and over documents per second; a curve for each signature length
 * and kind of banding. The recall axis is the logarithm of the missed share. White background, readable on any page.
 */
import { type AgreeingBands, chooseAgreeingBands } from '../src/texts/lsh/agreeing-bands.ts'

export interface TradeOffPoint {
  readonly length: number
  readonly shape: AgreeingBands
  /** Share of the true pairs found. */
  readonly found: number
  readonly pairs: number
  /** Pairs measured per document. */
  readonly candidates: number
  /** Documents per second. */
  readonly speed: number
}

interface Axis {
  readonly label: string
  readonly of: (point: TradeOffPoint) => number
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
  /** Side of its point for the label of the default. */
  readonly named: 'left' | 'right'
}

const size = { width: 760, height: 800, panel: 380, left: 66, right: 150, top: 54, bottom: 50 }
const plotWidth = size.width - size.left - size.right
const plotHeight = size.panel - size.top - size.bottom
const colours: Readonly<Record<number, string>> = {
  32: '#ca3c25',
  64: '#b5860b',
  128: '#1b4965',
  256: '#2a9d5c',
}
/** Missed shares at the lower and the upper end; smaller ones are drawn at the upper end, too. */
const most = 0.5
const least = 0.0002

export function tradeOffSvg(points: readonly TradeOffPoint[], title: string): string {
  const candidates = points.map(({ candidates }) => candidates)
  const speeds = points.map(({ speed }) => speed)
  const panels: Axis[] = [
    axis('pairs measured per document', ({ candidates }) => candidates, candidates, 'left'),
    axis('documents per second, one thread', ({ speed }) => speed, speeds, 'right'),
  ]
  const drawn = panels.map((across, i) => {
    const body = `${grid(across)}\n${curves(points, across)}\n${defaultMark(points, across)}`
    return `<g transform="translate(0 ${i * size.panel + 20})">\n${body}\n</g>`
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}"` +
    ` font-family="sans-serif" font-size="12" fill="#222">\n` +
    `<title>${title}</title>\n` +
    `<rect width="100%" height="100%" fill="#fff"/>\n` +
    `<text x="${size.left}" y="24" font-size="14">${title}</text>\n` +
    `${legend(points)}\n${drawn.join('\n')}\n</svg>\n`
  )
}

/** A logarithmic axis that ends at 1, 2 or 5 times a power of ten. */
function axis(label: string, of: Axis['of'], values: readonly number[], named: Axis['named']): Axis {
  const steps = Array.from({ length: 30 }, (_, i) => [1, 2, 5][i % 3] * 10 ** (Math.floor(i / 3) - 2))
  const low = steps.filter(step => step <= Math.min(...values)).at(-1) ?? steps[0]
  const high = steps.find(step => step >= Math.max(...values)) ?? Math.max(...values)
  return { label, of, low, high, ticks: steps.filter(step => step >= low && step <= high), named }
}

function grid(across: Axis): string {
  const shares = [0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 1]
  const rows = shares.map(share => {
    const y = down(1 - share)
    return (
      `<path stroke="#e4e4e4" d="M${size.left} ${y}h${plotWidth}"/>` +
      `<text x="${size.left - 8}" y="${rounded(y + 4)}" text-anchor="end">${share}</text>`
    )
  })
  const columns = across.ticks.map(tick => {
    const x = along(across, tick)
    return (
      `<path stroke="#e4e4e4" d="M${x} ${size.top}v${plotHeight}"/>` +
      `<text x="${x}" y="${size.panel - size.bottom + 18}" text-anchor="middle">${tick.toLocaleString('en')}</text>`
    )
  })
  const middle = size.left + plotWidth / 2
  const names =
    `<text x="${size.left - 40}" y="${size.top - 14}">recall</text>` +
    `<text x="${middle}" y="${size.panel - 12}" text-anchor="middle">${across.label}</text>`
  return `${rows.join('')}${columns.join('')}${names}`
}

/** Two polylines per length: dashed for bands that decide alone, solid for bands that must agree. */
function curves(points: readonly TradeOffPoint[], across: Axis): string {
  return series(points)
    .map(({ length, isAlone, of }) => {
      const colour = colours[length] ?? '#4a4a4a'
      const at = of.map(point => [along(across, across.of(point)), down(1 - point.found / point.pairs)])
      const marks = at.map(
        ([x, y]) =>
          `<circle cx="${x}" cy="${y}" r="4" stroke="${colour}" stroke-width="2" fill="${isAlone ? '#fff' : colour}"/>`,
      )
      const dash = isAlone ? ' stroke-dasharray="5 4"' : ''
      const line = at.map(place => place.join(',')).join(' ')
      return `<polyline fill="none" stroke="${colour}" stroke-width="1.5"${dash} points="${line}"/>${marks.join('')}`
    })
    .join('\n')
}

interface Series {
  readonly length: number
  readonly isAlone: boolean
  readonly of: readonly TradeOffPoint[]
}

/** The shape of the default options, by name. */
function defaultMark(points: readonly TradeOffPoint[], across: Axis): string {
  const { bands, rows, agree } = chooseAgreeingBands(128)
  const point = points.find(({ length, shape }) => {
    return length === 128 && shape.bands === bands && shape.rows === rows && shape.agree === agree
  })
  if (point === undefined) return ''
  const [x, y] = [along(across, across.of(point)), down(1 - point.found / point.pairs)]
  const [shift, anchor] = across.named === 'left' ? [-14, 'end'] : [14, 'start']
  const words = `<text text-anchor="${anchor}" font-weight="bold"`
  return `<circle cx="${x}" cy="${y}" r="8" stroke="#222" fill="none"/>${words} x="${x + shift}" y="${y + 4}">default</text>`
}

/** Points of a curve by recall, then by candidates. */
function series(points: readonly TradeOffPoint[]): Series[] {
  const lengths = [...new Set(points.map(({ length }) => length))]
  return lengths.flatMap(length =>
    [true, false].flatMap(isAlone => {
      const of = points
        .filter(point => point.length === length && (point.shape.agree === 1) === isAlone)
        .sort((a, b) => a.found - b.found || a.candidates - b.candidates)
      return of.length === 0 ? [] : [{ length, isAlone, of }]
    }),
  )
}

function legend(points: readonly TradeOffPoint[]): string {
  const x = size.width - size.right + 16
  const title = `<text x="${x}" y="${size.top + 18}">values, bands shared</text>\n`
  const lines = series(points)
    .map(({ length, isAlone }, i) => {
      const y = size.top + 42 + 20 * i
      const colour = colours[length] ?? '#4a4a4a'
      const dash = isAlone ? ' stroke-dasharray="5 4"' : ''
      const words = `${length}, ${isAlone ? '1' : '2 or 3'}`
      return (
        `<path stroke="${colour}" stroke-width="1.5"${dash} d="M${x} ${y - 4}h26"/>` +
        `<circle cx="${x + 13}" cy="${y - 4}" r="4" stroke="${colour}" stroke-width="2" fill="${isAlone ? '#fff' : colour}"/>` +
        `<text x="${x + 34}" y="${y}">${words}</text>`
      )
    })
    .join('\n')
  return title + lines
}

function along({ low, high }: Axis, value: number): number {
  return rounded(size.left + (plotWidth * Math.log(value / low)) / Math.log(high / low))
}

function down(missed: number): number {
  const within = Math.min(most, Math.max(least, missed))
  return rounded(size.top + (plotHeight * Math.log(within / least)) / Math.log(most / least))
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}
