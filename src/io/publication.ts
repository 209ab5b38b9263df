/**
 * Publication: the finished files of one run, which get their final names together or not at all.
 *
 * Call order: `add* (publish | discard)`. Every rename happens within one turn of the event loop, so that no interrupt
 * falls between two of them: a reader sees all outputs of a run, or none.
 */
import { renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { checkFree } from './check-outputs.ts'
import { fileError, unregisterTemporary } from './temporaries.ts'

interface Finished {
  /** The complete file or directory, registered as a temporary. */
  readonly temporary: string
  readonly path: string
}

export class Publication {
  /** Whether existing files may be replaced. */
  readonly force: boolean
  #finished: Finished[] = []

  constructor({ force = false }: { force?: boolean } = {}) {
    this.force = force
  }

  /** Takes over a complete temporary: from here on it is renamed or removed by this object. */
  add(temporary: string, path: string): void {
    this.#finished.push({ temporary, path })
  }

  /**
   * Gives every file its name.
   *
   * @throws NearsameError OUTPUT_EXISTS where something came to stand meanwhile, OUTPUT_FAILED
   */
  async publish(): Promise<void> {
    for (const { temporary, path } of this.#finished) {
      await checkFree(path, { force: this.force, isDirectory: statSync(temporary).isDirectory() })
    }
    const finished = this.#finished
    this.#finished = []
    for (const { temporary, path } of finished) rename(temporary, path)
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

function rename(temporary: string, path: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) rmdirSync(path) // an empty one, as was checked
    renameSync(temporary, path)
  } catch (cause) {
    rmSync(temporary, { recursive: true, force: true })
    throw fileError(cause, path)
  } finally {
    unregisterTemporary(temporary)
  }
}
