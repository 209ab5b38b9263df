/**
 * Ids on the command line, where everything is text, although `7` and `"7"` are two ids: the text is taken if it is the
 * id of a document, else the number, as in the server.
 */
import { type Command, Option } from 'commander'
import type { DocumentId } from '../../engine/library/document.ts'
import { textLines } from '../../files/inputs/text-lines.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { type IdType, idsOf } from '../../server/routes/document-ids.ts'
import type { FlagValues } from '../command/command-options.ts'
import type { IndexAccess } from '../index-places/index-access.ts'

export function addIdType(command: Command): Command {
  return command.addOption(
    new Option(
      '--id-type <type>',
      'type of the ids (default: string if a document has it, else number)',
    ).choices(['number', 'string']),
  )
}

export function idTypeFlag({ idType }: FlagValues): IdType | undefined {
  return idType as IdType | undefined
}

/** The id of the document that a text names; undefined if there is none. */
export async function idIn(
  index: IndexAccess,
  text: string,
  type: IdType | undefined,
): Promise<DocumentId | undefined> {
  for (const id of idsOf(text, type)) if (await isThere(index, id)) return id
  return undefined
}

/** Whether a document has this id, even a damaged one, which can be removed. */
export async function isThere(index: IndexAccess, id: DocumentId): Promise<boolean> {
  try {
    return (await index.get(id)) !== undefined
  } catch (error) {
    if (isNearsameError(error) && error.code === 'STORE_CORRUPT') return true
    throw error
  }
}

/** The same. @throws NearsameError DOCUMENT_NOT_FOUND */
export async function knownId(
  index: IndexAccess,
  text: string,
  type: IdType | undefined,
): Promise<DocumentId> {
  return (await idIn(index, text, type)) ?? Promise.reject(noSuchDocument(text))
}

/** Maximum number of texts in a message. */
const mostNamed = 10

export function noSuchDocument(...texts: readonly string[]): NearsameError {
  const named = texts.slice(0, mostNamed).map(text => JSON.stringify(text))
  const more = texts.length > mostNamed ? ` and ${texts.length - mostNamed} more` : ''
  return new NearsameError('DOCUMENT_NOT_FOUND', {
    expected: 'the id of a document of the collection',
    got: `${named.join(', ')}${more}`,
    fix: 'check the id; `--id-type` number or string distinguishes 7 and "7"',
  })
}

/** Ids in a file: each line is an id as JSON, or an object with an `id`. @throws NearsameError JSON_SYNTAX */
export async function* idsOfFile(path: string): AsyncGenerator<DocumentId> {
  let number = 0
  for await (const line of textLines(path)) {
    number++
    if (line.trim() !== '') yield idOfLine(line, `${path}:${number}`)
  }
}

function idOfLine(line: string, where: string): DocumentId {
  let value: unknown
  try {
    value = fromJson(`{"id":${line}}`)
  } catch {
    value = undefined
  }
  const { id } = (value ?? {}) as { id?: unknown }
  const found = typeof id === 'object' && id !== null ? (id as { id?: unknown }).id : id
  if (typeof found === 'string' || typeof found === 'number' || typeof found === 'bigint') return found
  throw new NearsameError('JSON_SYNTAX', {
    expected: 'an id as JSON, or an object with an "id"',
    got: JSON.stringify(line.slice(0, 80)),
    where,
    fix: 'write each id on a line of its own, strings in quotes',
  })
}
