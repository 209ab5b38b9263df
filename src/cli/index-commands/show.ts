/** `nearsame index stats DIR`, `get DIR ID`, `check-integrity DIR`: shows the content, and whether it is intact. */
import type { Command } from 'commander'
import { printByteSize } from '../../ground/options/byte-size.ts'
import { shownDocument } from '../../online/index/reading/shown-document.ts'
import type { FlagValues } from '../command/command-options.ts'
import { ExitStatus } from '../command/exit-status.ts'
import type { ShownStats } from '../index-places/index-access.ts'
import {
  collectionOf,
  indexCommand,
  withIndex,
  withOwnIndex,
  writeLine,
} from '../index-places/index-place.ts'
import { printCount, printMeasure, table } from '../terminal/figures.ts'
import type { Context } from '../terminal/terminal.ts'
import { addIdType, idTypeFlag, knownId } from './ids.ts'

export function statsCommand(context: Context): Command {
  return indexCommand('stats', 'Counts, sizes and options of a collection.')
    .option('--json', 'as JSON')
    .action(async (dir: string, values: FlagValues) =>
      withIndex(dir, values, context, async index => {
        const { options, ...figures } = await index.stats()
        const stats = { ...figures, options }
        const { terminal } = context
        terminal.out(
          values.json ? `${JSON.stringify(stats, null, 2)}\n` : statsView(collectionOf(values), stats),
        )
      }),
    )
}

function statsView(name: string, { options, model, ...stats }: ShownStats): string {
  const size = (bytes: number | null) => (bytes === null ? 'not known' : printByteSize(bytes))
  const rows = [
    ['documents', printCount(stats.documents)],
    ['clusters', printCount(stats.clusters)],
    ['stored', size(stats.storedBytes)],
    ['reclaimable', size(stats.wastedBytes)],
    ['store', stats.kind === null ? 'chosen by the server' : storeView(stats.kind, stats.isDurable)],
  ]
  const made = Object.entries(options).map(([option, value]) => [
    option,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const learnt = model === undefined ? '' : `\nlearnt\n\n${learntView(model)}`
  return `collection ${name}\n\n${table(rows, 'll')}\nmade with\n\n${table(made, 'll')}${learnt}`
}

/** What decides, and what each column says of copies: the weights of no agreement and of equality. */
function learntView(model: NonNullable<ShownStats['model']> | null): string {
  if (model === null) return '  nothing yet: `nearsame index retrain` learns from the documents\n'
  const rows = [
    ['records', printCount(model.records)],
    ['decided by', model.decidedBy === 'columns' ? 'columns' : 'the whole text'],
    ['threshold', printMeasure(model.threshold)],
  ]
  const columns = model.columns.map(({ name, kind, weights, ignored }) => [
    name,
    kind,
    ignored ?? (weights === undefined ? '' : `${weights[0]} to ${weights[weights.length - 1]}`),
  ])
  const head = ['column', 'kind', 'weight']
  return table(rows, 'll') + (columns.length === 0 ? '' : `\n${table([head, ...columns], 'lll')}`)
}

function storeView(kind: string, isDurable: boolean | null): string {
  return isDurable === false ? `${kind}, not durable` : kind
}

export function getCommand(context: Context): Command {
  const command = indexCommand('get', 'Shows a document with its cluster.').argument(
    '<id>',
    'id of the document',
  )
  return addIdType(command).action(async (dir: string, text: string, values: FlagValues) =>
    withIndex(dir, values, context, async index => {
      const found = await index.get(await knownId(index, text, idTypeFlag(values)))
      if (found !== undefined) writeLine(context, shownDocument(found))
    }),
  )
}

export function integrityCommand(context: Context): Command {
  return indexCommand('check-integrity', 'Reads everything and reports parts that do not agree.')
    .option('--quiet', 'no summary')
    .action(async (dir: string, values: FlagValues) =>
      withOwnIndex(dir, values, context, async index => {
        let problems = 0
        for await (const { where, problem } of index.problems()) {
          context.signal.throwIfAborted()
          problems++
          writeLine(context, { where, problem })
        }
        if (!values.quiet) context.terminal.err(`nearsame index check-integrity: ${problems} problems\n`)
        if (problems > 0) throw new ExitStatus(1)
      }),
    )
}
