/**
 * Publication: the finished files of one run, which get their final names together or not at all.
 *
 * Call order: `add* (publish | discard)`. Every rename happens within one turn of the event loop, so that no interrupt
 * falls between two of them: a reader sees all outputs of a run, or none. Where one rename fails, those before it are
 * taken back (`replaced-file.ts`).
 */
import { rmSync, statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { checkFree } from './check-outputs.ts'
import { ReplacedFile } from './replaced-file.ts'
import { unregisterTemporary } from './temporaries.ts'

export interface OutputOptions {
  /** Whether an existing file may be replaced. */
  readonly force?: boolean | undefined
  /** Asks to stop. */
  readonly signal?: AbortSignal | undefined
  /** How many may pack at the same time; one unless given. */
  readonly threads?: number | undefined
}

interface Finished {
  /** The complete file or directory, registered as a temporary. */
  readonly temporary: string
  readonly path: string
}

export class Publication {
  /** Whether existing files may be replaced. */
  readonly force: boolean
  /** Asks to stop: nothing is written nor renamed afterwards. */
  readonly signal: AbortSignal | undefined
  /** How many may pack what is written. */
  readonly threads: number
  #finished: Finished[] = []

  constructor({ force = false, signal, threads = 1 }: OutputOptions = {}) {
    this.force = force
    this.signal = signal
    this.threads = threads
  }

  /** Takes over a complete temporary: from here on it is renamed or removed by this object. */
  add(temporary: string, path: string): void {
    this.#finished.push({ temporary, path })
  }

  /**
   * Gives every file its name; where one cannot get it, none does, and all are removed.
   *
   * @throws NearsameError OUTPUT_EXISTS where something came to stand meanwhile, OUTPUT_FAILED; the signal's reason
   */
  async publish(): Promise<void> {
    try {
      for (const { temporary, path } of this.#finished) {
        await checkFree(path, { force: this.force, isDirectory: isDirectory(temporary) })
      }
      await nextTurn() // an interrupt that has come is heard
      this.signal?.throwIfAborted()
      renameAll(this.#finished)
    } catch (error) {
      this.discard()
      throw error
    }
    for (const { temporary } of this.#finished) unregisterTemporary(temporary)
    this.#finished = []
  }

  /** Removes what was not published. */
  discard(): void {
    for (const { temporary } of this.#finished) {
      rmSync(temporary, { recursive: true, force: true })
      unregisterTemporary(temporary)
    }
    this.#finished = []
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** @throws NearsameError of the first that fails; then all names stand for what they stood for before */
function renameAll(finished: readonly Finished[]): void {
  const replaced = finished.map(({ path }) => new ReplacedFile(path))
  let renamed = 0
  try {
    for (; renamed < finished.length; renamed++) replaced[renamed].replaceBy(finished[renamed].temporary)
  } catch (error) {
    for (const file of replaced.slice(0, renamed).reverse()) file.putBack()
    throw error
  } finally {
    for (const file of replaced) file.forget()
  }
}
