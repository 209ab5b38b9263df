/**
 * Parquet leaves: the entries of one leaf column, read from and written to the pages of column chunks without
 * interpreting the values.
 *
 * An entry is (repetition level, definition level, physical value); the value is present if the definition
 * level is the highest one. This uses the page functions inside the two Parquet libraries (`parquet-inside.ts`).
 *
 * Source: Apache Parquet format 2.11, "Nested Encoding" and "Data Pages".
 */
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type {
  ColumnChunk,
  CompressionCodec,
  FileMetaData,
  PageHeader,
  SchemaElement,
  SchemaTree,
} from 'hyparquet'
import type { ByteWriter } from 'hyparquet-writer'
import { readerInside, writerInside } from './parquet-inside.ts'
import { parquetDecoders } from './parquet-read.ts'

const encoders: Partial<Record<CompressionCodec, (bytes: Uint8Array) => Uint8Array>> = {
  GZIP: bytes => gzipSync(bytes),
  ZSTD: bytes => zstdCompressSync(bytes),
  BROTLI: bytes => brotliCompressSync(bytes),
}

/** The codec to write for an input with this one: the same, or Zstandard for codecs that are only read (LZ4). */
export function writableCodec(codec: CompressionCodec = 'SNAPPY'): CompressionCodec {
  return codec === 'UNCOMPRESSED' || codec === 'SNAPPY' || encoders[codec] !== undefined ? codec : 'ZSTD'
}

/** A leaf column and the entries waiting to be written; the levels are empty if they can only be 0. */
export interface Leaf {
  readonly path: readonly SchemaTree[]
  /** The physical type alone. INT96 becomes 12 bytes of fixed length: its plain encoding is the same. */
  readonly element: SchemaElement
  readonly isInt96: boolean
  readonly maxDefinition: number
  readonly maxRepetition: number
  /** Added to the definition levels read: 1 if the column is required in its file and optional in the output. */
  readonly shift?: number
  values: unknown[]
  definitions: number[]
  repetitions: number[]
  /** Index of the first entry of each row; only for repeated leaves. */
  rowStarts: number[]
}

/** Appends a null for each wanted row of a file without the column. @param target as `appendRows` */
export function appendNulls(leaf: Leaf, target: Int32Array, rowBytes: number[]): void {
  for (const place of target) {
    if (place === -1) continue
    if (leaf.maxRepetition > 0) {
      leaf.rowStarts.push(leaf.values.length)
      leaf.repetitions.push(0)
    }
    leaf.definitions.push(0)
    leaf.values.push(null)
    rowBytes[place] += 8
  }
}

/** Removes the first `rows` rows from a leaf and returns them as a leaf. */
export function takeRows(leaf: Leaf, rows: number): Leaf {
  const end = leaf.maxRepetition > 0 ? (leaf.rowStarts[rows] ?? leaf.values.length) : rows
  const taken = {
    ...leaf,
    values: leaf.values.slice(0, end),
    definitions: leaf.definitions.slice(0, end),
    repetitions: leaf.repetitions.slice(0, end),
  }
  leaf.values = leaf.values.slice(end)
  leaf.definitions = leaf.definitions.slice(end)
  leaf.repetitions = leaf.repetitions.slice(end)
  leaf.rowStarts = leaf.rowStarts.slice(rows).map(start => start - end)
  return taken
}

interface Page {
  readonly definitions: ArrayLike<number>
  readonly repetitions: ArrayLike<number>
  /** The values that are present. */
  readonly values: ArrayLike<unknown>
}

/** Loads the libraries lazily and returns the codecs of leaves. */
export async function loadLeafCodecs(): Promise<LeafCodecs> {
  return new LeafCodecs(await loadLibraries())
}

async function loadLibraries() {
  const [{ parquetSchema }, reader, writer, compressors] = await Promise.all([
    import('hyparquet'),
    readerInside(),
    writerInside(),
    parquetDecoders(),
  ])
  return { parquetSchema, ...reader, ...writer, compressors }
}

export class LeafCodecs {
  readonly #libraries: Awaited<ReturnType<typeof loadLibraries>>

  constructor(libraries: Awaited<ReturnType<typeof loadLibraries>>) {
    this.#libraries = libraries
  }

