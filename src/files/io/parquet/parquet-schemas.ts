/**
 * Parquet schemas of files whose rows are written as one file, with their bytes.
 *
 * The schema is copied byte for byte and values are not interpreted (`parquet-write.ts`), so only the storage of a
 * column, or a different schema, can prevent it.
 */
import type { FileMetaData } from 'hyparquet'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { openParquetBuffer, parquetError, readInfo } from './parquet-file.ts'
import { readSchema } from './parquet-footer.ts'
import { type FileSchema, type JoinedSchema, joinSchemas, type KeptColumns } from './parquet-union.ts'

/**
 * The schema of the rows of all files. Refuses files whose columns the output could not keep, and columns of two types.
 *
 * @throws NearsameError PARQUET_SCHEMA, PARQUET_INVALID, INPUT_MISSING, INPUT_UNREADABLE
 */
export async function schemaOfAll(
  paths: readonly string[],
  columns: KeptColumns = 'all',
): Promise<JoinedSchema> {
  const schemas: FileSchema[] = []
  for (const path of paths) {
    const buffer = await openParquetBuffer(path)
    try {
      const { metadata } = await readInfo(buffer, path)
      refuseLoss(metadata, path)
      schemas.push({ path, schema: metadata.schema, bytes: await readSchema(buffer, metadata) })
    } catch (cause) {
      throw parquetError(cause, path, 'a footer that cannot be read')
    } finally {
      await buffer.close()
    }
  }
  return joinSchemas(schemas, columns)
}

/** @throws NearsameError PARQUET_SCHEMA */
function refuseLoss(metadata: FileMetaData, path: string): void {
  const got = lossReason(metadata)
  if (got === undefined) return
  throw new NearsameError('PARQUET_SCHEMA', {
    expected: 'columns that can be written with the same schema',
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
