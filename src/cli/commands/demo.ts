/**
 * The demo: the main job on the sample, then one of its decisions explained. It runs the command as a user would, shows
 * each command line before its output, and leaves nothing behind.
 */
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { checkFree, checkParent } from '../../files/io/check-outputs.ts'
import { packageFile } from '../../files/io/package-file.ts'
import {
  fileError,
  openRunDirectory,
  registerTemporary,
  removeTemporary,
  unregisterTemporary,
} from '../../files/io/temporaries.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ExitStatus } from '../command/exit-status.ts'
import type { Context } from '../terminal/terminal.ts'

/** Two manual pages: "at" for Linux, and "at" for all systems. */
const [kept, removed] = [68895, 73218]

const next = `
Next:
  nearsame demo --copy sample                     the files of this demo in a folder
  nearsame dedupe FILE -o KEPT --plan             what would be done with your file
  nearsame dedupe FILE -o KEPT --threshold 0.9    remove only closer copies
  nearsame pairs FILE -o PAIRS                    every match with its measure
  nearsame match A --against B -o PAIRS           which records of A have a twin in B
  nearsame COMMAND --help                         all options
`

/**
 * `nearsame demo`
 *
 * @param run runs a command line and returns its exit status
 */
export function demoCommand(context: Context, run: (args: readonly string[]) => Promise<number>): Command {
  return new Command('demo')
    .description('Runs the main job on 951 pages of documentation and explains one of its decisions.')
    .option('--copy <dir>', 'only copy the files of the demo to a new directory')
    .action(async ({ copy }: { copy?: string }) => {
      if (copy === undefined) return show(context, run)
      await checkParent(copy)
      await checkFree(copy, { force: false, isDirectory: true })
      await copySample(copy)
      unregisterTemporary(copy)
      context.terminal.err(`nearsame demo: the sample is in ${copy}\n`)
    })
}

/** Copies all files to a directory, or none; it stays registered. @throws NearsameError as an output does */
async function copySample(target: string): Promise<void> {
  registerTemporary(target)
  try {
    await cp(packageFile('examples/sample'), target, { recursive: true })
  } catch (error) {
    await removeTemporary(target)
    throw error instanceof NearsameError ? error : fileError(error as NodeJS.ErrnoException, target)
  }
}

async function show(
  { terminal }: Context,
  run: (args: readonly string[]) => Promise<number>,
): Promise<void> {
  const [before, folder] = [process.cwd(), await openRunDirectory()]
  const nearsame = async (words: string): Promise<void> => {
    terminal.out(`$ nearsame ${words}\n\n`)
    const status = await run(words.split(' '))
    if (status !== 0) throw new ExitStatus(status)
  }
  try {
    await copySample(join(folder, 'sample'))
    unregisterTemporary(join(folder, 'sample'))
    process.chdir(folder)
    terminal.out('951 pages of documentation, many of them translated, copied or reworked.\n\n')
    await nearsame('dedupe sample/docs.jsonl -o kept.jsonl --removed removed.jsonl')
    const lines = (await readFile('removed.jsonl', 'utf8')).split('\n')
    const line = lines.find(line => line.startsWith(`{"id":${removed},`))
    terminal.out(
      `\nremoved.jsonl has a line for every record that is not in kept.jsonl. One of them:\n\n  ${line}\n`,
    )
    terminal.out('\nWhy? Words only in A are shown as [-…-], words only in B as {+…+}.\n\n')
    await nearsame(`explain sample/docs.jsonl --ids ${kept},${removed}`)
    terminal.out(next)
  } finally {
    process.chdir(before)
    await removeTemporary(folder)
  }
}
