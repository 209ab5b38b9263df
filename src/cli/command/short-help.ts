/**
 * Short help: `-h` lists the options that most runs need, `--help` all of them.
 */
import type { Command } from 'commander'

/** Shown by `-h`, where a command has them, beside the options that it requires. */
const mostUsed: ReadonlySet<string> = new Set([
  ...['--output', '--against', '--ids', '--config', '--listen', '--forward', '--fields', '--target-field'],
  ...['--threshold', '--shingle', '--method', '--keep', '--text', '--id', '--input-format', '--report'],
  ...['--plan', '--json', '--quiet', '--force', '--data', '--store', '--host', '--port', '--collection'],
  ...['--on-duplicate', '--limit', '--sample', '--plot', '--recall', '--labelled', '--help', '--version'],
])

/** A command with fewer options shows all of them. */
const few = 10

/** Whether these arguments ask for help by `-h`. */
export function isShortHelp(args: readonly string[]): boolean {
  return args.includes('-h') && !args.includes('--help')
}

/** Leaves the other options out of the help of all commands, which then say where they are. */
export function shortenHelp(command: Command): void {
  for (const inner of command.commands) shortenHelp(inner)
  const help = command.createHelp()
  const all = help.visibleOptions(command)
  const shown = all.filter(({ long, mandatory }) => mandatory || mostUsed.has(long ?? ''))
  if (all.length < few || shown.length === all.length) return
  command.configureHelp({ ...command.configureHelp(), visibleOptions: () => shown })
  const more = all.length - shown.length
  command.addHelpText('after', `\n${more} more options: ${fullName(command)} --help`)
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`
}
