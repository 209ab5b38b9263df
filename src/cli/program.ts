/**
 * The program: `nearsame COMMAND …`. Only the file of the named command is loaded; the others are
 * listed by name and summary.
 */
import { Command, CommanderError, Help } from 'commander'
import { NearsameError } from '../ground/errors/nearsame-error.ts'
import { version } from '../ground/version.ts'
import { ExitStatus } from './command/exit-status.ts'
import { checkHelped, guideHelps, isShortHelp } from './command/helps.ts'
import { errorCodeOf, errorHelp } from './error-help.ts'
import { printFailure } from './failure.ts'
import type { Context } from './terminal/terminal.ts'
import { printUsageError, throwOf } from './usage-error.ts'

type MakeCommand = (context: Context) => Command

const commands: Readonly<Record<string, { summary: string; load: () => Promise<MakeCommand> }>> = {
  dedupe: {
    summary: 'keep one document of every cluster of exact and near duplicates',
    load: async () => (await import('./commands/dedupe.ts')).dedupeCommand,
  },
  pairs: {
    summary: 'list every match with its measure',
    load: async () => (await import('./commands/pairs.ts')).pairsCommand,
  },
  match: {
    summary: 'list the records of A that have a twin in B',
    load: async () => (await import('./commands/match.ts')).matchCommand,
  },
  passages: {
    summary: 'find what is repeated inside documents, or shared with another corpus',
    load: async () => (await import('./commands/passages.ts')).passagesCommand,
  },
  explain: {
    summary: 'show why two records do or do not match',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  sign: {
    summary: 'write the signature of every text',
    load: async () => (await import('./commands/sign.ts')).signCommand,
  },
  chain: {
    summary: "run Solr's signature update chain, on files or as a proxy",
    load: async () => (await import('./commands/chain.ts')).chainCommand,
  },
  bulk: {
    summary: 'fingerprints for Elasticsearch and OpenSearch, in bulk files or as a proxy',
    load: async () => (await import('./commands/bulk.ts')).bulkCommand,
  },
  shard: {
    summary: 'deduplicate in shards: any scheduler, DuckDB, Spark',
    load: async () => (await import('./shard-commands/shard-command.ts')).shardCommands,
  },
  index: {
    summary: 'a durable index you can query before adding a document',
    load: async () => (await import('./index-commands/index-command.ts')).indexCommands,
  },
  serve: {
    summary: 'serve the index over HTTP',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  evaluate: {
    summary: 'compute precision, recall and F1 of a pairs file',
    load: async () => (await import('./commands/evaluate.ts')).evaluateCommand,
  },
  tune: {
    summary: 'measure recall and precision; propose a shingle, threshold and bands',
    load: async () => (await import('./commands/tune.ts')).tuneCommand,
  },
  odds: {
    summary: 'show how likely a pair is to be found',
    load: async () => (await import('./commands/odds.ts')).oddsCommand,
  },
  methods: {
    summary: 'list the methods, their parameters and sources',
    load: async () => (await import('./commands/methods.ts')).methodsCommand,
  },
  demo: {
    summary: 'show the main job on a sample of 951 documents',
    load: async () => {
      const { demoCommand } = await import('./commands/demo.ts')
      return context => demoCommand(context, args => runCommandLine(args, context))
    },
  },
  completion: {
    summary: 'print a script that completes commands and options in bash or zsh',
    load: async () => {
      const { completionCommand } = await import('./commands/completion.ts')
      return context => completionCommand(context, () => wholeProgram(context))
    },
  },
}

/**
 * Runs one command line. An interrupted one throws, unless all its work was done.
 *
 * @returns the exit status; all output has been written
 */
export async function runCommandLine(args: readonly string[], context: Context): Promise<number> {
  let flags: readonly string[] = []
  try {
    const code = args[0] === 'help' && args.length === 2 ? errorCodeOf(args[1]) : undefined
    if (code !== undefined) {
      context.terminal.out(errorHelp(code))
      return 0
    }
    const named = args.find(arg => Object.hasOwn(commands, arg))
    const program = await buildProgram(context, named === undefined ? [] : [named])
    checkHelped(program, args)
    guideHelps(program, isShortHelp(args))
    program.hook('preAction', (_program, command) => {
      flags = flagNames(command)
      checkDirectory()
    })
    await program.parseAsync(asOption(args), { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof ExitStatus) return error.status
    const isJson = args.includes('--json')
    if (!(error instanceof CommanderError)) return printFailure(error, context, { flags, isJson })
    // Commander throws for help and version, too; they have been printed.
    return error.exitCode === 0 ? 0 : printUsageError(error, context, isJson)
  }
}

/** Threads cannot start in a removed directory. @throws NearsameError USAGE */
function checkDirectory(): void {
  try {
    process.cwd()
  } catch (cause) {
    throw new NearsameError('USAGE', {
      expected: 'a current directory',
      got: 'one that was removed',
      fix: 'change to an existing directory',
      cause,
    })
  }
}

/** Library names of options, with those of sister commands: `index explain` mentions options of `index add`. */
function flagNames({ parent }: Command): readonly string[] {
  const commands = parent?.commands ?? []
  return commands.flatMap(({ options }) => options.map(option => option.attributeName()))
}

/** `help index add` as `index add --help`: the parser's own `help` takes only one name. */
function asOption(args: readonly string[]): readonly string[] {
  return args[0] === 'help' && args.length > 2 ? [...args.slice(1), '--help'] : args
}

/** The program with all commands and their options, for completion and the page of options. */
export const wholeProgram = (context: Context): Promise<Command> =>
  buildProgram(context, Object.keys(commands))

/** @param named the commands whose files are loaded */
async function buildProgram(context: Context, named: readonly string[]): Promise<Command> {
  const program = withTerminal(new Command('nearsame'), context)
    .description('Finds texts that are the same or nearly the same: fast, exactly verified, explained.')
    .version(version, '-V, --version', 'print the version')
    .usage('COMMAND [options]')
    .addHelpText('after', '\n`nearsame help CODE` explains an error by its code.')
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const command = named.includes(name) ? (await load())(context) : new Command(name)
    program.addCommand(withTerminal(command.summary(summary), context))
  }
  return program
}

/** Minimum columns for the descriptions of a help to stand beside their terms, wrapped. */
const narrowest = 12

/** An item of a help: its description goes below if there is no room beside it. */
const formatItem: Help['formatItem'] = function (this: Help, term, termWidth, description, helper) {
  const format = Help.prototype.formatItem.bind(this)
  const isBeside = (this.helpWidth ?? 0) - termWidth - 4 >= narrowest
  if (isBeside || description === '') return format(term, termWidth, description, helper)
  return `  ${term}\n${format('', 2, description, helper)}`
}

/** By default Commander prints and exits; here it writes to the terminal and throws. */
function withTerminal(command: Command, context: Context): Command {
  const { terminal } = context
  for (const inner of command.commands) withTerminal(inner, context)
  return command
    .exitOverride(throwOf(command))
    .configureHelp({ minWidthToWrap: narrowest, formatItem })
    .helpOption('-h, --help', 'print this help; -h only the most used options')
    .configureOutput({
      writeOut: text => terminal.out(text),
      writeErr: text => terminal.err(text),
      outputError: () => {}, // `printUsageError` prints it, in our words
      getOutHelpWidth: () => terminal.columns,
      getOutHasColors: () => terminal.hasColour,
    })
}
