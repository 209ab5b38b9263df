/**
 * World: a small random corpus for the tests of clustering, and the input of the slow definitions.
 *
 * A document has a content (its token sequence; a content may be without tokens) and a variant (its raw text).
 * Contents have random band keys and a symmetric random similarity, high only where they share a band.
 */
import fc from 'fast-check'
import type { Columns } from '../../src/engine/batch/columns.ts'
import { chunked } from './chunked.ts'

export interface World {
  readonly content: number[]
  readonly variant: number[]
  /** Contents below this have no token. */
  readonly empty: number
  /** Band keys of every content. */
  readonly keys: number[][]
  /** Similarity of two contents, regardless of bands. */
  readonly similar: number[][]
  readonly order: number[] | undefined
  readonly threshold: number
  readonly window: number
  readonly seed: number
}

/** Random worlds of up to `most` documents. */
export function worlds(most: number): fc.Arbitrary<World> {
  return fc
    .record({
      documents: fc.integer({ min: 0, max: most }),
      contents: fc.integer({ min: 1, max: most }),
      bands: fc.integer({ min: 1, max: 4 }),
      values: fc.integer({ min: 1, max: 12 }),
      steps: fc.integer({ min: 2, max: 20 }),
      empty: fc.constantFrom(0, 0, 1),
      isOrdered: fc.boolean(),
      threshold: fc.constantFrom(0.3, 0.5, 0.8),
      window: fc.constantFrom(1, 2, 3, 5, 100),
      seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    })
    .map(({ documents, contents, bands, values, steps, empty, isOrdered, threshold, window, seed }) => {
      const random = randomSource(seed)
      const pick = (size: number, below: number) =>
        Array.from({ length: size }, () => Math.floor(random() * below))
      const order = Array.from({ length: documents }, (_, document) => document)
      for (let at = documents - 1; at > 0; at--) {
        const other = Math.floor(random() * (at + 1))
        ;[order[at], order[other]] = [order[other], order[at]]
      }
      return {
        content: pick(documents, contents),
        variant: pick(documents, 2),
        empty,
        keys: Array.from({ length: contents }, () => pick(bands, values)),
        similar: Array.from({ length: contents }, () =>
          pick(contents, steps).map(step => step / (steps - 1)),
        ),
        order: isOrdered ? order : undefined,
        threshold,
        window,
        seed,
      }
    })
}

/** A generator of numbers in [0, 1) (mulberry32). */
export function randomSource(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Columns as after a scan. */
export function columnsOf({ content, variant, empty, keys }: World): Columns {
  const count = content.length
  const bands = keys[0]?.length ?? 1
  const columns = {
    count,
    bands,
    exact: new Uint32Array(count * 4),
    tokens: new Uint32Array(count * 4),
    tokenCount: new Uint32Array(count),
    keys: new Uint32Array(count * bands),
  }
  for (let d = 0; d < count; d++) {
    const c = content[d]
    columns.exact.set([5, 0, c, variant[d]], d * 4)
    columns.tokens.set([5, 9, c < empty ? 0 : c + 1, 0], d * 4)
    columns.tokenCount[d] = c < empty ? 0 : 3
    columns.keys.set(keys[c], d * bands)
  }
  return chunked(columns)
}

/** The exact similarity of two documents, as the slow definitions and the verifier see it. */
export function similarityOf({ content, variant, empty, keys, similar, threshold }: World) {
  return (left: number, right: number): number => {
    const a = Math.min(content[left], content[right])
    const b = Math.max(content[left], content[right])
    if (a < empty) return a === b && variant[left] === variant[right] ? 1 : 0
    if (a === b) return 1
    const value = similar[a][b]
    const isMet = keys[a].some((key, band) => key === keys[b][band])
    return isMet ? value : Math.min(value, threshold / 2)
  }
}

/** Input of the definitions: the first visited equal of every document, and the distinct ones in visiting order. */
export function slowClasses(world: World) {
  const { content, variant, empty } = world
  const order = world.order ?? content.map((_, document) => document)
  const first: number[] = []
  for (const d of order) {
    const equal = order.find(
      e => content[e] === content[d] && (content[e] >= empty || variant[e] === variant[d]),
    )
    first[d] = equal ?? d
  }
  const isExact = (left: number, right: number) =>
    content[left] === content[right] && variant[left] === variant[right]
  return { order, first, distinct: order.filter(d => first[d] === d), isExact }
}

export interface SlowOutcome {
  survivor: number[]
  kind: number[]
  similarity: number[]
}

/** Adds equal texts, given the survivor of every distinct document; others may have their own. */
export function slowOutcome(world: World, survivorOf: Map<number, number>): SlowOutcome {
  const { first, isExact } = slowClasses(world)
  const similarity = similarityOf(world)
  const survivor = world.content.map((_, d) => survivorOf.get(d) ?? survivorOf.get(first[d]) ?? -1)
  return {
    survivor,
    kind: survivor.map((s, d) => (s === d ? 0 : s !== first[d] ? 3 : isExact(d, s) ? 1 : 2)),
    similarity: survivor.map((s, d) => (s === d ? 1 : similarity(first[d], s))),
  }
}

/** Converts typed arrays to plain ones, for comparison. */
export function plain(outcome: {
  survivor: Int32Array
  kind: Uint8Array
  similarity: Float64Array
}): SlowOutcome {
  return {
    survivor: [...outcome.survivor],
    kind: [...outcome.kind],
    similarity: [...outcome.similarity],
  }
}
