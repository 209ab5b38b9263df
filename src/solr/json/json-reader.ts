/**
 * JSON reader: from Solr's JSON update messages to commands, as the text arrives.
 *
 *     message  = { array | object }                one after the other, without separators
 *     array    = [ document* ]                     documents to add
 *     object   = { (add | delete | commit | optimize | rollback)* }    names may repeat
 *     add      = "add": { "doc": document, "overwrite"?, "commitWithin"? }  |  "add": array
 *     delete   = "delete": id | [ delete* ] | { "id" | "query", "commitWithin"?, "_version_"?, "_route_"? }
 *
 * With `form: 'documents'`, as at `/update/json/docs` of Solr, every object is a document to add.
 *
 * Source: Solr Reference Guide, "Indexing with Update Handlers"; class JsonLoader of Solr 9.10 for the messages.
 * Ours: a command cut by the end of a piece is read again from its start, once as much text again has come.
 * Cost: 2 to 8 nanoseconds a byte; memory for the longest command.
 */

import { checkObject, checkString } from '../../ground/options/arguments.ts'
import { choice, type Given, options } from '../../ground/options/declare.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { isJavaException, JavaException, newSolrException } from '../../methods/java/java-exception.ts'
import { type SolrSchema, schemaOption } from '../fields/schema.ts'
import {
  type AddCommand,
  addOf,
  checkCommitParams,
  type DeleteCommand,
  type IndexCommand,
  refuseUpdate,
  type SolrDocument,
  type SolrField,
  type UpdateCommand,
} from '../messages/messages.ts'
import { valueText } from '../messages/values.ts'
import {
  checkEvent,
  readDocument,
  readFlatDocument,
  readScalar,
  readValue,
  refuseAt,
} from './json-documents.ts'
import { ARRAY_END, ARRAY_START, EOF, eventNames, Noggit, OBJECT_END, OBJECT_START } from './noggit.ts'
import { needMore, parseException } from './noggit-text.ts'
import { STRING } from './noggit-values.ts'

export const jsonReadOptions = options({
  form: choice(['commands', 'documents'], {
    default: 'commands',
    doc: '`commands` as Solr reads them at `/update`, `documents` as at `/update/json/docs`',
  }),
  schema: {
    ...schemaOption,
    doc: 'schema that tells child documents from atomic updates; without it, objects are atomic updates',
  },
})

export type JsonReadOptions = Given<typeof jsonReadOptions>

/** Takes pieces of text and returns the commands they complete. */
export class JsonReader {
  readonly #parser = new Noggit()
  readonly #form: 'commands' | 'documents'
  readonly #schema: SolrSchema | undefined
  /** The reader's position in a message, between two commands. */
  #mode: 'top' | 'adds' | 'deletes' = 'top'
  #waiting: string[] = []
  #waitingLength = 0
  #wantedLength = 0

