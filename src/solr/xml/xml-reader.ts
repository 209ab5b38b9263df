/**
 * XML reader: from Solr's XML update messages to commands, as the text arrives.
 *
 *     message = add | delete | commit | optimize | rollback, also several in any other element
 *     add     = <add overwrite? commitWithin?> doc* </add>
 *     doc     = <doc> (field | doc)* </doc>                       the inner ones are child documents
 *     field   = <field name null? update?> text | doc* </field>    with `update` a part of an atomic update
 *     delete  = <delete commitWithin?> (<id version? _route_?> text </id> | <query> text </query>)* </delete>
 *
 * All values are strings. Attributes unknown to Solr are ignored, unknown elements refused.
 *
 * Source: Solr Reference Guide, "Indexing with Update Handlers"; class XMLLoader of Solr 9.10.
 * Ours: a declaration of entities is refused, which Solr would read, and `xi:include`, which it ignores.
 * Cost: about 15 nanoseconds a byte; memory for one document.
 */
import type { SaxesParser } from 'saxes'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkString } from '../../ground/options/arguments.ts'
import { type Attributes, localAttributes, localName } from '../../ground/xml-names.ts'
import { isJavaException } from '../../methods/java/java-exception.ts'
import { parseInt32 } from '../../methods/java/numbers.ts'
import { inHashMapOrder } from '../../texts/java/hash-map-order.ts'
import {
  type AddCommand,
  checkCommitParams,
  refuseUpdate,
  refuseUpdateAs,
  type SolrDocument,
  type SolrField,
  type SolrValue,
  type UpdateCommand,
} from '../messages/messages.ts'
import { parseLong } from '../messages/solr-params.ts'
import { withAdded } from '../messages/values.ts'
import { WholeCharacters } from './whole-characters.ts'
import { checkInclude, openXmlParser, placeOf } from './xml-parser.ts'

/** A document being read. Fields of one name are merged only if they came one after the other. */
interface OpenDocument {
  readonly fields: SolrField[]
  readonly children: SolrDocument[]
  /** Modifiers by field, placed after the other fields. */
  readonly modifiers: Map<string, Map<string, SolrValue>>
  /** Name of a child document in its parent, if it has one. */
  readonly label: string | undefined
  /** How the document belongs to its parent. */
  readonly place: 'top' | 'field' | 'label' | 'child'
  /** Text since its last tag. */
  text: string
  field: string | undefined
  isNull: boolean
  update: string | undefined
  /** Whether the open field contains documents. */
  hasDocuments: boolean
}

/** The meaning of an open element. */
type Element = 'other' | 'doc' | 'field' | 'delete' | 'id' | 'query'

/** Slots of the map in which Solr keeps the modifiers of a field. */
const slotsOfModifiers = 2

/** Maximum nesting, far beyond sensible documents. */
const maxDepth = 1000

/** Takes pieces of text and returns the commands they complete. */
export class XmlReader {
  readonly #parser: SaxesParser
  readonly #characters = new WholeCharacters()
  #commands: UpdateCommand[] = []
  readonly #elements: Element[] = []
  readonly #documents: OpenDocument[] = []
  /** Text of the id or query to delete. */
  #text = ''
  #isFirst = true
  /** The element that ends next: the parser reports an end before it compares the names. */
  #closing: string | undefined
  /** Attributes of `add`, which apply to the documents after it. */
  #add: Pick<AddCommand, 'overwrite' | 'commitWithin'> | undefined
  #deleteWithin: number | undefined
  #version: string | undefined
  #route: string | undefined

