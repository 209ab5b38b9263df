/**
 * Javabin reader: from SolrJ's own serialisation to the values of update messages.
 *
 *     value = tag byte, content
 *     tag   = kkk sssss    kkk = 1..7: string, small int, small long, array, ordered map, named list,
 *                          known string;
 *                          sssss = size (or low bits of the number), 31 (or bit 16): a varint follows
 *           | 000 ttttt    null, booleans, numbers of fixed size, date, map, documents, bytes, iterator, …
 *
 * A known string is the number of a string that came before, counted from 1, or 0 and the string itself.
 *
 * Source: Apache Solr 9.10.1, the bytes that `JavaBinCodec` of SolrJ writes, format version 2.
 * Ours: bytes may end anywhere; see `attempt`.
 * A Float is written with the digits of its text, so that text and float fields store what the program meant; a double
 * field gets 1.1 from a Float 1.1, not 1.100000023841858.
 * Error: a byte array becomes base64 text, which Solr's binary fields accept; an array of numbers becomes several
 * values. Their signatures differ from Solr's, which depend on memory addresses.
 */
import { newSolrException } from '../../methods/java/java-exception.ts'
import { doubleText, floatText } from '../java/number-text.ts'
import type { SolrDocument, SolrField, SolrMap, SolrNumber, SolrValue } from '../messages/messages.ts'
import { dateValue, isOfType, numberValue, valueText } from '../messages/values.ts'
import { JavabinBytes, MissingBytes } from './javabin-bytes.ts'

/** The end of an iterator. */
export const endOfIterator = Symbol('end of a javabin iterator')

/** A key with its value; in update requests the key is a document. */
interface JavabinEntry {
  readonly type: 'ENTRY'
  readonly key: SolrValue
  readonly value: SolrValue
}

export type JavabinValue = SolrValue | JavabinEntry | typeof endOfIterator

/** The top three bits of a tag. */
const kinds = { string: 1, int: 2, long: 3, array: 4, orderedMap: 5, namedList: 6, knownString: 7 } as const

const supportedVersion = 2
/** Deeper nesting would overflow the stack of the process. */
const maxDepth = 200

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Reads values from bytes that arrive in pieces. */
export class JavabinReader {
  readonly bytes = new JavabinBytes()
  readonly #known: string[] = []
  #depth = 0

