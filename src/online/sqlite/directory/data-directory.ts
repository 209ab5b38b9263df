/**
 * Data directory: collections in a local directory, each in its own folder with a SQLite database.
 *
 *     DIR/lock.sqlite                         locked while a process has the directory open
 *     DIR/c-NAME/collection.json              name and time of creation
 *     DIR/c-NAME/store.sqlite (-wal, -shm)    everything else, and *.snapshot for a fast start
 *     DIR/.new-*, DIR/.dropped-*              half-made and half-removed; deleted when the directory opens
 *
 * A folder gets its name when it is complete, and loses it before anything in it is removed.
 */

import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Turns } from '../../../ground/breath/turns.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { checkArgument, checkObject, clockOf } from '../../../ground/options/arguments.ts'
import { refuseUnknown } from '../../../ground/options/resolve.ts'
import { type Catalogue, checkCollectionName } from '../../store/catalogue.ts'
import type { Store, StoreHeader, StoreProblem } from '../../store/store.ts'
import { SqliteCollection } from '../collection.ts'
import { sqliteError, unavailable } from '../file/errors.ts'
import { type OpenCollections, SqliteStore } from '../store.ts'
import { dropFolder, findFolder, folderName, listFolders, makeFolder, sweepFolders } from './folder.ts'
import { SqliteLock } from './lock.ts'

export interface DataDirectoryOptions {
  /** Clock, in milliseconds since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined
  /** Called when a damaged file was repaired, or a file could not be written for now. Default: not called. */
  readonly report?: ((collection: string, problem: StoreProblem) => void) | undefined
}

/**
 * Opens a data directory; creates it if its parent exists. Must be closed; until then no other process can open it.
 *
 * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, STORE_LOCKED, OUTPUT_DIRECTORY, STORE_UNAVAILABLE, DISK_FULL
 */
export async function openDataDirectory(
  path: string,
  options: DataDirectoryOptions = {},
): Promise<Catalogue> {
  checkOpening(path, options)
  await makeDataDirectory(path)
  const lock = await SqliteLock.take(path)
  try {
    await sweepFolders(path)
    return new DataDirectory(resolve(path), lock, options)
  } catch (error) {
    lock.give()
    throw sqliteError(error, path)
  }
}

interface Shared {
  readonly collection: SqliteCollection
  users: number
}

class DataDirectory implements Catalogue, OpenCollections {
  readonly kind = 'SQLite'
  readonly #path: string
  readonly #lock: SqliteLock
  readonly #options: DataDirectoryOptions
  readonly #open = new Map<string, Shared>()
  /** Turns for opening, closing and removing, by name. */
  readonly #turns = new Map<string, Turns>()
  #isClosed = false

  constructor(path: string, lock: SqliteLock, options: DataDirectoryOptions) {
    this.#path = path
    this.#lock = lock
    this.#options = options
  }

  async list() {
    return this.#wrapErrors(() => listFolders(this.#path))
  }

  async find(name: string) {
    return this.#wrapErrors(() => findFolder(this.#path, name))
  }

  store(name: string): Store {
    return new SqliteStore(checkCollectionName(name), this)
  }

  async ping(): Promise<void> {
    if (this.#isClosed) throw closed(this.#path)
    await this.#wrapErrors(() => stat(this.#path))
    for (const { collection } of this.#open.values()) collection.checkPlace()
    this.#lock.check()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const name of this.#turns.keys()) {
      await this.#turn(name, async () => {
        await this.#open.get(name)?.collection.close()
        this.#open.delete(name)
      })
    }
    this.#lock.give()
  }

  acquire(name: string, header: StoreHeader): Promise<SqliteCollection> {
    return this.#turn(name, async () => {
      if (this.#isClosed) throw closed(this.#path)
      const shared = this.#open.get(name) ?? { collection: await this.#opened(name, header), users: 0 }
      this.#open.set(name, shared)
      shared.users++
      return shared.collection
    })
  }

  release(name: string, collection: SqliteCollection): Promise<void> {
    return this.#turn(name, async () => {
      const shared = this.#open.get(name)
      if (shared?.collection !== collection || --shared.users > 0) return
      this.#open.delete(name)
      await collection.close()
    })
  }

  drop(name: string, collection: SqliteCollection | undefined): Promise<void> {
    return this.#turn(name, async () => {
      if (this.#isClosed) throw closed(this.#path)
      const opened = this.#open.get(name)?.collection
      if (collection !== undefined && collection !== opened) return
      this.#open.delete(name)
      await opened?.close()
      // Its folder may be gone already; a collection created with its name later is a different one.
      if (existsSync(join(this.#path, folderName(name))))
        await this.#wrapErrors(() => dropFolder(this.#path, name))
    })
  }

  async #opened(name: string, header: StoreHeader): Promise<SqliteCollection> {
    const folder = join(this.#path, folderName(name))
    const { now = Date.now, report = () => {} } = this.#options
    return this.#wrapErrors(async () => {
      this.#lock.check()
      if (!existsSync(folder)) await makeFolder(this.#path, name, header, clockOf(now)())
      return SqliteCollection.open(folder, {
        report: problem => report(name, problem),
        checkHeld: () => this.#lock.check(),
      })
    })
  }

  #turn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(name) ?? new Turns()
    this.#turns.set(name, turns)
    return turns.take(work)
  }

  async #wrapErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw sqliteError(error, this.#path)
    }
  }
}

function checkOpening(path: unknown, options: DataDirectoryOptions): void {
  const isPath = typeof path === 'string' && !path.includes('\0')
  checkArgument(isPath, 'path', path, 'the path of a directory, without a NUL character')
  checkObject('options', options)
  refuseUnknown(['now', 'report'], Object.keys(options), 'library')
  for (const [name, value] of Object.entries(options))
    checkArgument(value === undefined || typeof value === 'function', name, value, 'a function')
}

/** Private, because texts may be. Does not create a missing parent: that would also create mistyped paths. */
export async function makeDataDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw noDirectory(path, `no directory ${join(path, '..')}`, error)
    if (code !== 'EEXIST') throw sqliteError(error, path)
    if (!(await isDirectory(path))) throw noDirectory(path, 'something that is not a directory', error)
  }
}

/** @throws NearsameError STORE_UNAVAILABLE if access is denied */
async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    // A dangling link, or a loop of links.
    if (['ENOENT', 'ELOOP'].includes((error as { code?: string }).code ?? '')) return false
    throw sqliteError(error, path)
  }
}

function noDirectory(path: string, got: string, cause: unknown): NearsameError {
  return new NearsameError('OUTPUT_DIRECTORY', {
    expected: 'a data directory, or an existing directory to create it in',
    got,
    where: path,
    fix: 'name another path, or create the parent directory',
    cause,
  })
}

function closed(path: string): NearsameError {
  return unavailable(path, 'a closed data directory')
}
