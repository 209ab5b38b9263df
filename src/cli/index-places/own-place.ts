/** Own place: collections that this process opens itself, in a data directory or a database. */
import { readdir } from 'node:fs/promises'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { resolveIndexOptions } from '../../online/index/matching/index-settings.ts'
import { openIndex } from '../../online/index/text-index.ts'
import type { Catalogue } from '../../online/store/catalogue.ts'
import { isUrl, openCatalogue } from '../command/open-catalogue.ts'
import type { Context } from '../terminal/terminal.ts'
import type { IndexPlace } from './index-access.ts'

/** A directory without data is left alone until a collection is created. @throws NearsameError as `openCatalogue` */
export async function openOwnPlace(place: string, context: Context): Promise<IndexPlace> {
  if (place === '') throw noName()
  let catalogue = (await holdsData(place)) ? await opened(place, context) : undefined
  return {
    list: async () => (await catalogue?.list()) ?? [],
    find: async name => catalogue?.find(name),
    open: async (name, options = {}) => {
      resolveIndexOptions(options) // before creating a directory for options that are refused
      catalogue ??= await opened(place, context)
      return openIndex(catalogue.store(name), options)
    },
    drop: async name => {
      await (catalogue as Catalogue).store(name).drop()
    },
    close: async () => catalogue?.close(),
  }
}

/** True also for an unreadable directory: opening it reports why. */
async function holdsData(place: string): Promise<boolean> {
  if (isUrl(place)) return true
  try {
    return (await readdir(place)).some(name => /^(c-|lock\.sqlite$)/.test(name))
  } catch (error) {
    return (error as { code?: string }).code !== 'ENOENT'
  }
}

async function opened(place: string, context: Context): Promise<Catalogue> {
  try {
    return await openCatalogue(place, context)
  } catch (error) {
    throw isNearsameError(error) && error.code === 'STORE_LOCKED' ? heldByAnother(error) : error
  }
}

function noName(): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'a data directory, or the URL of a database or of a server',
    got: 'an empty name',
    fix: 'give its name',
  })
}

function heldByAnother({ code, parts }: NearsameError): NearsameError {
  const fix =
    'stop the command or the server that holds it, or use the server: nearsame index COMMAND http://HOST:PORT'
  return new NearsameError(code, { ...parts, fix })
}
