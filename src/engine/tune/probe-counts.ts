/**
 * Probe counts: compares every document of a corpus with some of them, the probes: which pairs match by their exact
 * measure, and which share enough keys to be candidates.
 *
 *     document ──shingles──▶ shared with each probe ─▶ similarity ─┐
 *              ──keys──────▶ shared with each probe ─▶ candidate ──┴─▶ counts of the probe, and by similarity
 *
 * All counts are whole numbers, and among equally similar partners the first document counts as nearest, so parts may
 * be counted anywhere and added in any order. Ours: all of it. Error: none.
 */
import type { Steps } from '../../ground/breath/steps.ts'
import { similarityOf } from '../../texts/similarity/overlap.ts'
import { binOf, binsInAll } from '../evaluate/similarity-bins.ts'
import {
  type NewBuffer,
  type NumberSets,
  type PostingTable,
  postingTable,
  SharedCounts,
} from './posting-table.ts'

/** The probes, as plain data that threads may share. */
export interface ProbeIndex {
  /** [probes] document numbers. */
  readonly documents: Int32Array
  /** [probes] the number of shingles of each. */
  readonly sizes: Uint32Array
  readonly shingles: PostingTable
  /** Table of pairs {key, place among the keys}. */
  readonly keys: PostingTable
}

/** The conditions for a match and for a candidate. */
export interface ProbeRule {
  readonly measure: 'jaccard' | 'containment'
  readonly threshold: number
  /** Minimum number of keys that a candidate pair shares. */
  readonly agree: number
}

const columns = 9
/** Columns that are added up come first. */
const sums = 3
const distributions = 6

/** Unit of sums of similarities: whole numbers, exact for 2^33 pairs of a bin. */
const unitsOfOne = 2 ** 20

/** The counts, views of one array. */
export interface ProbeCounts {
  readonly all: Float64Array
  /** [probes] number of partners that match. */
  readonly matches: Float64Array
  /** [probes] number of partners that are candidates. */
  readonly candidates: Float64Array
  /** [probes] number of partners that are both. */
  readonly found: Float64Array
  /** [probes] the largest similarity to another document, and the first document with it; 0 and -1 if none. */
  readonly nearest: Float64Array
  readonly nearestDocument: Float64Array
  /** [probes] the smallest similarity that matches, and the first document with it; 0 if none. */
  readonly above: Float64Array
  readonly aboveDocument: Float64Array
  /** [probes] the largest similarity that does not match, and the first document with it; 0 if none. */
  readonly below: Float64Array
  readonly belowDocument: Float64Array
  /** [binsInAll] pairs by their measure; pairs that share nothing are not counted. */
  readonly byMeasure: Float64Array
  /** [binsInAll] pairs, candidates and matches by their Jaccard similarity. */
  readonly pairs: Float64Array
  readonly met: Float64Array
  readonly matched: Float64Array
  /** [binsInAll] sums of the Jaccard similarities of these pairs and matches, in units. */
  readonly pairUnits: Float64Array
  readonly matchedUnits: Float64Array
}

/** Zero counts, or views of existing counts. */
export function probeCounts(
  probes: number,
  all: Float64Array = new Float64Array(columns * probes + distributions * binsInAll),
): ProbeCounts {
  const column = (i: number) => all.subarray(i * probes, (i + 1) * probes)
  const bins = (i: number) => all.subarray(columns * probes + i * binsInAll).subarray(0, binsInAll)
  return {
    all,
    matches: column(0),
    candidates: column(1),
    found: column(2),
    nearest: column(3),
    nearestDocument: column(4),
    above: column(5),
    aboveDocument: column(6),
    below: column(7),
    belowDocument: column(8),
    byMeasure: bins(0),
    pairs: bins(1),
    met: bins(2),
    matched: bins(3),
    pairUnits: bins(4),
    matchedUnits: bins(5),
  }
}

/** A similarity in the unit of sums. */
export function unitsOf(similarity: number): number {
  return Math.round(similarity * unitsOfOne)
}

/** The mean similarity of `count` pairs. */
export function meanOfUnits(units: number, count: number): number {
  return units / (count * unitsOfOne)
}

/** Adds the counts of other documents. */
export function addCounts(to: ProbeCounts, more: ProbeCounts): void {
  const probes = to.nearest.length
  for (let i = 0; i < to.all.length; i++) {
    if (i < sums * probes || i >= columns * probes) to.all[i] += more.all[i]
  }
  for (let probe = 0; probe < probes; probe++) {
    noteNearest(to, probe, more.nearest[probe], more.nearestDocument[probe])
    noteAbove(to, probe, more.above[probe], more.aboveDocument[probe])
    noteBelow(to, probe, more.below[probe], more.belowDocument[probe])
  }
}

