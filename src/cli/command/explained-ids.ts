/** Ids of a command line as a list, and what two of them have to do with each other. */
import type { Command } from 'commander'
import type { Explanation } from '../../engine/explain/explanation.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { explainView } from '../terminal/explain-view.ts'
import type { Context } from '../terminal/terminal.ts'
import { collect, type FlagValues } from './command-options.ts'

/** Adds the two ids, and the form of the explanation. */
export function addExplainFlags(command: Command): Command {
  return command
    .requiredOption('--ids <a,b>', 'the two ids; give the flag twice if an id has a comma', collect)
    .option('--json', 'the explanation as JSON')
}

/** The ids of `--ids`: all in one text with commas, or one each time. @throws NearsameError OPTION_VALUE */
export function idsGiven({ ids: given = [] }: FlagValues): readonly string[] {
  const texts = given as readonly string[]
  const ids = texts.length === 1 ? texts[0].split(',') : texts
  if (ids.length > 0 && ids.every(id => id !== '')) return ids
  throw badIds('ids with commas between them', ids)
}

/** @throws NearsameError OPTION_VALUE */
export function twoIds(values: FlagValues): readonly [string, string] {
  const ids = idsGiven(values)
  if (ids.length === 2) return [ids[0], ids[1]]
  throw badIds('two ids with a comma between them', ids)
}

function badIds(expected: string, ids: readonly string[]): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `--ids to be ${expected}`,
    got: ids.length === 0 ? 'none' : ids.map(id => JSON.stringify(id)).join(' '),
    fix: 'write `--ids A,B`, or `--ids A --ids B` if an id has a comma',
  })
}

/** As a page of text, or as JSON. */
export function printExplanation(
  explanation: Explanation,
  { json }: FlagValues,
  { terminal }: Context,
): void {
  terminal.out(json ? `${toJson(explanation, { indent: 2 })}\n` : explainView(explanation, terminal))
}
