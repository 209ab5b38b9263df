/**
 * Checks of commands and documents that plain JavaScript may pass: the parts that every use needs. Readers and
 * `documentOf` make the fields and values.
 */
import { checkArgument, checkList } from '../../ground/options/arguments.ts'
import type { SolrDocument, UpdateCommand } from './messages.ts'

const kinds: readonly unknown[] = ['add', 'delete', 'commit', 'optimize', 'rollback']

/** @throws NearsameError OPTION_VALUE */
export function checkUpdateCommand(command: UpdateCommand): void {
  const isCommand = typeof command === 'object' && command !== null && kinds.includes(command.kind)
  checkArgument(isCommand, 'command', command, 'an add, delete, commit, optimize or rollback command')
  if (command.kind === 'add') {
    checkSolrDocument(command.document)
    const { overwrite } = command
    const isFlag = overwrite === undefined || typeof overwrite === 'boolean'
    checkArgument(isFlag, 'command.overwrite', overwrite, 'true, false or undefined')
    checkCommitWithin(command.commitWithin)
  } else if (command.kind === 'delete') {
    checkList('command.ids', command.ids, 'ids')
    checkList('command.queries', command.queries, 'queries')
    checkCommitWithin(command.commitWithin)
  } else checkList('command.params', command.params, 'fields')
}

function checkCommitWithin(time: number | undefined): void {
  const isTime = time === undefined || Number.isSafeInteger(time)
  checkArgument(isTime, 'command.commitWithin', time, 'a whole number of milliseconds, or undefined')
}

/** @throws NearsameError OPTION_VALUE */
export function checkSolrDocument(document: SolrDocument): void {
  const isDocument =
    typeof document === 'object' &&
    document !== null &&
    Array.isArray(document.fields) &&
    Array.isArray(document.children)
  checkArgument(isDocument, 'document', document, 'a document with lists of `fields` and `children`')
}
