/**
 * Writes the kept records into a directory: for each input file one with its name, format and compression.
 *
 *     data/year=2024/a.jsonl.gz  ─▶  KEPT/year=2024/a.jsonl.gz
 *
 * A shard begins as its input does (byte-order mark, a line `sep=;`, header), so shards may differ in columns and
 * dialect. One of which nothing is kept has only that; of Parquet, its schema.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Input, InputSet } from '../inputs/resolve/input.ts'
import { checkUnconverted } from '../inputs/resolve/kept-format.ts'
import { pathsInOutput } from '../inputs/resolve/resolve-inputs.ts'
import { type OutputFile, publishOutput } from '../io/output.ts'
import type { Run } from '../run/run.ts'
import { checkUnchanged } from './check-inputs.ts'
import { piecesOfShard } from './kept-pieces.ts'
import { elementWriter } from './line-writer.ts'
import { type IsKept, type OnPiece, progress, writePieces } from './write-kept.ts'
import { copyKept } from './write-kept-arrow.ts'
import { keptRows, type TextsOfRows, writeDirectory } from './write-kept-files.ts'

/**
 * A stream has no name for a shard; WARC and workbooks have none, and Arrow only with unchanged rows.
 *
 * @param asRead whether the records are written unchanged
 * @throws NearsameError OUTPUT_FORMAT
 */
export function checkShards(set: InputSet, output: string, asRead: boolean): void {
  checkUnconverted(set, output, 'files of kept records')
  const { format, inputs } = set
  if (format === 'warc' || (format === 'arrow' && !asRead) || format === 'xlsx') {
    throw new NearsameError('OUTPUT_FORMAT', {
      expected: `a file for the kept records of ${format}, which are written as JSON lines`,
      got: output,
      fix: 'name one file with the extension .jsonl',
    })
  }
  const stream = inputs.find(({ isStream }) => isStream)
  if (stream === undefined) return
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: 'files as inputs of a directory, in which each keeps its name',
    got: `${stream.name} for ${output}`,
    fix: 'name a file for the kept records',
  })
}

/** @returns bytes written before they are compressed */
export async function writeKeptShards(
  run: Run,
  set: InputSet,
  path: string,
  isKept: IsKept,
): Promise<number> {
  const { format } = set
  return writeShards(run, set, path, await shardOf(run, format, isKept))
}

async function shardOf(run: Run, format: InputSet['format'], isKept: IsKept): Promise<WriteShard> {
  if (format === 'parquet') return parquetShard(run, isKept)
  if (format === 'arrow') return arrowShard(run, isKept)
  return lineShard(run, format, source => piecesOfShard(run, source, isKept))
}

/** @returns bytes written before they are compressed */
export async function writeShards(
  run: Run,
  { inputs, emptyInputs = [] }: InputSet,
  path: string,
  shard: WriteShard,
): Promise<number> {
  const names = pathsInOutput([...inputs, ...emptyInputs])
  const { signal, threads } = run.publication
  return writeDirectory(run, path, async place => {
    let bytes = 0
    for (const [source, name] of names.entries()) {
      const input = source < inputs.length && inputs[source].sizeBytes > 0 ? inputs[source] : undefined
      const compression = input?.compression ?? 'none'
      await publishOutput(place(name), { signal, threads, compression }, async output => {
        if (input !== undefined) bytes += await shard(source, input, output)
      })
    }
    checkUnchanged(inputs)
    return bytes
  })
}

/** Writes the shard of a source. @returns its bytes before they are compressed */
type WriteShard = (source: number, input: Input, output: OutputFile) => Promise<number>

/** @param piecesOf all that goes into the shard of a source */
export function lineShard(
  run: Run,
  format: InputSet['format'],
  piecesOf: (source: number) => Parameters<typeof writePieces>[1],
): WriteShard {
  let before = 0
  let recordsBefore = 0
  return async (source, _, output) => {
    const { written: encoding } = run.sources.plain[source]
    const elements = elementWriter(format, encoding)
    let records = recordsBefore
    const onPiece: OnPiece = (written, bytes) => {
      records = recordsBefore + written
      progress(run, records, before + bytes, run.readBytes)
    }
    const written = await writePieces(run, piecesOf(source), output, { elements, onPiece })
    before += written
    recordsBefore = records
    return written
  }
}

/** @param texts as for `writeKeptParquet` */
export async function parquetShard(run: Run, isKept: IsKept, texts?: TextsOfRows): Promise<WriteShard> {
  const { filterParquet } = await import('../io/parquet/parquet-write.ts')
  return async (source, { path }, output) => {
    const rows = keptRows(run, source, isKept)
    await filterParquet([path], (_, row) => rows[row] === 1, output, {
      signal: run.publication.signal,
      write: task => run.run(task),
      texts: texts && ((_, from, to) => texts(source, from, to)),
    })
    return run.sources.sizes[source]
  }
}

/** A file for a file, a stream for a stream. */
function arrowShard(run: Run, isKept: IsKept): WriteShard {
  return async (source, _, output) => {
    await copyKept(run, [source], isKept, { output, isStream: undefined })
    return run.sources.sizes[source]
  }
}
