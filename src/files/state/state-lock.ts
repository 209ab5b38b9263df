/**
 * State lock: one run at a time uses a state.
 *
 *     DIR/lock     the name of its process (`leftovers.ts`), created only if it does not exist
 *
 * The lock of a killed run is taken over. It is renamed first: of two runs that find it, one renames it, and
 * the other finds none or that of the first.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { mayRunElsewhere, ownerOfTemporaries, removeLeftovers } from '../io/leftovers.ts'
import { fileError, registerTemporary, temporaryName, unregisterTemporary } from '../io/temporaries.ts'

/** Locks that this process holds. */
const held = new Set<string>()

export class StateLock {
  readonly #path: string

  /**
   * Makes the directory if it does not exist.
   *
   * @throws NearsameError STATE_REFUSED if another run has the lock
   */
  constructor(directory: string) {
    this.#path = join(directory, 'lock')
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
    } catch (cause) {
      throw fileError(cause, directory)
    }
    if (held.has(this.#path)) throw locked(this.#path)
    if (!create(this.#path)) {
      takeOver(this.#path)
      if (!create(this.#path)) throw locked(this.#path)
    }
    held.add(this.#path)
    registerTemporary(this.#path)
    for (const name of ['lock', 'state.json']) removeLeftovers(join(directory, name))
  }

  release(): void {
    held.delete(this.#path)
    rmSync(this.#path, { force: true })
    unregisterTemporary(this.#path)
  }
}

/**
 * Creates the lock with its content at once, so that a kill leaves none without an owner.
 *
 * @returns false if it exists
 */
function create(path: string): boolean {
  const made = temporaryName(path)
  registerTemporary(made)
  try {
    writeFileSync(made, ownerOfTemporaries(), { flag: 'wx', mode: 0o600 })
    linkSync(made, path)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw fileError(cause, path)
  } finally {
    rmSync(made, { force: true })
    unregisterTemporary(made)
  }
}

function takeOver(path: string): void {
  const owner = ownerIn(path)
  if (owner !== undefined && mayRunElsewhere(owner)) throw locked(path)
  const moved = temporaryName(path)
  try {
    renameSync(path, moved)
  } catch {
    throw locked(path) // another run was faster
  }
  if (ownerIn(moved) !== owner) {
    writeFileSync(path, ownerIn(moved) ?? '', { flag: 'wx' })
    throw locked(path)
  }
  rmSync(moved, { force: true })
}

function ownerIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}

function locked(path: string): NearsameError {
  return new NearsameError('STATE_REFUSED', {
    expected: 'a state that no other run uses',
    got: 'a lock',
    where: path,
    fix: 'wait until the other run has ended; if it ran on another machine and was killed, remove the lock',
  })
}
