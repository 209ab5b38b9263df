/**
 * Memory budget: what each part of a run may hold, so that all together stay within `memory`.
 *
 *     budget = the program + threads · (their program + a cache of shingle sets) + columns of documents + files + work
 *
 * The figures are measured: docs/decisions/0014-memory-budget.md.
 */
import { totalmem } from 'node:os'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { printByteSize } from '../../ground/options/byte-size.ts'
import { leastBudget, mostPeak } from '../work/thread/budget-peak.ts'
import type { InputSize } from './input-size.ts'

/** The program with one thread, and each further thread, without what they work on. */
const programBytes = 78e6
const threadBytes = 45e6
/** What the program collects while it works, at most; small inputs end before. */
const mostWorkBytes = 60e6
const workOf = (inputBytes: number) => Math.min(mostWorkBytes, 4e6 + 0.3 * inputBytes)
/** Bytes of each input file: its names, where it begins, what its scan gives. */
const fileBytes = 3000

/** What is there whatever the documents are. */
const withoutDocuments = ({ bytes, files }: InputSize) => programBytes + workOf(bytes) + files * fileBytes

/** Bytes for each of a record: itself, its text, and tokens of five letters. */
const recordRoom = 4
/** Bytes of each document while documents are compared, if its columns are on disk. */
const spilledBytes = 60
/** Further bytes if documents are visited in another order than they have. */
const orderedBytes = 8
/** Bytes of each document if its columns are in memory, beside its band keys. */
const keptBytes = 180
/** Bytes of each document and each of its bands, if all is compared in memory: columns, groups, kernel tables. */
const comparedBytes = 340
const comparedBandBytes = 24
/** Further bytes with a state: of the copy without its keys, and of each key in it and in the filter of keys. */
const copiedBytes = 36
const filteredKeyBytes = 4 + 32
/** Bytes of each membership and each group, where all of them must be in memory. */
const membershipBytes = 12
const groupBytes = 8
/** Bytes of a join beside its lists: of each document, of each shingle up to a number of them, and at least. */
const joinedBytes = 88
const joinedShingleBytes = 8
const mostJoinedShingles = 2 ** 21
const leastJoinBytes = 4e6
/** Minimum room for candidates, a block of them at a time. */
const leastCandidates = 8e6

export interface Budget {
  /** Bytes; Infinity without a budget. */
  readonly bytes: number
  /** Of the inputs, estimated. */
  readonly size: InputSize
  readonly threads: number
  /** Bytes of columns that are written together, and read together to be checked: memory for two blocks. */
  readonly blockBytes: number
  /** Maximum bytes of shingle sets that a thread keeps. */
  readonly cacheBytes: number
  /** Tasks in progress per thread: running, queued, or done and waiting for an earlier one. */
  readonly tasksPerThread: number
  /** Maximum bytes of a range; Infinity without a budget. */
  readonly rangeBytes: number
  /** Bytes of memory for each document. */
  readonly documentBytes: number
  /** The same, at most, if documents are compared in memory, as without a budget. */
  readonly comparedBytes: number
}

/** What a run keeps of each document in memory. */
interface KeptInMemory {
  /** Whether rows are kept until the end of the scan. */
  readonly keepsRows: boolean
  /** Whether its columns are on disk. */
  readonly spills: boolean
  readonly bands: number
  /** Whether a keep rule orders documents. */
  readonly isOrdered: boolean
  /** Whether a state keeps a copy of its columns, and looks its keys up among those of earlier survivors. */
  readonly hasState: boolean
}

/** A scan that is killed loses less than a block. */
const usual = { blockBytes: 2 ** 20, cacheBytes: 64 * 2 ** 20, tasksPerThread: 6 }

/**
 * @param memory in bytes; 0 for as much as needed
 * @param threads at most
 */
export function budgetFor(memory: number, threads: number, size: InputSize, kept: KeptInMemory): Budget {
  const documentBytes = kept.keepsRows ? bytesOfDocument(kept) : 0
  const none = {
    bytes: Number.POSITIVE_INFINITY,
    rangeBytes: Number.POSITIVE_INFINITY,
    size,
    documentBytes,
    comparedBytes: comparedBytes + comparedBandBytes * kept.bands,
  }
  if (memory === 0) return { ...usual, ...none, threads }
  const least = withoutDocuments(size) + size.documents * documentBytes
  const record = size.documents === 0 ? 0 : recordRoom * (size.bytes / size.documents)
  const spare = Math.max(0, mostPeak(memory) - least - leastCandidates - record)
  const used = Math.min(threads, 1 + Math.floor(spare / (2 * threadBytes)))
  const rest = Math.max(0, spare - (used - 1) * threadBytes)
  return {
    ...none,
    bytes: memory,
    threads: used,
    blockBytes: clamp(rest / 32, 2 ** 18, 2 ** 21),
    cacheBytes: clamp(rest / 4 / used, 2 ** 20, usual.cacheBytes),
    tasksPerThread: 2,
    rangeBytes: clamp(rest / 16 / used, 2 ** 18, 2 ** 22),
  }
}

function bytesOfDocument({ spills, bands, isOrdered, hasState }: KeptInMemory): number {
  const ofState = hasState ? copiedBytes + filteredKeyBytes * bands : 0
  return (spills ? spilledBytes : keptBytes + 4 * bands) + (isOrdered ? orderedBytes : 0) + ofState
}

/**
 * Bytes for work on columns, from what the process holds now.
 *
 * @param least granted even over budget
 */
export function roomIn({ bytes }: Budget, least: number): number {
  return Math.max(least, bytes - process.memoryUsage.rss())
}

