/** The state of one thread of a run: kernels, open files, and a reader for each format. */

import type { MethodChoice } from '../../../methods/methods.ts'
import type { KernelName } from '../../../texts/kernels/layout/kernels.ts'
import type { KernelPlan } from '../../../texts/kernels/layout/plan-layout.ts'
import { kernelsNamed } from '../../../texts/kernels/select.ts'
import type { PassageUnit } from '../../../texts/passages/text-units.ts'
import { WindowReader } from '../../../texts/passages/window-reader.ts'
import { windowShape } from '../../../texts/passages/window-shape.ts'
import { ShingleCache, tableRoom } from '../../../texts/workspace/shingle-cache.ts'
import { Workspace } from '../../../texts/workspace/workspace.ts'
import type { SourceFormat } from '../../formats/format.ts'
import { OpenFiles, type Source } from '../../inputs/source.ts'
import { Extractor, type TextFilter, type TextRules } from './extract.ts'
import type { KeySigner } from './key-signer.ts'
import { type GuardSettings, MemoryGuard } from './memory-guard.ts'
import { OpenChunk, type RowSettings } from './open-chunk.ts'
import { PlacedRarest, type RarestSettings } from './placed-rarest.ts'
import { WantedKeys } from './wanted-keys.ts'

/** Sent to every thread of a run. */
export interface ThreadSettings {
  readonly kernels: KernelName
  /** Compiled once for all threads; undefined for the reference kernels. */
  readonly module: WebAssembly.Module | undefined
  readonly plan: KernelPlan
  /** See `kernelKeys`. */
  readonly keys: readonly string[]
  readonly stopHashes: readonly bigint[]
  readonly html: boolean
  /** Texts that count as null, beside blank ones. */
  readonly nullTexts: readonly string[]
  /** The field whose value stands for a missing text; '' for none. */
  readonly urlField: string
  /** Maximum bytes of shingle sets to keep. */
  readonly cacheBytes: number
  /** The method that signs whole texts; undefined if none does. */
  readonly signing: MethodChoice | undefined
  readonly rows: RowSettings
  /** What passages are, if they are looked for. */
  readonly passages?: PassageShape | undefined
  /** The budget of the run; undefined without one. */
  readonly guard?: GuardSettings | undefined
  /** Which shingles the scan gives of each text, if it gives any. */
  readonly rarest?: RarestSettings | undefined
}

export interface PassageShape {
  readonly unit: PassageUnit
  /** Minimum number of tokens. */
  readonly least: number
}

/** What a thread needs for passages. */
export interface ThreadPassages extends PassageShape {
  readonly reader: WindowReader
}

export class Thread {
  readonly space: Workspace
  readonly #keys: WantedKeys
  readonly files = new OpenFiles()
  /** Shingle sets of recently measured documents; other work in kernel memory uses addresses from `sets.free` on. */
  readonly sets: ShingleCache
  /** Only if the method decides by signatures of whole texts. */
  readonly signer: KeySigner | undefined
  /** Only within a budget. */
  readonly guard: MemoryGuard | undefined
  /** Where the scan writes rows. */
  readonly chunk: OpenChunk
  /** Only if passages are looked for. */
  passages: ThreadPassages | undefined
  /** Only if the scan may give shingles. */
  readonly rarest: PlacedRarest | undefined
  readonly #texts: TextRules
  readonly #extractors = new Map<string, Extractor>()
  /** The last format used: nearly always the next one, too. */
  #lastFormat: SourceFormat | undefined
  #last: Extractor | undefined

  constructor(
    space: Workspace,
    keys: WantedKeys,
    texts: TextRules,
    signer: KeySigner | undefined,
    { cacheBytes, guard, rows, rarest }: Pick<ThreadSettings, 'cacheBytes' | 'guard' | 'rows' | 'rarest'>,
  ) {
    this.space = space
    this.guard = guard && new MemoryGuard(guard, space)
    this.rarest = rarest && new PlacedRarest(space, rarest)
    this.chunk = new OpenChunk(rows)
    this.#keys = keys
    this.sets = new ShingleCache(space.free + tableRoom, cacheBytes)
    this.#texts = texts
    this.signer = signer
  }

  /** The reader of a source's records; sources of one format and header share it. */
  extractorOf({ format }: Source): Extractor {
    if (this.#last === undefined || this.#lastFormat !== format) {
      this.#last = this.#extractorBy(format)
      this.#lastFormat = format
    }
    return this.#last
  }

  #extractorBy(format: SourceFormat): Extractor {
    const key = JSON.stringify(format)
    let extractor = this.#extractors.get(key)
    if (extractor === undefined) {
      extractor = new Extractor(this.space, this.#keys, format, this.#texts)
      this.#extractors.set(key, extractor)
    }
    return extractor
  }
}

export async function openThread(settings: ThreadSettings): Promise<Thread> {
  const kernels = await kernelsNamed(settings.kernels, settings.module)
  const texts = {
    filter: settings.html ? await htmlFilter() : undefined,
    nullTexts: settings.nullTexts.map(text => Buffer.from(text)),
    urlField: settings.urlField,
  }
  const fix = 'lower `maxRecord`, so that such a record is skipped'
  const space = new Workspace(kernels, settings.plan, settings.stopHashes, fix)
  const keys = new WantedKeys(space, settings.keys)
  const signer = settings.signing && (await signerFor(settings.signing, space))
  const { passages } = settings
  const reading = passages && {
    ...passages,
    reader: new WindowReader(space, windowShape(passages.least)),
  }
  const thread = new Thread(space, keys, texts, signer, settings)
  thread.passages = reading
  return thread
}

// Both are loaded on demand: few runs use them, and every thread would pay for them.

async function signerFor(method: MethodChoice, space: Workspace): Promise<KeySigner | undefined> {
  const { openSigner } = await import('./open-signer.ts')
  return openSigner(method, space)
}

async function htmlFilter(): Promise<TextFilter> {
  const { loadHtmlFilter } = await import('../../formats/html.ts')
  return loadHtmlFilter()
}
