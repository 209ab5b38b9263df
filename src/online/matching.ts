/**
 * Matching: from texts to the stored documents they match, every one measured.
 *
 *     asked postings ─▶ candidates ─▶ states ─▶ equal by hash, or enough shared postings ─▶ bodies ─▶ measured
 *
 * Bodies are read of those only that the hashes do not decide.
 */

import { type Breath, breather } from '../breath/breath.ts'
import { compareTexts } from '../engine/explain.ts'
import type { EngineOptions } from '../engine/settings.ts'
import type { Comparison } from '../explain/comparison.ts'
import type { MeasureName } from '../method/method.ts'
import { decisionOf } from '../method/methods.ts'
import type { Sketch, StoredDocument, StoreReader } from '../store/store.ts'
import { textOf } from './given-document.ts'
import { type HeavyWork, isHeavy } from './heavy-work.ts'
import type { IndexSettings } from './index-settings.ts'
import type { IndexObserver } from './index-types.ts'
import type { Compared, Measured, OnlineMethod } from './methods/online-method.ts'
import { candidatesOf } from './reading/candidates-of.ts'
import { type Found, type Match, type Query, Search } from './search.ts'
import { unpackBody } from './stored-body.ts'

export class Matching {
  readonly settings: IndexSettings
  readonly method: OnlineMethod
  readonly #observer: IndexObserver
  readonly #heavy: HeavyWork | undefined
  /** Undefined where texts alone do not decide: the other thread knows no collection. */
  readonly #forTexts: HeavyWork | undefined
  /** What the method decides by, as it was stored. */
  #model: Uint8Array | undefined

  constructor(
    settings: IndexSettings,
    method: OnlineMethod,
    { observer = {}, heavy }: { readonly observer?: IndexObserver; readonly heavy?: HeavyWork | undefined },
  ) {
    this.settings = settings
    this.method = method
    this.#observer = observer
    this.#heavy = heavy
    this.#forTexts = decisionOf(settings.result) === 'pairs' ? undefined : heavy
  }

  get measure(): MeasureName {
    return this.method.measure
  }

