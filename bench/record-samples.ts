/**
 * Record samples: how much the result on a labelled set changes between samples of nine tenths of its records.
 *
 *     node bench/record-samples.ts DIR [SET ...]
 *
 * Ten samples of each set with columns, the same ones each time. A sample that is decided otherwise (by the text, by
 * another rule) is printed, too.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { atOnce } from '../src/ground/breath/steps.ts'
import { decideRecords } from '../src/methods/records/find-record-pairs.ts'
import { expandPairs } from '../src/methods/records/row-pairs.ts'
import { judge, readRecords } from './labelled.ts'
import { setsIn } from './record-sets.ts'
import { sampleOf } from './record-variants.ts'

const samples = 10

function main(): void {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [folder, ...some] = positionals
  if (folder === undefined) throw new Error('name the folder of the labelled sets')
  console.log('| set | F1 from | to | apart | decided by |\n| --- | --- | --- | --- | --- |')
  for (const set of some.length > 0 ? some : setsIn(folder)) {
    const whole = readRecords(join(folder, set))
    if (whole.columns.length === 0) continue
    const figures: number[] = []
    const ways = new Map<string, number[]>()
    for (let k = 0; k < samples; k++) {
      const records = sampleOf(whole, k)
      const sides = records.split > 0 ? { split: records.split } : undefined
      const { columns, texts } = records
      const { decided, decision, evidence, listed, byColumns } = atOnce(
        decideRecords(texts, sides, { columns }),
      )
      const { f1 } = judge(records, atOnce(expandPairs(listed, evidence.pairs, decision, decided)))
      figures.push(f1)
      const way = `${byColumns === undefined ? 'text' : 'columns'} ${decision.rule}`
      ways.set(way, [...(ways.get(way) ?? []), f1])
    }
    const [low, high] = [Math.min(...figures), Math.max(...figures)]
    const decidedBy = [...ways].map(([way, all]) =>
      ways.size === 1 ? way : `${way} ${all.map(f1 => f1.toFixed(3)).join(' ')}`,
    )
    const cells = [set, ...[low, high, high - low].map(value => value.toFixed(3)), decidedBy.join('; ')]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

if (import.meta.main) main()
