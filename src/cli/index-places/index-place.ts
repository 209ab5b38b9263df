/** The collection of an `index` command: named by flags, opened in its place, and closed. */
import { stat } from 'node:fs/promises'
import { Command } from 'commander'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { shown } from '../../ground/options/resolve.ts'
import type { IndexOptions } from '../../online/index/documents/index-types.ts'
import type { TextIndex } from '../../online/index/text-index.ts'
import { collectionName } from '../../online/store/catalogue.ts'
import type { FlagValues } from '../command/command-options.ts'
import { isUrl } from '../command/open-catalogue.ts'
import type { Context } from '../terminal/terminal.ts'
import type { IndexAccess, IndexPlace } from './index-access.ts'
import { openOwnPlace } from './own-place.ts'
import { isServer, openServerPlace } from './server-place.ts'

/** Time for an interrupted command to finish its work and close the collection. */
const patienceMs = 5000

export const placeArgument = 'data directory, or the URL of a database or of a server'

/** A command on one collection of a place. */
export function indexCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<dir>', placeArgument)
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

/** @param work awaited even if the command is interrupted */
export async function withPlace<T>(
  name: string,
  context: Context,
  work: (place: IndexPlace) => Promise<T>,
): Promise<T> {
  context.beforeEnd?.(patienceMs)
  const place = isServer(name) ? openServerPlace(name, context) : await openOwnPlace(name, context)
  try {
    return await work(place)
  } finally {
    await place.close()
  }
}

/** Runs work on a place with that collection. @throws NearsameError COLLECTION_NOT_FOUND; those of place and work */
export async function withFound<T>(
  name: string,
  values: FlagValues,
  context: Context,
  work: (place: IndexPlace, collection: string) => Promise<T>,
): Promise<T> {
  const collection = collectionOf(values)
  await checkDirectory(name, collectionNamed(collection))
  return withPlace(name, context, async place => {
    await checkFound(place, collection)
    return work(place, collection)
  })
}

/** Runs work on an existing collection. @throws NearsameError COLLECTION_NOT_FOUND; those of opening and of the work */
export function withIndex<T>(
  name: string,
  values: FlagValues,
  context: Context,
  work: (index: IndexAccess) => Promise<T>,
): Promise<T> {
  return withFound(name, values, context, (place, collection) =>
    withOpened(place, collection, undefined, work),
  )
}

/** The same for maintenance, which needs the data itself. @throws NearsameError OPTION_VALUE for a server, too */
export function withOwnIndex<T>(
  name: string,
  values: FlagValues,
  context: Context,
  work: (index: TextIndex) => Promise<T>,
): Promise<T> {
  if (isServer(name)) throw noServer()
  return withIndex(name, values, context, index => work(index as TextIndex)) // as `openOwnPlace` opens it
}

async function checkFound(place: IndexPlace, name: string): Promise<void> {
  if ((await place.find(name)) !== undefined) return
  const names = (await place.list()).slice(0, 20).map(entry => entry.name)
  throw new NearsameError('COLLECTION_NOT_FOUND', {
    expected: collectionNamed(name),
    got: names.length === 0 ? 'none' : `only ${names.join(', ')}`,
    fix: 'name another with `--collection`, or create it with `nearsame index create` or `add`',
  })
}

/** Runs work on a collection, which is created if missing. @throws NearsameError OPTIONS_MISMATCH and others */
export async function withOpened<T>(
  place: IndexPlace,
  name: string,
  options: IndexOptions | undefined,
  work: (index: IndexAccess) => Promise<T>,
): Promise<T> {
  const index = await place.open(name, options)
  try {
    return await work(index)
  } finally {
    await index.close()
  }
}

/** Of two ways to say what is meant, one is given. @throws NearsameError OPTION_VALUE */
export function checkEither(
  [first, second]: readonly [boolean, boolean],
  words: { readonly expected: string; readonly fix: string },
): void {
  if (first === second)
    throw new NearsameError('OPTION_VALUE', { ...words, got: first ? 'both' : 'neither' })
}

/** One value as a line of JSON on standard output. */
export function writeLine({ terminal }: Context, value: unknown): void {
  terminal.out(`${toJson(value)}\n`)
}

/** Queries must not create a missing directory. @throws NearsameError COLLECTION_NOT_FOUND */
export async function checkDirectory(name: string, expected: string): Promise<void> {
  const found = isUrl(name) ? undefined : await stat(name).catch(() => undefined)
  if (isUrl(name) || found?.isDirectory()) return
  throw new NearsameError('COLLECTION_NOT_FOUND', {
    expected,
    got: found === undefined ? `no directory ${shown(name)}` : `${shown(name)}, which is not a directory`,
    fix: 'name another directory, or create a collection in it with `nearsame index create` or `add`',
  })
}

function collectionNamed(name: string): string {
  return `a collection ${JSON.stringify(name)}`
}

function noServer(): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'a data directory, or the URL of a database, as this command needs the data itself',
    got: 'the URL of a server',
    fix: 'stop the server, and run the command on its directory or its database',
  })
}