  /** From now on decides by a model, as `OnlineMethod.use`. One that is in use already is not unpacked again. */
  use(model: Uint8Array | undefined): void {
    if (areSameBytes(model, this.#model)) return
    this.method.use?.(model)
    this.#model = model
  }

  /** What the method learns from texts, as bytes for `use`; undefined where it learns nothing. */
  train(texts: readonly string[]): Uint8Array | Promise<Uint8Array> | undefined {
    if (this.method.train === undefined) return undefined
    if (this.#heavy === undefined) return this.method.train(texts)
    return this.#heavy(this.settings.header, { kind: 'train', texts }) as Promise<Uint8Array>
  }

  /** The same that decides by another model, of a method that learns. */
  withModel(model: Uint8Array): Matching {
    const method = this.method.another?.() ?? this.method
    const matching = new Matching(this.settings, method, {})
    matching.use(model)
    return matching
  }

  /** Texts with their sketches; a promise only where texts are long. */
  queries(texts: readonly string[]): Query[] | Promise<Query[]> {
    const from = performance.now()
    const made =
      this.#forTexts !== undefined && isHeavy(texts)
        ? (this.#forTexts(this.settings.header, { kind: 'sketches', texts }) as Promise<Sketch[]>)
        : this.method.sketches(texts)
    const queriesOf = (sketches: readonly Sketch[]) => {
      this.#observer.stage?.('sketch', performance.now() - from)
      return texts.map((text, i) => ({ text, sketch: sketches[i], shingles: undefined }))
    }
    return made instanceof Promise ? made.then(queriesOf) : queriesOf(made)
  }

  /** The shingle set of a text; a promise only where it is long. */
  shingles(text: string): BigUint64Array | Promise<BigUint64Array> {
    if (this.#forTexts === undefined || !isHeavy([text])) return this.method.shingles(text)
    return this.#forTexts(this.settings.header, { kind: 'shingles', text }) as Promise<BigUint64Array>
  }

  /** What there is to see in two texts, by their shingles and words. */
  comparison(a: string, b: string, kernels: EngineOptions['kernels']): Promise<Comparison> {
    const { result, header } = this.settings
    // What a method has learnt does not matter here, so the other thread may answer for all of them.
    if (this.#heavy === undefined || !isHeavy([a, b])) return compareTexts(a, b, { ...result, kernels })
    return this.#heavy(header, { kind: 'comparison', a, b }) as Promise<Comparison>
  }

  /** The postings that a text is looked up by. */
  asked(query: Compared): Uint32Array {
    return this.method.asked?.(query) ?? query.sketch.postings
  }

  /** For each of `others` what its sketch says, or else what was measured; undefined where it is no match. */
  async compare(query: Compared, others: readonly Compared[]): Promise<readonly (Measured | undefined)[]> {
    const found = others.map(other => this.method.same(query.sketch, other.sketch))
    const open = others.filter((_, i) => found[i] === undefined)
    if (open.length === 0) return found
    const measurements = await this.#measured(query, open)
    let next = 0
    return found.map(same => same ?? measurements[next++])
  }

  /** For each query its matches, best first, then by number. */
  async matches(reader: StoreReader, queries: readonly Query[], limit?: number): Promise<Match[][]> {
    return (await this.found(reader, queries, limit)).map(({ matches }) => matches)
  }

  /**
   * For each query what it found; it stops now and then.
   *
   * Among very many candidates those of the lowest numbers are looked at first. `limit` matches of equal texts are
   * enough then, and with `isAdd` one of them: it is in the cluster of all others.
   */
  async found(
    reader: StoreReader,
    queries: readonly Query[],
    limit = Number.POSITIVE_INFINITY,
  ): Promise<Found[]> {
    const from = performance.now()
    const candidates = await candidatesOf(
      reader,
      queries.map(query => this.asked(query)),
    )
    const found = performance.now()
    this.#observer.stage?.('lookup', found - from)
    const searches = queries.map(
      (query, i) => new Search(query, candidates[i], query.isAdd === true ? 1 : limit),
    )
    const breath = breather()
    for (let open = searches; open.length > 0; open = open.filter(search => !search.isDone)) {
      await this.#round(reader, open, breath)
    }
    const ordered: Found[] = []
    for (const { candidates, verified, matches, isCut } of searches) {
      this.#observer.matched?.({ candidates, verified, matches: matches.length })
      ordered.push({ matches: this.order(matches).slice(0, limit), isCut })
      await breath()
    }
    this.#observer.stage?.('verify', performance.now() - found)
    return ordered
  }

  /**
   * Numbers of the stored documents that a stored one matches.
   *
   * @param gone documents that are not looked at: they are removed, maybe because they are damaged
   */
  async matchesOf(reader: StoreReader, number: number, gone?: ReadonlySet<number>): Promise<number[]> {
    const [document] = await reader.documents([number], { body: true })
    if (document === undefined) return []
    const [matches] = await this.matches(reader, [{ ...this.queryOf(document), gone }])
    return matches.map(match => match.number)
  }

  /** A stored document as it is asked for its matches. @throws NearsameError STORE_CORRUPT */
  queryOf(document: StoredDocument): Query {
    return { ...this.compared(document), except: document.number }
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

  /** The next candidates of every search. */
  async #round(reader: StoreReader, searches: readonly Search[], breath: Breath): Promise<void> {
    const parts = searches.map(search => search.next())
    const numbers = parts.length === 1 ? parts[0] : [...new Set(parts.flat())]
    if (numbers.length === 0) return
    const states = new Map<number, StoredDocument>()
    for (const state of await reader.documents(numbers, { body: false })) {
      if (state !== undefined) states.set(state.number, state)
    }
    const open: (readonly number[])[] = []
    for (const [i, search] of searches.entries()) {
      open.push(this.#bySketch(search, parts[i], states))
      await breath()
    }
    const bodies = await this.#compared(reader, [...new Set(open.flat())], states)
    for (const [i, search] of searches.entries()) {
      await this.#measure(search, open[i], states, bodies)
      await breath()
    }
  }

  /** Takes in what the sketches decide. @returns what is left open */
  #bySketch(
    search: Search,
    numbers: readonly number[],
    states: ReadonlyMap<number, StoredDocument>,
  ): readonly number[] {
    const open: number[] = []
    // After the first candidates a document joins the clusters it is in, whatever else of these it matches.
    const isShortened = search.query.isAdd === true && search.isLong
    const known = isShortened ? new Set(search.matches.map(({ cluster }) => cluster)) : undefined
    for (const number of numbers) {
      const state = states.get(number)
      if (state === undefined) continue // removed meanwhile
      const same = this.method.same(search.query.sketch, state.sketch)
      if (same !== undefined) search.takeSame(matchOf(state, same))
      else if (known?.has(state.cluster)) search.cut()
      else open.push(number)
    }
    return search.needed(open)
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

  async #measure(
    search: Search,
    open: readonly number[],
    states: ReadonlyMap<number, StoredDocument>,
    bodies: ReadonlyMap<number, Compared>,
  ): Promise<void> {
    const numbers = open.filter(number => bodies.has(number))
    if (numbers.length === 0) return
    const others = numbers.map(number => bodies.get(number) as Compared)
    search.verified += others.length
    const measurements = await this.#measured(search.query, others)
    measurements.forEach((measured, i) => {
      if (measured !== undefined)
        search.matches.push(matchOf(states.get(numbers[i]) as StoredDocument, measured))
    })
  }

  /** As the method measures; a promise only where texts are long. */
  #measured(
    query: Compared,
    others: readonly Compared[],
  ): readonly (Measured | undefined)[] | Promise<readonly (Measured | undefined)[]> {
    const isShort = () => !isHeavy([query.text, ...others.map(({ text }) => text)])
    if (this.#forTexts === undefined || this.method.isDecidedBySketch || isShort())
      return this.method.measured(query, others)
    const call = { kind: 'measured', query, others } as const
    return this.#forTexts(this.settings.header, call) as Promise<readonly (Measured | undefined)[]>
  }
}

function areSameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined || a.length !== b.length) return false
  // `every` would take six times as long.
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

function matchOf({ number, name, cluster }: StoredDocument, measured: Measured): Match {
  return { number, name, cluster, ...measured }
}
