/**
 * Moved inputs: files of earlier runs that are no longer where they were, found again by their checksums.
 *
 * One is looked for where it was as seen from the state, so that both may move together; among the inputs of this run,
 * under any name; and under its name beside them.
 *
 * Ours: all of it. Cost: a read of each file of the right size. Error: as of `known-inputs.ts`.
 */
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Input, InputSet } from '../inputs/resolve/input.ts'
import { type KnownFile, knownFile, sameFile } from './known-inputs.ts'

export class MovedInputs {
  /** Where the state was, and where it is. */
  readonly #before: string
  readonly #now: string
  readonly #inputs: Map<number, Input[]>
  readonly #folders: Set<string>
  /** The inputs of a size, by their checksums. */
  readonly #contents = new Map<number, Map<string, KnownFile>>()

  /** @param before the directory of the state when it was written */
  constructor(before: string, now: string, { inputs }: InputSet) {
    this.#before = before
    this.#now = now
    this.#inputs = Map.groupBy(inputs, ({ sizeBytes }) => sizeBytes)
    // Those below a directory are among the inputs themselves.
    const named = inputs.filter(({ root }) => root === undefined)
    this.#folders = new Set(named.map(({ path }) => dirname(resolve(path))))
  }

  /** @throws NearsameError INPUT_UNREADABLE */
  async find(known: KnownFile): Promise<KnownFile | undefined> {
    const { path, sizeBytes, checksums } = known
    const asSeen = resolve(this.#now, relative(this.#before, path))
    for (const place of [asSeen, ...[...this.#folders].map(folder => join(folder, basename(path)))]) {
      if (place === path || !existsSync(place)) continue
      const found = await sameOrNone({ ...known, path: place })
      if (found !== undefined) return found
    }
    return (await this.#contentsOf(sizeBytes)).get(checksums.join())
  }

  async #contentsOf(size: number): Promise<Map<string, KnownFile>> {
    const known = this.#contents.get(size)
    if (known !== undefined) return known
    const contents = new Map<string, KnownFile>()
    this.#contents.set(size, contents)
    for (const { path } of this.#inputs.get(size) ?? []) {
      const file = await knownFile(resolve(path))
      contents.set(file.checksums.join(), file)
    }
    return contents
  }
}

async function sameOrNone(known: KnownFile): Promise<KnownFile | undefined> {
  try {
    return await sameFile(known)
  } catch (error) {
    if (isNearsameError(error) && error.code === 'INPUT_CHANGED') return undefined
    throw error
  }
}
