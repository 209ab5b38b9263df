/**
 * Passages of one side, A, that stand in the other, B: training data and the questions it must not hold, for example.
 *
 *     B ─▶ all windows, fingerprints
 *     A ─▶ windows with a fingerprint of B ─▶ first places in B ─▶ runs ─▶ documents of B with the whole run
 *
 * A passage is a maximal run of windows of A that stand in B and whose first places there are consecutive. A document
 * of B that is shorter than a window is looked for as a whole, and left out if it is common.
 */
import { FingerprintSet } from '../../texts/passages/fingerprint-set.ts'
import type { PassageUnit } from '../../texts/passages/text-units.ts'
import { windowShape } from '../../texts/passages/window-shape.ts'
import type { DocumentId, GivenDocuments } from '../library/document.ts'
import type { Engine } from '../library/open-engine.ts'
import { AgainstSide } from './against-side.ts'
import { type FoundPassages, newSalt, openPassages, type PassageSearchOptions } from './find-passages.ts'
import { ItemRows } from './item-rows.ts'
import { GivenTexts, WindowedTexts } from './memory-texts.ts'
import { DocumentPlaces, type PassageRows, withRows } from './passage-rows.ts'
import { PassageRuns } from './passage-runs.ts'
import { PlacedTexts, shownPassages } from './placed-texts.ts'

export interface AgainstOptions extends PassageSearchOptions {
  /** Maximum number of documents of the other side listed for a passage, in [1, 1,000,000]. Default: 100. */
  readonly maxPlaces?: number | undefined
  /** Tokens from which an item shorter than `least` is looked for, in [1, 1,048,576]. Default: 3. */
  readonly leastItem?: number | undefined
  /** Share of the documents, in [0, 1], above which an item shorter than `least` is common. Default: 0.001. */
  readonly common?: number | undefined
}

/** How much of a document of the other side stands in the documents. */
export interface CoveredDocument {
  /** Index among the documents of the other side, from 0. */
  readonly index: number
  readonly id: DocumentId
  readonly tokens: number
  /** Those of its tokens that stand in a passage. */
  readonly covered: number
  /** Indexes of the documents that have them, ascending; at most `maxPlaces`. */
  readonly by: readonly number[]
}

/** A document of the other side that says nothing of the documents that have it: too many do. */
export interface CommonDocument {
  /** Index among the documents of the other side, from 0. */
  readonly index: number
  readonly id: DocumentId
  readonly tokens: number
  /** Documents that have it. */
  readonly documents: number
}

export interface FoundAgainst extends FoundPassages {
  /** Documents of the other side of which something was found, ascending. */
  readonly covered: readonly CoveredDocument[]
  /** Documents of the other side that are shorter than `least` and stand in too many documents to say anything. */
  readonly common: readonly CommonDocument[]
  readonly counts: FoundPassages['counts'] & {
    readonly against: number
    /** Documents of the other side that were not looked for: too few tokens, or no unit long enough. */
    readonly notLookedFor: number
  }
}

/**
 * All passages of documents that stand in `against`; `first` is a place there. Each document of `against` that has the
 * whole run is listed, up to `maxPlaces`.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, TEXT_NOT_STRING, MEMORY_EXHAUSTED
 * @example findPassagesAgainst(['a b c d'], ['b c d', 'x'], { least: 3 }).then(({ covered }) => covered[0].by) // => [0]
 */
export async function findPassagesAgainst(
  documents: GivenDocuments,
  against: GivenDocuments,
  options: AgainstOptions = {},
): Promise<FoundAgainst> {
  const names = ['least', 'unit', 'maxPlaces', 'leastItem', 'common'] as const
  const { engine, unit, least, ...settings } = await openPassages(options, names)
  const read = (side: GivenDocuments) => GivenTexts.read(side, [], () => engine.breath())
  const a = await read(documents)
  const b = await read(against)
  for (let salt = 0; ; salt = newSalt()) {
    const texts = new WindowedTexts(engine.space, { shape: windowShape(least), unit, salt })
    const search = new AgainstSearch({ a, b, texts, breath: engine.breath }, { unit, least, ...settings })
    const found = await search.find()
    if (found !== undefined) return found
  }
}

interface AgainstSettings {
  readonly unit: PassageUnit
  readonly least: number
  readonly maxPlaces: number
  readonly leastItem: number
  readonly common: number
}

interface Sides {
  readonly a: GivenTexts
  readonly b: GivenTexts
  readonly texts: WindowedTexts
  readonly breath: Engine['breath']
}

class AgainstSearch {
  readonly #sides: Sides
  readonly #settings: AgainstSettings
  readonly #places: DocumentPlaces
  readonly #least: number | undefined
  readonly #against: AgainstSide
  #tokens = 0

  constructor(sides: Sides, settings: AgainstSettings) {
    const { unit, least, leastItem } = settings
    this.#sides = sides
    this.#settings = settings
    this.#least = unit === 'tokens' ? least : undefined
    this.#places = new DocumentPlaces(sides.a.count)
    this.#against = new AgainstSide(sides.b.count, { least: this.#least, leastItem })
  }

  /** Undefined if different tokens had equal hashes. */
  async find(): Promise<FoundAgainst | undefined> {
    const { rows, common } = await this.#rows()
    const { maxPlaces } = this.#settings
    const { a, b, texts, breath } = this.#sides
    const later = new PlacedTexts(a, undefined, texts, this.#places)
    const earlier = new PlacedTexts(b, undefined, texts, this.#against.places)
    const copiesOf = (row: number) => this.#against.placesOf(rows.first[row], rows.copied[row], maxPlaces)
    const shown = await shownPassages(rows, { later, earlier }, copiesOf, breath)
    if (shown === undefined) return undefined
    return {
      passages: shown.list,
      covered: this.#covered(rows, maxPlaces),
      common: this.#against.commonItems(common).map(item => ({ ...item, id: b.idOf(item.index) })),
      counts: {
        documents: a.count,
        tokens: this.#tokens,
        repeated: shown.repeated,
        against: b.count,
        notLookedFor: this.#against.notLookedFor,
      },
    }
  }

  #covered(rows: PassageRows, maxPlaces: number): CoveredDocument[] {
    const { b } = this.#sides
    const documentOf = (row: number) => this.#places.documentOf(rows.at[row])
    const covered = this.#against.coveredBy(rows, documentOf, maxPlaces)
    return Array.from(covered, ({ index, ...item }) => ({ index, id: b.idOf(index), ...item }))
  }

  async #rows(): Promise<{ rows: PassageRows; common: Map<number, number> }> {
    const { a, b, texts, breath } = this.#sides
    const set = this.#least !== undefined ? new FingerprintSet() : undefined
    for (let i = 0; i < b.count; i++) {
      const text = b.texts.bytesOf(i)
      this.#against.add(texts.all(text))
      set?.add(texts.fingerprints(text))
      await breath()
    }
    const items = this.#against.finish()
    const wanted = set?.take(true, bytes => new ArrayBuffer(bytes))
    const runs = new PassageRuns(this.#least)
    const whole = new ItemRows()
    for (let i = 0; i < a.count; i++) {
      const windows = texts.windows(a.texts.bytesOf(i), wanted)
      const start = this.#places.add(windows.places)
      this.#tokens += windows.tokens
      this.#against.find(start, windows, runs)
      whole.add(start, texts.items(items))
      await breath()
    }
    const common = whole.commonItems(this.#settings.common)
    return { rows: withRows(runs.finish(), whole.finish(common)), common }
  }
}