  constructor() {
    this.#parser = openXmlParser('SOLR_UPDATE')
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#close()
      this.#open(localName(name), localAttributes(attributes))
    })
    this.#parser.on('closetag', ({ name }) => {
      this.#close()
      this.#closing = localName(name)
    })
    const append = (text: string) => {
      this.#close()
      const document = this.#documents.at(-1)
      if (document === undefined) this.#text += text
      else document.text += text
    }
    this.#parser.on('text', append)
    this.#parser.on('cdata', append)
  }

  /**
   * The commands the text completes.
   *
   * @throws NearsameError SOLR_UPDATE where Solr would refuse the message, after the commands before the fault;
   * TEXT_NOT_STRING
   */
  *push(text: string): Generator<UpdateCommand, void> {
    checkString('text', text)
    const isMarked = this.#isFirst && text.startsWith('\ufeff')
    if (text !== '') this.#isFirst = false
    const whole = this.#characters.push(isMarked ? text.slice(1) : text)
    yield* this.#parse(() => this.#parser.write(whole))
  }

  /** The commands after the last text. */
  *end(): Generator<UpdateCommand, void> {
    yield* this.#parse(() => this.#parser.write(this.#characters.end()).close())
  }

  *#parse(step: () => void): Generator<UpdateCommand, void> {
    let problem: unknown
    try {
      step()
      this.#close()
    } catch (error) {
      problem = isJavaException(error) ? refuseUpdate(error, this.#place()) : error
      if (!isNearsameError(problem)) throw problem
      // Elements that ended before the fault have ended.
      if (!problem.parts.got.startsWith('unexpected close tag')) this.#close()
    }
    yield* this.#commands
    this.#commands = []
    if (problem !== undefined) throw problem
  }

  #place(): string {
    return placeOf(this.#parser)
  }

  #refuse(message: string): Error {
    return refuseUpdateAs(400, message, this.#place())
  }

  #open(name: string, attributes: Attributes): void {
    checkInclude('SOLR_UPDATE', name, attributes.href, this.#place())
    if (this.#elements.length === maxDepth) throw this.#refuse(`Nested more than ${maxDepth} levels deep`)
    const outer = this.#elements.at(-1)
    if (outer === 'doc' || outer === 'field') this.#elements.push(this.#openInDocument(name, attributes))
    else if (outer === 'delete' || outer === 'id' || outer === 'query') {
      this.#elements.push(this.#openInDelete(name, attributes))
    } else this.#elements.push(this.#openCommand(name, attributes))
  }

  #openCommand(name: string, attributes: Attributes): Element {
    switch (name) {
      case 'add': {
        const { overwrite, commitWithin } = attributes
        this.#add = {
          overwrite: overwrite === undefined ? undefined : isYes(overwrite),
          commitWithin: commitWithin === undefined ? undefined : parseInt32(commitWithin),
        }
        return 'other'
      }
      case 'doc':
        if (!this.#add) throw this.#refuse('Unexpected <doc> tag without an <add> tag surrounding it.')
        this.#openDocument('top', undefined)
        return 'doc'
      case 'delete':
        this.#route = undefined
        this.#deleteWithin =
          attributes.commitWithin === undefined ? undefined : parseInt32(attributes.commitWithin)
        return 'delete'
      case 'commit':
      case 'optimize': {
        const params = Object.entries(attributes).map(([name, value]) => ({ name, value }))
        checkCommitParams(new Map(params.map(param => [param.name, param.value])))
        this.#commands.push({ kind: name, params })
        return 'other'
      }
      case 'rollback':
        this.#commands.push({ kind: name, params: [] })
        return 'other'
      default:
        return 'other'
    }
  }

  #openDocument(place: OpenDocument['place'], label: string | undefined): void {
    const nothing = { text: '', field: undefined, isNull: false, update: undefined, hasDocuments: false }
    this.#documents.push({ ...nothing, place, label, fields: [], children: [], modifiers: new Map() })
  }

  #openInDocument(name: string, attributes: Attributes): Element {
    const document = this.#documents[this.#documents.length - 1]
    document.text = ''
    if (name === 'doc') {
      const label = attributes.name
      document.hasDocuments ||= document.field !== undefined
      const place = document.field !== undefined ? 'field' : label !== undefined ? 'label' : 'child'
      this.#openDocument(place, label)
      return 'doc'
    }
    if (name !== 'field') throw this.#refuse(`XML element <doc> has invalid XML child element: ${name}`)
    document.update = attributes.update
    document.isNull = attributes.null !== undefined && isYes(attributes.null)
    document.field = attributes.name ?? document.field
    if (document.field === undefined) throw this.#refuse("unknown field 'null'")
    return 'field'
  }

  #openInDelete(name: string, attributes: Attributes): Element {
    if (name !== 'id' && name !== 'query') {
      throw this.#refuse(`XML element <delete> has invalid XML child element: ${name}`)
    }
    this.#text = ''
    if (name === 'id') {
      this.#version = attributes.version === undefined ? undefined : parseLong(attributes.version)
      // A route also applies to the ids after it.
      this.#route = attributes._route_ ?? this.#route
    }
    return name
  }

  #close(): void {
    const name = this.#closing
    if (name === undefined) return
    this.#closing = undefined
    const element = this.#elements.pop()
    if (element === 'field') this.#closeField()
    else if (element === 'doc') this.#closeDocument()
    else if (element === 'id' || element === 'query') this.#closeDeleted(name)
  }

  #closeField(): void {
    const document = this.#documents[this.#documents.length - 1]
    const { field, update } = document
    const value = document.isNull ? null : document.text
    if (field === undefined) throw this.#refuse("unknown field 'null'")
    if (update !== undefined) {
      const modifiers = document.modifiers.get(field) ?? new Map<string, SolrValue>()
      modifiers.set(update, withAdded(modifiers.get(update), value))
      document.modifiers.set(field, modifiers)
      return
    }
    if (!document.hasDocuments) document.fields.push({ name: field, value })
    document.hasDocuments = false
    document.field = undefined
  }

  #closeDocument(): void {
    const closed = this.#documents.pop()
    if (closed === undefined) return
    const modifiers = inHashMapOrder(closed.modifiers).map(([name, ofField]): SolrField => {
      const entries = inHashMapOrder(ofField, slotsOfModifiers).map(([key, value]) => ({
        name: key,
        value,
      }))
      return { name, value: { type: 'MAP', entries } }
    })
    const document: SolrDocument = { fields: closed.fields.concat(modifiers), children: closed.children }
    const parent = this.#documents.at(-1)
    if (parent === undefined) {
      this.#commands.push({
        kind: 'add',
        document,
        overwrite: this.#add?.overwrite,
        commitWithin: this.#add?.commitWithin,
      })
    } else placeInParent(parent, closed, document)
  }

  #closeDeleted(name: string): void {
    const isId = name === 'id'
    this.#commands.push({
      kind: 'delete',
      ids: isId ? [{ id: this.#text, version: this.#version, route: this.#route }] : [],
      queries: isId ? [] : [this.#text],
      commitWithin: this.#deleteWithin,
    })
  }
}

function placeInParent(parent: OpenDocument, { place, label }: OpenDocument, document: SolrDocument): void {
  if (place === 'child') parent.children.push(document)
  else if (place === 'label')
    parent.fields.push({ name: label ?? '', value: { type: 'DOCUMENT', document } })
  else if (parent.field !== undefined) {
    const isFirst = parent.fields.every(field => field.name !== parent.field)
    const child: SolrValue = { type: 'DOCUMENT', document }
    parent.fields.push({ name: parent.field, value: isFirst ? [child] : child })
  }
}

/** A flag in an attribute: true if it begins with 1, t or T. */
function isYes(text: string): boolean {
  return /^[1tT]/.test(text)
}
