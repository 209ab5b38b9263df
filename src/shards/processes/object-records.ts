/**
 * Object records: a local file of an object's size, with holes, into which the wanted records are fetched.
 *
 *     object   │ head │ ..... │ record │ ... │ record │ .... │
 *     file     │ head │ hole  │ record │hole │ record │ hole │
 *
 * So a record is read at the place that the tables give, as if the object were a file. Blocks that are near each other
 * come with one request. Every request names the version that was signed.
 *
 * Ours: all of it. Cost: the wanted blocks, each once, and what lies in small gaps between them.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { enoughBytes } from '../../files/inputs/start-lines.ts'
import type { StoredObject } from '../../files/io/objects/object-name.ts'
import { objectBytes } from '../../files/io/objects/object-store.ts'

const blockBytes = 64 * 1024
/** Blocks that are not worth a request of their own: it takes about the time of 256 KiB. */
const mostGap = 4
const mostBlocks = 128
const requestsAtOnce = 8

export class ObjectRecords {
  readonly #object: StoredObject
  readonly #file: FileHandle
  readonly #signal: AbortSignal
  /** [blocks] 1 for a block that has been fetched. */
  readonly #fetched: Uint8Array

  private constructor(object: StoredObject, file: FileHandle, signal: AbortSignal) {
    this.#object = object
    this.#file = file
    this.#signal = signal
    this.#fetched = new Uint8Array(Math.ceil(object.sizeBytes / blockBytes))
  }

  /**
   * Makes the file, with what shows its format: the first lines, the last of them whole.
   *
   * @throws NearsameError INPUT_CHANGED, INPUT_MISSING, INPUT_UNREADABLE
   */
  static async open(object: StoredObject, path: string, signal: AbortSignal): Promise<ObjectRecords> {
    const records = new ObjectRecords(object, await open(path, 'wx+', 0o600), signal)
    await records.#file.truncate(object.sizeBytes)
    for (let at = 0, wanted = enoughBytes; at < object.sizeBytes; at = wanted, wanted *= 2) {
      await records.fetch([at], [Math.min(wanted, object.sizeBytes) - at])
      if (at > 0 && (await records.#hasLineEnd(at))) break
    }
    return records
  }

  /** Whether a line ends in [at, 2 * at). */
  async #hasLineEnd(at: number): Promise<boolean> {
    const bytes = new Uint8Array(Math.min(at, this.#object.sizeBytes - at))
    await this.#file.read(bytes, 0, bytes.length, at)
    return bytes.includes(10)
  }

  /** Fetches the ranges that are not there yet. @param offset ascending or not @throws as `open` does */
  async fetch(offset: ArrayLike<number>, length: ArrayLike<number>): Promise<void> {
    const wanted = new Uint8Array(this.#fetched.length)
    for (let range = 0; range < offset.length; range++) {
      const to = Math.ceil((offset[range] + length[range]) / blockBytes)
      wanted.fill(1, Math.floor(offset[range] / blockBytes), to)
    }
    const runs = missingRuns(wanted, this.#fetched)
    const fetchSome = async () => {
      for (const { from, to } of runs) {
        const at = from * blockBytes
        const end = Math.min(to * blockBytes, this.#object.sizeBytes)
        await this.#file.write(await objectBytes(this.#object, at, end, this.#signal), 0, end - at, at)
        this.#fetched.fill(1, from, to)
      }
    }
    await Promise.all(Array.from({ length: requestsAtOnce }, fetchSome))
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

/** Runs of blocks that begin and end with a wanted one that is missing. */
function* missingRuns(wanted: Uint8Array, fetched: Uint8Array) {
  const isMissing = (block: number) => wanted[block] === 1 && fetched[block] === 0
  for (let from = 0; from < wanted.length; from++) {
    if (!isMissing(from)) continue
    let to = from + 1
    for (
      let block = to;
      block < wanted.length && block - to <= mostGap && block - from < mostBlocks;
      block++
    )
      if (isMissing(block)) to = block + 1
    yield { from, to }
    from = to - 1
  }
}
