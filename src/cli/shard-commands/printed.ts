/** `nearsame shard sql` and `plan`: what others run, printed. */

import { Command, Option } from 'commander'
import { ownValue } from '../../ground/json/field.ts'
import { wordsOfOption } from '../../ground/options/command-words.ts'
import { type Declarations, whole } from '../../ground/options/declare.ts'
import { inputOptions, resolveInputOptions } from '../../ground/options/input-options.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { resolveResultOptions, resultOptions } from '../../methods/options/result-options.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import type { Context } from '../terminal/terminal.ts'

const unrolled = {
  rounds: whole({ from: 1, to: 1000, default: 2, doc: 'rounds to unroll, each with its survivors' }),
  turns: whole({ from: 1, to: 1000, default: 4, doc: 'turns to unroll in each round' }),
}

export function sqlCommand({ terminal }: Context): Command {
  const sql = new Command('sql')
    .description('Prints the statements of a job, with its rounds unrolled, for an engine of your own.')
    .addOption(new Option('--for <engine>', 'the engine').choices(['duckdb', 'spark']).default('duckdb'))
    .option('--job <dir>', 'the directory of the job, with its keys in `keys/`', 'job')
  addOptions(sql, 'Unrolling', unrolled)
  addOptions(sql, 'What counts as the same', resultOptions)
  return sql.action(async (values: FlagValues) => {
    const result = resolveResultOptions(givenFor(resultOptions, values), 'cli')
    const shape = resolve(unrolled, givenFor(unrolled, values), 'cli')
    const { printScript } = await import('../../shards/plan/print-script.ts')
    const engine = values.for as 'duckdb' | 'spark'
    terminal.out(await printScript(engine, result, { ...shape, directory: values.job as string }))
  })
}

export function planCommand({ terminal }: Context): Command {
  const plan = new Command('plan')
    .description('Prints the complete job on these inputs for a scheduler.')
    .argument('<inputs...>', 'files, globs, directories: each file is a shard')
    .addOption(
      new Option('--for <scheduler>', 'the scheduler')
        .choices(['loop', 'slurm', 'kubernetes'])
        .default('loop'),
    )
  addOptions(plan, 'What counts as the same', resultOptions)
  addOptions(plan, 'Input', inputOptions)
  return plan.action(async (args: string[], values: FlagValues) => {
    const result = resolveResultOptions(givenFor(resultOptions, values), 'cli')
    const input = resolveInputOptions(givenFor(inputOptions, values), 'cli')
    const { checkShardInputs, checkSupported } = await import('../../shards/processes/supported.ts')
    const { resolveInputs } = await import('../../files/inputs/resolve/resolve-inputs.ts')
    const { plans } = await import('../../shards/plan/plans.ts')
    checkSupported(result)
    const set = await resolveInputs(args, input)
    checkShardInputs(set)
    const inputs = set.inputs.map(({ name }) => name)
    const options = [...flagsOf(resultOptions, values), ...flagsOf(inputOptions, values)]
    const extension = /(\.[a-z-]+(\.(gz|zst))?)?$/.exec(inputs[0])?.[0] ?? ''
    terminal.out(plans[values.for as keyof typeof plans]({ inputs, options, extension }))
  })
}

/** The given options as flags again. */
function flagsOf(declarations: Declarations, values: FlagValues): string[] {
  return Object.entries(declarations).flatMap(([name, option]) =>
    wordsOfOption(name, option, ownValue(values, option.cliName ?? name)),
  )
}
