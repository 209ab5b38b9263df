/**
 * Passage texts: the texts of a collection by their windows of N tokens, and the postings that find them.
 *
 *     text ─▶ fingerprints ─▶ postings, kept behind those of the method
 *
 * Equal windows take equal fingerprints, so a window of a text stands only in documents with its posting.
 */
import { openEngine } from '../../../engine/library/open-engine.ts'
import type { EngineOptions } from '../../../engine/library/settings.ts'
import { posting, type Sketch } from '../../../methods/contract/sketch.ts'
import type { ResultOptions } from '../../../methods/options/result-options.ts'
import { align64 } from '../../../texts/kernels/layout/memory-layout.ts'
import type { PlacedText } from '../../../texts/passages/placed-text.ts'
import { placedText } from '../../../texts/passages/unit-text.ts'
import { WindowReader } from '../../../texts/passages/window-reader.ts'
import { windowShape } from '../../../texts/passages/window-shape.ts'
import { encodeText } from '../../../texts/text/text-bytes.ts'
import type { TextWorkspace } from '../../../texts/workspace/text-workspace.ts'

/** The places of postings that come from fingerprints, and from whole windows. */
const ofPassages = 2000
const ofWindows = 2001

const none = new Uint32Array(0)

/** A text by its windows. */
export interface WindowedText {
  /** Two u32 for each window of N tokens. */
  readonly hashes: Uint32Array
  readonly placed: PlacedText
}

/**
 * The postings of a text by its windows.
 *
 * A fingerprint may stand in too many documents to read them all. So documents that come when `crowd` others have it
 * get a posting for each whole window that takes it, too.
 */
export interface WindowPostings {
  /** Distinct, in the order of the text. */
  readonly postings: Uint32Array
  /** For each window the place of its posting in `postings`. */
  readonly places: Uint32Array
  /** For each window the posting that finds it alone, in a crowd. */
  readonly whole: Uint32Array
}

/** Documents with a fingerprint from which on its windows have postings. */
export const crowd = 192

export class PassageTexts {
  /** N. */
  readonly least: number
  readonly #space: TextWorkspace
  readonly #reader: WindowReader

  private constructor(space: TextWorkspace, least: number) {
    this.least = least
    this.#space = space
    this.#reader = new WindowReader(space, windowShape(least))
  }

  /** @throws NearsameError OPTION_VALUE for kernels that do not exist */
  static async open(
    least: number,
    { fold, symbols }: Pick<ResultOptions, 'fold' | 'symbols'>,
    kernels: EngineOptions['kernels'],
  ): Promise<PassageTexts> {
    // The caller's own kernels have the memory of the method.
    const own = typeof kernels === 'string' ? kernels : undefined
    const { space } = await openEngine({ fold, symbols, near: false, kernels: own }, 'texts')
    return new PassageTexts(space, least)
  }

  /** The postings that find a text. */
  postings(text: string): Uint32Array {
    this.#read(encodeText(text), 0)
    return this.#fingerprints().postings
  }

  /** The postings of the windows that take a fingerprint with a crowded posting; distinct. */
  crowdedPostings(text: string, isCrowded: (posting: number) => boolean): Uint32Array {
    this.#read(encodeText(text), 0)
    const { postings, places, whole } = this.#windowPostings()
    return Uint32Array.from(new Set(whole.filter((_, i) => isCrowded(postings[places[i]]))))
  }

  /** The windows of a text, each with the posting that finds it. @param salt 0 for the hashes of the kernels */
  asked(text: string, salt: number): WindowedText & WindowPostings {
    const bytes = encodeText(text)
    this.#read(bytes, 0)
    const found = this.#windowPostings()
    if (salt !== 0) this.#read(bytes, salt)
    return { ...found, ...this.#windowed(bytes) }
  }

  /** The windows of a text. @param salt 0 for the hashes of the kernels */
  windowed(text: string, salt: number): WindowedText {
    const bytes = encodeText(text)
    this.#read(bytes, salt)
    return this.#windowed(bytes)
  }

  /** The windows of the text that was read last. */
  #windowed(bytes: Uint8Array): WindowedText {
    const hashes = this.#reader.windows === 0 ? none : this.#reader.hashesOf(this.least).slice()
    return { hashes, placed: placedText(this.#space, bytes, this.#space.free, 'tokens') }
  }

  #windowPostings(): WindowPostings {
    const found = this.#fingerprints()
    const { windows } = this.#reader
    const hashes = windows === 0 ? none : this.#reader.hashesOf(this.least)
    const whole = Uint32Array.from({ length: windows }, (_, i) =>
      posting(hashes[2 * i] ^ Math.imul(hashes[2 * i + 1], 0x9e3779b1), ofWindows),
    )
    return { ...found, whole }
  }

  #fingerprints(): Pick<WindowPostings, 'postings' | 'places'> {
    const { windows } = this.#reader
    if (windows === 0) return { postings: none, places: none }
    const { count, rows, grams } = this.#reader.fingerprints()
    const known = new Map<number, number>()
    const places = new Uint32Array(windows)
    for (let i = 0; i < count; i++) {
      const gram = 2 * rows[2 * i]
      const key = posting(grams[gram] ^ Math.imul(grams[gram + 1], 0x9e3779b1), ofPassages)
      const place = known.get(key) ?? known.size
      known.set(key, place)
      places.fill(place, rows[2 * i + 1], i + 1 < count ? rows[2 * i + 3] : windows)
    }
    return { postings: Uint32Array.from(known.keys()), places }
  }

  #read(text: Uint8Array, salt: number): void {
    const from = this.#space.free
    const to = from + text.length
    const free = align64(to + 64)
    this.#space.reserve(free)
    this.#space.bytes.set(text, from)
    this.#reader.salt = salt
    this.#reader.read(from, to, free, from)
  }
}

/** A sketch as stores keep it: with the postings of passages behind its own, and behind them how many are its own. */
export function withPassages({ hashes, postings }: Sketch, passages: Uint32Array): Sketch {
  const all = new Uint32Array(postings.length + passages.length + 1)
  all.set(postings)
  all.set(passages, postings.length)
  // Mixed, because a posting that all documents share would be a list of all of them.
  all[all.length - 1] = postings.length ^ hashes[0]
  return { hashes, postings: all }
}

/** The sketch in the result of `withPassages`. */
export function withoutPassages({ hashes, postings }: Sketch): Sketch {
  const own = (postings[postings.length - 1] ^ hashes[0]) >>> 0
  return { hashes, postings: postings.subarray(0, own) }
}
