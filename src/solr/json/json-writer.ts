/**
 * JSON writer: documents and commands as JSON that Solr reads back unchanged.
 *
 * Numbers keep their spelling where JSON allows it; `-01` and `1.`, which only noggit accepts, become `-1` and
 * `1.0`. Values of a repeated name are merged into one member. A message is one object, in which command names may
 * repeat:
 *
 *     {"add":{"doc":{"id":"1"},"overwrite":false},"delete":{"id":"2"},"commit":{}}
 *
 * Source: Solr Reference Guide, "JSON Formatted Index Updates".
 */
import { checkArgument, checkIterable } from '../../ground/options/arguments.ts'
import { checkSolrDocument, checkUpdateCommand } from '../messages/command-checks.ts'
import {
  childDocuments,
  type SolrDocument,
  type SolrField,
  type SolrNumber,
  type SolrValue,
  type UpdateCommand,
} from '../messages/messages.ts'
import { isList, mergedFields } from '../messages/values.ts'

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * A document as a JSON object.
 *
 * @throws NearsameError OPTION_VALUE
 * @example documentToJson({ fields: [{ name: 'a', value: 'x' }, { name: 'a', value: null }], children: [] }) // => '{"a":["x",null]}'
 */
export function documentToJson(document: SolrDocument): string {
  checkSolrDocument(document)
  return written(document)
}

function written({ fields, children }: SolrDocument): string {
  const members = membersOf(fields)
  if (children.length > 0) members.push(`"${childDocuments}":[${children.map(written).join(',')}]`)
  return `{${members.join(',')}}`
}

function membersOf(fields: readonly SolrField[]): string[] {
  if (!hasRepeats(fields)) return fields.map(({ name, value }) => member(name, value))
  return [...mergedFields(fields)].map(([name, value]) => member(name, value))
}

function hasRepeats(fields: readonly SolrField[]): boolean {
  if (fields.length > 32) return mergedFields(fields).size < fields.length
  for (let i = 1; i < fields.length; i++) {
    for (let j = 0; j < i; j++) if (fields[i].name === fields[j].name) return true
  }
  return false
}

function member(name: string, value: SolrValue): string {
  return `${inJson(name)}:${valueToJson(value)}`
}

/**
 * @throws NearsameError OPTION_VALUE for a value that JSON cannot represent
 * @example valueToJson([true, { type: 'MAP', entries: [{ name: 'set', value: 'x' }] }]) // => '[true,{"set":"x"}]'
 */
export function valueToJson(value: SolrValue): string {
  if (typeof value !== 'object' || value === null) return inJson(value)
  // Not `map`, which skips holes.
  if (isList(value)) return `[${Array.from(value, valueToJson).join(',')}]`
  if (value.type === 'MAP') return `{${membersOf(value.entries).join(',')}}`
  if (value.type === 'DOCUMENT') return written(value.document)
  return value.type === 'DATE' ? value.literal : numberToJson(value)
}

function numberToJson({ type, literal, text }: SolrNumber): string {
  if (jsonNumber.test(literal)) return literal
  // Otherwise its Java text is written, as a string for NaN and numbers too long for a double.
  return type !== 'BIGNUMBER' && jsonNumber.test(text) ? text : inJson(text)
}

function inJson(value: string | boolean | null): string {
  const json: string | undefined = JSON.stringify(value)
  checkArgument(json !== undefined, 'a part of the document or command', value, 'a JSON value')
  return json
}

/**
 * A command as members of a message: one; for deletions one for each id and query.
 *
 * @throws NearsameError OPTION_VALUE
 * @example commandToJson({ kind: 'commit', params: [{ name: 'softCommit', value: true }] }) // => '"commit":{"softCommit":true}'
 */
export function commandToJson(command: UpdateCommand): string {
  checkUpdateCommand(command)
  switch (command.kind) {
    case 'add': {
      const options = optionsOf({ overwrite: command.overwrite, commitWithin: command.commitWithin })
      return `"add":{"doc":${written(command.document)}${options}}`
    }
    case 'delete': {
      const options = optionsOf({ commitWithin: command.commitWithin })
      const ids = command.ids.map(({ id, version, route }) => {
        const of = optionsOf({
          _version_: version === undefined ? undefined : BigInt(version),
          _route_: route,
        })
        return `"delete":{"id":${inJson(id)}${of}${options}}`
      })
      const queries = command.queries.map(query => `"delete":{"query":${inJson(query)}${options}}`)
      return ids.concat(queries).join(',') || '"delete":[]'
    }
    default:
      return `"${command.kind}":{${membersOf(command.params).join(',')}}`
  }
}

/** The members with a value, each after a comma. */
function optionsOf(
  options: Readonly<Record<string, string | number | bigint | boolean | undefined>>,
): string {
  return Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `,"${name}":${typeof value === 'string' ? JSON.stringify(value) : String(value)}`,
    )
    .join('')
}

/**
 * Commands as one message.
 *
 * @throws NearsameError OPTION_VALUE
 * @example commandsToJson([{ kind: 'rollback', params: [] }, { kind: 'commit', params: [] }]) // => '{"rollback":{},"commit":{}}'
 */
export function commandsToJson(commands: Iterable<UpdateCommand>): string {
  checkIterable('commands', commands, 'commands')
  return `{${[...commands].map(commandToJson).join(',')}}`
}
