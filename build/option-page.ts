/**
 * The page of all options, `docs/reference/options.md`, from the declarations of the commands:
 *
 *     node build/option-page.ts            writes it
 *     node build/option-page.ts --check    fails unless it is what they give
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command, Option } from 'commander'
import { silentProgram } from './silent-program.ts'

const page = join(import.meta.dirname, '../docs/reference/options.md')

const heading = `# All options

Every command with its options, made from their declarations by \`npm run docs:options\`. \`nearsame COMMAND --help\`
prints the same, and \`-h\` the most used. Exit status: 0 success, 1 failure, 2 usage, 3 input refused, 130 interrupted.
`

/** Text in which nothing is markup. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*')

function tableOf(name: string, options: readonly Option[], described: (option: Option) => string): string {
  const rows = options.map(
    option => `| \`${option.flags.replaceAll('|', '\\|')}\` | ${cell(described(option))} |\n`,
  )
  return `\n| ${name} | meaning |\n| --- | --- |\n${rows.join('')}`
}

/** The section of a command, and those of its own commands. */
function sectionsOf(command: Command, names: string): string {
  const { commands } = command
  if (commands.length > 0)
    return commands.map(inner => sectionsOf(inner, `${names} ${inner.name()}`)).join('')
  const help = command.createHelp()
  const groups = Map.groupBy(command.options, option => option.helpGroupHeading ?? 'Options:')
  const tables = [...groups].map(([name, options]) =>
    tableOf(name.replace(/:$/, ''), options, option => help.optionDescription(option)),
  )
  const given = command.registeredArguments.map(argument => help.argumentTerm(argument))
  const usage = [names, ...given.map(name => name.toUpperCase())].join(' ')
  return `\n## ${names.replace(/^nearsame /, '')}\n\n\`${usage}\`: ${cell(command.description())}\n${tables.join('')}`
}

/** The page as the declarations give it. */
export async function optionPage(): Promise<string> {
  return `${heading}${sectionsOf(await silentProgram(), 'nearsame')}`
}

if (import.meta.main) {
  const source = await optionPage()
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(page), { recursive: true })
    writeFileSync(page, source)
  } else if (readFileSync(page, 'utf8') !== source)
    throw new Error('docs/reference/options.md is not what the options give: run `npm run docs:options`')
}
