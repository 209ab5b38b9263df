/**
 * The Unicode tables of the text rule, unpacked as the kernels read them; `kernels/unicode/` makes and explains them.
 * The definition, which the reference kernels use; `kernels/assembly/canonical/unpack-tables.ts` is the fast twin.
 *
 *     u32 offsets[6]: composites, their number, pairs, records, sequences, index; from the first byte, a multiple of 64
 *     u16 index         at 64: character < tableEnd to a record number; numbers below 9 are their own record
 *     u64 composites    character << 42 | first << 21 | second, ascending
 *     u16 pairs         numbers of the composites, ascending by their lower 42 bits
 *     u32 records       class | flag << 2 | kind << 3 | rank << 5 | field << 11; field is signed
 *     u32 sequences     their length, then characters in NFC: character | class and flag << 24
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
 * Source: UAX #15 (Unicode 17.0.0), section 9 (quick check), for the kinds. Ours: the form.
 * Cost: 10 to 15 ms of CPU once, mostly for compiling it; the twin 1 ms.
 */
import { unicodeTables } from '../generated/unicode-tables.ts'

/** Characters from here on have no place in the index. */
export const tableEnd = 0x33480

/** The record of characters that vanish, and its number. */
export const ignoredRecord = 8
/** The bits of the kind in a record. */
const kindBits = 3 << 3
const kinds = { alone: 0, mark: 1, first: 2, inner: 3 } as const

/** All packed numbers. */
function packedNumbers(): Int32Array {
  const bytes = new TextEncoder().encode(unicodeTables)
  const numbers = new Int32Array(bytes.length)
  let count = 0
  let unit = 1
  for (let at = 0; at < bytes.length; at++) {
    const digit = bytes[at] < 92 ? bytes[at] - 40 : bytes[at] - 41
    if (digit < 64) {
      numbers[count++] += unit * digit
      unit = 1
    } else {
      numbers[count] += unit * digit
      unit *= 22
    }
  }
  return numbers.subarray(0, count)
}

const signed = (value: number): number => (value >> 1) ^ -(value & 1)

interface Composites {
  /** The composites, then the pairs. */
  readonly words: Uint32Array<ArrayBuffer>
  readonly count: number
}

class Unpacking {
  readonly #numbers = packedNumbers()
  #at = 0
  readonly #index = new Uint16Array(tableEnd)
  /** The first nine are their own number. */
  readonly #records = [0, 1, 2, 3, 4, 5, 6, 7, ignoredRecord]
  /** Begins with a word that is no sequence: place 0 means none. */
  readonly #sequences: number[] = [0]

  /** The tables. The order of the steps is that of the packed numbers. */
  image(): Uint8Array<ArrayBuffer> {
    this.#readClasses()
    this.#readRanks()
    const [seconds] = this.#columns(1)
    this.#noteSeconds(seconds)
    const composites = this.#readComposites(seconds)
    this.#readMappings()
    return this.#laidOut(composites)
  }

