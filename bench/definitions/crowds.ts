/**
 * Crowds: texts that fall into the same groups, so that clustering might compare all of them: the cost of one more
 * text.
 *
 * Two kinds, with 20,000 and 80,000 texts each: near-equal texts, of which one is kept, and texts with a long header
 * that have too many words of their own to match at 0.8 (a Jaccard of 0.70). Of the latter, every fortieth is planted
 * as a near copy of the one before it, so the texts to remove are known.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, type Definition, nearsame, type Row } from '../definition.ts'
import { copyEach, crowdTexts, headerWords, linesFile, ownWords, wordsOf } from '../made-lines.ts'
import { alternate } from '../measure.ts'
import { Random } from '../random.ts'

const counts = [20_000, 80_000]
/** Maximum growth of the cost per document among four times as many. */
const mostGrowth = 1.5

interface Kind {
  readonly name: string
  readonly textsOf: (count: number, random: Random) => Generator<string>
  /** Documents to remove. */
  readonly removedOf: (count: number) => Set<number>
}

const kinds: readonly Kind[] = [
  {
    name: 'near-equal texts',
    *textsOf(count, random) {
      const words = wordsOf(random, headerWords + ownWords)
      for (let i = 0; i < count; i++) yield [...words.slice(0, -1), `own${i}`].join(' ')
    },
    removedOf: count => new Set(Array.from({ length: count - 1 }, (_, i) => i + 1)),
  },
  {
    name: 'texts with a header',
    textsOf: crowdTexts,
    removedOf: count => new Set(Array.from({ length: count / copyEach }, (_, i) => copyEach * (i + 1) - 1)),
  },
]

export const crowds: Definition = {
  name: 'crowds',
  about: `texts that fall into the same groups: each costs at most ${mostGrowth} times as much among four times as many`,
  isGenerated: true,
  async run(context) {
    const rows: Row[] = []
    for (const kind of kinds) rows.push(...rowsOf(context, kind))
    return rows
  },
}

function rowsOf(context: Context, kind: Kind): Row[] {
  const inputs = counts.map(count => inputOf(context, kind, count))
  const removed = counts.map(count => join(context.out, `crowds-${count}.removed.jsonl`))
  const contenders = counts.map((count, i) => ({
    name: `${count} ${kind.name}`,
    command: nearsame(
      'dedupe',
      inputs[i],
      '-o',
      '/dev/null',
      '--removed',
      removed[i],
      '--force',
      '--quiet',
    ),
  }))
  const usages = alternate(contenders, context.runs)
  const rows = contenders.map(({ name }, i): Row => {
    const megabytesPerSecond = statSync(inputs[i]).size / 1e6 / usages[i].wallSeconds
    return { name, usage: usages[i], megabytesPerSecond, ...judged(removed[i], kind.removedOf(counts[i])) }
  })
  const [few, many] = usages.map(({ cpuSeconds }, i) => cpuSeconds / counts[i])
  const growth = many / few
  const note = `${growth.toFixed(2)} times the CPU per document among a quarter as many; at most ${mostGrowth} wanted`
  return [...rows, { name: `${kind.name}: growth`, note, met: growth <= mostGrowth }]
}

function inputOf({ out, seed }: Context, kind: Kind, count: number): string {
  const path = join(out, `crowds-${kind.name.replaceAll(' ', '-')}-${count}-${seed}.jsonl`)
  return linesFile(path, kind.textsOf(count, new Random(seed)))
}

/** Compares the removed documents with the expected ones. */
function judged(path: string, expected: ReadonlySet<number>): Pick<Row, 'recall' | 'precision'> {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const right = lines.filter(line => expected.has(JSON.parse(line).id)).length
  return { recall: right / expected.size, precision: right / lines.length }
}
