/**
 * Parquet file of the output: row groups one after the other, and the footer that lists them.
 *
 * Source: Apache Parquet format 2.11, `FileMetaData` in parquet.thrift.
 */
import type { CompressionCodec, FileMetaData } from 'hyparquet'
import { release } from '../../../ground/lists/release.ts'
import type { OutputFile } from '../output.ts'
import type { WrittenChunk } from './parquet-column.ts'
import { withSchema } from './parquet-footer.ts'
import { writerInside } from './parquet-inside.ts'
import type { Leaf } from './parquet-leaf.ts'

const magic = Buffer.from('PAR1')

export class FileWriter {
  readonly #out: OutputFile
  readonly #leaves: readonly Leaf[]
  readonly #codec: CompressionCodec
  readonly #inside: Awaited<ReturnType<typeof writerInside>>
  readonly #groups: object[] = []
  #at = 0
  rows = 0

  private constructor(
    out: OutputFile,
    leaves: readonly Leaf[],
    codec: CompressionCodec,
    inside: Awaited<ReturnType<typeof writerInside>>,
  ) {
    this.#out = out
    this.#leaves = leaves
    this.#codec = codec
    this.#inside = inside
  }

  static async open(
    out: OutputFile,
    leaves: readonly Leaf[],
    codec: CompressionCodec,
  ): Promise<FileWriter> {
    const writer = new FileWriter(out, leaves, codec, await writerInside())
    await writer.#write(magic)
    return writer
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#out.write(bytes)
    this.#at += bytes.length
  }

  /** @param chunks one for each leaf */
  async addGroup(rows: number, chunks: readonly WrittenChunk[]): Promise<void> {
    const start = this.#at
    const columns: object[] = []
    let size = 0
    for (const [i, chunk] of chunks.entries()) {
      const [from, pages] = [this.#at, chunk.pages.length]
      if (chunk.dictionary !== undefined) await this.#write(chunk.dictionary)
      await this.#write(chunk.pages)
      release(chunk.pages)
      size += chunk.size
      columns.push({
        field_2: 0n,
        field_3: this.#columnData(this.#leaves[i], chunk, from, this.#at - pages),
      })
    }
    this.rows += rows
    this.#groups.push({
      field_1: columns,
      field_2: BigInt(size),
      field_3: BigInt(rows),
      field_5: BigInt(start),
      field_6: BigInt(this.#at - start),
    })
  }

  #columnData(
    leaf: Leaf,
    { dictionary, size, values, nulls, bounds }: WrittenChunk,
    from: number,
    pagesFrom: number,
  ): object {
    const { codecs, encodings, types } = this.#inside
    const used = ['PLAIN', 'RLE', ...(dictionary ? ['RLE_DICTIONARY'] : [])] as const
    return {
      field_1: types.indexOf(leaf.type),
      field_2: used.map(name => encodings.indexOf(name as never)),
      field_3: leaf.path.slice(1).map(({ element }) => element.name),
      field_4: codecs.indexOf(this.#codec),
      field_5: BigInt(values),
      field_6: BigInt(size),
      field_7: BigInt(this.#at - from),
      field_9: BigInt(pagesFrom),
      field_11: dictionary && BigInt(from),
      field_12: {
        field_3: BigInt(nulls),
        ...(bounds && { field_5: bounds[1], field_6: bounds[0], field_7: true, field_8: true }),
      },
    }
  }

  /** Ends the file; the caller commits it. @param schema its bytes */
  async finish(schema: Uint8Array, pairs: FileMetaData['key_value_metadata'] | undefined): Promise<void> {
    const footer = this.#inside.thrift({
      field_1: 2,
      field_2: [],
      field_3: BigInt(this.rows),
      field_4: this.#groups,
      field_5: pairs?.map(({ key, value }) => ({ field_1: key, field_2: value })),
      field_6: 'nearsame',
      field_7: this.#leaves.map(() => ({ field_1: {} })),
    })
    const full = withSchema(footer, schema)
    const end = Buffer.alloc(8, '    PAR1')
    end.writeUInt32LE(full.length)
    await this.#write(full)
    await this.#write(end)
  }
}
