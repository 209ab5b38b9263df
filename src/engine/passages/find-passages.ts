/**
 * Passages in memory: what is repeated inside documents, with its place.
 *
 *     texts ─▶ fingerprints ─▶ those that occur twice ─▶ windows with one ─▶ first places ─▶ runs ─▶ compared
 *
 * A window of N tokens is repeated when the same tokens stand at an earlier place, in an earlier document or earlier in
 * its own; a passage is a maximal run of repeated windows whose first places are consecutive. Equal windows take equal
 * fingerprints, so a window whose fingerprint occurs once is not repeated. Passages are compared token by token at the
 * end; if hashes were wrong anywhere, all is done again with salted ones.
 *
 * Source: Schleimer, Wilkerson, Aiken, "Winnowing", SIGMOD 2003, for fingerprints; Lee et al., "Deduplicating training
 * data makes language models better", ACL 2022, for the task. Ours: windows that hold a repeated fingerprint are found
 * by a rolling hash of the whole window, and compared.
 * Cost: linear in the text; 8 bytes a fingerprint, 15 to 23 a window that may be repeated, 12 a passage.
 */
import { checkObject } from '../../ground/options/arguments.ts'
import { refuseUnknown, resolve } from '../../ground/options/resolve.ts'
import {
  type GivenPassageOptions,
  leastOf,
  type PassageOptions,
  passageOptions,
} from '../../methods/options/passage-options.ts'
import type { Fold } from '../../texts/kernels/layout/plan-layout.ts'
import { FingerprintSet } from '../../texts/passages/fingerprint-set.ts'
import type { PassageUnit } from '../../texts/passages/text-units.ts'
import { windowShape } from '../../texts/passages/window-shape.ts'
import { keepFields, keepOrder } from '../batch/keep-order.ts'
import type { GivenDocuments } from '../library/document.ts'
import { type Engine, openEngine } from '../library/open-engine.ts'
import type { EngineOptions } from '../library/settings.ts'
import { EarlierWindows } from './earlier-windows.ts'
import { firstCopies } from './first-copies.ts'
import { GivenTexts, WindowedTexts } from './memory-texts.ts'
import { DocumentPlaces } from './passage-rows.ts'
import { PassageRuns } from './passage-runs.ts'
import type { Passage } from './passages.ts'
import { PlacedTexts, shownPassages } from './placed-texts.ts'

/** Options of a search for passages, on one side or two. */
export interface PassageSearchOptions {
  /** Minimum number of tokens of a passage, in [1, 1,048,576]. Default: 50; 1 for lines and paragraphs. */
  readonly least?: number | undefined
  /** A passage is any run of tokens, a whole line, or a whole paragraph. Default: tokens. */
  readonly unit?: 'tokens' | 'lines' | 'paragraphs' | undefined
  /** Drops `marks`, unifies `letters` that one language types in two ways, or `both`. Default: none. */
  readonly fold?: Fold | undefined
  /** Whether symbols and punctuation only separate words, or each is a word of its own. Default: drop. */
  readonly symbols?: 'drop' | 'keep' | undefined
  /** Kernels, which do not change the result. Default: the fastest available. */
  readonly kernels?: EngineOptions['kernels']
}

export interface PassagesOptions extends PassageSearchOptions {
  /** Which documents come first: rules in order, then the position. Default: first. */
  readonly keep?: EngineOptions['keep']
}

export interface FoundPassages {
  /** In the order of documents, then of `from`. */
  readonly passages: readonly Passage[]
  readonly counts: {
    readonly documents: number
    readonly tokens: number
    /** Tokens that stand in a passage. */
    readonly repeated: number
  }
}

/**
 * All passages of documents that stand earlier in them, too.
 *
 * @param documents texts, or objects with a `text`; neither modified nor kept
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, TEXT_NOT_STRING, MEMORY_EXHAUSTED
 * @example findPassages(['a b c d', 'x b c d'], { least: 3 }).then(({ passages }) => passages[0].from) // => 2
 */