function noteNearest(counts: ProbeCounts, probe: number, similarity: number, document: number): void {
  noteMost(counts.nearest, counts.nearestDocument, probe, similarity, document)
}

function noteBelow(counts: ProbeCounts, probe: number, similarity: number, document: number): void {
  noteMost(counts.below, counts.belowDocument, probe, similarity, document)
}

function noteAbove(
  { above, aboveDocument }: ProbeCounts,
  probe: number,
  similarity: number,
  document: number,
): void {
  const before = above[probe]
  if (similarity === 0 || (before > 0 && similarity > before)) return
  if (similarity === before && aboveDocument[probe] < document) return
  above[probe] = similarity
  aboveDocument[probe] = document
}

/** Notes the document if it is more similar than the one before, or as similar and earlier. */
function noteMost(
  similarities: Float64Array,
  documents: Float64Array,
  probe: number,
  similarity: number,
  document: number,
): void {
  const before = similarities[probe]
  if (similarity === 0 || similarity < before) return
  if (similarity === before && documents[probe] < document) return
  similarities[probe] = similarity
  documents[probe] = document
}

/** @param keys [probes * keyCount] */
export function* probeIndex(
  documents: Int32Array,
  sets: NumberSets,
  keys: Uint32Array,
  newBuffer: NewBuffer,
): Steps<ProbeIndex> {
  const probes = documents.length
  const keyCount = probes === 0 ? 0 : keys.length / probes
  return {
    documents,
    sizes: sets.ends.map((end, i) => end - (i === 0 ? 0 : sets.ends[i - 1])),
    shingles: yield* postingTable(sets, newBuffer),
    keys: yield* postingTable(
      { halves: placedKeys(keys, keyCount), ends: sets.ends.map((_, i) => (i + 1) * keyCount) },
      newBuffer,
    ),
  }
}

/** Keys with their places, as a set of numbers. */
export function placedKeys(keys: Uint32Array, keyCount: number): Uint32Array {
  const placed = new Uint32Array(2 * keys.length)
  for (let i = 0; i < keys.length; i++) {
    placed[2 * i] = keys[i]
    placed[2 * i + 1] = i % keyCount
  }
  return placed
}

export class ProbeCounter {
  readonly #index: ProbeIndex
  readonly #rule: ProbeRule
  readonly #shared: SharedCounts
  readonly #meetings: SharedCounts
  readonly counts: ProbeCounts

  constructor(index: ProbeIndex, rule: ProbeRule) {
    const probes = index.documents.length
    this.#index = index
    this.#rule = rule
    this.#shared = new SharedCounts(index.shingles, probes)
    this.#meetings = new SharedCounts(index.keys, probes)
    this.counts = probeCounts(probes)
  }

  /** @param halves its `size` different shingles; @param placed its keys with their places */
  add(document: number, halves: Uint32Array, size: number, placed: Uint32Array): void {
    this.#shared.count(halves, size)
    this.#meetings.count(placed, placed.length / 2)
    const { touched, touchedCount } = this.#shared
    for (let i = 0; i < touchedCount; i++) this.#count(document, touched[i], size)
    // Keys may be equal by chance without a shared shingle.
    for (let i = 0; i < this.#meetings.touchedCount; i++) {
      const probe = this.#meetings.touched[i]
      if (this.#shared.counts[probe] === 0) this.#count(document, probe, size)
    }
    this.#shared.clear()
    this.#meetings.clear()
  }

  #count(document: number, probe: number, size: number): void {
    const { documents, sizes } = this.#index
    if (documents[probe] === document) return
    const { counts } = this
    const { measure, threshold, agree } = this.#rule
    const overlap = { shared: this.#shared.counts[probe], a: size, b: sizes[probe] }
    const jaccard = similarityOf('jaccard', overlap)
    const similarity = measure === 'jaccard' ? jaccard : similarityOf(measure, overlap)
    const isMatch = similarity >= threshold
    const isCandidate = this.#meetings.counts[probe] >= agree
    const bin = binOf(jaccard)
    const units = unitsOf(jaccard)
    counts.byMeasure[binOf(similarity)]++
    counts.pairs[bin]++
    counts.pairUnits[bin] += units
    if (isMatch) {
      noteAbove(counts, probe, similarity, document)
      counts.matches[probe]++
      counts.matched[bin]++
      counts.matchedUnits[bin] += units
    }
    if (isCandidate) {
      counts.candidates[probe]++
      counts.met[bin]++
      if (isMatch) counts.found[probe]++
    }
    if (!isMatch) noteBelow(counts, probe, similarity, document)
    noteNearest(counts, probe, similarity, document)
  }
}
