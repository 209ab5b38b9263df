/** `nearsame shard sign`, `measure`, `write`: the three processes on a shard. */
import { Command } from 'commander'
import { filesOfShards, namedFiles } from '../../files/job-files.ts'
import type { RunEvents } from '../../files/requests.ts'
import { whole } from '../../ground/options/declare.ts'
import { resolve } from '../../ground/options/resolve.ts'
import type { RunningOptions } from '../../ground/options/running-options.ts'
import { addOptions, type FlagValues } from '../command/command-options.ts'
import { addRunOptions, jobRequest, outputOf } from '../command/run-options.ts'
import { untilClosed } from '../command/standard-output.ts'
import { printCounted } from '../terminal/figures.ts'
import { errorInFlags } from '../terminal/flag-words.ts'
import { withProgress } from '../terminal/progress.ts'
import type { Context } from '../terminal/terminal.ts'

/** Options that no process on a shard uses. */
const unused = { running: ['plan', 'dryRun', 'acceptRisk', 'types'] }

const shardOptions = {
  shard: whole({
    from: 0,
    to: 2 ** 21 - 1,
    default: 0,
    doc: 'number of the shard: its place in the input, from 0',
  }),
}

/** The number of the shard. @throws NearsameError OPTION_VALUE */
function shardOf({ shard }: FlagValues): number {
  return resolve(shardOptions, { shard: shard as number | undefined }, 'cli').shard
}

export function signShardCommand(context: Context): Command {
  const sign = new Command('sign')
    .description('Signs one input file: its table of keys (Parquet). Does nothing if that is there.')
    .option('-o, --output <file>', 'the table of keys')
  addOptions(sign, 'Options', shardOptions)
  return addRunOptions(sign, unused).action(async (inputs: string[], values: FlagValues) => {
    const output = outputOf(values, 'add `-o KEYS.parquet`') as string
    const request = { ...jobRequest(inputs, values, {}), output, shard: shardOf(values) }
    await runProcess(context, request.running, async events => {
      const { signShard } = await import('../../shards/processes/sign-shard.ts')
      const report = await signShard(request, events)
      const summary = report === undefined ? 'signed before' : printCounted(report.counts.read, 'record')
      return { json: { signed: report !== undefined, ...report }, summary }
    })
  })
}

export function measureCommand(context: Context): Command {
  const measure = new Command('measure')
    .description('Measures the pairs of a table: their exact similarities (Parquet).')
    .argument('<pairs>', 'the table of pairs')
    .option('-o, --output <file>', 'the table of measures')
  return addRunOptions(measure, unused).action(
    async (pairs: string, inputs: string[], values: FlagValues) => {
      const output = outputOf(values, 'add `-o MEASURES.parquet`') as string
      const request = { ...jobRequest(inputs, values, {}), pairs, output }
      await runProcess(context, request.running, async events => {
        const { measureShard } = await import('../../shards/processes/measure-pairs.ts')
        const measured = await measureShard(request, events)
        return { json: { pairs: measured }, summary: printCounted(measured, 'pair') }
      })
    },
  )
}

export function writeCommand(context: Context): Command {
  const write = new Command('write')
    .description('Writes the kept records of input files by the decisions about them.')
    .argument('<decisions>', 'the table of decisions')
  addOptions(write, 'Options', filesOfShards, ['report'])
  write.option(
    '--shard <n>',
    'number of the first of the inputs: its place in the whole input, from 0 (default: 0)',
  )
  const without = { running: unused.running.filter(name => name !== 'dryRun') }
  return addRunOptions(write, without).action(
    async (decisions: string, inputs: string[], values: FlagValues) => {
      const request = {
        ...jobRequest(inputs, values, filesOfShards),
        decisions,
        output: outputOf(values),
        shard: shardOf(values),
      }
      await runProcess(context, request.running, async events => {
        const { writeShard } = await import('../../shards/processes/write-shard.ts')
        const { always, unlessDry } = namedFiles(filesOfShards, request)
        const report = await untilClosed([...always, ...unlessDry, request.bad], () =>
          writeShard(request, events, written => written),
        )
        return { json: report, summary: `${printCounted(report.counts.kept, 'record')} kept` }
      })
    },
  )
}

interface Done {
  readonly json: object
  readonly summary: string
}

/** Runs a process with a progress line, and prints its summary or JSON. */
export async function runProcess(
  { terminal, signal }: Context,
  { quiet, json }: Pick<RunningOptions, 'quiet' | 'json'>,
  work: (events: RunEvents) => Promise<Done>,
): Promise<void> {
  const done = await withProgress(terminal, !quiet, progress =>
    work({ progress, signal, worded: error => errorInFlags(error) }),
  )
  if (json) terminal.out(`${JSON.stringify(done.json, null, 2)}\n`)
  else if (!quiet) terminal.err(`nearsame shard: ${done.summary}\n`)
}
