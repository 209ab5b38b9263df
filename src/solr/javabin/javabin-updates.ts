/**
 * Javabin updates: from the body of an update request of SolrJ to commands, while it arrives.
 *
 *     body   = request+
 *     request = version 2, named list of: "params" named list, "delByQ" list of queries,
 *               "delByIdMap" map from id to null or {"ver", "_route_"}, "delById" list of ids,
 *               "docs" or "docsMap" iterator of documents or of entries (document, null or {"cw", "ow"})
 *
 * Documents are returned one by one. The deletions of a request follow its documents, wherever they stand.
 *
 * Source: Apache Solr 9.10.1, the bytes that `JavaBinUpdateRequestCodec` of SolrJ writes.
 * Ours: a body that ends inside a request is an error. Solr takes it for complete and reports success.
 */
import { newSolrException } from '../../methods/java/java-exception.ts'
import type { AddCommand, DeletedId, SolrMap, SolrValue, UpdateCommand } from '../messages/messages.ts'
import { isOfType, valueText } from '../messages/values.ts'
import { endOfIterator, JavabinReader, type JavabinValue } from './javabin-reader.ts'

const noParams: SolrMap = { type: 'MAP', entries: [] }

export class JavabinUpdates {
  readonly #reader = new JavabinReader()
  /** The reader's position: before a request, before a key of it, or among its documents. */
  #place: 'request' | 'key' | 'documents' = 'request'
  #keysLeft = 0
  #params = noParams
  #ids: DeletedId[] = []
  #queries: string[] = []
  #waiting: Uint8Array[] = []
  #waitingBytes = 0;

  /** The commands these bytes complete. @throws JavaException 400, after the commands before the fault */
  *push(bytes: Uint8Array): Generator<UpdateCommand, void> {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    // An incomplete value is retried with twice the bytes, so each byte is read at most about twice.
    if (this.#waitingBytes >= this.#reader.bytes.restBytes) yield* this.#advance()
  }

  /** The last commands. @throws JavaException 400 if the body ends too early */
  *end(): Generator<UpdateCommand, void> {
    yield* this.#advance()
    if (this.#place === 'request' && this.#reader.bytes.restBytes === 0) return
    throw newSolrException(400, `javabin ends inside a request, after ${this.#place}`)
  }

  *#advance(): Generator<UpdateCommand, void> {
    this.#reader.bytes.append(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    for (;;) {
      const commands = this.#reader.attempt(() => this.#step())
      if (commands === undefined) return
      yield* commands
    }
  }

  /** One step of the grammar. Bytes may be missing anywhere, so the state changes only at its end. */
  #step(): readonly UpdateCommand[] {
    if (this.#place === 'request') return this.#readStart()
    if (this.#place === 'documents') return this.#readDocument()
    return this.#keysLeft === 0 ? this.#finish() : this.#readKey()
  }

  #readStart(): readonly UpdateCommand[] {
    this.#reader.readVersion()
    this.#keysLeft = this.#reader.readListSize()
    this.#params = noParams
    this.#ids = []
    this.#queries = []
    this.#place = 'key'
    return []
  }

  #readKey(): readonly UpdateCommand[] {
    const key = this.#reader.readText()
    const hasDocuments = (key === 'docs' || key === 'docsMap') && this.#reader.bytes.peek() === 14
    if (hasDocuments) {
      this.#reader.bytes.uint8()
      this.#place = 'documents'
      return []
    }
    const value = this.#reader.readValue()
    this.#keysLeft--
    if (key === 'docs' || key === 'docsMap') return elements(value).map(add => this.#addOf(add))
    if (key === 'params' && isOfType(value, 'MAP')) this.#params = value
    if (key === 'delByQ') this.#queries = elements(value).map(valueText)
    if (key === 'delById') for (const id of elements(value)) this.#ids.push(deletedId(valueText(id), null))
    if (key === 'delByIdMap' && isOfType(value, 'MAP')) {
      for (const entry of value.entries) this.#ids.push(deletedId(entry.name, entry.value))
    }
    return []
  }

  #readDocument(): readonly UpdateCommand[] {
    const value = this.#reader.readAny()
    if (value !== endOfIterator) return [this.#addOf(value)]
    this.#keysLeft--
    this.#place = 'key'
    return []
  }

  /** The deletions of the request just read. */
  #finish(): readonly UpdateCommand[] {
    this.#place = 'request'
    if (this.#ids.length === 0 && this.#queries.length === 0) return []
    const commitWithin = numberOf(entryOf(this.#params, 'commitWithin'))
    return [{ kind: 'delete', ids: this.#ids, queries: this.#queries, commitWithin }]
  }

  #addOf(value: Exclude<JavabinValue, symbol>): AddCommand {
    const [document, options] = isOfType(value, 'ENTRY') ? [value.key, value.value] : [value, null]
    const own = isOfType(options, 'MAP') ? options : noParams
    const commitWithin = entryOf(own, 'cw') ?? entryOf(this.#params, 'commitWithin')
    const overwrite = entryOf(own, 'ow') ?? entryOf(this.#params, 'overwrite')
    return {
      kind: 'add',
      document: documentOf(document),
      overwrite: overwrite === undefined ? undefined : String(overwrite) === 'true',
      commitWithin: numberOf(commitWithin),
    }
  }
}

function documentOf(value: SolrValue): AddCommand['document'] {
  if (isOfType(value, 'DOCUMENT')) return value.document
  if (isOfType(value, 'MAP')) return { fields: value.entries, children: [] }
  throw newSolrException(400, 'javabin: expected a document to add')
}

function deletedId(id: string, options: SolrValue): DeletedId {
  const [version, route] = ['ver', '_route_'].map(name =>
    isOfType(options, 'MAP') ? entryOf(options, name) : undefined,
  )
  return {
    id,
    version: version === undefined ? undefined : valueText(version),
    route: route === undefined ? undefined : valueText(route),
  }
}

function entryOf(map: SolrMap, name: string): SolrValue | undefined {
  return map.entries.find(entry => entry.name === name)?.value ?? undefined
}

function elements(value: SolrValue): readonly SolrValue[] {
  return Array.isArray(value) ? value : []
}

function numberOf(value: SolrValue | undefined): number | undefined {
  const number = value === undefined ? -1 : Number(valueText(value))
  return number >= 0 ? number : undefined
}
