/**
 * Workspace: kernels and the layout of their memory.
 *
 *     base │ plan │ small results │ stop words │ what owners claim ... │ free: belongs to the call at work ...
 *
 * The part before `free` is laid out once. The caller places texts and shingles behind it: `at` is always free memory,
 * and a call uses as much of it as it needs.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Kernels } from '../kernels/layout/kernels.ts'
import {
  align64,
  canonicalRoom,
  rarestScratchBytes,
  setTableBytes,
  stopTableBits,
  writeStopTable,
} from '../kernels/layout/memory-layout.ts'
import {
  type KernelPlan,
  ruleOf,
  scratchBytes,
  uncountedBytes,
  writePlan,
} from '../kernels/layout/plan-layout.ts'
import type { Overlap } from '../similarity/overlap.ts'

/** A plan and its address in kernel memory. */
export interface PlacedPlan {
  readonly plan: KernelPlan
  readonly planAt: number
}

/** The address of shingle hashes (u64) in kernel memory. */
export interface PlacedShingles {
  readonly at: number
  readonly count: number
}

export class Workspace implements PlacedPlan {
  readonly kernels: Kernels
  readonly plan: KernelPlan
  readonly planAt: number
  /** 64 bytes for small results of single calls. */
  readonly resultAt: number
  readonly #fix: string
  #free: number
  #bytes = new Uint8Array(0)
  #words = new Uint32Array(0)

