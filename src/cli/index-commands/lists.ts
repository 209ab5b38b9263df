/** `nearsame index pairs DIR`, `clusters DIR`, `changes DIR`: whole lists as JSON lines, read page by page. */
import type { Command } from 'commander'
import { toJson } from '../../ground/json/exact-json.ts'
import { options } from '../../ground/options/declare.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { pairsOptions } from '../../ground/options/running-options.ts'
import { refuseAbove } from '../../ground/pair-rows/pairs-limit.ts'
import { clusterOptions } from '../../online/index/calls/pages.ts'
import type { IndexCluster, Page } from '../../online/index/documents/index-types.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import type { IndexAccess } from '../index-places/index-access.ts'
import { indexCommand, withIndex } from '../index-places/index-place.ts'
import type { Context } from '../terminal/terminal.ts'

/** Items of one page. */
const limit = 1000
/** The same for pairs and members, which are short; the maximum of an index. */
const longLimit = 10_000

export function indexPairsCommand(context: Context): Command {
  const command = indexCommand('pairs', 'Lists all matches among the documents.')
  return addOptions(command, 'Options', pairsOptions).action(async (dir: string, values: FlagValues) => {
    const { maxPairs } = resolve(pairsOptions, givenFor(pairsOptions, values), 'cli')
    const fix = 'raise `maxPairs`, or use `nearsame index clusters`, which needs no pairs'
    await withIndex(dir, values, context, async index => {
      let room = maxPairs
      await writePages(context, async after => {
        if (room === 0) {
          const rest = `, of which the first ${maxPairs} are written`
          refuseAbove({ most: maxPairs, fix }, maxPairs + 1, rest)
        }
        const page = await index.pairs({ after, limit: Math.min(longLimit, room) })
        room -= page.items.length
        return page
      })
    })
  })
}

const { minDocuments } = clusterOptions
const listedOptions = options({ minDocuments })

export function clustersCommand(context: Context): Command {
  const command = indexCommand('clusters', 'Lists the clusters, by number.')
  return addOptions(command, 'Options', listedOptions).action(async (dir: string, values: FlagValues) => {
    const asked = resolve(listedOptions, givenFor(listedOptions, values), 'cli')
    await withIndex(dir, values, context, index =>
      writePages(context, async after => {
        const { items, next } = await index.clusters({ after, limit, ...asked })
        const whole: IndexCluster[] = []
        for (const cluster of items) whole.push(await withAllMembers(index, cluster))
        return { items: whole, next }
      }),
    )
  })
}

/** A page of clusters shows the first members of each. */
async function withAllMembers(index: IndexAccess, cluster: IndexCluster): Promise<IndexCluster> {
  const members = [...cluster.members]
  const isCut = members.length < cluster.documents
  let after = isCut ? `${cluster.cluster}.${members.length}` : null
  while (after !== null) {
    const page = await index.clusters({ after, limit: longLimit })
    for (const item of page.items) members.push(...item.members)
    after = page.next
  }
  return { ...cluster, members }
}

export function changesCommand(context: Context): Command {
  return indexCommand('changes', 'Lists changes of clusters: made, merged, split, ended.')
    .option('--after <cursor>', 'only changes after this cursor, which every run prints at its end')
    .option('--quiet', 'do not print the cursor')
    .action(async (dir: string, values: FlagValues) =>
      withIndex(dir, values, context, async index => {
        let cursor = values.after as string | undefined
        await writePages(context, async after => {
          const page = await index.changes({ after: after ?? cursor, limit })
          cursor = page.cursor
          return page
        })
        if (!values.quiet)
          context.terminal.err(`nearsame index changes: continue later with --after ${cursor}\n`)
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
