/** `nearsame shard`: its commands; `step` and `run`: the rounds of a job, one by one or all. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { inputError } from '../../files/io/input-errors.ts'
import { filesOfShards, namedFiles } from '../../files/job-files.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { resolveRunningOptions, runningOptions } from '../../ground/options/running-options.ts'
import { resolveSpeedOptions, speedOptions, threadsFor } from '../../ground/options/speed-options.ts'
import { takeKernelFlags } from '../../ground/threads/kernel-flags.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import { ExitStatus } from '../command/exit-status.ts'
import { runJobCommand } from '../command/job-command.ts'
import { addRunOptions, jobRequest, outputOf, pathOf } from '../command/run-options.ts'
import { runsInKernels } from '../commands/dedupe.ts'
import { printCount, printCounted } from '../terminal/figures.ts'
import type { Context } from '../terminal/terminal.ts'
import { planCommand, sqlCommand } from './printed.ts'
import { measureCommand, runProcess, signShardCommand, writeCommand } from './processes.ts'

/** The status of a step after which pairs must be measured: neither success nor failure. */
const notDone = 4

function stepCommand(context: Context): Command {
  const step = new Command('step')
    .description(
      `Does the next round of a job, with DuckDB. The exit status is ${notDone} while pairs remain to measure.`,
    )
    .argument('<dir>', 'the directory of the job, with its keys in `keys/`')
  addOptions(step, 'Speed', speedOptions, ['temp'])
  addOptions(step, 'Running', runningOptions, [
    'plan',
    'dryRun',
    'force',
    'acceptRisk',
    'onError',
    'maxBad',
    'columns',
    'types',
    'spreadsheetSafe',
  ])
  return step.action(async (directory: string, values: FlagValues) => {
    const running = resolveRunningOptions(givenFor(runningOptions, values), 'cli')
    const speed = resolveSpeedOptions(givenFor(speedOptions, values), 'cli')
    let isDone = true
    await runProcess(context, running, async ({ signal }) => {
      const { stepJob } = await import('../../shards/rounds/step.ts')
      const { threads } = threadsFor(speed, Number.POSITIVE_INFINITY)
      const report = await stepJob({ directory, threads, memory: speed.memory, signal })
      isDone = report.done
      const pairs = report.parts.reduce((sum, { rows }) => sum + rows, 0)
      const parts = printCounted(report.parts.length, 'part')
      const summary = isDone
        ? `done after ${printCounted(report.round, 'round')}, ${printCount(report.report?.counts.kept ?? 0)} kept`
        : `round ${report.round}: ${printCounted(pairs, 'pair')} to measure, in ${parts}`
      return { json: report, summary }
    })
    if (!isDone) throw new ExitStatus(notDone)
  })
}

function runCommand(context: Context): Command {
  const run = new Command('run')
    .description('Runs a whole job on shards: SQL in an engine, the rest here.')
    .addOption(new Option('--on <engine>', 'the engine').choices(['duckdb', 'spark']).default('duckdb'))
    .option('--remote <url>', 'server of Spark Connect, as `sc://host:15002` (with --on spark)')
    .option('--token-file <file>', 'file with the token for the server; or `;token=` in its address')
    .option('--ca <file>', 'certificates to trust, as PEM, for a server with TLS')
    .option('--executor <command>', 'how executors start nearsame (default: this program, by its path)')
  addOptions(run, 'Options', filesOfShards)
  run.option('--job <dir>', 'the directory of the job, kept for going on later (default: a temporary one)')
  return addRunOptions(run, { running: ['plan', 'acceptRisk'] }).action(
    async (inputs: string[], values: FlagValues) => {
      const request = {
        ...jobRequest(inputs, values, filesOfShards),
        output: outputOf(values, 'add `-o NAME`'),
        job: pathOf(values, 'job', 'directory'),
      }
      const files = namedFiles(filesOfShards, request)
      if (runsInKernels(request)) takeKernelFlags() // docs/decisions/0024-likely-pairs.md
      await runJobCommand('shard run', request, files, context, async events => {
        const { runShards } = await import('../../shards/rounds/run-shards.ts')
        const given = sparkServer(values)
        if (given === undefined) return runShards(request, events)
        const { SparkPlace } = await import('../../shards/rounds/spark-place.ts')
        const { connectPlace } = await import('../../shards/engines/connect/connect-url.ts')
        const server = { ...connectPlace(given.remote, given), executor: given.executor }
        return runShards(request, events, job => SparkPlace.open(job, server))
      })
    },
  )
}

/** The server that a run uses; undefined if it uses none. @throws NearsameError OPTION_VALUE, INPUT_MISSING */
function sparkServer(values: FlagValues) {
  const { on, remote, executor } = values as Readonly<Record<string, string | undefined>>
  if (on !== 'spark') return undefined
  if (remote === undefined) throw noRemote()
  return {
    remote,
    token: contentOf(pathOf(values, 'tokenFile'))?.trim(),
    ca: contentOf(pathOf(values, 'ca')),
    executor: executor ?? `'${process.execPath}' '${resolve(process.argv[1])}'`,
  }
}

function contentOf(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw inputError(cause, path)
  }
}

function noRemote(): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: '--remote to be the address of a server, with --on spark',
    got: 'none',
    fix: 'add `--remote sc://HOST:15002`',
  })
}

/** What executors run: reads tasks from standard input. */
function workerCommand({ terminal, signal }: Context): Command {
  return new Command('worker').description('Signs and measures for an engine.').action(async () => {
    const { workOn } = await import('../../shards/processes/worker.ts')
    await workOn(process.stdin, line => terminal.out(line), { progress() {}, signal })
  })
}

const commands = [
  signShardCommand,
  measureCommand,
  writeCommand,
  stepCommand,
  runCommand,
  sqlCommand,
  planCommand,
]

/** `nearsame shard sign|measure|write|step|run|sql|plan` */
export function shardCommands(context: Context): Command {
  const shard = new Command('shard').description(
    'Deduplicates in shards: files signed, measured and written one by one, anywhere, with SQL in between.',
  )
  for (const make of commands) shard.addCommand(make(context))
  shard.addCommand(workerCommand(context), { hidden: true })
  return shard
}
