import { Argument, Command } from 'commander'
import { kebab } from '../options/resolve.ts'
import { resultOptions } from '../options/result-options.ts'
import { table } from '../terminal/figures.ts'
import type { Context, Terminal } from '../terminal/terminal.ts'

/** What there is to know about a method before using it. */
interface MethodEntry {
  readonly name: string
  readonly summary: string
  readonly stages: { text: string; sketch: string; candidates: string; verify: string }
  /** Names of result options. */
  readonly parameters: readonly (keyof typeof resultOptions)[]
  readonly sources: readonly string[]
}

const methods: readonly MethodEntry[] = [
  {
    name: 'minhash',
    summary: 'near-duplicate documents by the share of their shingles; the default',
    stages: {
      text: 'canonical tokens, cut into a set of shingles',
      sketch: 'a signature of fixed length, whose agreeing values estimate the Jaccard similarity',
      candidates: 'documents that agree on a whole band of their signatures',
      verify: 'the exact Jaccard or containment of the two sets of shingles',
    },
    parameters: ['shingle', 'measure', 'threshold', 'recall', 'signatureLength', 'seed'],
    sources: [
      'A. Z. Broder, "On the resemblance and containment of documents" (1997): shingles, both measures',
      'J. Leskovec, A. Rajaraman, J. D. Ullman, "Mining of Massive Datasets", section 3.4: bands',
      'S. Dahlgaard, M. B. T. Knudsen, M. Thorup, "Fast Similarity Sketching" (2017): the signature',
    ],
  },
]

/** `nearsame methods [NAME]` */
export function command({ terminal }: Context): Command {
  const name = new Argument('[name]', 'one of them, in full').choices(methods.map(method => method.name))
  return new Command('methods')
    .description('The methods, with their parameters and sources.')
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

function parameterRows({ parameters }: MethodEntry) {
  return parameters.map(name => {
    const { domain, defaultText, doc } = resultOptions[name]
    return { name, flag: `--${kebab(name)}`, default: defaultText, domain, doc }
  })
}

function asJson(method: MethodEntry) {
  return { ...method, parameters: parameterRows(method) }
}

function printMethod(method: MethodEntry, terminal: Terminal): void {
  const parameters = parameterRows(method).map(row => [row.flag, row.default, row.doc])
  terminal.out(`${method.name}: ${method.summary}\n\n`)
  terminal.out(`${table(Object.entries(method.stages), 'll')}\n`)
  terminal.out(`parameters and their defaults\n${table(parameters, 'lrl')}\n`)
  terminal.out(`sources\n${method.sources.map(source => `  ${source}\n`).join('')}`)
}
