/**
 * Signature table: the documents present in a growing list, found by id and by signature.
 *
 *     entry      0      1      2   ...        a document's number, in order of arrival
 *     ids      [96 bits of hash] ...          slots ──▶ newest entry with that id ──▶ older ones
 *     terms    [96 bits of hash] ...          slots ──▶ newest entry with that term ──▶ older ones
 *     isThere  [1 byte] ...
 *
 * Entries with equal keys are linked from the newest to the oldest. Links are rare, because a document replaces
 * the others with its id or term unless overwriting is off. Removed entries are unlinked when a search meets them.
 *
 * Ours: open addressing with linear probing over entry numbers; keys are compared as three words.
 * Cost: O(1) per operation; about 50 bytes an entry, 30 without terms, removed entries included.
 * Error: two ids, or two signatures, collide with probability n^2 / 2^97; not safe against adversarial ids.
 */

import { foldHash128 } from '../../ground/hash/murmur3.ts'
import { resized } from '../../ground/lists/growing-lists.ts'

const firstCapacity = 1024
const wordsOfKey = 3
/** Minimum number of slots per entry. */
const slotsPerEntry = 1.5
const noEntry = -1

const state = new Uint32Array(4)
let units = new Uint8Array(512)

/** Grows by half: copying is rare, and at most a third is unused. */
function grown(capacity: number): number {
  return Math.ceil(capacity * 1.5)
}

/** Writes the hash of a text to `keys` at entry `entry`. */
function writeKey(text: string, keys: Uint32Array, entry: number): void {
  if (units.length < 2 * text.length) units = new Uint8Array(4 * text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    units[2 * i] = unit
    units[2 * i + 1] = unit >>> 8
  }
  state.fill(0)
  foldHash128(units, 0, 2 * text.length, state)
  keys.set(state.subarray(0, wordsOfKey), entry * wordsOfKey)
}

/** Entries found by one key. */
class KeyColumn {
  #keys = new Uint32Array((firstCapacity + 1) * wordsOfKey)
  #slots = new Int32Array(2 * firstCapacity).fill(noEntry)
  #usedSlots = 0
  /** From an entry to the next older one with the same key. */
  #older = new Map<number, number>()

