/**
 * Commands and documents as plain JavaScript may pass them, checked in two steps.
 *
 * At an entry the few parts are looked at that every use needs, whatever the document holds. Fields and values are
 * looked at when something has failed on them: then the place is named, and documents that are right cost nothing.
 */
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { isJavaException } from '../../ground/java/java-exception.ts'
import {
  checkArgument,
  checkList,
  checkNamed,
  checkString,
  checkTexts,
} from '../../ground/options/arguments.ts'
import type { DeletedId, SolrDocument, SolrField, SolrValue, UpdateCommand } from './messages.ts'

const kinds: readonly unknown[] = ['add', 'delete', 'commit', 'optimize', 'rollback']

/** The parts of a command; `wholly` with all that is in them. @throws NearsameError OPTION_VALUE */
export function checkCommand(command: UpdateCommand, wholly = false): void {
  const isCommand = typeof command === 'object' && command !== null && kinds.includes(command.kind)
  // What is expected is put together for who needs it: this is asked for every command of a stream.
  if (!isCommand) checkArgument(false, 'command', command, `a command of the kind ${kinds.join(', ')}`)
  if (command.kind === 'add') {
    checkSolrDocument(command.document, wholly)
    const { overwrite } = command
    const isFlag = overwrite === undefined || typeof overwrite === 'boolean'
    checkArgument(isFlag, 'command.overwrite', overwrite, 'true, false or undefined')
    checkCommitWithin(command.commitWithin)
  } else if (command.kind === 'delete') {
    checkList('command.ids', command.ids, 'ids')
    checkList('command.queries', command.queries, 'queries')
    checkCommitWithin(command.commitWithin)
    if (!wholly) return
    for (const [place, deleted] of command.ids.entries()) checkDeletedId(deleted, place)
    checkTexts('command.queries', command.queries)
  } else {
    checkList('command.params', command.params, 'fields')
    if (wholly) checkFields('command.params', command.params, 0)
  }
}

function checkCommitWithin(commitWithin: number | undefined): void {
  const isTime = commitWithin === undefined || Number.isSafeInteger(commitWithin)
  checkArgument(
    isTime,
    'command.commitWithin',
    commitWithin,
    'a whole number of milliseconds, or undefined',
  )
}

function checkDeletedId(deleted: DeletedId, place: number): void {
  const name = `command.ids[${place}]`
  checkNamed(name, deleted)
  checkString(`${name}.id`, deleted.id)
  const { route, version } = deleted
  if (route !== undefined) checkString(`${name}.route`, route)
  const isVersion = version === undefined || (typeof version === 'string' && /^-?\d+$/.test(version))
  checkArgument(isVersion, `${name}.version`, version, 'a whole number as a text')
}

/** The parts of a document; `wholly` with all fields and values. @throws NearsameError OPTION_VALUE */
export function checkSolrDocument(document: SolrDocument, wholly = false, level = 0): void {
  const isDocument =
    typeof document === 'object' &&
    document !== null &&
    Array.isArray(document.fields) &&
    Array.isArray(document.children)
  checkArgument(isDocument, 'document', document, 'a document with lists of `fields` and `children`')
  if (!wholly) return
  checkFields('document.fields', document.fields, level)
  for (const child of document.children) checkSolrDocument(child, true, checkedLevel(level))
}

/** @throws NearsameError OPTION_VALUE, TEXT_NOT_STRING */
export function checkFields(name: string, fields: readonly SolrField[], level = 0): void {
  checkList(name, fields, 'fields')
  // Not `forEach`, which skips what is missing.
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]
    checkNamed(`${name}[${i}]`, field)
    checkString(`${name}[${i}].name`, field.name)
    checkValue(`the value of ${field.name}`, field.value, level)
  }
}

function checkValue(name: string, value: SolrValue, level: number): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (Array.isArray(value)) {
    for (const element of value) checkValue(name, element, checkedLevel(level))
    return
  }
  checkNamed(name, value)
  if (!('type' in value)) checkArgument(false, name, value, 'a value that a reader or documentOf() gave')
  else if (value.type === 'MAP') checkFields(name, value.entries, checkedLevel(level))
  else if (value.type === 'DOCUMENT') checkSolrDocument(value.document, true, checkedLevel(level))
  else checkString(`${name} as text`, value.text)
}

/** Far more than a stack has room for in what is done with values. */
const mostLevels = 2000

function checkedLevel(level: number): number {
  checkArgument(level < mostLevels, 'document', 'one that holds itself', 'nested less deeply')
  return level + 1
}

/** What is to be thrown for an error: what `check` finds, unless the error says itself what is wrong. */
export function explained(error: unknown, check: () => void): unknown {
  if (isNearsameError(error) || isJavaException(error)) return error
  try {
    check()
  } catch (found) {
    return found
  }
  return error
}
