/**
 * Matching: from texts to the stored documents they match, every one measured.
 *
 *     asked postings ─▶ candidates ─▶ states ─▶ equal by hash, or enough shared postings ─▶ bodies ─▶ measured
 *
 * Bodies are read of those only that the hashes do not decide.
 */
import type { MeasureName } from '../method/method.ts'
import type { Sketch, StoredDocument, StoreReader } from '../store/store.ts'
import { textOf } from './given-document.ts'
import { type HeavyWork, isHeavy } from './heavy-work.ts'
import type { IndexSettings } from './index-settings.ts'
import type { IndexObserver } from './index-types.ts'
import type { Compared, Measured, OnlineMethod } from './online-method.ts'
import { unpackBody } from './stored-body.ts'

/** A stored document that a text matches. */
export interface Match extends Measured {
  readonly number: number
  readonly name: string
  readonly cluster: number
}

export interface Query extends Compared {
  /** A stored document that is not to be named: itself. */
  readonly except?: number | undefined
}

export class Matching {
  readonly settings: IndexSettings
  readonly method: OnlineMethod
  readonly #observer: IndexObserver

  readonly #heavy: HeavyWork | undefined

  constructor(
    settings: IndexSettings,
    method: OnlineMethod,
    { observer = {}, heavy }: { readonly observer?: IndexObserver; readonly heavy?: HeavyWork },
  ) {
    this.settings = settings
    this.method = method
    this.#observer = observer
    this.#heavy = heavy
  }

  get measure(): MeasureName {
    return this.method.measure
  }

  /** Texts with their sketches; a promise only where texts are long. */
  queries(texts: readonly string[]): Query[] | Promise<Query[]> {
    const from = performance.now()
    const made =
      this.#heavy !== undefined && isHeavy(texts)
        ? this.#sketchesElsewhere(texts)
        : this.method.sketches(texts)
    const queriesOf = (sketches: readonly Sketch[]) => {
      this.#observer.stage?.('sketch', performance.now() - from)
      return texts.map((text, i) => ({ text, sketch: sketches[i], shingles: undefined }))
    }
    return made instanceof Promise ? made.then(queriesOf) : queriesOf(made)
  }

  /** The shingle set of a text; a promise only where it is long. */
  shingles(text: string): BigUint64Array | Promise<BigUint64Array> {
    if (this.#heavy === undefined || !isHeavy([text])) return this.method.shingles(text)
    return this.#heavy(this.settings.header, { kind: 'shingles', text }) as Promise<BigUint64Array>
  }

  /** As the method measures; a promise only where texts are long. */
  measured(
    query: Compared,
    others: readonly Compared[],
  ): readonly (Measured | undefined)[] | Promise<readonly (Measured | undefined)[]> {
    const isLong =
      !this.method.isDecidedBySketch && isHeavy([query.text, ...others.map(({ text }) => text)])
    if (this.#heavy === undefined || !isLong || others.length === 0)
      return this.method.measured(query, others)
    const call = { kind: 'measured', query, others } as const
    return this.#heavy(this.settings.header, call) as Promise<readonly (Measured | undefined)[]>
  }

  /** For each query its matches, best first, then by number. */
  async matches(reader: StoreReader, queries: readonly Query[]): Promise<readonly Match[][]> {
    const from = performance.now()
    const asked = queries.map(query => this.method.asked?.(query) ?? query.sketch.postings)
    const candidates = await reader.candidates(asked)
    const lists = queries.map(({ except }, i) =>
      Array.from(candidates[i]).filter(number => number !== except),
    )
    const states = await this.#states(reader, lists)
    const looked = performance.now()
    this.#observer.stage?.('lookup', looked - from)
    const found = queries.map((query, i) => this.#bySketch(query, lists[i], states))
    const open = [...new Set(found.flatMap(({ open }) => open))]
    const bodies = await this.#compared(reader, open, states)
    const matches: Match[][] = []
    for (const [i, query] of queries.entries())
      matches.push(await this.#measured(query, found[i], states, bodies))
    this.#observer.stage?.('verify', performance.now() - looked)
    queries.forEach((_, i) => {
      this.#observer.matched?.({
        candidates: lists[i].length,
        verified: found[i].open.length,
        matches: matches[i].length,
      })
    })
    return matches
  }

  #sketchesElsewhere(texts: readonly string[]): Promise<Sketch[]> {
    return (this.#heavy as HeavyWork)(this.settings.header, { kind: 'sketches', texts }) as Promise<
      Sketch[]
    >
  }

  /** A stored document as it is compared. @throws NearsameError STORE_CORRUPT */
  compared({ sketch, body }: StoredDocument): Compared {
    const { text, storeText } = this.settings
    const { document, shingles } = unpackBody(body, storeText)
    return { sketch, shingles, text: storeText ? textOf(document, text) : undefined }
  }

  /** Best first, ties by number. */
  order(matches: Match[]): Match[] {
    const sign = this.method.isDistance ? 1 : -1
    return matches.sort((a, b) => sign * (a.similarity - b.similarity) || a.number - b.number)
  }

  async #states(reader: StoreReader, lists: readonly number[][]): Promise<Map<number, StoredDocument>> {
    const numbers = lists.length === 1 ? lists[0] : [...new Set(lists.flat())]
    const states = new Map<number, StoredDocument>()
    if (numbers.length === 0) return states
    const found = await reader.documents(numbers, { body: false })
    for (const document of found) if (document !== undefined) states.set(document.number, document)
    return states
  }

  /** What the sketches decide, and what is left open. */
  #bySketch(query: Query, numbers: readonly number[], states: ReadonlyMap<number, StoredDocument>) {
    const matches: Match[] = []
    const open: number[] = []
    for (const number of numbers) {
      const state = states.get(number)
      if (state === undefined) continue // removed meanwhile
      const same = this.method.same(query.sketch, state.sketch)
      if (same !== undefined) matches.push(matchOf(state, same))
      else open.push(number)
    }
    return { matches, open }
  }

  async #compared(
    reader: StoreReader,
    numbers: readonly number[],
    states: ReadonlyMap<number, StoredDocument>,
  ): Promise<Map<number, Compared>> {
    const compared = new Map<number, Compared>()
    if (numbers.length === 0) return compared
    if (this.method.isDecidedBySketch) {
      for (const number of numbers) {
        const { sketch } = states.get(number) as StoredDocument
        compared.set(number, { sketch, text: undefined, shingles: undefined })
      }
      return compared
    }
    for (const document of await reader.documents(numbers, { body: true })) {
      if (document !== undefined) compared.set(document.number, this.compared(document))
    }
    return compared
  }

  async #measured(
    query: Query,
    { matches, open }: { readonly matches: Match[]; readonly open: readonly number[] },
    states: ReadonlyMap<number, StoredDocument>,
    bodies: ReadonlyMap<number, Compared>,
  ): Promise<Match[]> {
    const numbers = open.filter(number => bodies.has(number))
    const others = numbers.map(number => bodies.get(number) as Compared)
    const measurements = others.length === 0 ? [] : await this.measured(query, others)
    measurements.forEach((measured, i) => {
      if (measured !== undefined) matches.push(matchOf(states.get(numbers[i]) as StoredDocument, measured))
    })
    return this.order(matches)
  }
}

function matchOf({ number, name, cluster }: StoredDocument, measured: Measured): Match {
  return { number, name, cluster, ...measured }
}
