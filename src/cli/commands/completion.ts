import { Argument, Command } from 'commander'
import { completionScript, type Shell, shells } from '../command/completion-script.ts'
import type { Context } from '../terminal/terminal.ts'

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
