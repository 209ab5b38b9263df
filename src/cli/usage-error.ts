/** Usage errors that the argument parser finds, in the words of all our errors. */
import type { CommanderError } from 'commander'
import type { Context } from '../terminal/terminal.ts'

const wrongUsage = 2

/** Writes what is wrong with the arguments. @returns exit status 2. */
export function printUsageError(error: CommanderError, { terminal }: Context): number {
  const said = error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  // Without a command there is nothing to correct, and the help has been written.
  if (error.code !== 'commander.help') terminal.err(`nearsame: ${said}\n`)
  return wrongUsage
}
