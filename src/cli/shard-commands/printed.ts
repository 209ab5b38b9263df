/** `nearsame shard sql` and `plan`: what others run, printed. */
import { Command, Option } from 'commander'
import { whole } from '../../ground/options/declare.ts'
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
    terminal.out(printScript(engine, result, { ...shape, directory: values.job as string }))
  })
}