  /** The leaves of a schema, in order. */
  leavesOf(metadata: FileMetaData): Leaf[] {
    return collectLeaves([this.#libraries.parquetSchema(metadata)])
  }

  /**
   * Appends the entries of the wanted rows of a column chunk to its leaf.
   *
   * @param view the bytes of the chunk
   * @param target for each row of the chunk its place among the waiting rows, or -1
   * @param rowBytes output: grows by the bytes of values added to each waiting row
   * @returns the number of rows in the chunk
   */
  appendRows(
    view: DataView<ArrayBuffer>,
    leaf: Leaf,
    codec: CompressionCodec,
    target: Int32Array,
    rowBytes: number[],
  ): number {
    const { shift = 0 } = leaf
    let row = -1
    for (const { definitions, repetitions, values } of this.#pages(view, leaf, codec)) {
      const count = definitions.length || repetitions.length || values.length
      let next = 0
      for (let i = 0; i < count; i++) {
        const definition = definitions.length > 0 ? definitions[i] : leaf.maxDefinition
        const value = definition === leaf.maxDefinition ? values[next++] : null
        const isStart = leaf.maxRepetition === 0 || repetitions[i] === 0
        if (isStart) row++
        const place = target[row]
        if (place === -1) continue
        if (leaf.maxRepetition > 0) {
          if (isStart) leaf.rowStarts.push(leaf.values.length)
          leaf.repetitions.push(repetitions[i])
        }
        if (leaf.maxDefinition + shift > 0) leaf.definitions.push(definition + shift)
        leaf.values.push(value)
        rowBytes[place] += value instanceof Uint8Array ? value.length : 8
      }
    }
    return row + 1
  }

  *#pages(view: DataView<ArrayBuffer>, leaf: Leaf, codec: CompressionCodec): Generator<Page> {
    const { compressors, parquetHeader, readPage } = this.#libraries
    const reader = { view, offset: 0 }
    const { element } = leaf
    const decoder = { type: element.type, element, schemaPath: [...leaf.path], codec, compressors } as never
    let dictionary: ArrayLike<unknown> | undefined
    while (reader.offset < view.byteLength) {
      const header = parquetHeader(reader)
      if (header.type === 'DICTIONARY_PAGE') {
        dictionary = readPage(reader, header, decoder, undefined, undefined, 0).data
        continue
      }
      const bytes = new Uint8Array(
        view.buffer,
        view.byteOffset + reader.offset,
        header.compressed_page_size,
      )
      reader.offset += header.compressed_page_size
      const page = this.#dataPage(bytes, header, codec, decoder)
      if (page === undefined) continue
      const encoding = (header.data_page_header ?? header.data_page_header_v2)?.encoding ?? 'PLAIN'
      const values = encoding.endsWith('_DICTIONARY') ? lookedUp(page.dataPage, dictionary) : page.dataPage
      yield { definitions: page.definitionLevels ?? [], repetitions: page.repetitionLevels, values }
    }
  }

  /** The entries of a data page of either version; `undefined` for pages of another kind. */
  #dataPage(bytes: Uint8Array, header: PageHeader, codec: CompressionCodec, decoder: never) {
    const { compressors, decompressPage, readDataPage, readDataPageV2 } = this.#libraries
    if (header.data_page_header_v2 !== undefined) return readDataPageV2(bytes, header, decoder)
    if (header.data_page_header === undefined) return undefined
    const plain = decompressPage(bytes, header.uncompressed_page_size, codec, compressors)
    return readDataPage(plain, header.data_page_header, decoder)
  }

  /** Writes all entries of a leaf as one column chunk at the end of `writer`. */
  writeLeaf(writer: ByteWriter, leaf: Leaf, codec: CompressionCodec): ColumnChunk {
    const { chunk } = this.#libraries.writeColumn({
      writer,
      column: {
        columnName: leaf.path.map(node => node.element.name).join('.'),
        element: leaf.element,
        schemaPath: leaf.path.map(node => node.element),
        codec,
        compressors: { SNAPPY: this.#libraries.snappyCompress, ...encoders },
        stats: false,
        pageSize: 1 << 20,
        columnIndex: false,
        offsetIndex: false,
      },
      pageData: {
        values: leaf.values,
        definitionLevels: leaf.definitions,
        repetitionLevels: leaf.repetitions,
        maxDefinitionLevel: leaf.maxDefinition,
      },
    })
    if (leaf.isInt96 && chunk.meta_data !== undefined) chunk.meta_data.type = 'INT96'
    return chunk
  }
}

function lookedUp(indexes: ArrayLike<unknown>, dictionary: ArrayLike<unknown> | undefined): unknown[] {
  if (dictionary === undefined) throw new Error('a page refers to a dictionary that is not there')
  return Array.from(indexes as ArrayLike<number>, index => dictionary[index])
}

/** The leaves below the last node of a path, in schema order. */
function collectLeaves(path: readonly SchemaTree[]): Leaf[] {
  const node = path[path.length - 1]
  if (node.children.length > 0) return node.children.flatMap(child => collectLeaves([...path, child]))
  if (path.length === 1) return []
  const { name, type, type_length: length } = node.element
  const isInt96 = type === 'INT96'
  const physical = isInt96 ? 'FIXED_LEN_BYTE_ARRAY' : type
  const typeLength = isInt96 ? 12 : length
  const inner = path.slice(1).map(({ element }) => element.repetition_type)
  const maxDefinition = inner.filter(repetition => repetition !== 'REQUIRED').length
  return [
    {
      path,
      element: {
        name,
        ...(physical && { type: physical }),
        ...(typeLength !== undefined && { type_length: typeLength }),
        repetition_type: maxDefinition > 0 ? 'OPTIONAL' : 'REQUIRED',
      },
      isInt96,
      maxDefinition,
      maxRepetition: inner.filter(repetition => repetition === 'REPEATED').length,
      values: [],
      definitions: [],
      repetitions: [],
      rowStarts: [],
    },
  ]
}
