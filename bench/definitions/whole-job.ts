/**
 * Whole job: near duplicates of `mid` (about 300 MB of JSONL) at 0.8, process start to exit, against rensa and Daft
 * (16 bands of 8 rows both), and gaoya. Its serial share bounds what more threads can give.
 */
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, type Definition, nearsame, peer, type Row, ratioRow } from '../definition.ts'
import { alternate, type Contender, serialShare, usageOf } from '../measure.ts'
import { checkRun } from '../truth/truth-check.ts'
import { judgedRow } from './recall.ts'

interface Peer {
  readonly name: string
  readonly script: string
  /** Upper limits of our CPU and wall seconds, as shares of its own. */
  readonly limits?: { readonly cpu: number; readonly wall: number }
}

const peers: readonly Peer[] = [
  { name: 'rensa 16 bands', script: 'rensa_kept.py', limits: { cpu: 1 / 5, wall: 1 / 9 } },
  { name: 'Daft 16 bands', script: 'daft_kept.py', limits: { cpu: 1 / 4, wall: 1 / 4.5 } },
  { name: 'gaoya', script: 'gaoya_kept.py' },
]

interface Rival extends Contender, Peer {
  readonly kept: string
}

function rivals(context: Context, input: string): Rival[] {
  return peers.flatMap(each => {
    const kept = join(context.out, `${each.script}.kept.txt`)
    const command = peer(context, each.script, input, kept)
    return command === undefined ? [] : [{ ...each, command, kept }]
  })
}

export const wholeJob: Definition = {
  name: 'whole-job',
  about:
    'on mid, CPU at most 1/5 and wall at most 1/9 of rensa 0.5.0 (16 bands), 1/4 and 1/4.5 of Daft 0.7.26',
  async run(context) {
    const input = await context.corpusOf('mid')
    const truth = await context.truthOf('mid')
    const megabytes = statSync(input).size / 1e6
    const ours = await judgedRow(context, 'mid', 0.8)
    const kept = join(context.out, 'whole-job.kept.jsonl')
    const command = nearsame('dedupe', input, '-o', kept, '--force', '--quiet')
    const others = rivals(context, input)
    for (const { command } of others) usageOf(command)
    // All write new files: freeing the pages and blocks of old ones is not part of the job.
    const contenders = [{ name: 'nearsame', command, kept }, ...others].map(contender => ({
      ...contender,
      before: () => rmSync(contender.kept, { force: true }),
    }))
    const usages = alternate(contenders, context.runs)
    if (!readFileSync(kept).equals(readFileSync(join(context.out, 'recall.kept.jsonl')))) {
      throw new Error('the timed run kept different records than the checked one')
    }
    const { usage: _, ...checked } = ours
    const rate = (i: number) => ({
      usage: usages[i],
      megabytesPerSecond: megabytes / usages[i].wallSeconds,
    })
    const rows: Row[] = [{ ...checked, ...rate(0), name: 'nearsame mid' }]
    for (const [i, rival] of others.entries()) {
      const { recall, precision } = await checkRun(truth, { kept: rival.kept }, 0.8)
      rows.push({ name: rival.name, ...rate(i + 1), recall, precision })
    }
    for (const [i, { name, limits }] of others.entries()) {
      if (limits === undefined) continue
      const theirs = usages[i + 1]
      rows.push(ratioRow(`CPU against ${name}`, usages[0].cpuSeconds, theirs.cpuSeconds, limits.cpu))
      rows.push(ratioRow(`wall against ${name}`, usages[0].wallSeconds, theirs.wallSeconds, limits.wall))
    }
    if (process.platform === 'linux') rows.push(serialRow(serialShare(contenders[0], context.runs)))
    return rows
  },
}

/** Maximum serial share. */
const mostSerial = 0.08

function serialRow(share: number): Row {
  const bound = (threads: number) => (1 / (share + (1 - share) / threads)).toFixed(1)
  const note =
    `${(100 * share).toFixed(1)} % of the CPU while one thread ran alone; at most ${100 * mostSerial} % wanted; ` +
    `bounds 16 threads at ${bound(16)} times one, 64 at ${bound(64)}`
  return { name: 'serial share', note, met: share <= mostSerial }
}
