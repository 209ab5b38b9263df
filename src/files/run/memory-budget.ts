/**
 * Memory budget: what each part of a run may hold, so that all together stay within `memory`.
 *
 *     budget = the program + threads · (their program + a cache of shingle sets) + columns of all documents + work
 *
 * The figures are measured: docs/decisions/0014-memory-budget.md.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/** The program with one thread, and each further thread, without what they work on. */
const programBytes = 78e6
const threadBytes = 45e6
/** What the program collects while it works, at most; small inputs end before. */
const mostWorkBytes = 60e6
const workOf = (inputBytes: number) => Math.min(mostWorkBytes, 4e6 + 0.3 * inputBytes)

/** Bytes while documents are compared, of each document, of each of its groups, and of each group. */
const documentBytes = 46
const membershipBytes = 12
const groupBytes = 8
/** The same of a usual document in all. */
const usualDocument = 135
/** Bytes of a usual record in the input. */
export const usualRecord = 2500

export interface Budget {
  /** Bytes; Infinity without a budget. */
  readonly bytes: number
  /** Of all inputs, Infinity if unknown. */
  readonly inputBytes: number
  readonly threads: number
  /** Bytes of columns that are written together. */
  readonly partBytes: number
  /** Maximum bytes of shingle sets that a thread keeps. */
  readonly cacheBytes: number
  /** Tasks in progress per thread: running, queued, or done and waiting for an earlier one. */
  readonly tasksPerThread: number
  /** Maximum bytes of a range; Infinity without a budget. */
  readonly rangeBytes: number
}

const usual = { partBytes: 4 * 2 ** 20, cacheBytes: 64 * 2 ** 20, tasksPerThread: 6 }

/**
 * @param memory in bytes; 0 for as much as needed
 * @param threads at most
 * @param inputBytes of all inputs, Infinity if unknown
 */
export function budgetFor(memory: number, threads: number, inputBytes: number): Budget {
  const none = { bytes: Infinity, rangeBytes: Infinity, inputBytes }
  if (memory === 0) return { ...usual, ...none, threads }
  const documents = Number.isFinite(inputBytes) ? (inputBytes / usualRecord) * usualDocument : 0
  const spare = Math.max(0, mostPeak(memory) - programBytes - workOf(inputBytes) - documents)
  const used = Math.min(threads, 1 + Math.floor(spare / threadBytes))
  const rest = Math.max(0, spare - (used - 1) * threadBytes)
  return {
    bytes: memory,
    inputBytes,
    threads: used,
    partBytes: clamp(rest / 8, 2 ** 19, usual.partBytes),
    cacheBytes: clamp(rest / 4 / used, 2 ** 20, usual.cacheBytes),
    tasksPerThread: 2,
    rangeBytes: clamp(rest / 16 / used, 2 ** 18, 2 ** 22),
  }
}

/** The peak that keeps a budget: small ones leave no room for what the program collects between collections. */
export function mostPeak(bytes: number): number {
  return bytes < 256e6 ? bytes + 16e6 : 1.1 * bytes
}

/**
 * Bytes for work on columns, from what the process holds now.
 *
 * @param least for which there is always room
 */
export function roomIn({ bytes }: Budget, least: number): number {
  return Math.max(least, bytes - process.memoryUsage.rss())
}

/** What documents in groups need, with one thread. */
interface Grouped {
  readonly documents: number
  readonly memberships: number
  readonly groups: number
}

/** @throws NearsameError MEMORY_EXHAUSTED if the documents do not fit, with the least budget that works */
export function checkBudget({ bytes, inputBytes }: Budget, grouped: Grouped): void {
  const { documents, memberships, groups } = grouped
  const peak =
    programBytes +
    workOf(inputBytes) +
    documents * documentBytes +
    memberships * membershipBytes +
    groups * groupBytes
  if (peak <= mostPeak(bytes)) return
  throw new NearsameError('MEMORY_EXHAUSTED', {
    expected: `\`memory\` of at least ${Math.ceil(leastOf(peak) / 1e6)}MB for ${documents} documents`,
    got: `${Math.floor(bytes / 1e6)}MB`,
    fix: 'raise it, or divide the input and deduplicate what is kept of its parts',
  })
}

/** The least budget that a peak keeps. */
function leastOf(peak: number): number {
  return peak < 256e6 + 16e6 ? peak - 16e6 : Math.max(256e6, peak / 1.1)
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)))
}
