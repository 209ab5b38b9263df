/**
 * Ids on the command line, where everything is text, although `7` and `"7"` are two ids: the text is meant where there
 * is a document of it, else the number, as the server does it.
 */
import { type Command, Option } from 'commander'
import type { DocumentId } from '../../engine/library/document.ts'
import { textLines } from '../../files/sources/text-lines.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { type IdType, idsOf } from '../../server/routes/document-ids.ts'
import type { FlagValues } from '../command/command-options.ts'
import type { IndexAccess } from '../index-places/index-access.ts'

export function addIdType(command: Command): Command {
  return command.addOption(
    new Option(
      '--id-type <type>',
      'what the ids are (default: the text where it is one, else the number)',
    ).choices(['number', 'string']),
  )
}

export function idTypeFlag({ idType }: FlagValues): IdType | undefined {
  return idType as IdType | undefined
}

/** The id of a document that a text stands for; undefined when there is none. */
export async function idIn(
  index: IndexAccess,
  text: string,
  type: IdType | undefined,
): Promise<DocumentId | undefined> {
  for (const id of idsOf(text, type)) if (await isThere(index, id)) return id
  return undefined
}

/** Whether there is a document of this id, be it damaged: then it can be removed. */
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

/** Texts that a message names. */
const mostNamed = 10

export function noSuchDocument(...texts: readonly string[]): NearsameError {
  const named = texts.slice(0, mostNamed).map(text => JSON.stringify(text))
  const more = texts.length > mostNamed ? ` and ${texts.length - mostNamed} more` : ''
  return new NearsameError('DOCUMENT_NOT_FOUND', {
    expected: 'the id of a document of the collection',
    got: `${named.join(', ')}${more}`,
    fix: 'check the id; `--id-type` number or string says which of 7 and "7" is meant',
  })
}

/** Ids of a file: on each line one as JSON, or an object with an `id`. @throws NearsameError JSON_SYNTAX */
export async function* idsOfFile(path: string): AsyncGenerator<DocumentId> {
  let number = 0
  for await (const line of textLines(path === '-' ? '/dev/stdin' : path)) {
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
    fix: 'write each id on a line of its own, texts in quotes',
  })
}
