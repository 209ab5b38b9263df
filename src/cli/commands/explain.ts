import { Command } from 'commander'
import type { ExplainRequest } from '../../files/requests.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { inputOptions, resolveInputOptions } from '../../ground/options/input-options.ts'
import { addOptions, collect, type FlagValues, givenFor } from '../command/command-options.ts'
import { addResultOptions, resultOf } from '../command/run-options.ts'
import { explainView } from '../terminal/explain-view.ts'
import type { Context } from '../terminal/terminal.ts'

/** `nearsame explain INPUT... --ids A,B` */
export function explainCommand(context: Context): Command {
  const explain = new Command('explain')
    .description('Shows why two records do or do not match: measures, shingles, bands, and a word diff.')
    .argument('<inputs...>', 'files, globs, directories, s3:// URLs, or - for standard input')
    .requiredOption('--ids <a,b>', 'the two ids; give the flag twice if an id has a comma', collect)
    .option('--json', 'the explanation as JSON')
  addResultOptions(explain, ['within', 'cluster', 'keep', 'near'])
  addOptions(explain, 'Input', inputOptions)
  return explain.action(async (inputs: string[], values: FlagValues) => {
    const request = explainRequest(inputs, values)
    const batch = await import('../../files/jobs/explain.ts')
    const explanation = await batch.explainRecords(request)
    const { terminal } = context
    terminal.out(
      values.json ? `${toJson(explanation, { indent: 2 })}\n` : explainView(explanation, terminal),
    )
  })
}

/** The request of a command line. @throws NearsameError OPTION_VALUE */
export function explainRequest(inputs: readonly string[], values: FlagValues): ExplainRequest {
  return {
    inputs,
    ids: parseIds(values.ids as readonly string[]),
    result: resultOf(values),
    input: resolveInputOptions(givenFor(inputOptions, values), 'cli'),
  }
}

function parseIds(given: readonly string[]): [string, string] {
  const ids = given.length === 1 ? given[0].split(',') : given
  if (ids.length === 2 && ids.every(id => id !== '')) return [ids[0], ids[1]]
  throw new NearsameError('OPTION_VALUE', {
    expected: '--ids to be two ids with a comma between them',
    got: given.map(text => JSON.stringify(text)).join(' '),
    fix: 'write `--ids A,B`, or `--ids A --ids B` if an id has a comma',
  })
}
