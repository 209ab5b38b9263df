/**
 * Shingle lists: with exact recall, the rarest shingles of the survivors of a run, by which a later one finds those
 * that its documents may match.
 *
 *     log `rarity`      the class of each counter of `rarity.ts`, in the first run only: all runs have its order
 *     log `shingles`    of each survivor: shingles of its set │ how many follow │ the rarest of them      u32
 *
 * Sets that match by Jaccard share one of their rarest shingles if both are in one order (`prefix-filter.ts`). A set
 * that contains another one may share any shingle with it, so by containment all survivors pass.
 *
 * Ours: all of it. Cost: about 90 bytes a survivor of 100 shingles; a few ns each of its rarest ones.
 */
import type { RareSets } from '../../engine/batch/join/rare-sets.ts'
import { withoutRepeats } from '../../ground/lists/distinct.ts'
import { WordList } from '../../ground/lists/growing-lists.ts'
import type { LogFile } from '../progress/log-file.ts'

/** Words from which a frame is complete; it has whole lists. */
const frameWords = 2 ** 16

/** The rarest shingles of one set. */
export interface ShingleList {
  /** Shingles of the set. */
  readonly size: number
  /** As 32 bits, rarest first. */
  readonly rarest: Uint32Array
}

/** The lists of new documents, and behind them those of earlier survivors. */
export class ShingleLists {
  readonly #sizes = new WordList()
  /** Where the shingles of each list begin, and the last ones end. */
  readonly #starts = new WordList()
  readonly #members = new WordList()

  constructor({ sizes, starts, members }: RareSets) {
    this.#sizes.append(sizes)
    this.#starts.append(starts)
    this.#members.append(members)
  }

  add({ size, rarest }: ShingleList): void {
    this.#sizes.push(size)
    this.#members.append(rarest)
    this.#starts.push(this.#members.length)
  }

  of(document: number): ShingleList {
    const starts = this.#starts.taken()
    const rarest = this.#members.taken().subarray(starts[document], starts[document + 1])
    return { size: this.#sizes.taken()[document], rarest }
  }

  setsOf(documents: Int32Array): RareSets {
    const some = new ShingleLists({
      sizes: new Uint32Array(0),
      starts: Uint32Array.of(0),
      members: new Uint32Array(0),
    })
    for (const document of documents) some.add(this.of(document))
    return { sizes: some.#sizes.taken(), starts: some.#starts.taken(), members: some.#members.taken() }
  }

  /** Appends the lists of some documents to a log. */
  write(log: LogFile, documents: Int32Array): void {
    let words = new WordList()
    const append = () => {
      const { buffer, byteLength } = words.taken()
      if (byteLength > 0) log.append(new Uint8Array(buffer, 0, byteLength))
      words = new WordList()
    }
    for (const document of documents) {
      const { size, rarest } = this.of(document)
      words.append(Uint32Array.of(size, rarest.length))
      words.append(rarest)
      if (words.length >= frameWords) append()
    }
    append()
  }

  /** Which lists share a shingle with one of these. */
  filter(): (list: ShingleList) => boolean {
    const members = withoutRepeats(this.#members.taken().slice().sort())
    const shift = Math.min(31, Math.clz32(members.length))
    // Where the members begin that have these upper bits, or higher ones.
    const firsts = new Uint32Array(2 ** (32 - shift) + 1)
    for (const member of members) firsts[(member >>> shift) + 1]++
    for (let upper = 1; upper < firsts.length; upper++) firsts[upper] += firsts[upper - 1]
    return ({ rarest }) => {
      for (const shingle of rarest) {
        const upper = shingle >>> shift
        for (let at = firsts[upper]; at < firsts[upper + 1]; at++) if (members[at] === shingle) return true
      }
      return false
    }
  }
}

/** The lists in the frames of a log, each in memory that the next frame overwrites. */
export function* readLists(frames: Iterable<Buffer<ArrayBuffer>>): Generator<ShingleList> {
  for (const { buffer, byteOffset, length } of frames) {
    const words = new Uint32Array(buffer, byteOffset, length / 4)
    for (let at = 0; at < words.length; ) {
      const behind = at + 2 + words[at + 1]
      yield { size: words[at], rarest: words.subarray(at + 2, behind) }
      at = behind
    }
  }
}
