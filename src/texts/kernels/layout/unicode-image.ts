/**
 * The Unicode tables of the text rule, unpacked as the kernels read them; `kernels/unicode/` makes and explains them.
 *
 *     u32 offsets[6]: composites, their number, pairs, records, sequences, index; from the first byte, a multiple of 64
 *     u64 composites    character << 42 | first << 21 | second, ascending
 *     u16 pairs         numbers of the composites, ascending by their lower 42 bits
 *     u32 records       class | flag << 2 | kind << 3 | rank << 5 | field << 11; field is signed
 *     u32 sequences     their length, then characters in NFC: character | class and flag << 24
 *     u16 index         character < tableEnd to a record number; numbers below 9 are their own record
 *
 * rank: combining classes as numbers in their order. kind, for a fast path:
 *   0 alone   begins a normalisation segment, and all its treatment is adding `field`
 *   1 mark    never composes, and stays as it is while ranks do not fall; or, with class 0, vanishes
 *   2 first   begins a segment that must be mapped and composed
 *   3 inner   belongs to the segment of the character before it, which must be mapped and composed
 * With kinds 2 and 3 `field` is the place of the sequence that the character becomes, or 0 if it stays.
 *
 * Packed, in characters: numbers of a last digit below 64 and others before it. By columns, they are runs of
 * class and flag, runs of ranks, second parts of composites, composites, mappings: `kernels/unicode/generate.ts`.
 *
 * Source: UAX #15 (Unicode 17.0.0), section 9 (quick check), for the kinds. Ours: the form. Cost: 2 ms.
 */
import { unicodeTables } from '../generated/unicode-tables.ts'

/** Characters from here on have no place in the index. */
export const tableEnd = 0x33480

/** The record of characters that vanish, and its number. */
export const ignoredRecord = 8
const kinds = { alone: 0, mark: 1, first: 2, inner: 3 } as const

/** All packed numbers, in one loop: the engine compiles it while it runs. */
function packedNumbers(text: string): Int32Array {
  const numbers = new Int32Array(text.length)
  let count = 0
  let unit = 1
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    const digit = character < 92 ? character - 40 : character - 41
    numbers[count] += unit * digit
    unit *= 22
    if (digit >= 64) continue
    unit = 1
    count++
  }
  return numbers.subarray(0, count)
}

const signed = (value: number): number => (value & 1 ? -(value + 1) / 2 : value / 2)

/** Reads packed numbers in order. */
class Packed {
  readonly #numbers = packedNumbers(unicodeTables)
  #at = 0

  take(count: number): Int32Array {
    this.#at += count
    return this.#numbers.subarray(this.#at - count, this.#at)
  }

  /** Rows of `width` numbers, column after column. */
  columns(width: number): Int32Array[] {
    const [count] = this.take(1)
    return Array.from({ length: width }, () => this.take(count))
  }

  /** Writes the values of runs. @returns [from, to) of those that are not 0, one after the other */
  fill(target: Uint8Array | Uint16Array): number[] {
    const [lengths, values] = this.columns(2)
    const filled: number[] = []
    let at = 0
    for (let i = 0; i < lengths.length; i++) {
      const to = at + lengths[i]
      if (values[i] !== 0) {
        target.fill(values[i], at, to)
        filled.push(at, to)
      }
      at = to
    }
    return filled
  }
}

class Unpacking {
  readonly #packed = new Packed()
  /** The first nine are their own number. */
  readonly #records = [0, 1, 2, 3, 4, 5, 6, 7, ignoredRecord]
  readonly #index = new Uint16Array(tableEnd)
  readonly #ranks = new Uint8Array(tableEnd)
  /** Second parts of compositions, with Hangul vowels and finals. */
  readonly #seconds = new Set<number>()
  /** [whole, first, second], ascending. */
  readonly #composites: (readonly [number, number, number])[] = []
  /** The first part of composites. */
  readonly #firsts = new Map<number, number>()
  /** Begins with a word that is no sequence: place 0 means none. */
  readonly #sequences: number[] = [0]

  /** The tables. The order of the steps is that of the packed numbers. */
  image(): Uint8Array<ArrayBuffer> {
    this.#packed.fill(this.#index)
    const marks = this.#packed.fill(this.#ranks)
    this.#readComposites()
    this.#noteInner(marks)
    this.#readMappings()
    return this.#laidOut()
  }

