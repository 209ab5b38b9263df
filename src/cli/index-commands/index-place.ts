/** The collection that an `index` command is about: named by flags, opened, closed. */
import { stat } from 'node:fs/promises'
import { Command } from 'commander'
import { toJson } from '../../client/wire-json.ts'
import { NearsameError } from '../../errors/nearsame-error.ts'
import type { IndexOptions } from '../../online/index-types.ts'
import { openIndex, type TextIndex } from '../../online/text-index.ts'
import { shown } from '../../options/resolve.ts'
import { type Catalogue, collectionName } from '../../store/catalogue.ts'
import type { Context } from '../../terminal/terminal.ts'
import type { FlagValues } from '../command-options.ts'
import { isUrl, openCatalogue } from '../open-catalogue.ts'

/** What is held open until the work of an interrupted command has ended. */
const patienceMs = 5000

/** A command about one collection of a place. */
export function indexCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<dir>', 'data directory, or the URL of a database')
    .option('--collection <name>', 'the collection (default: default)')
}

/** @throws NearsameError OPTION_VALUE */
export function collectionOf(values: FlagValues): string {
  const { collection = 'default' } = values
  if (typeof collection === 'string' && collectionName.test(collection)) return collection
  throw new NearsameError('OPTION_VALUE', {
    expected: '--collection to be 1 to 64 of a-z, A-Z, 0-9, "_", "-" and ".", a letter or digit first',
    got: shown(collection),
    fix: 'choose such a name',
  })
}

/** @param work is waited for also when the command is interrupted */
export async function withCatalogue<T>(
  place: string,
  context: Context,
  work: (catalogue: Catalogue) => Promise<T>,
): Promise<T> {
  context.beforeEnd?.(patienceMs)
  const catalogue = await openCatalogue(place, (collection, { where, problem }) =>
    context.terminal.err(`nearsame: ${collection}, ${where}: ${problem}\n`),
  )
  try {
    return await work(catalogue)
  } finally {
    await catalogue.close()
  }
}

/** Work on a collection that is there. @throws NearsameError COLLECTION_NOT_FOUND; those of opening and of the work */
export async function withIndex<T>(
  place: string,
  values: FlagValues,
  context: Context,
  work: (index: TextIndex, catalogue: Catalogue) => Promise<T>,
): Promise<T> {
  const name = collectionOf(values)
  if (!isUrl(place) && (await stat(place).catch(() => undefined)) === undefined)
    throw notFound(name, `no directory ${shown(place)}`)
  return withCatalogue(place, context, async catalogue => {
    const entries = await catalogue.list()
    if (!entries.some(entry => entry.name === name)) {
      const names = entries.slice(0, 20).map(entry => entry.name)
      throw notFound(name, names.length === 0 ? 'none' : `only ${names.join(', ')}`)
    }
    return withOpened(catalogue, name, {}, index => work(index, catalogue))
  })
}

/** Work on a collection, which is made where it is not there. @throws NearsameError OPTIONS_MISMATCH and others */
export async function withOpened<T>(
  catalogue: Catalogue,
  name: string,
  options: IndexOptions,
  work: (index: TextIndex) => Promise<T>,
): Promise<T> {
  const index = await openIndex(catalogue.store(name), options)
  try {
    return await work(index)
  } finally {
    await index.close()
  }
}

export async function hasCollection(catalogue: Catalogue, name: string): Promise<boolean> {
  return (await catalogue.list()).some(entry => entry.name === name)
}

/** One value as a line of JSON on standard output. */
export function writeLine({ terminal }: Context, value: unknown): void {
  terminal.out(`${toJson(value)}\n`)
}

function notFound(name: string, got: string): NearsameError {
  return new NearsameError('COLLECTION_NOT_FOUND', {
    expected: `a collection ${JSON.stringify(name)}`,
    got,
    fix: 'name another with `--collection`, or make it with `nearsame index create` or `add`',
  })
}
