/**
 * Differences, in which Parquet writes integers and the lengths of byte arrays:
 *
 *     head    = values of a block, parts of a block, values (varints) first value (zigzag varint)
 *     block   = least difference (zigzag varint) width of each part (a byte) part*
 *     part    = as many values as all parts of a block have alike: what each difference is above the least, in as many
 *               bits as the width says, the first in the lowest bits
 *
 * Sums wrap around. DuckDB writes differences of unsigned 32-bit integers as those of 64-bit ones: their low words are
 * the same.
 *
 * Source: Apache Parquet format 2.11, "Delta encoding". Cost: linear; a varint has at most 10 bytes.
 */

const mostVarint = 70
const mostWidth = 64
/** Values of a block; writers have 128 to 4096. */
const mostBlock = 2 ** 20

/** 64 bits as two 32-bit integers. */
interface Wide {
  low: number
  high: number
}

/**
 * @param words of a value: 1 for 32 bits, 2 for 64
 * @returns count * words, the low word of each value first, and where the differences end
 * @throws RangeError if they do not fit
 */
export function readDeltas(
  bytes: Uint8Array,
  from: number,
  count: number,
  words: number,
): { readonly values: Int32Array<ArrayBuffer>; readonly end: number } {
  const reader = new DeltaReader(bytes, from)
  const [size, parts, promised] = [reader.number(), reader.number(), reader.number()]
  if (!(parts > 0 && size > 0 && size <= mostBlock && size % parts === 0))
    throw new RangeError(`blocks of ${size} differences in ${parts} parts`)
  if (promised < count) throw new RangeError(`${promised} differences for ${count} values`)
  const values = new Int32Array(count * words)
  const value = reader.zigzag()
  setWords(values, 0, value, words)
  for (let next = 1; next < count; ) {
    const least = reader.zigzag()
    const widths = reader.take(parts)
    for (const width of widths) {
      if (next >= count) break
      const many = Math.min(size / parts, count - next)
      reader.differences(width, many, difference => {
        const low = (value.low >>> 0) + (least.low >>> 0) + (difference.low >>> 0)
        value.high = (value.high + least.high + difference.high + Math.floor(low / 2 ** 32)) | 0
        value.low = low | 0
        setWords(values, next++, value, words)
      })
      reader.at += Math.ceil(((size / parts) * width) / 8)
    }
  }
  return { values, end: reader.at }
}

function setWords(values: Int32Array, place: number, { low, high }: Wide, words: number): void {
  values[place * words] = low
  if (words === 2) values[2 * place + 1] = high
}

class DeltaReader {
  readonly #bytes: Uint8Array
  readonly #difference: Wide = { low: 0, high: 0 }
  at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  /** The next bytes. */
  take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.at, this.at + length)
    if (taken.length < length) throw early()
    this.at += length
    return taken
  }

  /** A varint below 2^53. */
  number(): number {
    const { low, high } = this.#varint()
    return (high >>> 0) * 2 ** 32 + (low >>> 0)
  }

  zigzag(): Wide {
    const { low, high } = this.#varint()
    const sign = -(low & 1)
    return { low: ((low >>> 1) | (high << 31)) ^ sign, high: (high >>> 1) ^ sign }
  }

  #varint(): Wide {
    let [low, high] = [0, 0]
    for (let shift = 0; shift < mostVarint; shift += 7) {
      if (this.at >= this.#bytes.length) throw early()
      const byte = this.#bytes[this.at++]
      const bits = byte & 127
      if (shift < 32) low |= bits << shift
      if (shift >= 32) high |= bits << (shift - 32)
      else if (shift > 25) high |= bits >>> (32 - shift)
      if (byte < 128) return { low, high }
    }
    throw new RangeError('a varint of more than 10 bytes')
  }

  /** Calls `take` with each of the next `many` differences of `width` bits, which it may not keep. */
  differences(width: number, many: number, take: (difference: Wide) => void): void {
    if (width > mostWidth) throw new RangeError(`differences of ${width} bits`)
    if (this.at + Math.ceil((many * width) / 8) > this.#bytes.length) throw early()
    const difference = this.#difference
    const lowMask = width < 32 ? 2 ** width - 1 : -1
    const highMask = width === 64 ? -1 : width > 32 ? 2 ** (width - 32) - 1 : 0
    for (let i = 0; i < many; i++) {
      const bit = i * width
      const at = this.at + Math.floor(bit / 8)
      difference.low = this.#word(at, bit & 7) & lowMask
      difference.high = highMask === 0 ? 0 : this.#word(at + 4, bit & 7) & highMask
      take(difference)
    }
  }

  /** 32 bits from bit `shift` of the byte `at` on; bytes behind the end are 0. */
  #word(at: number, shift: number): number {
    const bytes = this.#bytes
    const low = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)
    return shift === 0 ? low : (low >>> shift) | (bytes[at + 4] << (32 - shift))
  }
}

function early(): RangeError {
  return new RangeError('differences that end early')
}
