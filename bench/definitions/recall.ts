/** Recall: share of true pairs found and of correct removals, on planted corpora, at three thresholds. */
import { join } from 'node:path'
import { type Context, type Definition, nearsame, type Row } from '../definition.ts'
import { usageOf } from '../measure.ts'
import { checkRun } from '../truth/truth-check.ts'

/** Runs the main job once and judges its removals. Also used before timing. */
export async function judgedRow(context: Context, size: 'small' | 'mid', threshold: number): Promise<Row> {
  const input = await context.corpusOf(size)
  const truth = await context.truthOf(size)
  const kept = join(context.out, 'recall.kept.jsonl')
  const removed = join(context.out, 'recall.removed.jsonl')
  const options = ['-o', kept, '--removed', removed, '--threshold', `${threshold}`, '--force', '--quiet']
  const usage = usageOf(nearsame('dedupe', input, ...options))
  const judged = await checkRun(truth, { removed }, threshold)
  for (const words of judged.examples) context.say(`  ${words}`)
  const { recall, precision, truePairs, wrongSimilarities } = judged
  return {
    name: `${size} at ${threshold}`,
    usage,
    recall,
    precision,
    note: `${truePairs} true pairs, ${judged.removed} removed, ${wrongSimilarities} similarities wrong`,
    met: recall >= 0.99 && precision === 1 && wrongSimilarities === 0,
  }
}

export const recall: Definition = {
  name: 'recall',
  about:
    'recall >= 0.99 and precision 1 at thresholds 0.7, 0.8, 0.9 on small and mid (truth by brute force)',
  async run(context) {
    const rows: Row[] = []
    for (const size of ['small', 'mid'] as const) {
      for (const threshold of [0.7, 0.8, 0.9]) rows.push(await judgedRow(context, size, threshold))
    }
    return rows
  },
}