  /** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
  constructor(given: JsonReadOptions = {}) {
    checkObject('options', given)
    const { form, schema } = resolve(jsonReadOptions, given)
    this.#form = form
    this.#schema = schema
  }

  /**
   * The commands the text completes.
   *
   * @throws NearsameError SOLR_UPDATE where Solr would refuse the message, after the commands before the fault;
   * TEXT_NOT_STRING
   */
  *push(text: string): Generator<UpdateCommand, void> {
    checkString('text', text)
    this.#waiting.push(text)
    this.#waitingLength += text.length
    if (this.#waitingLength >= this.#wantedLength) yield* this.#read()
  }

  /** The commands that waited for the end. */
  *end(): Generator<UpdateCommand, void> {
    this.#parser.isComplete = true
    yield* this.#read()
  }

  *#read(): Generator<UpdateCommand, void> {
    const parser = this.#parser
    parser.append(this.#waiting.join(''))
    this.#waiting = []
    for (;;) {
      const mark = parser.mark()
      const mode = this.#mode
      let command: UpdateCommand | undefined
      try {
        const event = parser.next()
        if (event === EOF) return
        command = this.#step(event)
        parser.skip()
      } catch (error) {
        if (error !== needMore) throw this.#asUpdateError(error)
        const before = parser.position()
        parser.reset(mark)
        this.#mode = mode
        this.#wantedLength = before - mark.position
        this.#waitingLength = 0
        return
      }
      if (command !== undefined) yield command
    }
  }

  #asUpdateError(error: unknown): unknown {
    if (!isJavaException(error)) return error
    const isSyntax = error.className === parseException
    const cause = isSyntax ? newSolrException(400, `Cannot parse provided JSON: ${error.message}`) : error
    return refuseUpdate(cause, this.#parser.place())
  }

  /** Handles one event. @returns the command that begins with it */
  #step(event: number): UpdateCommand | undefined {
    // Objects, also in an array; everything else is ignored.
    if (this.#form === 'documents') {
      return event === OBJECT_START ? addOf(readFlatDocument(this.#parser)) : undefined
    }
    if (this.#mode === 'top') return this.#topStep(event)
    if (event === ARRAY_END) {
      this.#mode = 'top'
      return undefined
    }
    if (this.#mode === 'deletes') return this.#readDelete(event)
    checkEvent(this.#parser, event, OBJECT_START)
    return addOf(readDocument(this.#parser, this.#schema))
  }

  #topStep(event: number): UpdateCommand | undefined {
    const parser = this.#parser
    if (event === ARRAY_START) this.#mode = 'adds'
    if (event !== STRING || !parser.wasKey()) return undefined
    const name = parser.string()
    switch (name) {
      case 'add': {
        const next = parser.next()
        if (next !== ARRAY_START) return this.#readAdd(next)
        this.#mode = 'adds'
        return undefined
      }
      case 'delete': {
        const next = parser.next()
        if (next !== ARRAY_START) return this.#readDelete(next)
        this.#mode = 'deletes'
        return undefined
      }
      case 'commit':
      case 'optimize':
        return this.#readCommit(name)
      case 'rollback':
        checkEvent(parser, parser.next(), OBJECT_START)
        checkEvent(parser, parser.next(), OBJECT_END)
        return { kind: name, params: [] }
      default:
        throw refuseAt(parser, `Unknown command '${name}' at [${parser.position()}]`)
    }
  }

  #readAdd(event: number): AddCommand {
    const parser = this.#parser
    checkEvent(parser, event, OBJECT_START)
    let document: SolrDocument | undefined
    let overwrite: boolean | undefined
    let commitWithin: number | undefined
    for (let next = parser.next(); next !== OBJECT_END; next = parser.next()) {
      const name = this.#memberName(next, 'Should be a key ')
      if (name === 'doc') {
        if (document)
          throw refuseAt(parser, `Multiple documents in same add command at [${parser.position()}]`)
        checkEvent(parser, parser.next(), OBJECT_START)
        document = readDocument(parser, this.#schema)
      } else if (name === 'overwrite') overwrite = parser.boolean()
      else if (name === 'commitWithin') commitWithin = int32(parser.long())
      else if (name === 'boost') parser.number()
      else throw refuseAt(parser, `Unknown key '${name}' at [${parser.position()}]`)
    }
    if (document === undefined) throw refuseAt(parser, `Missing solr document at [${parser.position()}]`)
    return { kind: 'add', document, overwrite, commitWithin }
  }

  #memberName(event: number, problem: string): string {
    const parser = this.#parser
    if (event !== STRING) throw refuseAt(parser, `Got: ${eventNames[event]} at [${parser.position()}]`)
    if (!parser.wasKey()) throw refuseAt(parser, `${problem} at [${parser.position()}]`)
    return parser.string()
  }

  #readDelete(event: number): DeleteCommand {
    if (event === OBJECT_START) return this.#readDeleteObject()
    const id = this.#readId(event)
    if (id !== undefined) return deleteOf({ id })
    // Solr's own message for a null.
    const problem = 'Cannot read field "bytes" because "bytes" is null'
    throw new JavaException('java.lang.NullPointerException', problem)
  }

  #readId(event: number): string | undefined {
    const parser = this.#parser
    if (event !== OBJECT_START && event !== ARRAY_START && event !== OBJECT_END && event !== ARRAY_END) {
      const value = readScalar(parser, event)
      if (value === null) return undefined
      // A number as written.
      return typeof value === 'object' && 'literal' in value ? value.literal : String(value)
    }
    const got = `${eventNames[event]} at [${parser.position()}]`
    throw refuseAt(parser, `Expected primitive JSON value but got: ${got}`)
  }

  #readDeleteObject(): DeleteCommand {
    const parser = this.#parser
    const given: GivenDelete = {}
    for (let next = parser.next(); next !== OBJECT_END; next = parser.next()) {
      const name = this.#memberName(next, 'invalid string: ')
      if (name === 'id') given.id = this.#readId(parser.next())
      else if (name === 'query') given.query = parser.string()
      else if (name === 'commitWithin') given.commitWithin = int32(parser.long())
      else if (name === '_version_') given.version = parser.long()
      else if (name === '_route_') given.route = parser.string()
      else throw refuseAt(parser, `Unknown key '${name}' at [${parser.position()}]`)
    }
    if (given.id === undefined && given.query === undefined) {
      throw refuseAt(parser, `Missing id or query for delete at [${parser.position()}]`)
    }
    return deleteOf(given)
  }

  #readCommit(kind: 'commit' | 'optimize'): IndexCommand {
    const parser = this.#parser
    checkEvent(parser, parser.next(), OBJECT_START)
    const read: SolrField[] = []
    while (parser.next() !== OBJECT_END) {
      const name = parser.string()
      read.push({ name, value: readValue(parser, parser.next(), name, undefined) })
    }
    // If a name repeats, its last value counts; null does not count as a value.
    const params = [...new Map(read.map(field => [field.name, field])).values()]
    const given = params.filter(({ value }) => value !== null)
    checkCommitParams(
      new Map(params.map(({ name, value }) => [name, value === null ? undefined : valueText(value)])),
    )
    return { kind, params: given }
  }
}

interface GivenDelete {
  id?: string | undefined
  query?: string
  commitWithin?: number
  version?: string
  route?: string
}

/** If there is a query, the id is ignored. */
function deleteOf({ id, query, commitWithin, version, route }: GivenDelete): DeleteCommand {
  const ids = id === undefined || query !== undefined ? [] : [{ id, version, route }]
  return { kind: 'delete', ids, queries: query === undefined ? [] : [query], commitWithin }
}

/** Java's cast of a long to an int. */
function int32(literal: string): number {
  return Number(BigInt.asIntN(32, BigInt(literal)))
}
