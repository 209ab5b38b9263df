/**
 * Name table: a hash table from names to numbers, with open addressing; the names stay with their documents.
 *
 * Cost: 4 to 16 bytes per name.
 */

const removed = 0xffff_ffff

export class NameTable {
  readonly #nameOf: (number: number) => string
  #slots = new Uint32Array(1024)
  /** Slots in use, including those of removed names. */
  #used = 0
  #count = 0

  /** @param nameOf the name of a number in the table */
  constructor(nameOf: (number: number) => string) {
    this.#nameOf = nameOf
  }

  get sizeBytes(): number {
    return 4 * this.#slots.length
  }

  get(name: string): number | undefined {
    for (let slot = this.#slotOf(name); this.#slots[slot] !== 0; slot = this.#next(slot)) {
      const number = this.#slots[slot]
      if (number !== removed && this.#nameOf(number) === name) return number
    }
    return undefined
  }

  /** REQUIRES: the name is not in the table. */
  set(name: string, number: number): void {
    if (2 * this.#used >= this.#slots.length) this.#rebuild()
    let slot = this.#slotOf(name)
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== removed) slot = this.#next(slot)
    if (this.#slots[slot] === 0) this.#used++
    this.#slots[slot] = number
    this.#count++
  }

  delete(name: string): void {
    for (let slot = this.#slotOf(name); this.#slots[slot] !== 0; slot = this.#next(slot)) {
      const number = this.#slots[slot]
      if (number === removed || this.#nameOf(number) !== name) continue
      this.#slots[slot] = removed
      this.#count--
      return
    }
  }

  #rebuild(): void {
    const old = this.#slots
    let size = 1024
    while (size < 4 * this.#count) size *= 2
    this.#slots = new Uint32Array(size)
    this.#used = 0
    this.#count = 0
    for (const number of old) if (number !== 0 && number !== removed) this.set(this.#nameOf(number), number)
  }

  #slotOf(name: string): number {
    return nameKey(name) & (this.#slots.length - 1)
  }

  #next(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1)
  }
}

/**
 * The key of a name: FNV-1a over its units, then mixed, because names often differ only in their last digits.
 *
 * @example nameKey('"a"') // => 921681762
 */
export function nameKey(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
