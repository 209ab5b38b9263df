/**
 * Entry folders: things of people on the disk of the server, each in a folder of its own with what is known of it.
 *
 *     ROOT/ID/entry.json      what is known of it
 *     ROOT/ID/…               its files
 *     ROOT/.new-*, .dropped-* half-made and half-removed; deleted when the server starts
 *
 * A folder gets its name when it is complete, and loses it before anything in it is removed.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from '../../files/io/make-directory.ts'
import { fileError } from '../../files/io/temporaries.ts'

interface Entry {
  readonly id: string
  /** Time of creation, ISO 8601. */
  readonly created: string
}

const file = 'entry.json'

export class EntryFolders<E extends Entry> {
  readonly #root: string
  readonly #entries = new Map<string, E>()
  /** The last write of each entry. */
  readonly #writes = new Map<string, Promise<void>>()

  private constructor(root: string) {
    this.#root = root
  }

  /** Makes a missing directory. A folder whose entry cannot be read stays on the disk and is not listed. */
  static async open<E extends Entry>(root: string): Promise<EntryFolders<E>> {
    const folders = new EntryFolders<E>(root)
    try {
      makeDirectory(root)
      for (const name of await readdir(root)) {
        if (/^\.(new|dropped)-/.test(name)) await rm(join(root, name), { recursive: true, force: true })
        else await folders.#read(name)
      }
    } catch (cause) {
      throw fileError(cause, root)
    }
    return folders
  }

  /** All, in any order. */
  all(): MapIterator<E> {
    return this.#entries.values()
  }

  /** All, the latest first. */
  list(): E[] {
    return [...this.all()].sort((a, b) =>
      a.created === b.created ? (a.id < b.id ? -1 : 1) : a.created < b.created ? 1 : -1,
    )
  }

  get(id: string): E | undefined {
    return this.#entries.get(id)
  }

  path(id: string, ...parts: readonly string[]): string {
    return join(this.#root, id, ...parts)
  }

  /** @param fill writes the files and says what is known of them @throws NearsameError; then there is no entry */
  async add(id: string, fill: (folder: string) => Promise<E>): Promise<E> {
    const folder = join(this.#root, `.new-${id}`)
    try {
      await mkdir(folder, { mode: 0o700 })
      const entry = await fill(folder)
      await writeFile(join(folder, file), entryText(entry), { mode: 0o600, flush: true })
      await rename(folder, this.path(id))
      this.#entries.set(id, entry)
      return entry
    } catch (cause) {
      await rm(folder, { recursive: true, force: true })
      throw fileError(cause, this.#root)
    }
  }

  /** Changes what is known of an entry, durably; nothing if it is gone. @throws NearsameError that of writing */
  async change(id: string, changed: Partial<E>): Promise<void> {
    const before = this.#entries.get(id)
    if (before === undefined) return
    this.#entries.set(id, { ...before, ...changed })
    const write = async () => {
      const entry = this.#entries.get(id)
      if (entry !== undefined) await replaceFile(this.path(id, file), entryText(entry))
    }
    const last = (this.#writes.get(id) ?? Promise.resolve()).then(write, write)
    this.#writes.set(id, last)
    await last
  }

  /** Removes an entry with its files. */
  async drop(id: string): Promise<void> {
    if (!this.#entries.delete(id)) return
    await this.#writes.get(id)?.catch(() => {})
    this.#writes.delete(id)
    const grave = join(this.#root, `.dropped-${id}`)
    await rename(this.path(id), grave)
    await rm(grave, { recursive: true, force: true })
  }

  async #read(name: string): Promise<void> {
    try {
      const entry = JSON.parse(await readFile(join(this.#root, name, file), 'utf8')) as E
      if (entry.id === name) this.#entries.set(name, entry)
    } catch {
      // A folder of something else.
    }
  }
}

/** Writes a file that has the old bytes or the new ones at any time, durably. @throws NearsameError that of writing */
export async function replaceFile(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`
  try {
    await writeFile(fresh, text, { mode: 0o600, flush: true })
    await rename(fresh, path)
  } catch (cause) {
    throw fileError(cause, path)
  }
}

function entryText(entry: Entry): string {
  return `${JSON.stringify(entry, null, 2)}\n`
}
