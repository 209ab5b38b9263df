/**
 * Memory shapes: `dedupe --memory` on inputs that fill memory, beside the same run without: its CPU and its peak.
 *
 * What has to fit are documents, their groups, the shingles of a crowd, and a single record.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, type Definition, nearsame, type Row } from '../definition.ts'
import { crowdTexts, linesFile } from '../made-lines.ts'
import { alternate } from '../measure.ts'
import { Random } from '../random.ts'

const mostPeak = 1.1
const mostCpu = 1.4

interface Shape {
  readonly name: string
  readonly megabytes: number
  readonly count: number
  readonly textsOf: (count: number, random: Random) => Iterable<string>
  /** The runs, by their further arguments. */
  readonly options: readonly (readonly string[])[]
}

/** 5 letters or digits for most numbers; unlike ones for numbers that follow each other. */
const word = (number: number): string => (Math.imul(number, 0x9e3779b1) >>> 7).toString(36)
const wordsFrom = (first: number, count: number): string =>
  Array.from({ length: count }, (_, i) => word(first + i)).join(' ')

/** @param text by its number */
const each = (text: (document: number) => string): Shape['textsOf'] =>
  function* (count) {
    for (let document = 0; document < count; document++) yield text(document)
  }

const plain: Shape['options'] = [[]]

const shapes: readonly Shape[] = [
  {
    name: 'a million equal',
    megabytes: 256,
    count: 1e6,
    textsOf: each(() => wordsFrom(0, 20)),
    options: plain,
  },
  {
    name: '50,000 of one crowd',
    megabytes: 256,
    count: 50_000,
    textsOf: crowdTexts,
    options: [[], ['--cluster', 'components'], ['--keep', 'longest']],
  },
  {
    name: '2,000,000 tiny',
    megabytes: 256,
    count: 2e6,
    textsOf: each(document => `${word(2 * document)} ${word(2 * document + 1)}`),
    options: plain,
  },
  {
    name: '400,000 short',
    megabytes: 128,
    count: 400_000,
    textsOf: each(document => wordsFrom(5 * document, 5)),
    options: plain,
  },
  {
    name: 'one of 60 MB',
    megabytes: 256,
    count: 1,
    textsOf: each(() => wordsFrom(0, 10_080_000)),
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

function inputOf({ out, seed }: Context, { name, count, textsOf }: Shape): string {
  const path = join(out, `memory-shapes-${name.replaceAll(/[ ,]+/gu, '-')}-${seed}.jsonl`)
  return linesFile(path, textsOf(count, new Random(seed)))
}
