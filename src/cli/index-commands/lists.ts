/** `nearsame index pairs DIR`, `clusters DIR`, `changes DIR`: whole lists as JSON lines, read page by page. */
import type { Command } from 'commander'
import { toJson } from '../../client/wire-json.ts'
import type { Page } from '../../online/index-types.ts'
import { options, whole } from '../../options/declare.ts'
import { resolve } from '../../options/resolve.ts'
import type { Context } from '../../terminal/terminal.ts'
import { addOptions, type FlagValues, givenFor } from '../command-options.ts'
import { indexCommand, withIndex } from './index-place.ts'

/** Items of one page. */
const limit = 1000

export function pairsCommand(context: Context): Command {
  return indexCommand('pairs', 'Lists all matches among the documents.').action(
    async (dir: string, values: FlagValues) =>
      withIndex(dir, values, context, index => writePages(context, after => index.pairs({ after, limit }))),
  )
}

const clusterOptions = options({
  minDocuments: whole({
    from: 1,
    to: 2 ** 31,
    default: 1,
    doc: 'only clusters of at least so many documents',
  }),
})

export function clustersCommand(context: Context): Command {
  const command = indexCommand('clusters', 'Lists the clusters, by their number.')
  return addOptions(command, 'Options', clusterOptions).action(async (dir: string, values: FlagValues) => {
    const { minDocuments } = resolve(clusterOptions, givenFor(clusterOptions, values), 'cli')
    await withIndex(dir, values, context, index =>
      writePages(context, after => index.clusters({ after, limit, minDocuments })),
    )
  })
}

export function changesCommand(context: Context): Command {
  return indexCommand('changes', 'Lists what became of clusters: made, merged, split, ended.')
    .option('--after <cursor>', 'only what came after it; every run tells its own at its end')
    .option('--quiet', 'do not tell the cursor')
    .action(async (dir: string, values: FlagValues) =>
      withIndex(dir, values, context, async index => {
        let cursor = values.after as string | undefined
        await writePages(context, async after => {
          const page = await index.changes({ after: after ?? cursor, limit })
          cursor = page.cursor
          return page
        })
        if (!values.quiet)
          context.terminal.err(`nearsame index changes: go on later with --after ${cursor}\n`)
      }),
    )
}

async function writePages(
  { terminal, signal }: Context,
  pageAfter: (after: string | undefined) => Promise<Page<unknown>>,
): Promise<void> {
  for (let after: string | undefined; ; ) {
    signal.throwIfAborted()
    const { items, next } = await pageAfter(after)
    terminal.out(items.map(item => `${toJson(item)}\n`).join(''))
    if (next === null) return
    after = next
  }
}
