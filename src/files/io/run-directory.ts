/** The run's private directory for temporary files: made when first needed, removed at the end. */
import { openRunDirectory, removeTemporary } from './temporaries.ts'

export class RunDirectory {
  readonly #parent: string | undefined
  #made: Promise<string> | undefined

  /** @param parent '' for the system's directory for temporary files */
  constructor(parent: string) {
    this.#parent = parent === '' ? undefined : parent
  }

  path = (): Promise<string> => {
    this.#made ??= openRunDirectory(this.#parent)
    return this.#made
  }

  async remove(): Promise<void> {
    const path = await this.#made?.catch(() => undefined)
    if (path !== undefined) await removeTemporary(path)
  }
}
