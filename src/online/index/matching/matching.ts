/**
 * Matching: the method of a collection applied to texts: their sketches, and the similarity of two. If there is another
 * thread, it does the work on long texts.
 */

import type { Comparison } from '../../../engine/explain/comparison.ts'
import { compareTexts } from '../../../engine/library/explain.ts'
import type { EngineOptions } from '../../../engine/library/settings.ts'
import { areEqualNumbers } from '../../../ground/lists/equal-numbers.ts'
import type { MeasureName } from '../../../methods/contract/measures.ts'
import type { Compared, Measured, OnlineMethod } from '../../../methods/contract/online-method.ts'
import type { RecordColumn } from '../../../methods/contract/record-columns.ts'
import type { Sketch } from '../../../methods/contract/sketch.ts'
import type { StoredDocument } from '../../store/store.ts'
import { checkGiven, type GivenText, givenText, plainText } from '../documents/given-document.ts'
import type { AnyIndexDocument, IndexObserver } from '../documents/index-types.ts'
import { type StoredBody, unpackBody } from '../documents/stored-body.ts'
import type { ClusterSurvey, Survey } from '../documents/survey-types.ts'
import { type HeavyWork, isHeavy, type SurveyCall } from './heavy-work.ts'
import type { IndexSettings } from './index-settings.ts'
import type { Match, Query } from './lookup.ts'
import { type PassageTexts, withoutPassages } from './passage-texts.ts'
import { RememberedSketches } from './remembered-sketches.ts'

interface MatchingParts {
  readonly observer?: IndexObserver
  readonly heavy?: HeavyWork | undefined
  readonly passages?: PassageTexts | undefined
}

export class Matching {
  readonly settings: IndexSettings
  readonly method: OnlineMethod
  readonly observer: IndexObserver
  /** Undefined if the collection finds no passages. */
  readonly passages: PassageTexts | undefined
  readonly #heavy: HeavyWork | undefined
  /** Undefined if the method needs more than the texts: the other thread knows no collection. */
  readonly #forTexts: HeavyWork | undefined
  /** The method's model, as stored. */
  #model: Uint8Array | undefined
  readonly #remembered: RememberedSketches
  /** The query sketched last. */
  #sketched: Compared | undefined

  constructor(
    settings: IndexSettings,
    method: OnlineMethod,
    { observer = {}, heavy, passages }: MatchingParts,
  ) {
    this.settings = settings
    this.method = method
    this.observer = observer
    this.passages = passages
    this.#heavy = heavy
    this.#forTexts = settings.decision.kind === 'pairs' ? undefined : heavy
    this.#remembered = new RememberedSketches(settings.result.measure)
  }

  get measure(): MeasureName {
    return this.method.measure
  }

  /** Sets the model, as `OnlineMethod.use` does. The model in use is not unpacked again. */
  use(model: Uint8Array | undefined): void {
    const isInUse = model && this.#model ? areEqualNumbers(model, this.#model) : model === this.#model
    if (isInUse) return
    this.method.use?.(model)
    this.#model = model
  }

  /** Learns a model from all texts, as bytes for `use`; undefined if the method does not learn. */
  train(given: readonly GivenText[]): Uint8Array | Promise<Uint8Array> | undefined {
    if (this.method.train === undefined) return undefined
    const texts = given.map(({ text }) => text)
    const columns = this.#columnsOf(given)
    if (this.#heavy === undefined) return this.method.train(texts, columns)
    return this.#heavy(this.settings.header, { kind: 'train', texts, columns }) as Promise<Uint8Array>
  }

  /** A pass over all clusters in the other thread; undefined if there is none, or it cannot read the collection. */
  surveyed<T extends Survey | ClusterSurvey>(
    folder: string | undefined,
    of: SurveyCall['of'],
  ): Promise<T> | undefined {
    if (folder === undefined) return undefined
    return this.#heavy?.(this.settings.header, { kind: 'survey', of, folder }) as Promise<T> | undefined
  }

  #columnsOf(given: readonly GivenText[]): readonly RecordColumn[] | undefined {
    const { hasColumns, text } = this.settings
    if (!hasColumns) return undefined
    return text.map((name, field) => ({ name, values: given.map(({ values }) => values?.[field] ?? '') }))
  }

  /** A copy that uses another model. REQUIRES: a method that learns. */
  withModel(model: Uint8Array): Matching {
    const method = this.method.another?.() ?? this.method
    const matching = new Matching(this.settings, method, {})
    matching.use(model)
    return matching
  }

