/** Usage errors of the argument parser, in the form of all our errors. */
import { existsSync } from 'node:fs'
import type { Command, CommanderError } from 'commander'
import { NearsameError } from '../ground/errors/nearsame-error.ts'
import { printFailure } from './failure.ts'
import { printableLine } from './terminal/printable.ts'
import type { Context } from './terminal/terminal.ts'

const wrongUsage = 2

/** Messages of the parser, each with the expectation and the value it stands for. */
const forms: readonly (readonly [said: RegExp, expected: string, got: string])[] = [
  [/^missing required argument '(.+)'$/, 'the argument $1', 'none'],
  [/^required option '(.+)' not specified$/, '$1', 'none'],
  [/^option '(.+)' argument missing$/, 'a value: $1', 'none'],
  [
    /^option '(.+?)' argument '(.*)' is invalid\. Allowed choices are (.+)\.$/,
    '$1 to be one of $3',
    '"$2"',
  ],
  [
    /^command-argument value '(.*)' is .* '(.+)'\. Allowed choices are (.+)\.$/,
    '$2 to be one of $3',
    '"$1"',
  ],
  [/^too many arguments.*?\. Expected (\d+ arguments?) but got (.+)\.$/, '$1', '$2'],
  [/^unknown option '(.+?)'(?: \(Did you mean (?<nearest>.+)\?\))?$/, 'an option of this command', '$1'],
  [/^unknown command '(.+?)'(?: \(Did you mean (?<nearest>.+)\?\))?$/, 'a command', '$1'],
]

/** Ends the parsing with the error of a command; the message then names the help of that command. */
export function throwOf(command: Command): (error: CommanderError) => never {
  return error => {
    let named = command.name()
    for (let { parent } = command; parent !== null; { parent } = parent) named = `${parent.name()} ${named}`
    throw Object.assign(error, { named })
  }
}

function fixOf(said: string, pattern: RegExp, named: string): string {
  const found = pattern.exec(said)
  const value = found?.[1] ?? ''
  const nearest = found?.groups?.nearest
  if (value.startsWith('-') && existsSync(value)) return `write ./${value} if the file is meant`
  return nearest === undefined ? `see \`${named} --help\`` : `write ${nearest}, if that was meant`
}

/** Prints the error of the arguments. @returns exit status 2 */
export function printUsageError(
  { message, code, named = 'nearsame' }: CommanderError & { named?: string },
  context: Context,
  isJson: boolean,
): number {
  const said = printableLine(message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' '))
  const form = forms.find(([pattern]) => pattern.test(said))
  if (form !== undefined) {
    const [pattern, expected, got] = form
    const error = new NearsameError('USAGE', {
      expected: said.replace(pattern, expected),
      got: said.replace(pattern, got),
      fix: fixOf(said, pattern, named),
    })
    return printFailure(error, context, { isJson })
  }
  if (code !== 'commander.help') {
    // Without a command there is nothing to correct, and the help has been printed.
    context.terminal.err(`nearsame: ${said}\n`)
  }
  return wrongUsage
}
