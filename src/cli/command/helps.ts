/**
 * Helps: `-h` lists the options that most runs of a command need, `--help` all of them, and examples.
 */
import type { Command } from 'commander'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { registry } from '../../ground/errors/registry.ts'
import { nearestName } from '../../ground/options/nearest-name.ts'
import { examplesOf, guideOf } from './guides.ts'

/** Whether these arguments ask for help by `-h`. */
export function isShortHelp(args: readonly string[]): boolean {
  return args.includes('-h') && !args.includes('--help')
}

/**
 * Checks the names for which help is asked, by `help NAME...` or `NAME... --help`: the parser would print another help.
 *
 * @throws NearsameError USAGE for the first unknown one, with the nearest known one
 */
export function checkHelped(program: Command, args: readonly string[]): void {
  const isHelp = args[0] === 'help'
  if (!isHelp && !args.includes('--help') && !args.includes('-h')) return
  const end = args.findIndex(arg => arg.startsWith('-'))
  const names = (end < 0 ? args : args.slice(0, end)).filter(name => name !== 'help')
  let command: Command | undefined = program
  for (const name of names) {
    const known: readonly Command[] = command.commands
    if (known.length === 0) return
    command = known.find(one => one.name() === name)
    if (command !== undefined) continue
    const codes = isHelp && names.length === 1 ? Object.keys(registry) : []
    const isCode = /^[A-Z_]+$/.test(name)
    const places = isCode ? [codes, known.map(one => one.name())] : [known.map(one => one.name()), codes]
    throw unknownHelp(name, nearestName(name, places.flat()), names, codes.length > 0)
  }
}

function unknownHelp(
  name: string,
  nearest: string | undefined,
  names: readonly string[],
  mayBeCode: boolean,
): NearsameError {
  const before = names.slice(0, names.indexOf(name))
  const fix =
    nearest === undefined
      ? `see \`${['nearsame', ...before, '--help'].join(' ')}\``
      : `write \`${['nearsame help', ...before, nearest].join(' ')}\`, if that was meant`
  const expected = mayBeCode ? 'a command, or the code of an error' : 'a command'
  return new NearsameError('USAGE', { expected, got: name, fix })
}

/** Adds examples to the helps of all commands; short ones leave options out, and say where they are. */
export function guideHelps(command: Command, isShort: boolean): void {
  for (const inner of command.commands) guideHelps(inner, isShort)
  const names = namesOf(command)
  if (!isShort) {
    const examples = examplesOf(names.join(' '))
    if (examples !== '') command.addHelpText('after', examples)
    return
  }
  const most = new Set(guideOf(names.join(' ')).most)
  const all = command.createHelp().visibleOptions(command)
  const shown = all.filter(
    ({ long, mandatory }) => mandatory || long === '--help' || most.has(long?.slice(2) ?? ''),
  )
  if (most.size === 0 || shown.length === all.length) return
  command.configureHelp({ ...command.configureHelp(), visibleOptions: () => shown })
  const more = all.length - shown.length
  command.addHelpText(
    'after',
    `\n${more} more options, examples: ${['nearsame', ...names].join(' ')} --help`,
  )
}

/** The names of a command, without that of the program. */
function namesOf(command: Command): readonly string[] {
  return command.parent === null ? [] : [...namesOf(command.parent), command.name()]
}
