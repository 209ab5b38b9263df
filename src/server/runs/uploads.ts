/**
 * Uploads: files that people bring for a run, each seen by the key that brought it and by admin keys.
 *
 *     body ─▶ .new-ID/files/NAME ─▶ ID/files/NAME     30 days, or until it is deleted
 */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { sees, type Viewer } from '../guards/viewers.ts'
import type { ServerLimits } from '../rules/server-limits.ts'
import { EntryFolders } from './entry-folders.ts'
import { inputsFolder } from './run-outputs.ts'

/** An upload, as it is kept. */
interface Upload {
  readonly id: string
  /** Its name on the disk, and in the outputs of runs. */
  readonly name: string
  readonly bytes: number
  readonly created: string
  readonly owner: string
}

/** How long uploads and runs stay. */
export const keptMs = 30 * 86_400_000

export class Uploads {
  readonly #folders: EntryFolders<Upload>
  readonly #now: () => number

  private constructor(folders: EntryFolders<Upload>, now: () => number) {
    this.#folders = folders
    this.#now = now
  }

  static async open(root: string, now: () => number): Promise<Uploads> {
    return new Uploads(await EntryFolders.open<Upload>(root), now)
  }

  /** Bytes of all. */
  get bytes(): number {
    return this.#folders.all().reduce((sum, { bytes }) => sum + bytes, 0)
  }

  has(id: string): boolean {
    return this.#folders.get(id) !== undefined
  }

  /** @throws NearsameError UPLOAD_NOT_FOUND for one that the viewer does not see, too */
  get(id: string, viewer: Viewer): Upload {
    const found = this.#folders.get(id)
    if (found !== undefined && sees(viewer, found)) return found
    throw new NearsameError('UPLOAD_NOT_FOUND', {
      expected: 'the id of an upload of this key',
      got: JSON.stringify(id.slice(0, 80)),
      fix: 'send the file with POST /v1/uploads; uploads are deleted after 30 days',
    })
  }

  pathOf({ id, name }: Upload): string {
    return this.#folders.path(id, inputsFolder, name)
  }

  /** Takes the bytes of a file. @throws NearsameError DISK_FULL; that of the pieces */
  add(name: string, pieces: AsyncIterable<Uint8Array>, { owner }: Viewer): Promise<Upload> {
    const id = crypto.randomUUID()
    return this.#folders.add(id, async folder => {
      await mkdir(join(folder, inputsFolder), { mode: 0o700 })
      const file = createWriteStream(join(folder, inputsFolder, name), {
        flags: 'wx',
        mode: 0o600,
        flush: true,
      })
      await pipeline(pieces, file)
      const created = new Date(this.#now()).toISOString()
      return { id, name, bytes: file.bytesWritten, created, owner }
    })
  }

  drop(id: string): Promise<void> {
    return this.#folders.drop(id)
  }

  /** Deletes those that are too old. */
  async expire(): Promise<void> {
    for (const { id, created } of this.#folders.list())
      if (Date.parse(created) + keptMs <= this.#now()) await this.drop(id)
  }
}

/**
 * A name of a file as it is kept: no path, nothing that a shell, a glob or another system reads as more than a name.
 *
 * @throws NearsameError OPTION_VALUE
 * @example fileNameOf('C:\\lists\\my "new" list.csv') // => 'my _new_ list.csv'
 */
export function fileNameOf(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const name = last
    .toWellFormed()
    .replace(/[\p{Cc}"*:<>?|[\]{}!]/gu, '_')
    .replace(/^[-.~]/, '_')
    .trim()
  const bytes = Buffer.byteLength(name)
  if (name !== '' && bytes <= mostNameBytes) return name
  throw new NearsameError('OPTION_VALUE', {
    expected: `\`name\` to be the name of a file, of 1 to ${mostNameBytes} bytes`,
    got: name === '' ? 'none' : `${bytes} bytes`,
    fix: 'rename the file',
  })
}

/** Room for the ends of outputs within the 255 bytes of most systems. */
const mostNameBytes = 200

/** Refuses bytes beyond a limit. @throws NearsameError REQUEST_TOO_LARGE */
export function checkRoom(
  bytes: number,
  stored: number,
  { uploadBytes, storedBytes }: Pick<ServerLimits, 'uploadBytes' | 'storedBytes'>,
): void {
  if (bytes > uploadBytes) {
    throw new NearsameError('REQUEST_TOO_LARGE', {
      expected: `a file of at most ${uploadBytes} bytes, the limit \`uploadBytes\``,
      got: `${bytes} or more`,
      fix: 'run the command `nearsame dedupe` on it, or start the server with a higher limit',
    })
  }
  if (stored + bytes <= storedBytes) return
  throw new NearsameError('REQUEST_TOO_LARGE', {
    expected: `uploads and runs of at most ${storedBytes} bytes together, the limit \`storedBytes\``,
    got: `${stored + bytes} or more`,
    fix: 'delete uploads and runs that are no longer needed, or start the server with a higher limit',
  })
}