  /**
   * @param stops token hashes of the stop words, for the unit `stopword`
   * @param fix how to fix insufficient memory
   */
  constructor(
    kernels: Kernels,
    plan: KernelPlan,
    stops: Iterable<bigint> & { length: number },
    fix: string,
  ) {
    this.kernels = kernels
    this.planAt = kernels.base
    this.resultAt = this.planAt + 64
    this.#fix = fix
    const stopsAt = this.resultAt + 64
    const stopBits = stopTableBits(stops.length)
    this.#free = align64(stopsAt + 8 * 2 ** stopBits)
    this.plan = { ...plan, stops: stopsAt, stopBits }
    this.reserve(this.#free)
    writePlan(kernels.memory.buffer, this.planAt, this.plan)
    writeStopTable(kernels.memory.buffer, stopsAt, stopBits, stops)
  }

  /** First byte not laid out. */
  get free(): number {
    return this.#free
  }

  /** Room that belongs to the caller; only before the first call. @throws NearsameError MEMORY_EXHAUSTED */
  claim(bytes: number): number {
    const at = this.#free
    this.#free = align64(at + bytes)
    this.reserve(this.#free)
    return at
  }

  /** Makes [0, end) and the 64 bytes behind it addressable. @throws NearsameError MEMORY_EXHAUSTED */
  reserve(end: number): void {
    if (end + 64 <= this.#bytes.length) return
    if (!this.kernels.reserve(end + 64)) {
      throw new NearsameError('MEMORY_EXHAUSTED', {
        expected: 'at most 4 GiB of kernel memory',
        got: `a need of ${end} bytes`,
        fix: this.#fix,
      })
    }
    const { buffer } = this.kernels.memory
    this.#bytes = new Uint8Array(buffer)
    this.#words = new Uint32Array(buffer)
  }

  /** The memory as bytes. Read it again after `reserve`. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** The memory as u32. Read it again after `reserve`. */
  get words(): Uint32Array {
    return this.#words
  }

  /** `length` u32 at `at`, a view. */
  wordsAt(at: number, length: number): Uint32Array {
    return this.#words.subarray(at / 4, at / 4 + length)
  }

  /** `count` u64 at `at`, a copy. */
  hashes(at: number, count: number): BigUint64Array {
    return new BigUint64Array(this.kernels.memory.buffer.slice(at, at + 8 * count))
  }

  /** 128-bit hash of some bytes: four u32, a view that the next call overwrites. */
  hash128(bytes: Uint8Array, at: number): Uint32Array {
    this.reserve(at + bytes.length)
    this.bytes.set(bytes, at)
    this.kernels.hash128(at, at + bytes.length, this.resultAt)
    return this.wordsAt(this.resultAt, 4)
  }

  /**
   * Shingle hashes (u64) of the text at [from, to), with repeats, written to `at`, which may be the text's own place or
   * before it, since the text is not needed once its shingles are known.
   *
   * @param scratch free memory behind the text, and behind room for its shingles unless the text may be overwritten
   * @returns their number
   */
  shingles(from: number, to: number, scratch: number, at: number, by: PlacedPlan = this): number {
    this.reserve(scratch + this.scratch(from, to, by.plan))
    return this.kernels.shinglesOf(from, to, by.planAt, scratch, at)
  }

  /** Scratch bytes that the text at [from, to) takes. */
  scratch(from: number, to: number, plan: KernelPlan): number {
    const bytes = to - from
    const expanding = bytes > uncountedBytes ? this.kernels.expanding(from, to) : undefined
    return scratchBytes(bytes, plan, expanding)
  }

  /** The same for given bytes. */
  cutText(text: Uint8Array, at: number): number {
    const from = align64(at)
    const to = from + text.length
    this.reserve(to)
    this.bytes.set(text, from)
    return this.shingles(from, to, align64(to + 64), at)
  }

  /** Drops repeats among `count` shingle hashes at `at`. @returns the number left */
  distinct(at: number, count: number): number {
    if (count === 0) return 0
    const table = align64(at + 8 * count)
    this.reserve(table + setTableBytes(count))
    return this.kernels.distinct(at, count, table, at)
  }

  /** Exact sizes of two sets; drops repeats in them. @param free memory behind both */
  overlap(left: PlacedShingles, right: PlacedShingles, free: number): Overlap {
    const table = align64(free)
    this.reserve(table + setTableBytes(Math.max(left.count, right.count)))
    const { kernels } = this
    const a = kernels.distinct(left.at, left.count, table, left.at)
    const b = kernels.distinct(right.at, right.count, table, right.at)
    return { shared: this.shared({ at: left.at, count: a }, { at: right.at, count: b }, free), a, b }
  }

  /** The number of shingles shared by two sets without repeats. */
  shared(left: PlacedShingles, right: PlacedShingles, free: number): number {
    const table = align64(free)
    this.reserve(table + setTableBytes(left.count))
    this.kernels.tableOf(left.at, left.count, table)
    return this.kernels.shared(table, left.count, right.at, right.count)
  }

  /**
   * The low halves of the rarest `many` of distinct shingles, the rarest first: a view of memory behind these.
   *
   * @param classesAt address of the classes of counters
   */
  rarest({ at, count }: PlacedShingles, many: number, classesAt: number): Uint32Array {
    const out = align64(at + 8 * count)
    const scratch = align64(out + 4 * many)
    this.reserve(scratch + rarestScratchBytes(count))
    this.kernels.rarest(at, count, many, classesAt, scratch, out)
    return this.wordsAt(out, many)
  }

  /** Signature of `count` >= 1 shingle hashes at `at`, a copy. */
  signature(at: number, count: number): Uint32Array {
    return this.wordsAt(this.#sign(at, count, this.plan), this.plan.signatureLength).slice()
  }

  /** Band keys of the same, a copy. @param shape the signature and its bands, if they differ from the plan's */
  bandKeys(at: number, count: number, shape: KeyShape = this.plan): Uint32Array {
    const { bands, rows, signatureLength } = shape
    const values = this.#sign(at, count, shape)
    const keys = align64(values + 4 * signatureLength + 64)
    this.reserve(keys + 4 * bands)
    this.kernels.bandKeys(values, bands, rows, keys)
    return this.wordsAt(keys, bands).slice()
  }

  /** @returns where the signature is, behind the shingles */
  #sign(at: number, count: number, { signatureLength, seed }: Omit<KeyShape, 'bands' | 'rows'>): number {
    const out = align64(at + 8 * count + 64)
    this.reserve(out + 4 * signatureLength)
    this.kernels.signature(at, count, signatureLength, seed, out)
    return out
  }

  /** Canonical text of a text, a copy. */
  canonicalise(text: Uint8Array, at: number): Uint8Array {
    const out = align64(at + text.length + 64)
    this.reserve(out + canonicalRoom(text.length))
    this.bytes.set(text, at)
    const end = this.kernels.canonicalise(at, at + text.length, out, ruleOf(this.plan))
    return this.bytes.slice(out, end)
  }
}

/** How a signature is made and cut into keys. */
export interface KeyShape {
  readonly signatureLength: number
  readonly seed: number
  readonly bands: number
  readonly rows: number
}
