/**
 * Plan: the settings that `describe` and `shinglesOf` read from memory, nine u32 in this order.
 *
 *     unit  size  stops  stopBits  signatureLength  seed  bands  rows  sketches
 */
import { setTableBytes } from './memory-layout.ts'
import { mostSketched, oddSketchWords } from './reference/odd-sketches.ts'

export const shingleUnits = { words: 0, chars: 1, stopword: 2 } as const

export interface KernelPlan {
  readonly unit: keyof typeof shingleUnits
  readonly size: number
  /** Pointer and log2 size of the stop-word table; read for the unit `stopword` only. */
  readonly stops: number
  readonly stopBits: number
  readonly signatureLength: number
  readonly seed: number
  /** 0 asks `describe` for the hash of the raw text only. */
  readonly bands: number
  readonly rows: number
  /** Whether `describe` adds an odd sketch to each row. */
  readonly sketches?: boolean
}

export const planBytes = 64

export function writePlan(memory: ArrayBuffer, at: number, plan: KernelPlan): void {
  const { size, stops, stopBits, signatureLength, seed, bands, rows, sketches = false } = plan
  const values = [
    shingleUnits[plan.unit],
    size,
    stops,
    stopBits,
    signatureLength,
    seed,
    bands,
    rows,
    Number(sketches),
  ]
  new Uint32Array(memory, at, values.length).set(values)
}

export function readPlan(memory: ArrayBuffer, at: number): KernelPlan {
  const [unit, size, stops, stopBits, signatureLength, seed, bands, rows, sketches] = new Uint32Array(
    memory,
    at,
    9,
  )
  const units = Object.keys(shingleUnits) as KernelPlan['unit'][]
  return {
    unit: units[unit],
    size,
    stops,
    stopBits,
    signatureLength,
    seed,
    bands,
    rows,
    sketches: sketches === 1,
  }
}

/** Values (u32) that `describe` writes for a text: two 128-bit hashes, number of tokens, band keys, the odd sketch. */
export const describeStride = (bands: number, sketches = false): number =>
  9 + bands + (sketches ? oddSketchWords : 0)

/** The most that the table for dropping repeated shingles is given; larger texts go without. */
const mostTableBytes = 2 ** 28

/**
 * Scratch bytes for texts of at most `textBytes`: canonical text, token hashes, shingle hashes and signature
 * stand one behind the other. Ten bytes for each byte of text cover one-letter tokens (1 + 4 + 4); sixteen more the
 * table for dropping repeats, without which they stay; that of texts with a sketch is always there.
 */
export function scratchBytes(textBytes: number, plan: KernelPlan): number {
  return (
    10 * textBytes +
    Math.min(16 * textBytes, mostTableBytes) +
    (plan.sketches ? setTableBytes(mostSketched) : 0) +
    16 * plan.size +
    4 * plan.signatureLength +
    1024
  )
}
