/**
 * Arrow filter: writes selected rows of Arrow files and streams, which have one schema, into one file or stream.
 *
 *     schema as it was ┊ dictionaries ┊ batches of the input without the other rows ┊ footer (of a file)
 *
 * Schema and metadata are those of the first file, byte for byte: its message goes along as a whole. Buffers are packed
 * where those of the batch were, by Zstandard.
 *
 * Memory: a batch of the input and what is kept of it.
 *
 * Source: Apache Arrow columnar format 1.5, "IPC File Format"; Message.fbs, File.fbs for the numbers of fields.
 */
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { type FilteredArrow, type FilteredPart, filteredArrow } from './filter-arrow.ts'
import type { FilteredBatch } from './filter-batch.ts'
import { flatRoot, flatTable, flatVector, longs, padded } from './flat-writer.ts'
import type { FlatPlace } from './flatbuffer.ts'
import { headers, magic } from './messages.ts'

const version = 4
const codecZstd = 1
const pack = promisify(zstdCompress)
/** That of Arrow's own writers. */
const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

interface Output {
  write(bytes: Uint8Array): Promise<void> | undefined
}

/**
 * @param isStream whether a stream is written, without a footer; undefined for what the first one is
 * @throws NearsameError as `filteredArrow`, `write`
 */
export async function writeFilteredArrow(
  files: readonly FilteredArrow[],
  out: Output,
  isStream: boolean | undefined,
): Promise<void> {
  const writer = new MessageWriter(out, isStream)
  for await (const part of filteredArrow(files)) await writer.add(part)
}

/** Where a message is: its offset, the bytes of its description, those of its body. */
type Block = readonly [at: number, metadata: number, body: number]

class MessageWriter {
  readonly #out: Output
  readonly #dictionaries: Block[] = []
  readonly #batches: Block[] = []
  #isStream: boolean | undefined
  #at = 0

  constructor(out: Output, isStream: boolean | undefined) {
    this.#out = out
    this.#isStream = isStream
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#out.write(bytes)
    this.#at += bytes.length
  }

  async add(part: FilteredPart): Promise<void> {
    switch (part.is) {
      case 'schema':
        this.#isStream ??= !part.isFile
        if (!this.#isStream) await this.#write(Buffer.from(`${magic}\0\0`))
        await this.#message(part.message, [])
        return
      case 'dictionary': {
        const header = flatTable([part.id, part.values, +part.isDelta])
        const message = messageOf(headers.dictionary, header, part.body.length)
        this.#dictionaries.push(await this.#message(message, [part.body]))
        return
      }
      case 'batch': {
        const buffers = part.isPacked
          ? await Promise.all(part.batch.buffers.map(packed))
          : part.batch.buffers
        const message = messageOf(headers.batch, ...batchOf(part.batch, buffers, part.isPacked))
        this.#batches.push(await this.#message(message, buffers))
        return
      }
      default:
        await this.#write(Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]))
        if (!this.#isStream) await this.#finish(part.schema, part.metadata)
    }
  }

  async #message(message: Uint8Array, body: readonly Uint8Array[]): Promise<Block> {
    const [from, metadata] = [this.#at, padded(message)]
    const head = Buffer.alloc(8, 255)
    head.writeInt32LE(metadata.length, 4)
    await this.#write(head)
    await this.#write(metadata)
    const start = this.#at
    for (const buffer of body) await this.#write(padded(buffer))
    return [from, start - from, this.#at - start]
  }

  /** Writes the footer. */
  async #finish(schema: FlatPlace, metadata: FlatPlace | undefined): Promise<void> {
    const blocks = [this.#dictionaries, this.#batches].map(found => flatVector(longs(found.flat()), 24))
    const footer = flatRoot(flatTable([version, schema, ...blocks, metadata]))
    const end = Buffer.alloc(4)
    end.writeInt32LE(footer.length)
    await this.#write(Buffer.concat([footer, end, Buffer.from(magic)]))
  }
}

function messageOf(type: number, header: FlatPlace, bodyBytes: number): Buffer {
  return flatRoot(flatTable([version, type, header, bodyBytes]))
}

/** The description of a batch, and the bytes of its body. */
function batchOf(
  { length, nodes, views }: FilteredBatch,
  buffers: readonly Uint8Array[],
  isPacked: boolean,
): [header: FlatPlace, bodyBytes: number] {
  const places: number[] = []
  let end = 0
  for (const { length: size } of buffers) {
    places.push(end, size)
    end += size + (-size & 7)
  }
  const header = flatTable([
    length,
    flatVector(longs(nodes), 16),
    flatVector(longs(places), 16),
    isPacked ? flatTable([codecZstd]) : undefined,
    views.length > 0 ? flatVector(longs(views), 8) : undefined,
  ])
  return [header, end]
}

/** A buffer with its length in front, as `buffer-codec.ts` reads it; -1 if it is not shorter. */
async function packed(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length === 0) return bytes
  const frame = await pack(bytes, packing)
  const isShorter = frame.length < bytes.length
  return Buffer.concat([longs([isShorter ? bytes.length : -1]), isShorter ? frame : bytes])
}
