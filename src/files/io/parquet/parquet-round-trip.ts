/**
 * Parquet round trip: whether rows of several files can be written as one file without loss.
 *
 * The schema is copied byte for byte and values are not interpreted (`parquet-write.ts`), so only the storage of a
 * column, or a different schema, can prevent it.
 */
import type { FileMetaData, SchemaElement } from 'hyparquet'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { toJson } from '../../../ground/json/exact-json.ts'
import { openParquet } from './parquet-read.ts'

/**
 * Refuses files whose columns the output could not keep, and files of different schemas.
 *
 * @throws NearsameError PARQUET_SCHEMA, PARQUET_INVALID, INPUT_MISSING, INPUT_UNREADABLE.
 */
export async function checkRoundTrip(paths: readonly string[]): Promise<void> {
  let first: FileMetaData | undefined
  for (const path of paths) {
    const { metadata } = await openParquet(path)
    const reason = lossReason(metadata)
    if (reason !== undefined) throw schemaError(reason, path)
    first ??= metadata
    const column = firstDifference(first.schema, metadata.schema)
    if (column !== undefined) throw schemaError(`another column ${column} than in ${paths[0]}`, path)
  }
}

function schemaError(got: string, path: string): NearsameError {
  return new NearsameError('PARQUET_SCHEMA', {
    expected: 'columns that can be written with the same schema, equal in all files',
    got,
    where: path,
    fix: 'leave the column out, or convert the files to JSON lines',
  })
}

/** The part that the output could not keep; undefined if it can keep everything. */
function lossReason(metadata: FileMetaData): string | undefined {
  for (const { columns } of metadata.row_groups) {
    for (const { file_path: file, crypto_metadata: crypto, meta_data: data } of columns) {
      const name = JSON.stringify(data?.path_in_schema.join('.') ?? '')
      if (file !== undefined) return `the column ${name} stored in another file`
      if (crypto !== undefined || data === undefined) return `the encrypted column ${name}`
      if (data.codec === 'LZO' || data.codec === undefined)
        return `an unknown compression of the column ${name}`
    }
  }
  const hollow = metadata.schema.find((element, i) => i > 0 && !element.type && !element.num_children)
  return hollow && `the column ${JSON.stringify(hollow.name)} without a type`
}

/** The name of the first column that differs, quoted. */
function firstDifference(a: readonly SchemaElement[], b: readonly SchemaElement[]): string | undefined {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const root = { name: '', repetition_type: undefined, num_children: 0 }
    const [left, right] = [a[i], b[i]].map(element => toJson(i === 0 ? { ...element, ...root } : element))
    if (left !== right) return JSON.stringify((a[i] ?? b[i]).name)
  }
  return undefined
}
