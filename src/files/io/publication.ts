/**
 * Publication: gives the finished files of one run their final names, all together or not at all.
 *
 * Call order: `add* (publish | discard)`. All renames happen within one turn of the event loop, so no interrupt falls
 * between two of them: a reader sees all outputs of a run, or none. If one rename fails, those before it are undone
 * (`replaced-file.ts`).
 */
import { rmSync, statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { checkFree, outputExists } from './check-outputs.ts'
import type { Compression } from './file-name.ts'
import { isObjectUrl } from './objects/object-name.ts'
import { ReplacedFile } from './replaced-file.ts'
import { unregisterTemporary } from './temporaries.ts'

export interface OutputOptions {
  /** Whether an existing file may be replaced. */
  readonly force?: boolean | undefined
  /** Stops the output: nothing is written or renamed afterwards. */
  readonly signal?: AbortSignal | undefined
  /** Maximum number of blocks compressed at the same time. Default: 1. */
  readonly threads?: number | undefined
  /** Directory for files that become objects in an S3 store. Default: the system's for temporary files. */
  readonly temp?: string | undefined
  /** Default: by the name. */
  readonly compression?: Compression | undefined
}

interface Finished {
  /** The complete file or directory, registered as a temporary. */
  readonly temporary: string
  readonly path: string
  readonly isOwn: boolean
}

export class Publication implements OutputOptions {
  readonly force: boolean
  readonly signal: AbortSignal | undefined
  readonly threads: number
  readonly temp: string | undefined
  #finished: Finished[] = []

  constructor({ force = false, signal, threads = 1, temp }: OutputOptions = {}) {
    this.force = force
    this.signal = signal
    this.threads = threads
    this.temp = temp
  }

  /**
   * Takes over a complete temporary: from here on it is renamed or removed by this object.
   *
   * @param isOwn whether an existing file of the name is ours, and may be replaced
   */
  add(temporary: string, path: string, isOwn = false): void {
    this.#finished.push({ temporary, path, isOwn })
  }

  /**
   * Gives every file its name; if one cannot get it, none does, and all are removed.
   *
   * @throws NearsameError OUTPUT_EXISTS if a file appeared meanwhile, OUTPUT_FAILED; the signal's reason
   */
  async publish(): Promise<void> {
    try {
      for (const { temporary, path, isOwn } of this.#finished) {
        await checkFree(path, { force: this.force || isOwn, isDirectory: isDirectory(temporary) })
      }
      await this.#rename()
    } catch (error) {
      this.discard()
      throw error
    }
    for (const { temporary } of this.#finished) unregisterTemporary(temporary)
    this.#finished = []
  }

  /** Files first: a rename can be undone, an object that has appeared cannot. */
  async #rename(): Promise<void> {
    const objects = this.#finished.filter(({ path }) => isObjectUrl(path))
    const files = this.#finished.filter(({ path }) => !isObjectUrl(path))
    const uploads = objects.length > 0 ? await uploaded(objects, this.signal) : undefined
    await nextTurn() // handles a pending interrupt
    try {
      this.signal?.throwIfAborted()
      for (const { path, isOwn } of files) if (!(this.force || isOwn)) checkAppeared(path)
      await renameAll(files, () => uploads?.complete())
    } catch (error) {
      await uploads?.abandon()
      throw error
    }
    for (const { temporary } of objects) rmSync(temporary, { recursive: true, force: true })
  }

  /** Removes all files that are not published. */
  discard(): void {
    for (const { temporary } of this.#finished) {
      rmSync(temporary, { recursive: true, force: true })
      unregisterTemporary(temporary)
    }
    this.#finished = []
  }
}

async function uploaded(objects: readonly Finished[], signal: AbortSignal | undefined) {
  const { ObjectUploads } = await import('./objects/object-upload.ts')
  return ObjectUploads.upload(objects, signal)
}

/** Of two runs towards one name the second finds the file of the first. @throws NearsameError OUTPUT_EXISTS */
function checkAppeared(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) throw outputExists(path)
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/**
 * @param complete the rest of the publication
 * @throws NearsameError of the first rename that fails, what `complete` throws; then all names are as before
 */
async function renameAll(
  finished: readonly Finished[],
  complete: () => Promise<void> | undefined,
): Promise<void> {
  const replaced = finished.map(({ path }) => new ReplacedFile(path))
  let renamed = 0
  try {
    for (; renamed < finished.length; renamed++) replaced[renamed].replaceBy(finished[renamed].temporary)
    const completed = complete()
    if (completed !== undefined) await completed
  } catch (error) {
    for (const file of replaced.slice(0, renamed).reverse()) file.putBack()
    throw error
  } finally {
    for (const file of replaced) file.forget()
  }
}
