/**
 * Plan: the settings that `describe` and `shinglesOf` read from memory, ten u32 in this order.
 *
 *     unit  size  stops  stopBits  signatureLength  seed  bands  rows  sketches  sequence
 */
import { setTableBytes } from './memory-layout.ts'

/** Bits of an odd sketch. */
export const oddSketchBits = 640
/** u32 of an odd sketch: those of its bits, then the one of the size. */
export const oddSketchWords = oddSketchBits / 32 + 1
/** Maximum number of shingles, with repeats, for a sketch: beyond, its bits would say nothing. */
export const mostSketched = 16384
/** The size value of a missing sketch. */
export const notSketched = 0xffffffff

const shingleUnits = { words: 0, chars: 1, stopword: 2 } as const

export interface KernelPlan {
  readonly unit: keyof typeof shingleUnits
  readonly size: number
  /** Pointer and log2 size of the stop-word table; read only for the unit `stopword`. */
  readonly stops: number
  readonly stopBits: number
  readonly signatureLength: number
  readonly seed: number
  /** 0 makes `describe` compute only the hash of the raw text. */
  readonly bands: number
  readonly rows: number
  /** Whether `describe` adds an odd sketch to each row. */
  readonly sketches?: boolean
  /** Number of consecutive runs in a shingle of the unit `stopword`. Default: one. */
  readonly sequence?: number
}

export const planBytes = 64

/** Fields stored unchanged; the unit precedes them, the optional ones follow. */
const numbers = ['size', 'stops', 'stopBits', 'signatureLength', 'seed', 'bands', 'rows'] as const

export function writePlan(memory: ArrayBuffer, at: number, plan: KernelPlan): void {
  const { unit, sketches = false, sequence = 1 } = plan
  const values = [shingleUnits[unit], ...numbers.map(name => plan[name]), Number(sketches), sequence]
  new Uint32Array(memory, at, values.length).set(values)
}

export function readPlan(memory: ArrayBuffer, at: number): Required<KernelPlan> {
  const [unit, ...values] = new Uint32Array(memory, at, 3 + numbers.length)
  const units = Object.keys(shingleUnits) as KernelPlan['unit'][]
  const named = Object.fromEntries(numbers.map((name, i) => [name, values[i]]))
  const [sketches, sequence] = values.slice(numbers.length)
  return {
    unit: units[unit],
    ...(named as Record<(typeof numbers)[number], number>),
    sketches: sketches === 1,
    sequence,
  }
}

/**
 * Positions of the values (u32) in a row, which `describe` writes for a text:
 *
 *     0          4          8           9             9 + bands
 *     │ raw text │ tokens   │ number of │ band keys ... │ the odd sketch, if wanted
 *     │ hashed   │ hashed   │ tokens    │
 */
export const tokenHashWord = 4
export const tokenCountWord = 8
export const bandKeysWord = 9

/** Number of values in a row. */
export const describeStride = (bands: number, sketches = false): number =>
  bandKeysWord + bands + (sketches ? oddSketchWords : 0)

/**
 * Scratch bytes for texts of at most `textBytes`: canonical text, token hashes, shingle hashes and signature,
 * concatenated, then the table of the shingles to sketch. Ten bytes per byte of text cover one-letter tokens
 * (1 + 4 + 4).
 */
export function scratchBytes(textBytes: number, plan: KernelPlan): number {
  return (
    10 * textBytes +
    (plan.sketches ? setTableBytes(mostSketched) : 0) +
    16 * (plan.size + (plan.sequence ?? 1)) +
    4 * plan.signatureLength +
    1024
  )
}