  #readComposites(): void {
    for (let vowel = 0x1161; vowel < 0x1161 + 21; vowel++) this.#seconds.add(vowel)
    for (let final = 0x11a8; final < 0x11a8 + 27; final++) this.#seconds.add(final)
    const [seconds] = this.#packed.columns(1)
    for (const second of seconds) this.#seconds.add(second)
    const [gaps, firsts, numbers] = this.#packed.columns(3)
    let whole = -1
    let first = 0
    for (const [i, gap] of gaps.entries()) {
      whole += gap + 1
      first += signed(firsts[i])
      this.#composites.push([whole, first, seconds[numbers[i]]])
      this.#firsts.set(whole, first)
    }
  }

  /** The first character of the canonical decomposition. */
  #firstOf(character: number): number {
    const first = this.#firsts.get(character)
    return first === undefined ? character : this.#firstOf(first)
  }

  #startsSegment(character: number): boolean {
    const first = this.#firstOf(character)
    return this.#ranks[first] === 0 && !this.#seconds.has(first)
  }

  /** Gives characters of equal class, kind and rank that follow each other one record. */
  #note(character: number, record: number): void {
    if (record !== this.#records.at(-1)) this.#records.push(record)
    this.#index[character] = this.#records.length - 1
  }

  /** Unchanged characters that do not begin a segment. @param marks [from, to) of those with a rank */
  #noteInner(marks: readonly number[]): void {
    const note = (character: number, kind: number): void => {
      const own = this.#index[character]
      if (own < ignoredRecord) this.#note(character, own | (kind << 3) | (this.#ranks[character] << 5))
    }
    for (let i = 0; i < marks.length; i += 2) {
      for (let mark = marks[i]; mark < marks[i + 1]; mark++)
        note(mark, this.#seconds.has(mark) ? kinds.inner : kinds.mark)
    }
    for (const second of this.#seconds) note(second, kinds.inner)
    for (const [whole] of this.#composites) if (!this.#startsSegment(whole)) note(whole, kinds.inner)
  }

  #readMappings(): void {
    const [gaps, heads] = this.#packed.columns(2)
    const singles = this.#packed.take(heads.filter(head => (head & 3) !== 3).length)
    const before: number[] = []
    let from = 0
    let target = 0
    let single = 0
    for (let i = 0; i < gaps.length; i++) {
      const form = heads[i] & 3
      const count = (heads[i] >> 2) + 1
      from += gaps[i]
      if (form === 3) {
        const differences = this.#packed.take(count + 1)
        for (let at = 0; at <= count; at++) before[at] = (before[at] ?? 0) + signed(differences[at])
        this.#map(from++, before.slice(0, count + 1))
        continue
      }
      target += signed(singles[single++])
      const step = form === 1 ? 2 : 1
      const targetStep = form === 2 ? 0 : step
      for (let at = 0; at < count; at++) this.#map(from + at * step, [target + at * targetStep])
      from += (count - 1) * step + 1
      target += count * targetStep
    }
  }

  #map(character: number, targets: readonly number[]): void {
    const [target] = targets
    const starts = this.#startsSegment(target)
    const own = this.#records[this.#index[target]] & 7
    if (starts && targets.length === 1) this.#note(character, own | ((target - character) << 11))
    else {
      const kind = starts ? kinds.first : kinds.inner
      this.#note(character, own | (kind << 3) | (this.#sequence(targets) << 11))
    }
  }

  /** Writes characters after their number. @returns the place */
  #sequence(characters: readonly number[]): number {
    const place = this.#sequences.length
    this.#sequences.push(characters.length)
    for (const each of characters)
      this.#sequences.push(each | ((this.#records[this.#index[each]] & 7) << 24))
    return place
  }

  #laidOut(): Uint8Array<ArrayBuffer> {
    const composites = this.#composites
    const wholes = new Uint32Array(2 * composites.length)
    const keys = new Float64Array(composites.length)
    for (let i = 0; i < composites.length; i++) {
      const [whole, first, second] = composites[i]
      wholes[2 * i] = (first << 21) | second
      wholes[2 * i + 1] = (whole << 10) | (first >> 11)
      keys[i] = first * 2 ** 21 + second
    }
    // An even number of pairs keeps the records aligned.
    const pairs = new Uint16Array(composites.length + (composites.length & 1))
    pairs.set([...keys.keys()].sort((a, b) => keys[a] - keys[b]))
    const parts = [
      wholes,
      pairs,
      new Uint32Array(this.#records),
      new Uint32Array(this.#sequences),
      this.#index,
    ]
    const places = [32]
    for (const part of parts) places.push((places.at(-1) as number) + part.byteLength)
    const image = new Uint8Array(places[parts.length])
    new Uint32Array(image.buffer, 0, 6).set([places[0], composites.length, ...places.slice(1, 5)])
    for (const [i, part] of parts.entries()) image.set(new Uint8Array(part.buffer), places[i])
    return image
  }
}

let unpacked: Uint8Array<ArrayBuffer> | undefined

/** The tables, shared: do not write to them. */
export function unicodeImage(): Uint8Array<ArrayBuffer> {
  unpacked ??= new Unpacking().image()
  return unpacked
}