  /** Rows of `width` numbers, column after column. */
  #columns(width: number): Int32Array[] {
    const count = this.#numbers[this.#at++]
    const at = this.#at
    this.#at += width * count
    return Array.from({ length: width }, (_, i) =>
      this.#numbers.subarray(at + i * count, at + (i + 1) * count),
    )
  }

  #readClasses(): void {
    const [lengths, values] = this.#columns(2)
    let at = 0
    for (let i = 0; i < lengths.length; i++) {
      this.#index.fill(values[i], at, at + lengths[i])
      at += lengths[i]
    }
  }

  /** Gives characters of equal class, kind and rank that follow each other one record. */
  #note(character: number, record: number): void {
    const records = this.#records
    if (record !== records[records.length - 1]) records.push(record)
    this.#index[character] = records.length - 1
  }

  /** Marks that have a rank. */
  #readRanks(): void {
    const [lengths, ranks] = this.#columns(2)
    let at = 0
    for (let i = 0; i < lengths.length; i++) {
      const to = at + lengths[i]
      const record = (kinds.mark << 3) | (ranks[i] << 5)
      for (let mark = at; ranks[i] !== 0 && mark < to; mark++) {
        const own = this.#index[mark]
        if (own !== ignoredRecord) this.#note(mark, own | record)
      }
      at = to
    }
  }

  /** Unchanged: a second part of compositions, or a composite whose first part does not begin a segment. */
  #noteInner(character: number): void {
    const number = this.#index[character]
    if (number !== ignoredRecord)
      this.#note(character, (this.#records[number] & ~kindBits) | (kinds.inner << 3))
  }

  #noteSeconds(seconds: Int32Array): void {
    for (let vowel = 0x1161; vowel < 0x1161 + 21; vowel++) this.#noteInner(vowel)
    for (let final = 0x11a8; final < 0x11a8 + 27; final++) this.#noteInner(final)
    for (let i = 0; i < seconds.length; i++) this.#noteInner(seconds[i])
  }

  /** Composites and pairs, in one piece. */
  #readComposites(seconds: Int32Array): Composites {
    const [gaps, firsts, numbers] = this.#columns(3)
    const { length } = gaps
    // An even number of pairs keeps the records aligned.
    const words = new Uint32Array(2 * length + ((length + 1) >> 1))
    const keys = new Float64Array(length)
    let whole = -1
    let first = 0
    for (let i = 0; i < length; i++) {
      whole += gaps[i] + 1
      first += signed(firsts[i])
      const second = seconds[numbers[i]]
      words[2 * i] = (first << 21) | second
      words[2 * i + 1] = (whole << 10) | (first >> 11)
      keys[i] = (first * 2 ** 21 + second) * 1024 + i
      if ((this.#records[this.#index[first]] & kindBits) !== 0) this.#noteInner(whole)
    }
    keys.sort()
    const pairs = new Uint16Array(words.buffer, 8 * length)
    for (let i = 0; i < length; i++) pairs[i] = keys[i] % 1024
    return { words, count: length }
  }

  #readMappings(): void {
    const [gaps, heads] = this.#columns(2)
    const numbers = this.#numbers
    let single = this.#at
    let inSequence = single
    for (let i = 0; i < heads.length; i++) if ((heads[i] & 3) !== 3) inSequence++
    const before: number[] = []
    let from = 0
    let target = 0
    for (let i = 0; i < gaps.length; i++) {
      const form = heads[i] & 3
      const count = (heads[i] >> 2) + 1
      from += gaps[i]
      if (form === 3) {
        for (let at = 0; at <= count; at++) before[at] = (before[at] ?? 0) + signed(numbers[inSequence++])
        this.#mapToSequence(from++, before, count + 1)
        continue
      }
      target += signed(numbers[single++])
      const step = form === 1 ? 2 : 1
      const targetStep = form === 2 ? 0 : step
      for (let at = 0; at < count; at++) {
        const record = this.#records[this.#index[target]]
        if ((record & kindBits) === 0) this.#note(from, record | ((target - from) << 11))
        else this.#mapToSequence(from, [target], 1)
        from += step
        target += targetStep
      }
      from -= step - 1
    }
  }

  /** Writes the characters after their number. */
  #mapToSequence(character: number, targets: readonly number[], count: number): void {
    const sequences = this.#sequences
    const record = this.#records[this.#index[targets[0]]]
    const kind = (record & kindBits) === 0 ? kinds.first : kinds.inner
    this.#note(character, (record & 7) | (kind << 3) | (sequences.length << 11))
    sequences.push(count)
    for (let i = 0; i < count; i++)
      sequences.push(targets[i] | ((this.#records[this.#index[targets[i]]] & 7) << 24))
  }

  #laidOut({ words, count }: Composites): Uint8Array<ArrayBuffer> {
    const parts = [this.#index, words, new Uint32Array(this.#records), new Uint32Array(this.#sequences)]
    const places = [64]
    for (const part of parts) places.push((places.at(-1) as number) + part.byteLength)
    const [index, composites, records, sequences, end] = places
    const image = new Uint8Array(end)
    new Uint32Array(image.buffer).set([
      composites,
      count,
      composites + 8 * count,
      records,
      sequences,
      index,
    ])
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
