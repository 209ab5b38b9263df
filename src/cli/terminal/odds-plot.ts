/**
 * Odds plot: the curves of an odds table as a self-contained picture.
 */

/** One curve per name, over similarities in [0, 1]. */
interface Plot {
  readonly title: string
  readonly names: readonly string[]
  readonly curves: readonly ((similarity: number) => number)[]
}

/** Colours that also differ in lightness, so that they remain distinct in grey. */
const colours = ['#1b4965', '#ca3c25', '#2a9d5c', '#7b4ea3', '#b5860b', '#4a4a4a', '#e26d9b', '#3aa6b9']

const size = { width: 720, height: 420, left: 56, right: 130, top: 40, bottom: 48 }
const plotWidth = size.width - size.left - size.right
const plotHeight = size.height - size.top - size.bottom

/** Steps of a curve; at 200 a step is less than three pixels. */
const steps = 200

export function plotSvg({ title, names, curves }: Plot): string {
  const lines = curves.map((curve, index) => {
    const colour = colours[index % colours.length]
    const y = size.top + 14 + 18 * index
    const x = size.width - size.right + 14
    return (
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points(curve)}"/>` +
      `<path stroke="${colour}" stroke-width="2" d="M${x} ${y - 4}h18"/>` +
      `<text x="${x + 24}" y="${y}">${names[index]}</text>`
    )
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}"` +
    ` font-family="sans-serif" font-size="12" fill="#222">\n` +
    `<rect width="100%" height="100%" fill="#fff"/>\n<text x="${size.left}" y="22">${title}</text>\n` +
    `${axes()}\n${lines.join('\n')}\n</svg>\n`
  )
}

function points(curve: (similarity: number) => number): string {
  return Array.from({ length: steps + 1 }, (_, step) => at(step / steps, curve(step / steps))).join(' ')
}

function at(similarity: number, probability: number): string {
  const x = size.left + similarity * plotWidth
  const y = size.top + (1 - probability) * plotHeight
  return `${Number(x.toFixed(2))},${Number(y.toFixed(2))}`
}

function axes(): string {
  const tenths = Array.from({ length: 11 }, (_, tenth) => tenth / 10)
  const marks = tenths.map(value => {
    const x = size.left + value * plotWidth
    const y = size.top + (1 - value) * plotHeight
    return (
      `<path stroke="#ddd" d="M${x} ${size.top}v${plotHeight}M${size.left} ${y}h${plotWidth}"/>` +
      `<text x="${x}" y="${size.height - size.bottom + 16}" text-anchor="middle">${value}</text>` +
      `<text x="${size.left - 8}" y="${y + 4}" text-anchor="end">${value}</text>`
    )
  })
  const below = `<text x="${size.left + plotWidth / 2}" y="${size.height - 10}" text-anchor="middle">similarity</text>`
  return `${marks.join('')}${below}`
}
