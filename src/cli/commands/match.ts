import { Command } from 'commander'
import { filesOfMatch, namedFiles } from '../../files/job-files.ts'
import type { MatchRequest } from '../../files/requests.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { againstOptions, resolveAgainstOptions } from '../../ground/options/input-options.ts'
import { addOptions, collect, type FlagValues, givenFor } from '../command/command-options.ts'
import { runJobCommand } from '../command/job-command.ts'
import { addRunOptions, jobRequest, outputOf } from '../command/run-options.ts'
import type { Context } from '../terminal/terminal.ts'

/** Options of `dedupe` about survivors, which pairs do not have. */
const unused = { result: ['cluster', 'keep'], running: ['acceptRisk'] }

/** `nearsame match INPUT... --against INPUT... -o PAIRS` */
export function matchCommand(context: Context): Command {
  const match = new Command('match')
    .description('Finds which records of A have a twin in B; does not look for duplicates within B.')
    .requiredOption('--against <inputs...>', 'the other side, B')
    .option('--map <b_name=name>', 'a column of B that A has under another name; repeatable', collect)
  addOptions(match, 'Options', filesOfMatch)
  match.option('--one-to-one', 'each record in at most one pair, best pairs first')
  addOptions(match, 'The other side', againstOptions)
  return addRunOptions(match, unused).action(async (inputs: string[], values: FlagValues) => {
    const request = matchRequest(inputs, values)
    await runJobCommand('match', request, namedFiles(filesOfMatch, request), context, async events => {
      const batch = await import('../../files/jobs/match.ts')
      return batch.match(request, events)
    })
  })
}

/** The request of a command line. @throws NearsameError OPTION_VALUE */
export function matchRequest(inputs: readonly string[], values: FlagValues): MatchRequest {
  const request = jobRequest(inputs, values, filesOfMatch)
  return {
    ...request,
    againstInput: resolveAgainstOptions(request.input, givenFor(againstOptions, values), 'cli'),
    against: values.against as readonly string[],
    map: mapOf(values.map as readonly string[] | undefined),
    output: request.annotated === undefined ? outputOf(values) : request.output,
    oneToOne: values.oneToOne === true,
  }
}

/** The pairs of names of `--map`. @throws NearsameError OPTION_VALUE for anything else, and for a name of B twice */
function mapOf(given: readonly string[] | undefined): Readonly<Record<string, string>> | undefined {
  if (given === undefined) return undefined
  const map = new Map<string, string>()
  for (const entry of given.flatMap(text => text.split(','))) {
    const names = entry.split('=').map(name => name.trim())
    if (names.length === 2 && names.every(name => name !== '') && !map.has(names[0]))
      map.set(names[0], names[1])
    else {
      throw new NearsameError('OPTION_VALUE', {
        expected: '--map to be b_name=name, each name of B once',
        got: JSON.stringify(entry.trim()),
        fix: 'write the name in B, an equals sign, and the name in A',
      })
    }
  }
  return Object.fromEntries(map)
}
