/**
 * Outputs: files that get their final name only when they are complete.
 *
 * Call order: `openOutput write* (finish | abort)`. The bytes go to `.NAME.nearsame-…` (`leftovers.ts`) in the
 * same directory (so that the rename cannot cross disks), compressed if NAME ends in .gz or .zst, in blocks of exactly
 * 1 MiB (so that the compressed bytes depend neither on how the caller divides its writes nor on the number of threads
 * that compress .gz). `finish` calls fsync, and leaves the rename to a publication. Links are followed;
 * a device, a pipe or a stream is written to directly (`output-place.ts`).
 */
import { write } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { createZstdCompress } from 'node:zlib'
import { checkFree, checkParent } from './check-outputs.ts'
import { formatOfName } from './file-name.ts'
import { GzipBlocks } from './gzip-blocks.ts'
import { type OutputPlace, placeOfOutput } from './output-place.ts'
import { type OutputOptions, Publication } from './publication.ts'
import {
  fileError,
  registerTemporary,
  removeTemporary,
  temporaryName,
  unregisterTemporary,
} from './temporaries.ts'

const blockBytes = 1 << 20

/**
 * Starts an output.
 *
 * @throws NearsameError OUTPUT_EXISTS, OUTPUT_DIRECTORY, DISK_FULL, OUTPUT_FAILED; the last two also from
 *   `write` and `finish`.
 */
export async function openOutput(path: string, options: OutputOptions = {}): Promise<OutputFile> {
  const { force = false, signal, threads = 1, compression, temp } = options
  await checkParent(path)
  await checkFree(path, { force })
  const place = await placeOfOutput(path)
  const target = place.isStream ? path : temporaryName(place.path, temp)
  if (!place.isStream) registerTemporary(target)
  try {
    const { descriptor } = place
    const file =
      descriptor === undefined
        ? await open(target, place.isStream ? 'w' : 'wx', place.mode)
        : ours(descriptor)
    return new OutputFile(path, { ...place, target }, file, { force, signal, threads, compression })
  } catch (cause) {
    unregisterTemporary(target)
    throw fileError(cause, path)
  }
}

/**
 * Writes an output that gets its final name with the others of a publication; a failure leaves nothing of it.
 *
 * @returns the result of `write`
 * @throws NearsameError as `openOutput` does; what `write` throws
 */
export async function finishOutput<Result>(
  path: string,
  publication: Publication,
  write: (output: OutputFile) => Promise<Result>,
): Promise<Result> {
  const output = await openOutput(path, publication)
  try {
    const result = await write(output)
    await output.finish(publication)
    return result
  } catch (error) {
    await output.abort()
    throw error
  }
}

/** Writes an output of a single text. @throws NearsameError as `openOutput` does */
export function writeOutput(path: string, text: string, options: OutputOptions): Promise<void> {
  return publishOutput(path, options, async output => output.write(Buffer.from(text)))
}

/** Writes an output by itself. @returns the result of `write` @throws NearsameError as `openOutput` does */
export function publishOutput<Result>(
  path: string,
  options: OutputOptions,
  write: (output: OutputFile) => Promise<Result>,
): Promise<Result> {
  return publishOutputs(options, async open => write((await open(path)) as OutputFile))
}

/** Opens an output; undefined without a path. */
type Open = (path: string | undefined) => Promise<OutputFile | undefined>

/**
 * Gives the outputs that `work` opens their names together when it is done; a failure leaves nothing of them.
 *
 * @returns the result of `work`
 */
export async function publishOutputs<Result>(
  options: OutputOptions,
  work: (open: Open, publication: Publication) => Promise<Result>,
): Promise<Result> {
  const publication = new Publication(options)
  const opened: OutputFile[] = []
  const open: Open = async path => {
    if (path !== undefined) opened.push(await openOutput(path, options))
    return path === undefined ? undefined : opened.at(-1)
  }
  try {
    const result = await work(open, publication)
    for (const output of opened) await output.finish(publication)
    await publication.publish()
    return result
  } finally {
    for (const output of opened) await output.abort()
    publication.discard()
  }
}