/** Whether documents have room to be compared in memory, as without a budget. */
export function hasRoomFor(budget: Budget, documents: number): boolean {
  const caches = budget.threads * budget.cacheBytes
  return documents * budget.comparedBytes + caches + leastCandidates <= roomIn(budget, 0)
}

/** Bytes for candidates and sketches, beside all that `documents` need until the end. */
export function roomForCandidates(budget: Budget, documents: number): number {
  const { bytes, cacheBytes, threads } = budget
  const others = (threads - 1) * threadBytes + threads * cacheBytes
  return Math.max(
    leastCandidates,
    mostPeak(bytes) - leastPeak(budget, documents) + leastCandidates - others,
  )
}

/** The peak with one thread and one block of candidates after the other. */
function leastPeak({ documentBytes, size }: Budget, documents: number): number {
  return withoutDocuments(size) + documents * documentBytes + leastCandidates
}

/**
 * Before anything is read, with an estimate.
 *
 * @throws NearsameError MEMORY_EXHAUSTED if the documents do not fit, with the least budget that works
 */
export function checkEstimate(budget: Budget): void {
  const { documents } = budget.size
  checkPeak(budget, leastPeak(budget, documents), `about ${documents} documents`)
}

/** What documents in groups need if all candidates are in memory. */
interface Grouped {
  readonly documents: number
  readonly memberships: number
  readonly groups: number
}

/** Once documents are grouped. @throws NearsameError as `checkEstimate` */
export function checkBudget(budget: Budget, { documents, memberships, groups }: Grouped): void {
  const candidates = Math.max(leastCandidates, memberships * membershipBytes + groups * groupBytes)
  checkPeak(budget, leastPeak(budget, documents) - leastCandidates + candidates, `${documents} documents`)
}

/** What exact recall has collected: documents, bytes of their rarest shingles, and the share of the input in (0, 1]. */
interface Collected {
  readonly documents: number
  readonly listBytes: number
  readonly share: number
}

/**
 * While exact recall collects the rarest shingles of documents, which a join holds twice for a moment.
 *
 * @throws NearsameError as `checkEstimate`, with an estimate of what the whole input needs
 */
export function checkJoin(budget: Budget, { documents, listBytes, share }: Collected): void {
  const peakOf = (all: number) => {
    const entries = joinedShingleBytes * Math.min((all * listBytes) / 4, mostJoinedShingles)
    const join = leastJoinBytes + joinedBytes * all * documents + 2 * all * listBytes + entries
    return leastPeak(budget, all * documents) + (budget.threads - 1) * threadBytes + join
  }
  if (peakOf(1) <= mostPeak(budget.bytes)) return
  const megabytes = Math.ceil(listBytes / share / 1e6)
  const what = `about ${Math.ceil(documents / share)} documents and the ${megabytes} MB of their rarest shingles`
  checkPeak(budget, peakOf(1 / share), `${what} that \`recall\` exact joins in memory`)
}

/**
 * While passages are looked for, of which nothing is on disk.
 *
 * @param tableBytes of fingerprints and windows so far
 * @throws NearsameError MEMORY_EXHAUSTED
 */
export function checkTables({ bytes, size, threads }: Budget, tableBytes: number): void {
  const peak = withoutDocuments(size) + (threads - 1) * threadBytes + tableBytes
  if (peak <= mostPeak(bytes)) return
  throw new NearsameError('MEMORY_EXHAUSTED', {
    expected:
      'fingerprints and windows of all texts to fit in `memory`, because those of passages are not on disk',
    got: `${Math.ceil(tableBytes / 1e6)} MB of them so far, with a budget of ${Math.floor(bytes / 1e6)} MB in all`,
    fix: 'raise `memory` or `least`, or divide the input and compare each part with those before it by `against`',
  })
}

/** @param what needs so much */
function checkPeak({ bytes }: Budget, peak: number, what: string): void {
  if (peak <= mostPeak(bytes)) return
  throw new NearsameError('MEMORY_EXHAUSTED', {
    expected: `\`memory\` of at least ${Math.ceil(leastBudget(peak) / 1e6)}MB for ${what}`,
    got: `${Math.floor(bytes / 1e6)}MB`,
    fix: 'raise it, or divide the input and deduplicate what is kept of its parts',
  })
}

/** The usual peak of a run without a budget. */
export function usualPeak({ documentBytes, size, threads }: Budget): number {
  const bytes = Number.isFinite(size.bytes) ? size.bytes : 0
  const others = withoutDocuments({ ...size, bytes })
  return others + (threads - 1) * threadBytes + size.documents * documentBytes
}

/** Bytes of memory that this process may use: those of the machine, or of the control group that it is in. */
export function memoryOfMachine(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * A warning if a run without a budget will probably not fit.
 *
 * @param neededBytes an estimate
 * @param budget the least that works, as a budget would have it
 */
export function memoryWarning(
  neededBytes: number,
  machineBytes: number,
  budget: Budget,
): string | undefined {
  if (neededBytes <= machineBytes) return undefined
  const spilled = { ...budget, documentBytes: Math.min(budget.documentBytes, spilledBytes) }
  const least = Math.ceil(leastBudget(leastPeak(spilled, spilled.size.documents)) / 1e6) * 1e6
  const fix =
    least <= machineBytes
      ? `give \`memory\`, at least ${least / 1e6}MB`
      : 'divide the input and deduplicate what is kept of its parts'
  const [needed, here] = [neededBytes, machineBytes].map(bytes => printByteSize(Math.round(bytes)))
  return `this run needs about ${needed} of memory, more than the ${here} here: ${fix}`
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)))
}
