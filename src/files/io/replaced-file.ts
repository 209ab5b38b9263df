/**
 * Replaced file: what stands under the name of an output, to be put back where another output of the run cannot get its
 * name.
 *
 * Call order: `new, replaceBy, putBack?, forget`, all within one turn of the event loop. A second name of the old file
 * keeps it, in a hidden directory of its own beside it: a directory like /tmp lets names of files of somebody else be
 * made, but not removed.
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
  /** Undefined where there is nothing. */
  readonly #old: Stats | undefined
  /** The directory that keeps the old file; undefined where file system or permissions do not allow it. */
  #keeping: string | undefined

  constructor(path: string) {
    this.#path = path
    this.#old = statsOf(path)
    if (this.#old === undefined || this.#old.isDirectory()) return
    this.#keeping = temporaryName(path)
    try {
      mkdirSync(this.#keeping, { mode: 0o700 })
      linkSync(path, join(this.#keeping, 'old'))
    } catch {
      this.forget()
    }
  }

  /**
   * Gives the name, and owner and permissions of the old file, to a complete temporary.
   *
   * @throws NearsameError; then the old file has it still
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

  /** Owner and group, too, as far as the system allows. A link has none of its own. */
  #passPermissions(temporary: string): void {
    if (this.#old === undefined || this.#old.isSymbolicLink()) return
    const { uid, gid } = this.#old
    const mode = this.#old.mode & 0o777
    const ownerMay = this.#old.isDirectory() ? 0o700 : 0 // or it could not be removed, should another output fail
    try {
      const now = lstatSync(temporary)
      const isOfGroup = gid === now.gid || tryChown(temporary, now.uid, gid)
      // Another group may do no more than everybody: what the old one could read was not meant for it.
      chmodSync(temporary, (isOfGroup ? mode : mode & (0o707 | ((mode & 7) << 3))) | ownerMay)
      if (uid !== now.uid) tryChown(temporary, uid, -1)
    } catch {} // file systems without permissions
  }

  /** REQUIRES: `replaceBy`. The old file again, or nothing; the new one stays where the old could not be kept. */
  putBack(): void {
    try {
      if (this.#keeping !== undefined) renameSync(join(this.#keeping, 'old'), this.#path)
      else if (this.#old === undefined || this.#old.isDirectory()) {
        rmSync(this.#path, { recursive: true, force: true })
        this.#makeDirectory()
      }
    } catch {
      this.#keeping = undefined // it has the only name that is left of the old file
    }
  }

  #makeDirectory(): void {
    if (this.#old?.isDirectory() !== true || statsOf(this.#path) !== undefined) return
    mkdirSync(this.#path, { mode: this.#old.mode })
  }

  /** Removes the second name of the old file. */
  forget(): void {
    if (this.#keeping === undefined) return
    try {
      rmSync(this.#keeping, { recursive: true, force: true })
    } catch {} // a name more; the outputs are what was asked for
    this.#keeping = undefined
  }
}

/** Only root gives files away, and others hand them to groups of their own. @returns whether it was allowed */
function tryChown(path: string, uid: number, gid: number): boolean {
  try {
    chownSync(path, uid, gid)
    return true
  } catch {
    return false
  }
}

/** Of a link itself. Undefined also where it cannot be asked: nothing can be renamed to such a name. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
