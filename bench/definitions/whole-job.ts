/**
 * Whole job: near duplicates of `mid` (about 300 MB of JSONL) at 0.8, process start to exit, against rensa and gaoya.
 */
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, type Definition, nearsame, peer, type Row, ratioRow } from '../definition.ts'
import { alternate, type Contender, usageOf } from '../measure.ts'
import { checkRun } from '../truth/truth-check.ts'
import { judgedRow } from './recall.ts'

interface Rival extends Contender {
  readonly kept: string
}

function rivals(context: Context, input: string): Rival[] {
  const scripts = [
    ['rensa 16 bands', 'rensa_kept.py'],
    ['gaoya', 'gaoya_kept.py'],
  ] as const
  return scripts.flatMap(([name, script]) => {
    const kept = join(context.out, `${script}.kept.txt`)
    const command = peer(context, script, input, kept)
    return command === undefined ? [] : [{ name, command, kept }]
  })
}

export const wholeJob: Definition = {
  name: 'whole-job',
  about: 'CPU at most 1/5 and wall at most 1/8 of rensa 0.5.0 RMinHashDeduplicator(num_bands=16) on mid',
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
    if (others.length > 0) {
      rows.push(ratioRow('CPU against rensa', usages[0].cpuSeconds, usages[1].cpuSeconds, 1 / 5))
      rows.push(ratioRow('wall against rensa', usages[0].wallSeconds, usages[1].wallSeconds, 1 / 8))
    }
    return rows
  },
}
