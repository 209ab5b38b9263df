/**
 * Memory shapes: `dedupe --memory` on inputs that fill memory, beside the same run without: its CPU and its peak.
 *
 * What has to fit are documents, their groups, the shingles of a crowd, and a single record.
 */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, type Definition, nearsame, type Row } from '../definition.ts'
import { alternate } from '../measure.ts'

const mostPeak = 1.1
const mostCpu = 1.4
const linesAtOnce = 10_000

interface Shape {
  readonly name: string
  readonly megabytes: number
  readonly count: number
  readonly text: (document: number) => string
  /** The runs, by their further arguments. */
  readonly options: readonly (readonly string[])[]
}

/** 5 letters or digits for most numbers; unlike ones for numbers that follow each other. */
const word = (number: number): string => (Math.imul(number, 0x9e3779b1) >>> 7).toString(36)
const wordsFrom = (first: number, count: number): string =>
  Array.from({ length: count }, (_, i) => word(first + i)).join(' ')

/** A header, and 20 words of its own: too many to match. Every fortieth is nearly the one before it. */
function crowdText(document: number): string {
  const isCopy = document % 40 === 39
  const own = wordsFrom(1000 + 20 * (document - Number(isCopy)), 20)
  return `${wordsFrom(0, 84)} ${isCopy ? own.replace(/ \S+$/u, ` own${document}`) : own}`
}

const plain: Shape['options'] = [[]]

const shapes: readonly Shape[] = [
  {
    name: 'a million equal',
    megabytes: 256,
    count: 1e6,
    text: () => wordsFrom(0, 20),
    options: plain,
  },
  {
    name: '50,000 of one crowd',
    megabytes: 256,
    count: 50_000,
    text: crowdText,
    options: [[], ['--cluster', 'components'], ['--keep', 'longest']],
  },
  {
    name: '2,000,000 tiny',
    megabytes: 256,
    count: 2e6,
    text: document => `${word(2 * document)} ${word(2 * document + 1)}`,
    options: plain,
  },
  {
    name: '400,000 short',
    megabytes: 128,
    count: 400_000,
    text: document => wordsFrom(5 * document, 5),
    options: plain,
  },
  {
    name: 'one of 60 MB',
    megabytes: 256,
    count: 1,
    text: () => wordsFrom(0, 10_080_000),
    options: plain,
  },
]

export const memoryShapes: Definition = {
  name: 'memory-shapes',
  about: `hostile shapes with --memory: peak at most ${mostPeak} of the budget, CPU at most ${mostCpu} of the run without`,
  isGenerated: true,
  async run(context) {
    return shapes.flatMap(shape => shape.options.flatMap(options => rowsOf(context, shape, options)))
  },
}

function rowsOf(context: Context, shape: Shape, options: readonly string[]): Row[] {
  const input = inputOf(context, shape)
  const reports = ['free', 'within'].map(name => join(context.out, `memory-shapes.${name}.json`))
  const budgets = [[], ['--memory', `${shape.megabytes}MB`]]
  const name = [shape.name, ...options].join(' ')
  const contenders = reports.map((report, i) => {
    const outputs = ['-o', join(context.out, 'memory-shapes.kept.jsonl'), '--report', report]
    const command = nearsame('dedupe', input, ...outputs, ...options, ...budgets[i], '--force', '--quiet')
    return { name: [name, ...budgets[i]].join(' '), command }
  })
  const usages = alternate(contenders, context.runs)
  const [digest, withinDigest] = reports.map(report => JSON.parse(readFileSync(report, 'utf8')).digest)
  if (digest !== withinDigest) throw new Error(`${name}: expected digest ${digest}, got ${withinDigest}`)
  const [free, within] = usages
  const peak = within.peakBytes / 1e6 / shape.megabytes
  const cpu = within.cpuSeconds / free.cpuSeconds
  const note = `${peak.toFixed(2)} of the budget, ${cpu.toFixed(2)} of the CPU without`
  return [
    { name: contenders[0].name, usage: free },
    { name: contenders[1].name, usage: within, note, met: peak <= mostPeak && cpu <= mostCpu },
  ]
}

function inputOf({ out }: Context, { name, count, text }: Shape): string {
  const path = join(out, `memory-shapes-${name.replaceAll(/[ ,]+/gu, '-')}.jsonl`)
  if (existsSync(path)) return path
  const file = openSync(path, 'w')
  for (let first = 0; first < count; first += linesAtOnce) {
    const lines = Array.from({ length: Math.min(linesAtOnce, count - first) }, (_, i) =>
      JSON.stringify({ id: first + i, text: text(first + i) }),
    )
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
  }
  closeSync(file)
  return path
}
