import { Command } from 'commander'
import type { ExplainRequest } from '../../files/requests.ts'
import { inputOptions, resolveInputOptions } from '../../ground/options/input-options.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import { addExplainFlags, printExplanation, twoIds } from '../command/explained-ids.ts'
import { addResultOptions, resultOf } from '../command/run-options.ts'
import type { Context } from '../terminal/terminal.ts'

/** `nearsame explain INPUT... --ids A,B` */
export function explainCommand(context: Context): Command {
  const explain = new Command('explain')
    .description('Shows why two records do or do not match: measures, shingles, bands, and a word diff.')
    .argument('<inputs...>', 'files, globs, directories, s3:// URLs, or - for standard input')
  addExplainFlags(explain)
  addResultOptions(explain, ['within', 'cluster', 'keep', 'near'])
  addOptions(explain, 'Input', inputOptions)
  return explain.action(async (inputs: string[], values: FlagValues) => {
    const request = explainRequest(inputs, values)
    const batch = await import('../../files/jobs/explain.ts')
    printExplanation(await batch.explainRecords(request), values, context)
  })
}

/** The request of a command line. @throws NearsameError OPTION_VALUE */
export function explainRequest(inputs: readonly string[], values: FlagValues): ExplainRequest {
  return {
    inputs,
    ids: twoIds(values),
    result: resultOf(values),
    input: resolveInputOptions(givenFor(inputOptions, values), 'cli'),
  }
}
