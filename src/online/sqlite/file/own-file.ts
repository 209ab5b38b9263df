/**
 * Own file: whether a path still names the file that was opened by it.
 *
 * Who brings a directory back from a copy under a server, or clears a lock away, leaves it with files that nobody
 * else will ever see: what is written there is lost, and another process may have taken their place.
 */
import { type BigIntStats, statSync } from 'node:fs'
import { basename } from 'node:path'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { sqliteError, unavailable } from './errors.ts'

export class OwnFile {
  readonly path: string
  readonly #opened: BigIntStats

  /** Of a file that has just been opened. @throws NearsameError STORE_UNAVAILABLE */
  constructor(path: string) {
    this.path = path
    this.#opened = this.#named()
  }

  /** @throws NearsameError STORE_UNAVAILABLE when the file has no name any more, or another one has it */
  check(): void {
    const { dev, ino } = this.#named()
    if (dev === this.#opened.dev && ino === this.#opened.ino) return
    throw new NearsameError('STORE_UNAVAILABLE', {
      expected: `the file ${basename(this.path)} that was opened`,
      got: 'another one that was put in its place',
      where: this.path,
      fix: 'open the data directory anew: start the server again',
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
