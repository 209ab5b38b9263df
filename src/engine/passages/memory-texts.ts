/** Texts in memory, read by their places; one of two sides, or all. */
import { fieldOf } from '../../ground/json/field.ts'
import { WordList } from '../../ground/lists/growing-lists.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import type { DocumentWindows } from '../../texts/passages/document-windows.ts'
import {
  addAllWindows,
  addFingerprints,
  addUnitWindows,
  addWantedWindows,
  WindowList,
} from '../../texts/passages/document-windows.ts'
import type { RepeatedFingerprints } from '../../texts/passages/fingerprint-set.ts'
import type { PlacedText } from '../../texts/passages/placed-text.ts'
import type { PassageUnit } from '../../texts/passages/text-units.ts'
import { placedText } from '../../texts/passages/unit-text.ts'
import { itemsIn, type WholeItems } from '../../texts/passages/whole-items.ts'
import { WindowReader } from '../../texts/passages/window-reader.ts'
import type { WindowShape } from '../../texts/passages/window-shape.ts'
import { TextArena } from '../../texts/workspace/text-arena.ts'
import type { Workspace } from '../../texts/workspace/workspace.ts'
import type { KeepValues } from '../batch/keep-order.ts'
import { type DocumentId, eachDocument, type GivenDocuments } from '../library/document.ts'

/** Documents as given. */
export class GivenTexts implements KeepValues {
  readonly texts = new TextArena()
  readonly fields: unknown[][]
  readonly ids: (DocumentId | undefined)[] = []
  textBytes = new Uint32Array(0)

  private constructor(fields: readonly string[]) {
    this.fields = fields.map(() => [])
  }

  get count(): number {
    return this.ids.length
  }

  idOf(index: number): DocumentId {
    return this.ids[index] ?? index
  }

  /** @param fields that keep rules read @throws NearsameError OPTION_VALUE, TEXT_NOT_STRING */
  static async read(
    documents: GivenDocuments,
    fields: readonly string[],
    breath: () => Promise<void>,
  ): Promise<GivenTexts> {
    const given = new GivenTexts(fields)
    const bytes: number[] = []
    await eachDocument(documents, async ({ document, text, id }) => {
      bytes.push(given.texts.add(text))
      given.ids.push(id)
      fields.forEach((name, i) => {
        given.fields[i].push(fieldOf(document, name))
      })
      await breath()
    })
    given.textBytes = Uint32Array.from(bytes)
    return given
  }
}

/** What the windows of texts are. */
interface WindowSettings {
  readonly shape: WindowShape
  readonly unit: PassageUnit
  /** 0 for the hashes of the kernels. */
  readonly salt: number
}

/** The windows of the one document in a list. */
function windowsIn({ runs, hashes, sizes }: WindowList, document: DocumentWindows): DocumentWindows {
  const own = { ...document, runs: runs.taken(), hashes: hashes.taken() }
  return sizes.length > 0 ? { ...own, sizes: sizes.taken() } : own
}

/** Reads texts by their bytes. */
export class WindowedTexts {
  readonly #space: Workspace
  readonly #reader: WindowReader
  readonly #settings: WindowSettings

  constructor(space: Workspace, settings: WindowSettings) {
    this.#space = space
    this.#settings = settings
    this.#reader = new WindowReader(space, settings.shape)
    this.#reader.salt = settings.salt
  }

  /** Fingerprints of a text, two u32 each. */
  fingerprints(text: Uint8Array): Uint32Array {
    this.#read(text)
    const prints = new WordList()
    addFingerprints(this.#reader, prints)
    return prints.taken()
  }

  /** The windows of a text that take a wanted fingerprint; all lines or paragraphs. */
  windows(text: Uint8Array, wanted: RepeatedFingerprints | undefined): DocumentWindows {
    if (wanted === undefined) return this.all(text)
    this.#read(text)
    const list = new WindowList()
    return windowsIn(list, addWantedWindows(this.#reader, wanted, list))
  }

  /** All windows of a text, or what it is as a whole. */
  all(text: Uint8Array): DocumentWindows {
    const { unit, shape } = this.#settings
    const list = new WindowList()
    if (unit !== 'tokens') {
      const range = this.#put(text)
      const settings = { unit, least: shape.least }
      return windowsIn(list, addUnitWindows(this.#space, this.#reader, range, settings, list))
    }
    this.#read(text)
    return windowsIn(list, addAllWindows(this.#reader, list))
  }

  /** Where items stand in the text read last. */
  items(items: WholeItems): number[] {
    return items.levels.length === 0 ? [] : itemsIn(this.#reader, items)
  }

  /** A text by its places. @param text nothing changes it */
  placed(text: Uint8Array): PlacedText {
    return placedText(this.#space, text, this.#space.free, this.#settings.unit)
  }

  #read(text: Uint8Array): void {
    const { from, to, free } = this.#put(text)
    this.#reader.read(from, to, free, from)
  }

  #put(text: Uint8Array): { from: number; to: number; free: number } {
    const from = this.#space.free
    const to = from + text.length
    this.#space.reserve(to + 64)
    this.#space.bytes.set(text, from)
    return { from, to, free: align64(to + 64) }
  }
}