  /** Makes the entry the newest one with the key. */
  add(entry: number, text: string, isThere: Uint8Array): void {
    this.#makeRoom(entry, isThere)
    writeKey(text, this.#keys, entry)
    this.#link(entry, isThere)
  }

  /** Gives an entry the key of another entry, if that has one. */
  copy(entry: number, from: number, isThere: Uint8Array): void {
    this.#makeRoom(entry, isThere)
    const [at, end] = [from * wordsOfKey, (from + 1) * wordsOfKey]
    this.#keys.copyWithin(entry * wordsOfKey, at, end)
    if (this.#keys.subarray(at, end).some(word => word !== 0)) this.#link(entry, isThere)
  }

  /** An entry without a key, stored as zero. */
  addNone(entry: number, isThere: Uint8Array): void {
    if (this.#usedSlots === 0) return
    this.#makeRoom(entry, isThere)
    this.#keys.fill(0, entry * wordsOfKey, (entry + 1) * wordsOfKey)
  }

  /** Present entries with a key, from the newest. */
  find(text: string, isThere: Uint8Array): number[] {
    if (this.#usedSlots === 0) return []
    // The key searched for is stored behind the entries.
    const wanted = this.#keys.length / wordsOfKey - 1
    writeKey(text, this.#keys, wanted)
    const found: number[] = []
    let last = noEntry
    for (let entry = this.#slots[this.#slotOf(wanted)]; entry !== noEntry; ) {
      const next = this.#older.get(entry) ?? noEntry
      if (isThere[entry]) {
        found.push(entry)
        last = entry
      } else if (last !== noEntry) this.#relink(last, entry, next)
      entry = next
    }
    return found
  }

  /** Unlinks a removed entry. */
  #relink(newer: number, removed: number, older: number): void {
    this.#older.delete(removed)
    if (older === noEntry) this.#older.delete(newer)
    else this.#older.set(newer, older)
  }

  #makeRoom(entry: number, isThere: Uint8Array): void {
    if ((entry + 2) * wordsOfKey > this.#keys.length) {
      this.#keys = resized(this.#keys, grown(this.#keys.length / wordsOfKey) * wordsOfKey)
    }
    if ((this.#usedSlots + 1) * slotsPerEntry <= this.#slots.length) return
    // Keys without entries leave their slots.
    const linked = this.#linkedEntries().filter(one => isThere[one])
    const wanted = (linked.length + 1) * slotsPerEntry
    this.#slots = new Int32Array(this.#slots.length * (wanted * 2 > this.#slots.length ? 2 : 1)).fill(
      noEntry,
    )
    this.#older = new Map()
    this.#usedSlots = 0
    for (const one of linked) this.#link(one, isThere)
  }

  /** All entries that can be found, from the oldest. */
  #linkedEntries(): Int32Array {
    const heads = this.#slots.filter(entry => entry !== noEntry)
    const all = new Int32Array(heads.length + this.#older.size)
    all.set(heads)
    all.set([...this.#older.values()], heads.length)
    return all.sort()
  }

  #link(entry: number, isThere: Uint8Array): void {
    const slot = this.#slotOf(entry)
    let newest = this.#slots[slot]
    if (newest === noEntry) this.#usedSlots++
    while (newest !== noEntry && !isThere[newest]) {
      const next = this.#older.get(newest) ?? noEntry
      this.#older.delete(newest)
      newest = next
    }
    if (newest !== noEntry) this.#older.set(entry, newest)
    this.#slots[slot] = entry
  }

  /** The slot of an entry's key: where its entries are, or would be. */
  #slotOf(entry: number): number {
    const keys = this.#keys
    const slots = this.#slots
    const at = entry * wordsOfKey
    // Both words are well mixed.
    let slot = Math.floor((keys[at] / 2 ** 32) * slots.length)
    for (;;) {
      const other = slots[slot] * wordsOfKey
      if (other < 0) return slot
      if (keys[other] === keys[at] && keys[other + 1] === keys[at + 1] && keys[other + 2] === keys[at + 2])
        return slot
      if (++slot === slots.length) slot = 0
    }
  }
}

/** Documents in the order of their addition, by number. */
export class SignatureTable {
  readonly #ids = new KeyColumn()
  readonly #terms = new KeyColumn()
  #isThere = new Uint8Array(firstCapacity)
  #added = 0
  #left = 0

  /** Number of documents added, including removed ones, and the number of the next one. */
  get count(): number {
    return this.#added
  }

  /** Number of documents present. */
  get size(): number {
    return this.#left
  }

  /** Adds a document and removes none. It can be found only by the id and term given. */
  add(id: string | undefined, term: string | undefined): number {
    const entry = this.#nextEntry()
    if (id !== undefined) this.#ids.add(entry, id, this.#isThere)
    if (term !== undefined) this.#terms.add(entry, term, this.#isThere)
    else this.#terms.addNone(entry, this.#isThere)
    return entry
  }

  /** Adds a document with the term of another one, removed or not; without a term if that has none. */
  addLike(id: string | undefined, other: number): number {
    const entry = this.#nextEntry()
    if (id !== undefined) this.#ids.add(entry, id, this.#isThere)
    this.#terms.copy(entry, other, this.#isThere)
    return entry
  }

  #nextEntry(): number {
    const entry = this.#added++
    if (entry === this.#isThere.length) this.#isThere = resized(this.#isThere, grown(entry))
    this.#isThere[entry] = 1
    this.#left++
    return entry
  }

  /** Documents with an id, from the newest. */
  withId(id: string): number[] {
    return this.#ids.find(id, this.#isThere)
  }

  /** Documents with a term, from the newest. */
  withTerm(term: string): number[] {
    return this.#terms.find(term, this.#isThere)
  }

  /** Removes documents. @returns those that were present */
  remove(documents: readonly number[]): number[] {
    const removed = documents.filter(document => this.#isThere[document] === 1)
    for (const document of removed) this.#isThere[document] = 0
    this.#left -= removed.length
    return removed
  }

  /** Removes all documents; numbering continues. */
  clear(): void {
    this.#isThere.fill(0)
    this.#left = 0
  }

  has(document: number): boolean {
    return this.#isThere[document] === 1
  }

  /** Numbers of the documents present, ascending. */
  numbers(): Uint32Array {
    const numbers = new Uint32Array(this.#left)
    let at = 0
    for (let entry = 0; entry < this.#added; entry++) if (this.#isThere[entry]) numbers[at++] = entry
    return numbers
  }
}
