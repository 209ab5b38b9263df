/**
 * Directory lock: one run at a time works in a directory, that of a state or of progress.
 *
 *     DIR/lock     the name of its process (`leftovers.ts`), created only if it does not exist
 *
 * The lock of a killed run is taken over. It is renamed first: of two runs that find it, one renames it, and
 * the other finds none or that of the first.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownerOfTemporaries, removeLeftovers } from '../io/leftovers.ts'
import { makeDirectory } from '../io/make-directory.ts'
import { registerTemporary, temporaryName, unregisterTemporary } from '../io/temporaries.ts'

/** What differs between kinds of directories. */
interface LockRules {
  /** Whether the run of another process, by its name, may still work there. */
  mayRun(owner: string): boolean
  /** The error of a lock that another run has. */
  refused(path: string): NearsameError
  /** That of a lock that cannot be written. */
  failed(cause: unknown, path: string): NearsameError
}

/** Errors of file systems without hard links, such as exFAT. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** Locks that this process holds. */
const held = new Set<string>()

export class DirectoryLock {
  readonly #path: string
  readonly #rules: LockRules

  /**
   * Makes the directory if it does not exist.
   *
   * @throws NearsameError of the rules
   */
  constructor(directory: string, rules: LockRules) {
    this.#path = join(directory, 'lock')
    this.#rules = rules
    try {
      makeDirectory(directory)
    } catch (cause) {
      throw rules.failed(cause, directory)
    }
    if (held.has(this.#path)) throw rules.refused(this.#path)
    if (!this.#create()) {
      this.#takeOver()
      if (!this.#create()) throw rules.refused(this.#path)
    }
    held.add(this.#path)
    registerTemporary(this.#path)
    removeLeftovers(this.#path)
  }

  release(): void {
    held.delete(this.#path)
    rmSync(this.#path, { force: true })
    unregisterTemporary(this.#path)
  }

  /**
   * Creates the lock with its content at once, so that a kill leaves none without an owner, where the file system has
   * hard links.
   *
   * @returns false if it exists
   */
  #create(): boolean {
    const made = temporaryName(this.#path)
    registerTemporary(made)
    try {
      writeFileSync(made, ownerOfTemporaries(), { flag: 'wx', mode: 0o600 })
      try {
        linkSync(made, this.#path)
      } catch (cause) {
        if (!withoutLinks.includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause
        writeFileSync(this.#path, ownerOfTemporaries(), { flag: 'wx', mode: 0o600 })
      }
      return true
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw this.#rules.failed(cause, this.#path)
    } finally {
      rmSync(made, { force: true })
      unregisterTemporary(made)
    }
  }

  #takeOver(): void {
    const { mayRun, refused } = this.#rules
    const owner = ownerIn(this.#path)
    if (owner !== undefined && mayRun(owner)) throw refused(this.#path)
    const moved = temporaryName(this.#path)
    try {
      renameSync(this.#path, moved)
    } catch {
      throw refused(this.#path) // another run was faster
    }
    if (ownerIn(moved) !== owner) {
      writeFileSync(this.#path, ownerIn(moved) ?? '', { flag: 'wx' })
      throw refused(this.#path)
    }
    rmSync(moved, { force: true })
  }
}

function ownerIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}
