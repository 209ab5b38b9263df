/**
 * State lock: one run at a time uses a state.
 *
 *     DIR/lock     the name of its process (`leftovers.ts`), created only if it does not exist
 *
 * The lock of a killed run is taken over. It is renamed first: of two runs that find it, one renames it, and the other
 * finds none or that of the first.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { mayRunElsewhere, ownerOfTemporaries } from '../io/leftovers.ts'
import { fileError, registerTemporary, temporaryName, unregisterTemporary } from '../io/temporaries.ts'

/** Locks that this process holds. */
const held = new Set<string>()

export class StateLock {
  readonly #path: string

  /** Makes the directory if it does not exist. @throws NearsameError STATE_REFUSED if another run has the lock */
  constructor(directory: string) {
    this.#path = join(directory, 'lock')
    try {
      mkdirSync(directory, { recursive: true })
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
  }

  release(): void {
    held.delete(this.#path)
    rmSync(this.#path, { force: true })
    unregisterTemporary(this.#path)
  }
}

/** @returns false if it exists */
function create(path: string): boolean {
  try {
    const fd = openSync(path, 'wx', 0o600)
    writeSync(fd, ownerOfTemporaries())
    closeSync(fd)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw fileError(cause, path)
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
