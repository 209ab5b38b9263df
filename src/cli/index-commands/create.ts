/** `nearsame index create DIR`, `list DIR`, `drop DIR`, `compact DIR`, `retrain DIR`: collections as a whole. */
import { Command } from 'commander'
import { resolveInputOptions } from '../../ground/options/input-options.ts'
import type { FlagValues } from '../command/command-options.ts'
import type { IndexAccess, IndexPlace } from '../index-places/index-access.ts'
import {
  checkDirectory,
  collectionOf,
  indexCommand,
  placeArgument,
  withFound,
  withIndex,
  withOpened,
  withPlace,
  writeLine,
} from '../index-places/index-place.ts'
import type { Context } from '../terminal/terminal.ts'
import { addMadeWith, madeWith } from './made-with.ts'

export function createCommand(context: Context): Command {
  const command = indexCommand(
    'create',
    'Creates a collection, or checks that it exists with these options.',
  ).option(
    '--text <fields>',
    'fields joined to the text, missing ones skipped; `b.c` is a path (default: text)',
  )
  return addMadeWith(command).action(async (dir: string, values: FlagValues) => {
    const name = collectionOf(values)
    const { text } = resolveInputOptions({ text: values.text as string | undefined }, 'cli')
    const options = { ...madeWith(values), text }
    await withPlace(dir, context, async place => {
      const isNew = (await place.find(name)) === undefined
      await withOpened(place, name, options, async index => {
        writeLine(context, { ...(await infoOf(place, name, index)), isNew })
      })
    })
  })
}

/** A collection as the server describes it. */
async function infoOf(place: IndexPlace, name: string, index: IndexAccess) {
  const entry = await place.find(name)
  const { options, documents, clusters } = await index.stats()
  const createdAt = entry === undefined ? null : new Date(entry.createdAt).toISOString()
  return { name, options, documents, clusters, createdAt }
}

export function listCommand(context: Context): Command {
  return new Command('list')
    .description('Lists the collections.')
    .argument('<dir>', placeArgument)
    .action(async (dir: string) => {
      await checkDirectory(dir, 'a directory of collections')
      await withPlace(dir, context, async place => {
        for (const { name, createdAt } of await place.list())
          writeLine(context, { name, createdAt: new Date(createdAt).toISOString() })
      })
    })
}

export function dropCommand(context: Context): Command {
  return indexCommand('drop', 'Removes a collection with all of its documents.').action(
    async (dir: string, values: FlagValues) =>
      withFound(dir, values, context, async (place, name) => {
        await place.drop(name)
        writeLine(context, { dropped: name })
      }),
  )
}

export function compactCommand(context: Context): Command {
  return indexCommand('compact', 'Reclaims the space of removed documents.').action(
    async (dir: string, values: FlagValues) =>
      withIndex(dir, values, context, async index =>
        writeLine(context, { freedBytes: await index.compact() }),
      ),
  )
}

export function retrainCommand(context: Context): Command {
  return indexCommand(
    'retrain',
    'Learns weights and threshold of the method records again, from all documents.',
  ).action(async (dir: string, values: FlagValues) =>
    withIndex(dir, values, context, async index => {
      await index.retrain()
      writeLine(context, { documents: (await index.stats()).documents })
    }),
  )
}
