/**
 * Tune plot: similarities of the pairs as bars, the S-curve of the bands, and the measured shares as points
 * with intervals; one panel for the given options, one for the proposal.
 */

import type { SettingReport } from '../../engine/tune/setting.ts'
import type { TuneReport } from '../../files/jobs/tune-report.ts'
import { agreeingProbability } from '../../texts/lsh/agreeing-bands.ts'

const size = { width: 720, panel: 400, left: 56, right: 70, top: 44, bottom: 52 }
const plotWidth = size.width - size.left - size.right
const plotHeight = size.panel - size.top - size.bottom
const steps = 200
const ink = { bar: '#d5dde3', curve: '#1b4965', point: '#ca3c25', threshold: '#2a9d5c' }

export function tuneSvg({ asked, proposal, options }: TuneReport): string {
  const panels = [
    { name: 'as asked', setting: asked },
    ...(proposal === null ? [] : [{ name: 'proposed', setting: proposal }]),
  ]
  const drawn = panels.map(({ name, setting }, i) => {
    const hasCurve = options.method === 'minhash' && setting.measure === 'jaccard'
    return `<g transform="translate(0 ${i * size.panel})">\n${panel(name, setting, hasCurve)}\n</g>`
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.panel * panels.length}"` +
    ` font-family="sans-serif" font-size="12" fill="#222">\n` +
    `<rect width="100%" height="100%" fill="#fff"/>\n${drawn.join('\n')}\n</svg>\n`
  )
}

function panel(name: string, setting: SettingReport, hasCurve: boolean): string {
  const { shingle, measure, threshold, measured } = setting
  const recall = measured.recall.estimate
  const found = recall === null ? 'no matching pair seen' : `recall ${recall.toFixed(4)}`
  const x = across(threshold)
  return [
    `<text x="${size.left}" y="14">${name}: ${measure} of ${shingle} at least ${threshold}, ${found}</text>`,
    bars(setting),
    axes(measure),
    `<path stroke="${ink.threshold}" stroke-dasharray="4 3" d="M${x} ${size.top}v${plotHeight}"/>`,
    hasCurve ? curve(setting) : '',
    measure === 'jaccard' ? points(setting) : '',
  ]
    .filter(Boolean)
    .join('\n')
}

/** Heights on a logarithmic scale of pairs, with powers of ten at the right. */
function bars({ histogram }: SettingReport): string {
  const most = Math.max(1, Math.ceil(Math.log10(1 + Math.max(...histogram.map(({ pairs }) => pairs)))))
  const drawn = histogram.map(({ from, pairs }) => {
    const top = down(Math.log10(1 + pairs) / most)
    const height = rounded(down(0) - top)
    const [x, width] = [rounded(across(from) + 1), rounded(plotWidth / 20 - 2)]
    return `<rect class="bar" x="${x}" y="${top}" width="${width}" height="${height}" fill="${ink.bar}"/>`
  })
  const marks = Array.from({ length: most + 1 }, (_, power) => {
    const label = 10 ** power < 1e6 ? String(10 ** power) : `1e${power}`
    return `<text x="${size.width - size.right + 8}" y="${rounded(down(power / most) + 4)}" fill="#777">${label}</text>`
  })
  const side = `<text x="${size.width - size.right + 8}" y="${size.top - 12}" fill="#777">pairs</text>`
  return `${drawn.join('')}${marks.join('')}${side}`
}

function curve({ bands }: SettingReport): string {
  const line = Array.from({ length: steps + 1 }, (_, step) => {
    const jaccard = step / steps
    return `${across(jaccard)},${down(agreeingProbability(bands, jaccard))}`
  })
  return `<polyline fill="none" stroke="${ink.curve}" stroke-width="2" points="${line.join(' ')}"/>`
}

function points({ curve: measured }: SettingReport): string {
  return measured
    .map(({ jaccard, pairs, met, low, high }) => {
      const x = across(jaccard)
      const whisker = `M${x} ${down(low)}V${down(high)}`
      return (
        `<path stroke="${ink.point}" d="${whisker}"/>` +
        `<circle cx="${x}" cy="${down(met / pairs)}" r="3.5" fill="${ink.point}"/>`
      )
    })
    .join('')
}

function axes(measure: string): string {
  const marks = Array.from({ length: 11 }, (_, tenth) => {
    const value = tenth / 10
    const x = across(value)
    const y = down(value)
    return (
      `<path stroke="#eee" d="M${size.left} ${y}h${plotWidth}"/>` +
      `<text x="${x}" y="${size.panel - size.bottom + 16}" text-anchor="middle">${value}</text>` +
      `<text x="${size.left - 8}" y="${rounded(y + 4)}" text-anchor="end">${value}</text>`
    )
  })
  const middle = size.left + plotWidth / 2
  const side = `<text x="${size.left - 40}" y="${size.top - 12}">share of the pairs that are candidates</text>`
  const below = `<text x="${middle}" y="${size.panel - 14}" text-anchor="middle">${measure}</text>`
  return `${marks.join('')}${side}${below}`
}

function across(similarity: number): number {
  return rounded(size.left + similarity * plotWidth)
}

function down(share: number): number {
  return rounded(size.top + (1 - share) * plotHeight)
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}
