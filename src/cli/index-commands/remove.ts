/** `nearsame index remove DIR ID...`, `nearsame index remove DIR --ids FILE`, `nearsame index expire DIR` */
import type { Command } from 'commander'
import type { DocumentId } from '../../engine/library/document.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { expireOptions } from '../../online/index/calls/expire.ts'
import { nameOf } from '../../online/index/documents/given-document.ts'
import { idsOf } from '../../server/routes/document-ids.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import type { IndexAccess } from '../index-places/index-access.ts'
import { checkEither, indexCommand, withIndex, writeLine } from '../index-places/index-place.ts'
import type { Context } from '../terminal/terminal.ts'
import { addIdType, idIn, idsOfFile, idTypeFlag, isThere, noSuchDocument } from './ids.ts'

/** Documents removed per commit. */
const together = 256

export function removeCommand(context: Context): Command {
  const command = indexCommand(
    'remove',
    'Removes documents; prints a line for each as soon as its removal is durable.',
  )
    .argument('[ids...]', 'ids of documents')
    .option('--ids <file>', 'ids as JSON, one per line, or objects with an `id`; - for standard input')
  return addIdType(command).action(async (dir: string, ids: string[], values: FlagValues) => {
    checkEither([ids.length > 0, values.ids !== undefined], {
      expected: 'ids, or --ids with a file of them',
      fix: 'write `nearsame index remove DIR ID...`, or name a file with `--ids`',
    })
    await withIndex(dir, values, context, async index => {
      if (typeof values.ids === 'string') await removeListed(index, values.ids, context)
      else await removeNamed(index, ids, values, context)
    })
  })
}

/** @throws NearsameError DOCUMENT_NOT_FOUND for missing documents, after removing the others */
async function removeNamed(
  index: IndexAccess,
  texts: readonly string[],
  values: FlagValues,
  context: Context,
): Promise<void> {
  const type = idTypeFlag(values)
  const absent: string[] = []
  const removing = new Removing(index, context)
  for (const text of texts) {
    const [likeliest = text] = idsOf(text, type)
    const isRemoved = await removing.add(likeliest, () => idIn(index, text, type))
    if (!isRemoved) absent.push(text)
  }
  await removing.end()
  if (absent.length > 0) throw noSuchDocument(...absent)
}

async function removeListed(index: IndexAccess, path: string, context: Context): Promise<void> {
  const removing = new Removing(index, context)
  for await (const id of idsOfFile(path))
    await removing.add(id, async () => ((await isThere(index, id)) ? id : undefined))
  await removing.end()
}

/** Removes many per commit, and reports each in order. */
class Removing {
  readonly #index: IndexAccess
  readonly #context: Context
  /** Ids to remove, by name. */
  readonly #waiting = new Map<string, DocumentId>()

  constructor(index: IndexAccess, context: Context) {
    this.#index = index
    this.#context = context
  }

  /**
   * @param given the id to report if there is no document
   * @param find the id of an existing document
   * @returns whether there is one
   */
  async add(given: DocumentId, find: () => Promise<DocumentId | undefined>): Promise<boolean> {
    let id = await find()
    if (id === undefined || this.#waiting.has(nameOf(id))) {
      await this.end()
      id = await find() // the waiting ones are removed now
    }
    if (id === undefined) writeLine(this.#context, { id: given, status: 'absent' })
    else this.#waiting.set(nameOf(id), id)
    if (this.#waiting.size >= together) await this.end()
    return id !== undefined
  }

  async end(): Promise<void> {
    this.#context.signal.throwIfAborted()
    const ids = [...this.#waiting.values()]
    if (ids.length === 0) return
    this.#waiting.clear()
    await this.#index.remove(ids)
    for (const id of ids) writeLine(this.#context, { id, status: 'removed' })
  }
}

export function expireCommand(context: Context): Command {
  const command = indexCommand('expire', 'Removes expired documents.')
  return addOptions(command, 'Options', expireOptions).action(async (dir: string, values: FlagValues) => {
    const asked = resolve(expireOptions, givenFor(expireOptions, values), 'cli')
    await withIndex(dir, values, context, async index => {
      writeLine(context, { removed: await index.expire(asked) })
    })
  })
}