/** The operations of an open file that an output needs. */
interface OpenFile {
  write(bytes: Uint8Array, from: number): Promise<{ bytesWritten: number }>
  datasync(): Promise<void>
  close(): Promise<void>
}

const writeSome = promisify(write)

/** A file already open in this process: written from its current position, and left open. */
function ours(descriptor: number): OpenFile {
  return {
    write: (bytes, from) => writeSome(descriptor, bytes, from),
    datasync: async () => {},
    close: async () => {},
  }
}

export class OutputFile {
  /** The final name. */
  readonly path: string
  readonly #place: OutputPlace
  readonly #target: string
  readonly #file: OpenFile
  readonly #options: OutputOptions
  readonly #block = Buffer.allocUnsafe(blockBytes)
  readonly #pack: Transform | undefined
  readonly #packing: Promise<void> | undefined
  #length = 0
  #isOpen = true
  #isHandedOver = false

  constructor(
    path: string,
    place: OutputPlace & { readonly target: string },
    file: OpenFile,
    options: OutputOptions,
  ) {
    this.path = path
    this.#place = place
    this.#target = place.target
    this.#file = file
    this.#options = options
    const { compression = formatOfName(path).compression } = options
    if (compression === 'gz') this.#pack = new GzipBlocks(options.threads ?? 1)
    else if (compression === 'zst') this.#pack = createZstdCompress({ chunkSize: blockBytes })
    this.#packing = this.#pack && this.#copyPacked(this.#pack)
    this.#packing?.catch(() => {})
  }

  /**
   * Appends bytes, which the caller may reuse afterwards. The caller awaits a promise before the next call.
   *
   * @throws the reason of the signal
   */
  write(bytes: Uint8Array): Promise<void> | undefined {
    this.#options.signal?.throwIfAborted()
    if (this.#length + bytes.length <= blockBytes) {
      this.#block.set(bytes, this.#length)
      this.#length += bytes.length
      return undefined
    }
    return this.#writeLong(bytes)
  }

  async #writeLong(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + blockBytes - this.#length)
      this.#block.set(part, this.#length)
      this.#length += part.length
      from += part.length
      if (this.#length === blockBytes) await this.#flush()
    }
  }

  async #flush(): Promise<void> {
    const block = this.#block.subarray(0, this.#length)
    this.#length = 0
    if (this.#pack === undefined) return this.#append(block)
    // The stream holds the block until it is compressed, so it gets a copy.
    const written = new Promise<void>(done => this.#pack?.write(Buffer.from(block), () => done()))
    await Promise.race([written, this.#packing])
  }

  async #copyPacked(pack: Transform): Promise<void> {
    for await (const chunk of pack) await this.#append(chunk as Uint8Array)
  }

  async #append(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten
    } catch (cause) {
      throw fileError(cause, this.path)
    }
  }

  /** Completes the file and hands it to a publication, which gives it its final name with the others. */
  async finish(publication: Publication): Promise<void> {
    await this.#complete()
    if (this.#place.isStream) return
    publication.add(this.#target, this.#place.path)
    this.#isHandedOver = true
  }

  async #complete(): Promise<void> {
    await this.#flush()
    this.#pack?.end()
    await this.#packing
    try {
      if (!this.#place.isStream) await this.#file.datasync()
      this.#isOpen = false
      await this.#file.close()
    } catch (cause) {
      throw fileError(cause, this.path)
    }
  }

  /** Removes the bytes written. Does nothing after `finish`. */
  async abort(): Promise<void> {
    this.#pack?.destroy()
    if (this.#isOpen) {
      this.#isOpen = false
      await this.#file.close()
    }
    if (this.#place.isStream || this.#isHandedOver) return
    await removeTemporary(this.#target)
  }
}
