/** Memory: peak resident memory of the main job on 1 GB, and the cost of each additional document. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sizes } from '../corpus.ts'
import { type Definition, nearsame, type Row } from '../definition.ts'
import { alternate } from '../measure.ts'

export const memory: Definition = {
  name: 'memory',
  about:
    'peak below 1 GB on big (340,000 documents, 1 GB); at most 300 bytes per document between mid and big',
  async run(context) {
    const names = ['mid', 'big'] as const
    const inputs = [await context.corpusOf('mid'), await context.corpusOf('big')]
    const kept = join(context.out, 'memory.kept.jsonl')
    const contenders = names.map((name, i) => ({
      name,
      command: nearsame('dedupe', inputs[i], '-o', kept, '--force', '--quiet'),
    }))
    const usages = alternate(contenders, context.runs)
    const rows: Row[] = names.map((name, i) => ({
      name,
      usage: usages[i],
      megabytesPerSecond: statSync(inputs[i]).size / 1e6 / usages[i].wallSeconds,
      ...(name === 'big' && { note: 'below 1000 MB wanted', met: usages[i].peakBytes < 1e9 }),
    }))
    const slope = (usages[1].peakBytes - usages[0].peakBytes) / (sizes.big - sizes.mid)
    const note = `${slope.toFixed(0)} bytes per document; at most 300 wanted`
    return [...rows, { name: 'slope mid to big', note, met: slope <= 300 }]
  },
}
