/**
 * Measured pairs: a verifier that writes down what it measures, and answers what an earlier run measured from there.
 *
 * A decision asks for the same pairs in every run, in an order that depends on threads. So the pairs are found by their
 * documents, in a table with open addressing.
 *
 * Ours: all of it. Cost: 16 bytes on disk for each pair; 24 to 48 in memory for each that an earlier run measured.
 */
import type { Verifier } from '../../engine/cluster/candidates.ts'
import { measureOpen } from '../../engine/cluster/measure-open.ts'
import type { LogFile } from './log-file.ts'

export class RememberingVerifier implements Verifier {
  readonly #inner: Verifier
  readonly #log: LogFile
  readonly #known: PairTable | undefined

  /** @param log of earlier measurements, read here */
  constructor(inner: Verifier, log: LogFile) {
    this.#inner = inner
    this.#log = log
    this.#known = readPairs(log)
  }

  async measure(left: Int32Array, right: Int32Array, isUrgent = false): Promise<Float64Array> {
    const known = this.#known
    if (known === undefined) return this.#measure(left, right, isUrgent)
    const similarity = Float64Array.from(left, (document, pair) => known.get(document, right[pair]))
    return measureOpen(similarity, left, right, (...open) => this.#measure(...open, isUrgent))
  }

  async #measure(left: Int32Array, right: Int32Array, isUrgent: boolean): Promise<Float64Array> {
    // The caller may use its lists again.
    const [first, second] = [left.slice(), right.slice()]
    const similarity = await this.#inner.measure(left, right, isUrgent)
    appendRows(this.#log, first, second, similarity)
    return similarity
  }
}

/** Bytes of a row. */
const rowBytes = 16

/** Appends pairs, by columns, as one frame: i32 · i32 · f64, little endian. @throws NearsameError as `append` does */
function appendRows(log: LogFile, first: Int32Array, second: Int32Array, values: Float64Array): void {
  const rows = new DataView(new ArrayBuffer(rowBytes * first.length))
  for (let row = 0, at = 0; row < first.length; row++, at += rowBytes) {
    rows.setInt32(at, first[row], true)
    rows.setInt32(at + 4, second[row], true)
    rows.setFloat64(at + 8, values[row], true)
  }
  log.append(new Uint8Array(rows.buffer))
}

/** Takes the pairs that an earlier run appended; the log goes on behind them. */
function restoreRows(log: LogFile, take: (first: number, second: number, value: number) => void): void {
  for (const frame of log.frames()) {
    const rows = new DataView(frame.buffer, frame.byteOffset, frame.length)
    for (let at = 0; at < frame.length; at += rowBytes)
      take(rows.getInt32(at, true), rows.getInt32(at + 4, true), rows.getFloat64(at + 8, true))
  }
  log.cutAt(log.length)
}

/** The pairs of a log, which then goes on behind them; undefined if there are none. */
function readPairs(log: LogFile): PairTable | undefined {
  let pairs = 0
  restoreRows(log, () => pairs++)
  const table = pairs === 0 ? undefined : new PairTable(pairs)
  restoreRows(log, (left, right, similarity) => table?.set(left, right, similarity))
  return table
}

/** From a pair, whichever is left, to its similarity. */
class PairTable {
  readonly #mask: number
  /** Of each slot the smaller document, -1 if it is free, and the larger one. */
  readonly #documents: Int32Array
  readonly #values: Float64Array

  constructor(pairs: number) {
    const slots = 2 ** Math.ceil(Math.log2(1.5 * pairs + 1))
    this.#mask = slots - 1
    this.#documents = new Int32Array(2 * slots).fill(-1)
    this.#values = new Float64Array(slots)
  }

  #slotOf(left: number, right: number): number {
    const [small, large] = left < right ? [left, right] : [right, left]
    const mixed = Math.imul(small, 0x9e3779b1) ^ Math.imul(large, 0x85ebca6b)
    let slot = (mixed ^ (mixed >>> 15)) & this.#mask
    for (;;) {
      const found = this.#documents[2 * slot]
      if (found === -1 || (found === small && this.#documents[2 * slot + 1] === large)) return slot
      slot = (slot + 1) & this.#mask
    }
  }

  set(left: number, right: number, value: number): void {
    const slot = this.#slotOf(left, right)
    this.#documents[2 * slot] = Math.min(left, right)
    this.#documents[2 * slot + 1] = Math.max(left, right)
    this.#values[slot] = value
  }

  /** NaN if the pair is unknown. */
  get(left: number, right: number): number {
    const slot = this.#slotOf(left, right)
    return this.#documents[2 * slot] === -1 ? Number.NaN : this.#values[slot]
  }
}
