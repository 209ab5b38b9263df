/**
 * Against side: the other side of a search for passages, B, in which those of A are looked for.
 *
 * Every window of B is kept with the first place of an equal one; equal windows are linked. An item (a document of
 * B) that is shorter than a window is looked for as a whole.
 *
 *     place        0 1 2 3 4 5 6 ...
 *     class        0 1 2 3 0 1 -        first place of an equal window
 *     next         4 5 - - - - -        next place of an equal window
 *
 * Cost: 24 to 32 bytes a token of B.
 */
import type { DocumentWindows } from '../../texts/passages/document-windows.ts'
import { FirstPlaces } from '../../texts/passages/first-places.ts'
import { ItemList, type WholeItems } from '../../texts/passages/whole-items.ts'
import { CoveringRuns } from './covering-runs.ts'
import { DocumentPlaces, type PassageRows } from './passage-rows.ts'
import type { PassageRuns } from './passage-runs.ts'

/** How much of an item stands in the other side. */
interface Covered {
  readonly tokens: number
  /** Those of them that stand in a passage. */
  readonly covered: number
}

/** An item of which something stands in A. */
interface CoveredItem extends Covered {
  readonly index: number
  /** Documents of A that share a window with it, ascending. */
  readonly by: readonly number[]
}

/** An item that occurs in too many documents of A to say anything about them. */
export interface CommonItem {
  readonly index: number
  readonly tokens: number
  /** Documents of A that have it. */
  readonly documents: number
}

/** Documents that have the whole of a run. */
interface RunPlaces {
  /** The first place in each, at most as many as asked for. */
  readonly listed: readonly number[]
  /** How many there are. */
  readonly all: number
}

/** Answers of `placesOf` that are kept. */
const mostRecent = 4096

export class AgainstSide {
  readonly places: DocumentPlaces
  readonly #windows = new FirstPlaces()
  readonly #items = new ItemList()
  /** [places] first place of an equal window, plus one; 0 for no window. */
  #classes = new Uint32Array(1024)
  /** [places] next place of an equal window; 0: none. */
  #next = new Uint32Array(0)
  /** [places] the document. */
  #documents = new Uint32Array(0)
  /** [places] tokens of a line or paragraph that is a window; empty if places are tokens. */
  #sizes = new Uint32Array(0)
  /** [first places] 1 if the window stands in A. */
  #found = new Uint8Array(0)
  /** Answers by run and limit: a run that many documents have on both sides is followed once. */
  readonly #recent = new Map<string, RunPlaces>()
  readonly #tokens: number[] = []
  /** Tokens of a window; undefined for lines and paragraphs. */
  readonly #least: number | undefined
  readonly #leastItem: number
  #count = 0

  /** @param leastItem tokens from which an item that is shorter than a window is looked for */
  constructor(documents: number, { least, leastItem }: { least: number | undefined; leastItem: number }) {
    this.places = new DocumentPlaces(documents)
    this.#least = least
    this.#leastItem = leastItem
  }

  /** Adds the next document. REQUIRES: all of its windows, or its `item` */
  add(windows: DocumentWindows): void {
    const start = this.places.add(windows.places)
    this.#makeRoom(windows.sizes !== undefined)
    this.#count++
    this.#tokens.push(windows.tokens)
    if (windows.item !== undefined && windows.tokens >= this.#leastItem)
      this.#classes[start] = this.#items.add(windows.item, start) + 1
    let next = 0
    for (let i = 0; i < windows.runs.length; i += 3) {
      for (let at = windows.runs[i]; at < windows.runs[i + 1]; at++, next++) {
        const [low, high] = [windows.hashes[2 * next], windows.hashes[2 * next + 1]]
        this.#classes[start + at] = this.#windows.noteFirst(low, high, start + at) + 1
        if (windows.sizes !== undefined) this.#sizes[start + at] = windows.sizes[next]
      }
    }
  }

  #makeRoom(isOfUnits: boolean): void {
    const { end } = this.places
    const grown = (array: Uint32Array<ArrayBuffer>) => {
      if (end <= array.length) return array
      const larger = new Uint32Array(Math.max(end, Math.ceil(1.5 * array.length)))
      larger.set(array)
      return larger
    }
    this.#classes = grown(this.#classes)
    if (isOfUnits) this.#sizes = grown(this.#sizes)
  }

  /** Bytes that windows and places take, those of `finish` included. */
  get bytes(): number {
    return this.#windows.bytes + this.#classes.byteLength + this.#sizes.byteLength + 9 * this.places.end
  }

  /** Call it after the last `add`. @returns the items looked for as a whole */
  finish(): WholeItems {
    const { end } = this.places
    this.#next = new Uint32Array(end)
    this.#documents = new Uint32Array(end)
    this.#found = new Uint8Array(end)
    const last = new Uint32Array(end)
    for (let i = 0; i < this.#count; i++) {
      this.#documents.fill(i, this.places.startOf(i), this.places.startOf(i + 1))
    }
    for (let place = 0; place < end; place++) {
      const first = this.#classes[place] - 1
      if (first < 0) continue
      if (first !== place) this.#next[last[first]] = place
      last[first] = place
    }
    return this.#items.finish()
  }

