/**
 * Own file: checks that a path still names the file that was opened through it.
 *
 * If an operator restores a directory under a running server, or deletes its lock, the server is left with files that
 * no other process will ever see: its writes are lost, and another process may own the new files.
 */
import { type BigIntStats, statSync } from 'node:fs'
import { basename } from 'node:path'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { sqliteError, unavailable } from './errors.ts'

export class OwnFile {
  readonly path: string
  readonly #opened: BigIntStats

  /** @param path of a file that has just been opened @throws NearsameError STORE_UNAVAILABLE */
  constructor(path: string) {
    this.path = path
    this.#opened = this.#named()
  }

  /** @throws NearsameError STORE_UNAVAILABLE if the file is deleted, or another one has its name */
  check(): void {
    const { dev, ino } = this.#named()
    if (dev === this.#opened.dev && ino === this.#opened.ino) return
    throw new NearsameError('STORE_UNAVAILABLE', {
      expected: `the file ${basename(this.path)} that was opened`,
      got: 'another file in its place',
      where: this.path,
      fix: 'open the data directory again: restart the server',
    })
  }

  #named(): BigIntStats {
    let named: BigIntStats | undefined
    try {
      named = statSync(this.path, { bigint: true, throwIfNoEntry: false })
    } catch (error) {
      throw sqliteError(error, this.path)
    }
    if (named === undefined) throw unavailable(this.path, 'no such file any more')
    return named
  }
}
