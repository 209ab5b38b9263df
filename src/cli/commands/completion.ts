/**
 * Completion script: from the commands and their options to a function of a shell that completes them.
 *
 *     nearsame COMMAND --flag │ ─▶ values of the flag, or files     -│ ─▶ flags of the command
 *     nearsame │ ─▶ commands                                         else ─▶ values of the argument, or files
 *
 * The same lines choose in bash and in zsh.
 */
import { Argument, Command, type Option } from 'commander'
import { DeclaredFlag } from '../command/command-options.ts'
import type { Context } from '../terminal/terminal.ts'

const shells = ['bash', 'zsh'] as const
type Shell = (typeof shells)[number]

/**
 * `nearsame completion bash|zsh`
 *
 * @param load makes the whole program, with all commands
 */
export function completionCommand({ terminal }: Context, load: () => Promise<Command>): Command {
  return new Command('completion')
    .description('Prints a script that completes commands, options, their values and files.')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(shells))
    .addHelpText(
      'after',
      '\nFor this shell: source <(nearsame completion bash). For good: add this line to ~/.bashrc or ~/.zshrc.',
    )
    .action(async (shell: Shell) => terminal.out(completionScript(shell, await load())))
}

function completionScript(shell: Shell, program: Command): string {
  const commands = allCommands(program, '')
  const parts = {
    commands: commandLines(commands),
    values: valueLines(commands),
    words: wordLines(commands),
  }
  return shell === 'bash' ? bashScript(parts) : zshScript(parts)
}

interface Named {
  /** Without `nearsame`; empty for the program. */
  readonly name: string
  readonly command: Command
}

function allCommands(command: Command, name: string): Named[] {
  const inner = command.commands.flatMap(sub => allCommands(sub, `${name} ${sub.name()}`.trim()))
  return [{ name, command }, ...inner]
}

/** Lines that extend `command` by a word. */
function commandLines(commands: readonly Named[]): string {
  const names = commands.filter(({ name }) => name !== '').map(({ name }) => name)
  const patterns = names.map(name => `'${name.includes(' ') ? '' : ' '}${name}'`)
  return `      ${patterns.join('|')}) command="\${command:+$command }$next" ;;`
}

/** Lines that set `values` after a flag with closed values, and `files` after another flag with a value. */
function valueLines(commands: readonly Named[]): string {
  const closed = new Map<string, Set<string>>()
  const open = new Set<string>()
  for (const option of commands.flatMap(({ command }) => command.options)) {
    if (!option.required && !option.optional) continue
    const values = valuesOf(option)
    for (const flag of flagsOf(option)) {
      if (values.length === 0) open.add(flag)
      else closed.set(flag, (closed.get(flag) ?? new Set()).union(new Set(values)))
    }
  }
  for (const flag of closed.keys()) open.delete(flag)
  const lines = [...closed].map(([flag, values]) => `    ${flag}) values='${[...values].join(' ')}' ;;`)
  return [...lines, `    ${[...open].join('|')}) files=yes ;;`].join('\n')
}

/** Lines that set the `flags` of a command, and `values` where its first argument has closed ones. */
function wordLines(commands: readonly Named[]): string {
  const lines = commands.map(({ name, command }) => {
    const flags = [...command.options.flatMap(flagsOf), '-h', '--help'].join(' ')
    const inner = command.commands.map(sub => sub.name())
    if (name === '') inner.push('help')
    const values = inner.length > 0 ? inner : (command.registeredArguments[0]?.argChoices ?? [])
    return `    '${name}') flags='${flags}'${values.length === 0 ? '' : ` first='${values.join(' ')}'`} ;;`
  })
  return lines.join('\n')
}

function valuesOf(option: Option): readonly string[] {
  return option instanceof DeclaredFlag ? option.values : (option.argChoices ?? [])
}

function flagsOf({ short, long }: Option): string[] {
  return [short, long].filter(flag => flag !== undefined)
}

interface Parts {
  readonly commands: string
  readonly values: string
  readonly words: string
}

/** Lines that end the loop over the words before, each in `next`, and choose `values` and `files` for the word. */
function choiceLines({ commands, values, words }: Parts): string {
  return `    case "$command $next" in
${commands}
    esac
  done
  case $before in
${values}
  esac
  case $command in
${words}
  esac
  if [[ -z $values$files ]]; then
    if [[ $word == -* ]]; then values=$flags; else values=$first; fi
  fi`
}

function bashScript(parts: Parts): string {
  return `# Completion of nearsame for bash: source <(nearsame completion bash)
_nearsame() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  local command= next= flags= first= values= files= i
  # Bash makes three words of --flag=value.
  if [[ $word == = ]]; then word=
  elif [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    next=\${COMP_WORDS[i]}
${choiceLines(parts)}
  COMPREPLY=()
  if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$word")); return; fi
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$word"))
  compopt -o filenames 2>/dev/null
}
complete -F _nearsame nearsame
`
}

function zshScript(parts: Parts): string {
  return `#compdef nearsame
# Completion of nearsame for zsh: source <(nearsame completion zsh)
_nearsame() {
  local word=$PREFIX before=\${words[CURRENT - 1]}
  local command= next= flags= first= values= files= i
  if compset -P '--*='; then before=\${IPREFIX%=}; fi
  for ((i = 2; i < CURRENT; i++)); do
    next=\${words[i]}
${choiceLines(parts)}
  if [[ -n $values ]]; then compadd -- \${=values}; else _files; fi
}
if [[ \${funcstack[1]} == _nearsame ]]; then _nearsame "$@"; else compdef _nearsame nearsame; fi
`
}