  /** The result of `read`, or `undefined` where bytes are missing: the reader is then back where it was. */
  attempt<T>(read: (reader: JavabinReader) => T): T | undefined {
    const [mark, known] = [this.bytes.mark, this.#known.length]
    this.#depth = 0
    try {
      return read(this)
    } catch (error) {
      if (!(error instanceof MissingBytes)) throw error
      this.bytes.goTo(mark)
      this.#known.length = known
      return undefined
    }
  }

  /** The beginning of a stream, which restarts the count of known strings. @throws JavaException 400 */
  readVersion(): void {
    const version = this.bytes.int8()
    this.#known.length = 0
    if (version === supportedVersion) return
    const versions = `expected ${supportedVersion}, but ${version}`
    throw newSolrException(400, `Invalid version (${versions}) or the data in not in 'javabin' format`)
  }

  /** The size of a named list or of an ordered map. */
  readListSize(): number {
    const tag = this.bytes.uint8()
    const kind = tag >>> 5
    if (kind !== kinds.namedList && kind !== kinds.orderedMap) throw unexpected('a named list', tag)
    return this.#readSize(tag)
  }

  readText(): string {
    return valueText(this.readValue())
  }

  /** A value that is neither an entry nor the end of an iterator. */
  readValue(): SolrValue {
    return plainValue(this.readAny(), 'a value')
  }

  /** A value, an entry, or the end of an iterator. */
  readAny(): JavabinValue {
    if (++this.#depth > maxDepth)
      throw newSolrException(400, `javabin is nested deeper than ${maxDepth} values`)
    const tag = this.bytes.uint8()
    const value =
      tag < 10 ? this.#readScalar(tag) : tag < 32 ? this.#readComposite(tag) : this.#readSized(tag)
    this.#depth--
    return value
  }

  #readSized(tag: number): SolrValue {
    switch (tag >>> 5) {
      case kinds.int:
        return wholeNumber((tag & 15) + ((tag & 16) === 0 ? 0 : 16 * this.bytes.varint()))
      case kinds.long:
        return wholeNumber(BigInt(tag & 15) + ((tag & 16) === 0 ? 0n : 16n * this.bytes.longVarint()))
      case kinds.string:
        return utf8.decode(this.bytes.slice(this.#readSize(tag)))
      case kinds.array:
        return this.#readArray(this.#readSize(tag))
      case kinds.knownString:
        return this.#readKnown(this.#readSize(tag))
      default:
        return this.#readMap(this.#readSize(tag))
    }
  }

  #readScalar(tag: number): SolrValue {
    switch (tag) {
      case 0:
        return null
      case 1:
        return true
      case 2:
        return false
      case 3:
        return wholeNumber(this.bytes.int8())
      case 4:
        return wholeNumber(this.bytes.int16())
      case 5:
        return fraction(doubleText(this.bytes.double()))
      case 6:
        return wholeNumber(this.bytes.int32())
      case 7:
        return wholeNumber(this.bytes.int64())
      case 8:
        return fraction(floatText(this.bytes.float()))
      default:
        return instant(Number(this.bytes.int64()))
    }
  }

  #readComposite(tag: number): JavabinValue {
    switch (tag) {
      case 10:
        return this.#readMap(this.bytes.varint())
      case 13:
        return Buffer.from(this.bytes.slice(this.bytes.varint())).toString('base64')
      case 14: // an iterator
        return this.#readArray(Number.POSITIVE_INFINITY)
      case 15:
        return endOfIterator
      case 16:
        return { type: 'DOCUMENT', document: this.#readDocument() }
      case 17: // a map of unknown size
        return this.#readMap(Number.POSITIVE_INFINITY)
      case 18: // a value of an enumeration: its number, then its name, which is its text
        this.readValue()
        return this.readValue()
      case 19:
        return { type: 'ENTRY', key: this.readValue(), value: this.readValue() }
      case 21:
        return this.#readNumbers()
      default:
        throw unexpected('a type that documents to index can have', tag)
    }
  }

  #readArray(size: number): SolrValue[] {
    const values: SolrValue[] = []
    while (values.length < size) {
      const value = this.readAny()
      if (value === endOfIterator) break
      values.push(plainValue(value, 'an element'))
    }
    return values
  }

  /** A primitive array: the tag of its elements once, then the elements. */
  #readNumbers(): SolrValue[] {
    const tag = this.bytes.uint8()
    if (tag < 3 || tag > 8) throw unexpected('an array of numbers', tag)
    const values: SolrValue[] = []
    for (let rest = this.bytes.varint(); rest > 0; rest--) values.push(this.#readScalar(tag))
    return values
  }

  #readMap(size: number): SolrMap {
    const entries: SolrField[] = []
    while (entries.length < size) {
      const name = this.readAny()
      if (name === endOfIterator) break
      entries.push({ name: valueText(plainValue(name, 'a key')), value: this.readValue() })
    }
    return { type: 'MAP', entries }
  }

  #readDocument(): SolrDocument {
    const size = this.bytes.varint()
    this.readValue() // a boost, which Solr ignores
    const fields: SolrField[] = []
    const children: SolrDocument[] = []
    for (let i = 0; i < size; i++) {
      const name = this.readValue()
      if (isOfType(name, 'DOCUMENT')) children.push(name.document)
      else fields.push({ name: valueText(name), value: this.readValue() })
    }
    return { fields, children }
  }

  #readKnown(number: number): string {
    if (number > 0) {
      const text = this.#known[number - 1]
      if (text !== undefined) return text
      throw newSolrException(400, `javabin names string ${number} before it came`)
    }
    const text = this.readText()
    this.#known.push(text)
    return text
  }

  #readSize(tag: number): number {
    const size = tag & 31
    return size === 31 ? 31 + this.bytes.varint() : size
  }
}

/** A value that is neither an entry nor the end of an iterator. */
function plainValue(value: JavabinValue, wanted: string): SolrValue {
  if (value === endOfIterator || isOfType(value, 'ENTRY')) throw unexpected(wanted)
  return value
}

function unexpected(wanted: string, tag?: number): Error {
  const got = tag === undefined ? 'something else' : `tag ${tag}`
  return newSolrException(400, `javabin: expected ${wanted}, got ${got}`)
}

/** A Byte, Short, Integer or Long. */
function wholeNumber(value: number | bigint): SolrNumber {
  return numberValue('LONG', String(value))
}

function fraction(text: string): SolrNumber {
  return { type: 'DOUBLE', literal: text, text }
}

/** @throws JavaException 400 for milliseconds beyond the year 275760, which JSON cannot name */
function instant(time: number): SolrValue {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) throw newSolrException(400, `javabin has a date out of range: ${time}`)
  return dateValue(date)
}
