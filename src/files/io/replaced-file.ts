/**
 * Replaced file: the old file under the name of an output, restored if another output of the run cannot get its name.
 *
 * Call order: `new, replaceBy, putBack?, forget`, all within one turn of the event loop. A hard link, in a hidden
 * directory of its own, keeps the old file: a sticky directory such as /tmp lets a user create links to another user's
 * files, but not remove them.
 */
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'
import { fileError, temporaryName } from './temporaries.ts'

export class ReplacedFile {
  readonly #path: string
  /** Undefined if there is no file. */
  readonly #old: Stats | undefined
  /** The directory that keeps the old file; undefined if the file system or permissions do not allow one. */
  #keeping: string | undefined

  constructor(path: string) {
    this.#path = path
    this.#old = statsOf(path)
    if (this.#old === undefined || this.#old.isDirectory()) return
    this.#keeping = `${temporaryName(path)}-old` // never taken for a leftover: it may hold the only copy
    try {
      mkdirSync(this.#keeping, { mode: 0o700 })
      linkSync(path, join(this.#keeping, 'old'))
    } catch {
      this.forget()
    }
  }

  /**
   * Gives a complete temporary the name, owner and permissions of the old file.
   *
   * @throws NearsameError; then the old file keeps its name
   */
  replaceBy(temporary: string): void {
    const isDirectory = this.#old?.isDirectory() === true
    this.#passPermissions(temporary)
    try {
      if (isDirectory) rmdirSync(this.#path) // an empty one, as was checked
      renameSync(temporary, this.#path)
    } catch (cause) {
      if (isDirectory) this.#makeDirectory()
      throw fileError(cause, this.#path)
    }
  }

  /** Passes on owner and group, too, as far as the system allows. A link has no permissions of its own. */
  #passPermissions(temporary: string): void {
    if (this.#old === undefined || this.#old.isSymbolicLink()) return
    const { uid, gid } = this.#old
    const mode = this.#old.mode & 0o777
    const ownerMay = this.#old.isDirectory() ? 0o700 : 0 // else it could not be removed if another output fails
    try {
      const now = lstatSync(temporary)
      const isOfGroup = gid === now.gid || tryChown(temporary, now.uid, gid)
      // If the group differs, it gets only the rights of others: those of the old group were not meant for it.
      chmodSync(temporary, (isOfGroup ? mode : mode & (0o707 | ((mode & 7) << 3))) | ownerMay)
      if (uid !== now.uid) tryChown(temporary, uid, -1)
    } catch {} // file systems without permissions
  }

  /** REQUIRES: `replaceBy`. Restores the old file, or no file; the new one stays if the old could not be kept. */
  putBack(): void {
    try {
      if (this.#keeping !== undefined) renameSync(join(this.#keeping, 'old'), this.#path)
      else if (this.#old === undefined || this.#old.isDirectory()) {
        rmSync(this.#path, { recursive: true, force: true })
        this.#makeDirectory()
      }
    } catch {
      this.#keeping = undefined // it has the only link left to the old file
    }
  }

  #makeDirectory(): void {
    if (this.#old?.isDirectory() !== true || statsOf(this.#path) !== undefined) return
    mkdirSync(this.#path, { mode: this.#old.mode })
  }

  /** Removes the link to the old file. */
  forget(): void {
    if (this.#keeping === undefined) return
    try {
      rmSync(this.#keeping, { recursive: true, force: true })
    } catch {} // a link remains, but the outputs are complete
    this.#keeping = undefined
  }
}

/** Only root may change the owner; other users may choose among their own groups. @returns whether it was allowed */
function tryChown(path: string, uid: number, gid: number): boolean {
  try {
    chownSync(path, uid, gid)
    return true
  } catch {
    return false
  }
}

/** Stats of a link itself. Undefined also on failure: no rename to such a name can succeed. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
