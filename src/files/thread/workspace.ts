/**
 * Workspace: the kernels of one thread and the layout of their memory.
 *
 *     base │ plan │ wanted JSON keys │ small results │ input ... │ tables │ texts ... │ scratch ...
 *
 * Everything up to `free` is laid out once, and by those who `claim` room; what lies behind belongs to the task at
 * work.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Kernels } from '../../texts/kernels/layout/kernels.ts'
import { align64, stopTableBits, writeStopTable } from '../../texts/kernels/layout/memory-layout.ts'
import { type KernelPlan, planBytes, writePlan } from '../../texts/kernels/layout/plan-layout.ts'

const encoder = new TextEncoder()

export class Workspace {
  readonly kernels: Kernels
  readonly plan: KernelPlan
  readonly planAt: number
  /** u32 results of `jsonRecord`. */
  readonly resultAt: number
  /** Table of wanted JSON keys for `jsonRecord`. */
  readonly keysAt: number
  readonly keys: readonly string[]
  readonly keyCount: number
  #free: number
  #bytes = new Uint8Array(0)
  #words = new Uint32Array(0)

  /** @param stopHashes token hashes of the stop words, for the unit `stopword` */
  constructor(
    kernels: Kernels,
    plan: KernelPlan,
    keys: readonly string[],
    stopHashes: readonly bigint[] = [],
  ) {
    this.kernels = kernels
    this.planAt = kernels.base
    this.keysAt = this.planAt + 64
    this.keys = keys
    this.keyCount = keys.length
    const names = keys.map(key => encoder.encode(key))
    const namesAt = this.keysAt + align64(8 * keys.length)
    const namesBytes = names.reduce((sum, name) => sum + name.length, 0)
    this.resultAt = align64(namesAt + namesBytes + 64)
    const stopsAt = this.resultAt + align64(12 * keys.length + 64)
    const stopBits = stopTableBits(stopHashes.length)
    this.#free = align64(stopsAt + 8 * 2 ** stopBits)
    this.plan = { ...plan, stops: stopsAt, stopBits }
    this.reserve(this.free + planBytes)
    writePlan(this.kernels.memory.buffer, this.planAt, this.plan)
    this.#writeKeys(names, namesAt)
    writeStopTable(kernels.memory.buffer, stopsAt, stopBits, stopHashes)
  }

  #writeKeys(names: readonly Uint8Array[], namesAt: number): void {
    let at = namesAt
    names.forEach((name, i) => {
      this.bytes.set(name, at)
      this.words.set([at, name.length], this.keysAt / 4 + 2 * i)
      at += name.length
    })
  }

  /** First byte that tasks may use. */
  get free(): number {
    return this.#free
  }

  /** Room that stays the caller's; before any task is at work. @throws NearsameError MEMORY_EXHAUSTED */
  claim(bytes: number): number {
    const at = this.#free
    this.#free = align64(at + bytes)
    this.reserve(this.#free)
    return at
  }

  /** Makes [0, end) addressable. @throws NearsameError MEMORY_EXHAUSTED */
  reserve(end: number): void {
    if (end <= this.#bytes.length) return
    if (!this.kernels.reserve(end)) {
      throw new NearsameError('MEMORY_EXHAUSTED', {
        expected: 'at most 4 GiB of kernel memory for a thread',
        got: `a need of ${end} bytes`,
        fix: 'lower `maxRecord`, so that such a record is skipped',
      })
    }
    const { buffer } = this.kernels.memory
    this.#bytes = new Uint8Array(buffer)
    this.#words = new Uint32Array(buffer)
  }

  /** The memory as bytes; taken anew after it has grown. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** The memory as u32. */
  get words(): Uint32Array {
    return this.#words
  }
}
