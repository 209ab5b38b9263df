/** Near off: exact duplicates of `big` (1 GB) against DuckDB, which writes the same survivors from the same JSON. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Definition, nearsame, peer, type Row, ratioRow } from '../definition.ts'
import { alternate, type Contender, type Usage, usageOf } from '../measure.ts'
import { readKept } from '../truth/truth-check.ts'

const variants = ['digest', 'digest-unordered', 'group-unordered', 'rows']

async function checkSame(ours: string, theirs: string): Promise<number> {
  const [a, b] = [await readKept(ours), await readKept(theirs)]
  const other = [...a].find(id => !b.has(id)) ?? [...b].find(id => !a.has(id))
  if (other !== undefined)
    throw new Error(`the survivors differ, for one in ${other} (${a.size} and ${b.size} kept)`)
  return a.size
}

export const nearOff: Definition = {
  name: 'near-off',
  about: '`--near off` on big at least as fast as DuckDB writing the first record of each distinct text',
  async run(context) {
    const input = await context.corpusOf('big')
    const megabytes = statSync(input).size / 1e6
    const kept = join(context.out, 'near-off.kept.jsonl')
    const ours: Contender = {
      name: 'nearsame --near off',
      command: nearsame('dedupe', input, '-o', kept, '--near', 'off', '--force', '--quiet'),
    }
    usageOf(ours.command)
    // Tries every kind of DuckDB query once; the fastest is the peer.
    const target = join(context.out, 'near-off.duckdb.jsonl')
    let rival: Contender | undefined
    let best: Usage | undefined
    let survivors = 0
    for (const variant of variants) {
      const command = peer(context, 'duckdb_exact.py', input, target, variant)
      if (command === undefined) break
      const usage = usageOf(command)
      survivors = await checkSame(kept, target)
      if (best === undefined || usage.wallSeconds < best.wallSeconds) {
        best = usage
        rival = { name: `DuckDB ${variant}`, command }
      }
    }
    const contenders = rival === undefined ? [ours] : [ours, rival]
    const usages = alternate(contenders, context.runs)
    const rows: Row[] = contenders.map(({ name }, i) => ({
      name,
      usage: usages[i],
      megabytesPerSecond: megabytes / usages[i].wallSeconds,
      ...(rival !== undefined && { note: `${survivors} survivors, the same` }),
    }))
    if (rival !== undefined) rows.push(ratioRow('wall', usages[0].wallSeconds, usages[1].wallSeconds, 1))
    return rows
  },
}
