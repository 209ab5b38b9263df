/**
 * Columns: `mid` (about 300 MB of JSONL) as Parquet of three writers and as Arrow, beside its JSON lines and Daft:
 * removed records alone, as Daft writes ids, and kept records in the format of the input. All runs have one digest.
 */
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, type Definition, nearsame, peer, type Row, ratioRow } from '../definition.ts'
import { alternate, type Contender, usageOf } from '../measure.ts'

/** The files, with the most CPU of a run without KEPT and with it, as multiples of those of JSON lines. */
const files = [
  { name: 'groups.parquet', dry: 1.2, kept: 1.6 },
  { name: 'pyarrow.parquet', dry: 1.2, kept: 1.6 },
  { name: 'polars.parquet', dry: 1.2, kept: 1.6 },
  { name: 'duckdb.parquet', dry: 1.2, kept: 1.6 },
  { name: 'zstd.parquet', dry: 1.2, kept: 1.6 },
  { name: 'plain.arrow', dry: 1.05, kept: 1.6 },
] as const
/** The most CPU and wall without KEPT, as a share of Daft's. */
const ofDaft = 0.45

/** A run that writes new files: freeing the pages of old ones is not part of it. */
function contender(context: Context, name: string, input: string, isKept: boolean): Contender {
  const output = join(context.out, 'columns', isKept ? `kept-${name}` : 'removed.jsonl')
  const report = ['--report', join(context.out, 'columns', `${name}.json`)]
  const outputs = isKept ? ['-o', output] : ['--dry-run', '--removed', output, ...report]
  return {
    name: `${name}${isKept ? ', KEPT' : ''}`,
    command: nearsame('dedupe', input, ...outputs, '--force', '--quiet'),
    before: () => rmSync(output, { force: true }),
  }
}

function digestIn(report: string): string {
  return JSON.parse(readFileSync(report, 'utf8')).digest
}

export const columns: Definition = {
  name: 'columns',
  about: 'mid as Parquet: CPU at most 1.2 of JSON lines, 1.6 with KEPT; as Arrow 1.05; .45 of Daft',
  async run(context) {
    const lines = await context.corpusOf('mid')
    const folder = join(context.out, 'columns')
    mkdirSync(folder, { recursive: true })
    const maker = peer(context, 'column_files.py', lines, folder)
    if (maker === undefined) return []
    usageOf(maker)
    const inputs = [
      { name: 'mid.jsonl', path: lines },
      ...files.map(({ name }) => ({ name, path: join(folder, name) })),
    ]
    const ours = [false, true].flatMap(isKept =>
      inputs.map(({ name, path }) => contender(context, name, path, isKept)),
    )
    const ids = join(folder, 'daft.txt')
    const daft = peer(context, 'daft_kept.py', join(folder, 'groups.parquet'), ids) ?? []
    const before = () => rmSync(ids, { force: true })
    const contenders = [...ours, { name: 'Daft, groups.parquet', command: daft, before }]
    const usages = alternate(contenders, context.runs)
    const digests = new Set(inputs.map(({ name }) => digestIn(join(folder, `${name}.json`))))
    if (digests.size > 1)
      throw new Error(`expected one digest of all files, got ${[...digests].join(', ')}`)
    const megabytes = statSync(lines).size / 1e6
    const rows: Row[] = contenders.map(({ name }, i) => {
      const usage = usages[i]
      return { name, usage, megabytesPerSecond: megabytes / usage.wallSeconds }
    })
    for (const [i, { name, dry, kept }] of files.entries()) {
      const [own, ownKept] = [usages[i + 1], usages[inputs.length + i + 1]]
      rows.push(ratioRow(`CPU of ${name} against lines`, own.cpuSeconds, usages[0].cpuSeconds, dry))
      const withKept = usages[inputs.length].cpuSeconds
      rows.push(ratioRow(`CPU of ${name}, KEPT, against lines`, ownKept.cpuSeconds, withKept, kept))
    }
    const theirs = usages[usages.length - 1]
    rows.push(ratioRow('CPU against Daft', usages[1].cpuSeconds, theirs.cpuSeconds, ofDaft))
    rows.push(ratioRow('wall against Daft', usages[1].wallSeconds, theirs.wallSeconds, ofDaft))
    return rows
  },
}
