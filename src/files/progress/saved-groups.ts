/**
 * Saved groups: what grouping gave, so that a run that resumes does not read hashes and keys again.
 *
 *     classes       representatives i32 · whether each text equals its own, u8
 *     candidates    number of groups u32 · starts u32 · numbers u32
 *
 * Ours: all of it. Cost: 9 bytes on disk for each document, and 4 for each membership.
 */
import type { Candidates } from '../../engine/cluster/candidates.ts'
import type { RunProgress } from './progress.ts'

interface Classes {
  readonly representative: Int32Array
  readonly exactTwin: Uint8Array
}

/** Bytes in memory for each word of candidates while they are used. */
const bytesOfWord = 12

export class SavedGroups {
  readonly #progress: RunProgress
  readonly #count: number
  readonly #agree: number

  /** @param agree groups that candidates share */
  constructor(progress: RunProgress, count: number, agree: number) {
    this.#progress = progress
    this.#count = count
    this.#agree = agree
  }

  classes(): Classes | undefined {
    const bytes = this.#progress.saved('classes')
    if (bytes === undefined) return undefined
    const representative = new Int32Array(bytes.buffer, 0, this.#count)
    return { representative, exactTwin: bytes.subarray(4 * this.#count) }
  }

  saveClasses({ representative, exactTwin }: Classes): void {
    this.#progress.save('classes', [representative, exactTwin])
  }

  /** Undefined if they were not saved, or need more than `roomBytes`. */
  candidates(roomBytes: number): Candidates | undefined {
    const count = this.#count
    if ((this.#progress.savedBytes('candidates') / 4 - count - 2) * bytesOfWord > roomBytes)
      return undefined
    const bytes = this.#progress.saved('candidates')
    if (bytes === undefined) return undefined
    const words = new Uint32Array(bytes.buffer)
    const starts = words.subarray(1, count + 2)
    return { agree: this.#agree, groups: words[0], starts, numbers: words.subarray(count + 2) }
  }

  saveCandidates({ groups, starts, numbers }: Candidates): void {
    if (starts instanceof Uint32Array)
      this.#progress.save('candidates', [Uint32Array.of(groups), starts, numbers])
  }
}
