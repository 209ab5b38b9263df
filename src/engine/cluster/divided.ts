/**
 * Divided candidates: the candidates of a run in blocks; only one block is in memory. A block has consecutive documents
 * in visiting order.
 *
 *     visited   │ block 0 │ block 1 │ block 2 ...        carried: documents of earlier blocks, with their groups
 */
import { type Candidates, mostGroups } from './candidates.ts'

/** Words in pieces, on disk. */
export interface WordFile {
  append(piece: Uint32Array): void
  /** All pieces, from the first one on. */
  read(): Iterable<Uint32Array>
}

/** The candidates among the documents of a block; other documents have no groups. Groups have numbers of their own. */
export interface CandidateBlock extends Candidates {
  /** [groups + 1] the number of each group in the run. */
  readonly numberInRun: Uint32Array
  /** The number here of a group of the run; 0 if no document of the block is in it. */
  numberHere(group: number): number
  /** Whether a group of the run has documents in later blocks. */
  goesOn(group: number): boolean
  /** Gives the memory back. */
  release(): void
}

export interface DividedCandidates {
  /** The place in visiting order at which each block ends; the last is the number of documents. */
  readonly ends: readonly number[]
  /** Maximum number of groups of a document. */
  readonly mostGroups: number
  load(block: number): CandidateBlock
  /** Empty; for documents that later blocks meet. */
  readonly carried: WordFile
}

export function isDivided<T extends object>(
  candidates: T | DividedCandidates,
): candidates is DividedCandidates {
  return 'ends' in candidates
}

/** All candidates as one block, of all `count` documents. Nothing is carried. */
export function oneBlock(candidates: Candidates, count: number): DividedCandidates {
  const block: CandidateBlock = {
    ...candidates,
    numberInRun: new Uint32Array(0),
    numberHere: () => 0,
    goesOn: () => false,
    release() {},
  }
  const carried = { append() {}, read: () => [] }
  return { ends: [count], mostGroups: mostGroups(candidates), load: () => block, carried }
}
