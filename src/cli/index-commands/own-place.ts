/** Own place: collections that this process opens itself, in a data directory or a database. */
import { isNearsameError, NearsameError } from '../../errors/nearsame-error.ts'
import { openIndex, type TextIndex } from '../../online/text-index.ts'
import type { Context } from '../../terminal/terminal.ts'
import { openCatalogue } from '../open-catalogue.ts'
import type { IndexPlace } from './index-access.ts'

/** @throws NearsameError as `openCatalogue` */
export async function openOwnPlace(place: string, { terminal }: Context): Promise<IndexPlace<TextIndex>> {
  const catalogue = await openCatalogue(place, (collection, { where, problem }) =>
    terminal.err(`nearsame: ${collection}, ${where}: ${problem}\n`),
  ).catch((error: unknown) => {
    throw isNearsameError(error) && error.code === 'STORE_LOCKED' ? heldByAnother(error) : error
  })
  return {
    list: () => catalogue.list(),
    find: async name => (await catalogue.list()).find(entry => entry.name === name),
    open: (name, options = {}) => openIndex(catalogue.store(name), options),
    close: () => catalogue.close(),
  }
}

function heldByAnother({ code, parts }: NearsameError): NearsameError {
  const fix =
    'stop the command or the server that holds it, or ask the server: nearsame index COMMAND http://HOST:PORT'
  return new NearsameError(code, { ...parts, fix })
}
