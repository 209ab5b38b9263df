/**
 * Truth: all pairs of a corpus with Jaccard >= 0.7 on sets of word 5-grams, by brute force, independent of `src/`.
 *
 *     node bench/truth/truth.ts small|mid|FILE.jsonl ... [--out DIR] [--at 0.7] [--naive 1500]
 *     node bench/truth/truth.ts --check NAME --removed F | --kept F [--threshold 0.8] [--out DIR]
 *
 * Writes NAME.truth.csv (id1,id2,jaccard; a similarity of 1 includes exact copies). To validate its join, it measures
 * every pair of the first 1,500 documents naively and compares. `--check` judges the outputs of a run
 * (see truth-check.ts). Documents without a token have no true pairs.
 */
import { createReadStream, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { outPath } from '../corpus.ts'
import { checkRun } from './truth-check.ts'
import { joinNaively, joinSets, type TruePair } from './truth-join.ts'
import { ShingleNumbers } from './truth-shingles.ts'

function key(pairs: readonly TruePair[]): string {
  const rows = pairs.map(({ a, b, jaccard }) => `${a},${b},${jaccard}`)
  return rows.sort().join('\n')
}

/** Writes the truth of one corpus. `naive`: number of documents in the naive comparison. */
export async function makeTruth(
  path: string,
  out: string,
  threshold: number,
  naive: number,
): Promise<void> {
  const started = performance.now()
  const seconds = (): string => ((performance.now() - started) / 1000).toFixed(1)
  const ids: string[] = []
  const sets: Uint32Array[] = []
  const numbers = new ShingleNumbers()
  const lines = createInterface({ input: createReadStream(path, { highWaterMark: 1 << 20 }) })
  for await (const line of lines) {
    const { id, text } = JSON.parse(line) as { id: string | number; text: string }
    ids.push(String(id))
    sets.push(numbers.shinglesOf(text))
  }
  console.log(
    `${basename(path)}: ${ids.length} documents, ${numbers.count} distinct shingles, ${seconds()} s`,
  )
  const first = sets.slice(0, naive)
  if (key(joinSets(first, numbers.count, threshold)) !== key(joinNaively(first, threshold))) {
    throw new Error(`the join and the naive comparison differ on the first ${first.length} documents`)
  }
  const pairs = joinSets(sets, numbers.count, threshold)
  const rows = pairs.map(({ a, b, jaccard }) => `${ids[a]},${ids[b]},${jaccard}\n`)
  writeFileSync(out, `id1,id2,jaccard\n${rows.join('')}`)
  const counts = [0.7, 0.8, 0.9, 1].map(at => `${pairs.filter(p => p.jaccard >= at).length} at ${at}`)
  console.log(`${basename(out)}: ${counts.join(', ')}, ${seconds()} s`)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string', default: outPath },
      at: { type: 'string', default: '0.7' },
      naive: { type: 'string', default: '1500' },
      check: { type: 'string' },
      kept: { type: 'string' },
      removed: { type: 'string' },
      threshold: { type: 'string', default: '0.8' },
    },
  })
  if (values.check !== undefined) {
    const { kept, removed } = values
    const truth = join(values.out, `${values.check}.truth.csv`)
    console.log(await checkRun(truth, { kept, removed }, Number(values.threshold)))
    return
  }
  for (const name of positionals) {
    const path = name.endsWith('.jsonl') ? name : join(values.out, `${name}.jsonl`)
    const out = join(values.out, `${basename(path, '.jsonl')}.truth.csv`)
    await makeTruth(path, out, Number(values.at), Number(values.naive))
  }
}

if (import.meta.main) await main()
