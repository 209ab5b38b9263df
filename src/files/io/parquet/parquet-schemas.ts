/** Parquet schemas: those of several files, with their bytes. */
import type { FileMetaData } from 'hyparquet'
import { openParquetBuffer, parquetError, readInfo } from './parquet-file.ts'
import { readSchema } from './parquet-footer.ts'
import type { FileSchema } from './parquet-union.ts'

/**
 * The schemas of files.
 *
 * @param check called with the footer of each file
 * @throws NearsameError PARQUET_INVALID, INPUT_MISSING, INPUT_UNREADABLE; what `check` throws
 */
export async function schemasOf(
  paths: readonly string[],
  check: (metadata: FileMetaData, path: string) => void = () => {},
): Promise<FileSchema[]> {
  const schemas: FileSchema[] = []
  for (const path of paths) {
    const buffer = await openParquetBuffer(path)
    try {
      const { metadata } = await readInfo(buffer, path)
      check(metadata, path)
      schemas.push({ path, schema: metadata.schema, bytes: await readSchema(buffer, metadata) })
    } catch (cause) {
      throw parquetError(cause, path, 'a footer that cannot be read')
    } finally {
      await buffer.close()
    }
  }
  return schemas
}