  /** Adds the windows of a document of A that stand here. @param start its first place */
  find(start: number, { runs, hashes }: DocumentWindows, found: PassageRuns): void {
    let next = 0
    for (let i = 0; i < runs.length; i += 3) {
      for (let at = runs[i]; at < runs[i + 1]; at++, next += 2) {
        const first = this.#windows.firstOf(hashes[next], hashes[next + 1])
        if (first >= 0) found.add(start + at, first)
      }
    }
  }

  documentOf(place: number): number {
    return this.#documents[place]
  }

  /** Number of windows of a run. */
  #windowsOf(length: number): number {
    return this.#least === undefined ? 1 : Math.max(1, length - this.#least + 1)
  }

  /**
   * The documents of which something stands in A, ascending.
   *
   * @param rows all passages
   * @param documentOf the document of A of a row
   * @param most maximum number of documents of A listed for each
   */
  *coveredBy(rows: PassageRows, documentOf: (row: number) => number, most: number): Generator<CoveredItem> {
    const { count, first, copied } = rows
    for (let i = 0; i < count; i++) this.#found.fill(1, first[i], first[i] + this.#windowsOf(copied[i]))
    const runs = new CoveringRuns(rows, length => this.#windowsOf(length), documentOf)
    for (let index = 0; index < this.#count; index++) {
      const { tokens, covered } = this.#covered(index)
      if (covered > 0) yield { index, tokens, covered, by: this.#documentsWith(index, runs, most) }
    }
  }

  /** Places of a run, the first in each document that has all of it. @param most of those listed */
  placesOf(first: number, length: number, most: number): RunPlaces {
    const key = `${first} ${length} ${most}`
    const known = this.#recent.get(key)
    if (known !== undefined) return known
    if (this.#recent.size === mostRecent) this.#recent.clear()
    const found = this.#followed(first, length, most)
    this.#recent.set(key, found)
    return found
  }

  #followed(first: number, length: number, most: number): RunPlaces {
    const windows = this.#windowsOf(length)
    const listed: number[] = []
    let all = 0
    let last = -1
    let place = first
    do {
      const document = this.#documents[place]
      if (document !== last && this.#hasRun(place, first, windows)) {
        last = document
        if (all++ < most) listed.push(place)
      }
      place = this.#next[place]
    } while (place > 0)
    return { listed, all }
  }

  #hasRun(place: number, first: number, windows: number): boolean {
    for (let i = 0; i < windows; i++) if (this.#classes[place + i] !== first + i + 1) return false
    return true
  }

  /** What of each document stands in A. REQUIRES: all passages are noted */
  #covered(document: number): Covered {
    const tokens = this.#tokens[document]
    const start = this.places.startOf(document)
    const end = start + this.places.lengthOf(document)
    let covered = 0
    let to = start
    for (let place = start; place < end; place++) {
      const first = this.#classes[place] - 1
      if (first < 0 || this.#found[first] === 0) continue
      if (this.#least === undefined) covered += this.#sizes[place]
      else {
        const until = Math.min(end, place + this.#least)
        covered += until - Math.max(to, place)
        to = until
      }
    }
    return { tokens, covered }
  }

  /** The items that are common, ascending. @param common documents that have each, by its place */
  commonItems(common: ReadonlyMap<number, number>): CommonItem[] {
    const found: CommonItem[] = []
    for (let index = 0; index < this.#count && common.size > 0; index++) {
      const documents = common.get(this.#classes[this.places.startOf(index)] - 1)
      if (documents !== undefined && this.#isItem(index))
        found.push({ index, tokens: this.#tokens[index], documents })
    }
    return found
  }

  #isItem(index: number): boolean {
    return this.#least !== undefined && this.#tokens[index] < this.#least
  }

  /** Documents of which no window was looked for. */
  get notLookedFor(): number {
    let count = 0
    for (let i = 0; i < this.#count; i++) if (!this.#isLookedFor(i)) count++
    return count
  }

  #isLookedFor(document: number): boolean {
    const start = this.places.startOf(document)
    const end = start + this.places.lengthOf(document)
    for (let place = start; place < end; place++) if (this.#classes[place] > 0) return true
    return false
  }

  /** Runs that have a window of some documents. */
  sharedWith({ count, first, copied }: PassageRows, isWanted: (document: number) => boolean): Uint8Array {
    const { end } = this.places
    const wanted = new Uint32Array(end + 1)
    for (let place = 0; place < end; place++) {
      if (this.#classes[place] > 0 && isWanted(this.#documents[place])) wanted[this.#classes[place]] = 1
    }
    for (let place = 0; place < end; place++) wanted[place + 1] += wanted[place]
    return Uint8Array.from({ length: count }, (_, i) => {
      const to = first[i] + this.#windowsOf(copied[i])
      return wanted[to] > wanted[first[i]] ? 1 : 0
    })
  }

  /** Documents of A that share a window with one of this side, ascending; at most `most`. */
  #documentsWith(document: number, runs: CoveringRuns, most: number): number[] {
    const found = new Set<number>()
    const start = this.places.startOf(document)
    const end = start + this.places.lengthOf(document)
    for (let place = start; place < end; ) {
      const first = this.#classes[place] - 1
      let to = place + 1
      // Consecutive windows whose first places are consecutive.
      while (to < end && this.#classes[to] === this.#classes[to - 1] + 1) to++
      if (first >= 0) runs.collect(first, first + to - place, most, found)
      place = to
    }
    return [...found].sort((a, b) => a - b)
  }
}