export async function findPassages(
  documents: GivenDocuments,
  options: PassagesOptions = {},
): Promise<FoundPassages> {
  const { engine, unit, least } = await openPassages(options, ['least', 'unit'])
  const { keep } = engine.settings.result
  const given = await GivenTexts.read(documents, keepFields(keep), () => engine.breath())
  const order = keepOrder(keep, given)
  const visited = order ?? Int32Array.from({ length: given.count }, (_, i) => i)
  for (let salt = 0; ; salt = newSalt()) {
    const texts = new WindowedTexts(engine.space, { shape: windowShape(least), unit, salt })
    const search = new MemorySearch(given, visited, texts, engine)
    const found = await search.find(unit, least, salt !== 0)
    if (found !== undefined) return { ...found, passages: inOrder(found.passages, order) }
  }
}

/** Engine and options of a search for passages. @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export async function openPassages(
  options: PassagesOptions & GivenPassageOptions,
  names: readonly (keyof typeof passageOptions)[],
): Promise<Omit<PassageOptions, 'least'> & { engine: Engine; least: number }> {
  checkObject('options', options)
  refuseUnknown([...names, 'fold', 'symbols', 'keep', 'kernels'], Object.keys(options), 'library')
  const { least, unit, maxPlaces, leastItem, common, ...given } = options
  const resolved = resolve(passageOptions, { least, unit, maxPlaces, leastItem, common })
  const engine = await openEngine({ ...given, near: false }, 'texts')
  return { ...resolved, engine, least: leastOf(resolved) }
}

/** Not 0, and not foreseen by the texts. */
export function newSalt(): number {
  return 1 + Math.floor(Math.random() * (2 ** 32 - 1))
}

/** Passages in the order of the documents given. @param order undefined if they are visited so */
function inOrder(passages: Passage[], order: Int32Array | undefined): Passage[] {
  return order === undefined ? passages : passages.sort((a, b) => a.index - b.index || a.from - b.from)
}

class MemorySearch {
  readonly #given: GivenTexts
  /** Documents in visiting order. */
  readonly #visited: Int32Array
  readonly #texts: WindowedTexts
  readonly #breath: Engine['breath']
  readonly #places: DocumentPlaces

  constructor(given: GivenTexts, visited: Int32Array, texts: WindowedTexts, engine: Engine) {
    this.#given = given
    this.#visited = visited
    this.#texts = texts
    this.#breath = engine.breath
    this.#places = new DocumentPlaces(given.count)
  }

  /** Undefined if different tokens had equal hashes. */
  async find(
    unit: PassageUnit,
    least: number,
    isSalted: boolean,
  ): Promise<{ passages: Passage[]; counts: FoundPassages['counts'] } | undefined> {
    // Fingerprints are not salted; without them all windows are compared.
    const wanted = unit === 'tokens' && !isSalted ? await this.#repeated() : undefined
    const runs = new PassageRuns(unit === 'tokens' ? least : undefined)
    const earlier = new EarlierWindows(runs)
    let tokens = 0
    for (const document of this.#visited) {
      const windows = this.#texts.windows(this.#given.texts.bytesOf(document), wanted)
      earlier.take(this.#places.add(windows.places), windows)
      tokens += windows.tokens
      await this.#breath()
    }
    const rows = earlier.finish()
    const placed = new PlacedTexts(this.#given, this.#visited, this.#texts, this.#places)
    const { of, uses } = firstCopies(rows.first, rows.copied)
    const copiesOf = (row: number) => ({ listed: [rows.first[row]], all: uses[of[row]] + 1 })
    const passages = await shownPassages(rows, { later: placed, earlier: placed }, copiesOf, this.#breath)
    if (passages === undefined) return undefined
    const counts = { documents: this.#given.count, tokens, repeated: passages.repeated }
    return { passages: passages.list, counts }
  }

  async #repeated() {
    const set = new FingerprintSet()
    for (const document of this.#visited) {
      set.add(this.#texts.fingerprints(this.#given.texts.bytesOf(document)))
      await this.#breath()
    }
    return set.take(false, bytes => new ArrayBuffer(bytes))
  }
}