  /**
   * What a text, or a document with the fields, is compared by.
   *
   * @throws NearsameError OPTION_VALUE, TEXT_MISSING, TEXT_NOT_STRING
   */
  read(given: string | AnyIndexDocument): GivenText {
    if (typeof given !== 'string') return givenText(checkGiven(given), this.settings)
    return plainText(given, this.settings, this.method.needsFields)
  }

  /** Texts with their sketches; a promise only if texts are long. */
  queries(given: readonly GivenText[]): Query[] | Promise<Query[]> {
    const from = performance.now()
    const texts = given.map(({ text }) => text)
    const made =
      this.#forTexts !== undefined && isHeavy(texts)
        ? (this.#forTexts(this.settings.header, { kind: 'sketches', texts }) as Promise<Sketch[]>)
        : this.method.sketches(texts)
    const queriesOf = (sketches: readonly Sketch[]) => {
      this.observer.stage?.('sketch', performance.now() - from)
      return given.map((each, i) => ({ ...each, sketch: sketches[i], shingles: undefined }))
    }
    return made instanceof Promise ? made.then(queriesOf) : queriesOf(made)
  }

  /** The shingle set of a text; a promise only if the text is long. */
  shingles(text: string): BigUint64Array | Promise<BigUint64Array> {
    if (this.#forTexts === undefined || !isHeavy([text])) return this.method.shingles(text)
    return this.#forTexts(this.settings.header, { kind: 'shingles', text }) as Promise<BigUint64Array>
  }

  /** Compares two texts by their shingles and words, for an explanation. */
  comparison(a: string, b: string, kernels: EngineOptions['kernels']): Promise<Comparison> {
    const { result, header } = this.settings
    // The model does not matter here, so the other thread can answer for every method.
    if (this.#heavy === undefined || !isHeavy([a, b])) return compareTexts(a, b, { ...result, kernels })
    return this.#heavy(header, { kind: 'comparison', a, b }) as Promise<Comparison>
  }

  /** The postings to look a text up by. */
  asked(query: Compared): Uint32Array {
    return this.method.asked?.(query) ?? query.sketch.postings
  }

  /** For each of `others`: the sketches' decision, or else the measure; undefined if it is no match. */
  async compare(query: Compared, others: readonly Compared[]): Promise<readonly (Measured | undefined)[]> {
    const found = others.map(other => this.method.same(query.sketch, other.sketch))
    const open = others.filter((_, i) => found[i] === undefined)
    if (open.length === 0) return found
    const measurements = await this.measured(query, open)
    let next = 0
    return found.map(same => same ?? measurements[next++])
  }

  /** Remembers the sketch of a stored document that came up among very many, unless that takes long. */
  remember(number: number, document: Compared): void {
    if (this.#remembered.has(number) || isHeavy([document.text])) return
    const sketch = this.method.oddSketch?.(document)
    if (sketch !== undefined) this.#remembered.add(number, sketch)
  }

  /** Whether a query may match a stored document. False only for a remembered document, by its bound. */
  mayMatch(query: Compared, number: number): boolean {
    if (!this.#remembered.has(number) || isHeavy([query.text])) return true
    if (this.#sketched !== query) {
      const sketch = this.method.oddSketch?.(query)
      if (sketch === undefined) return true
      this.#remembered.query = sketch
      this.#sketched = query
    }
    return this.#remembered.bound(number) >= this.settings.result.threshold
  }

  /** A stored document as a query. @throws NearsameError STORE_CORRUPT */
  queryOf(document: StoredDocument): Query {
    return { ...this.compared(document), except: document.number }
  }

  /** A stored document as one side of a comparison. @throws NearsameError STORE_CORRUPT */
  compared({ sketch, body }: StoredDocument): Compared {
    return this.comparedOf(sketch, unpackBody(body, this.settings.storeText))
  }

  /** The same for a body that is open already. */
  comparedOf(sketch: Sketch, { document, shingles }: StoredBody): Compared {
    const given = this.settings.storeText
      ? givenText(document, this.settings)
      : { text: undefined, values: undefined }
    return { sketch: this.ownSketch(sketch), shingles, ...given }
  }

  /** The sketch of a stored document without the postings of passages. */
  ownSketch(stored: Sketch): Sketch {
    return this.settings.passages === undefined ? stored : withoutPassages(stored)
  }

  /** Best first, ties by number. */
  order(matches: Match[]): Match[] {
    const sign = this.method.isDistance ? 1 : -1
    return matches.sort((a, b) => sign * (a.similarity - b.similarity) || a.number - b.number)
  }

  /** Measures by the method; a promise only if texts are long. */
  measured(
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
