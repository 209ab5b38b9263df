import { Argument, Command } from 'commander'
import type { Option } from '../../ground/options/declare.ts'
import { kebab } from '../../ground/options/resolve.ts'
import type { Method } from '../../methods/contract/method.ts'
import { methodNames, methods } from '../../methods/methods.ts'
import { resultOptions } from '../../methods/options/result-options.ts'
import { table } from '../terminal/figures.ts'
import type { Context, Terminal } from '../terminal/terminal.ts'

/** `nearsame methods [NAME]` */
export function methodsCommand({ terminal }: Context): Command {
  const name = new Argument('[name]', 'a method to show in full').choices(methodNames)
  return new Command('methods')
    .description('Lists the methods, with their parameters and sources.')
    .addArgument(name)
    .option('--json', 'as JSON')
    .action((named: string | undefined, values: { json?: boolean }) => {
      const shown = methods.filter(method => named === undefined || method.name === named)
      if (values.json) terminal.out(`${JSON.stringify(shown.map(asJson), null, 2)}\n`)
      else if (named === undefined)
        terminal.out(
          table(
            shown.map(({ name, summary }) => [name, summary]),
            'll',
          ),
        )
      else for (const method of shown) printMethod(method, terminal)
    })
}

/** Own parameters first, as `--param` sets them; then the result options that the method reads. */
function parameterRows({ params, options }: Method) {
  const shared = options.map(name => [name, resultOptions[name]] as const)
  return [
    ...Object.entries(params).map(([name, option]) => rowOf(name, `--param ${name}`, option)),
    ...shared.map(([name, option]) => rowOf(name, `--${kebab(name)}`, option)),
  ]
}

function rowOf(name: string, flag: string, { domain, defaultText, doc }: Option<unknown, unknown>) {
  return { name, flag, default: defaultText, domain, doc }
}

function asJson(method: Method) {
  const { name, summary, stages, sources } = method
  return { name, summary, stages, parameters: parameterRows(method), sources }
}

function printMethod(method: Method, terminal: Terminal): void {
  const parameters = parameterRows(method).map(row => [row.flag, row.default, row.doc])
  terminal.out(`${method.name}: ${method.summary}\n\n`)
  terminal.out(`${table(Object.entries(method.stages), 'll')}\n`)
  terminal.out(`parameters and their defaults\n${table(parameters, 'lrl')}\n`)
  terminal.out(`sources\n${method.sources.map(source => `  ${source}\n`).join('')}`)
}
