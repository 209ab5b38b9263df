/**
 * The inside of the two Parquet libraries: functions that they publish in their `src/` folder, but may change in any
 * version. Their public functions convert values and rebuild objects, which loses precision (decimals, times) and the
 * difference between a null and an empty list.
 */

/** Loads what reads pages and knows the shapes of columns. */
export async function readerInside() {
  const [{ parquetHeader, readPage }, { decompressPage, readDataPage, readDataPageV2 }, schema] =
    await Promise.all([
      import('hyparquet/src/column.js'),
      import('hyparquet/src/datapage.js'),
      import('hyparquet/src/schema.js'),
    ])
  const { isListLike, isMapLike } = schema
  return { parquetHeader, readPage, decompressPage, readDataPage, readDataPageV2, isListLike, isMapLike }
}

/** Loads what writes a column chunk. */
export async function writerInside() {
  const [{ writeColumn }, { snappyCompress }] = await Promise.all([
    import('hyparquet-writer/src/column.js'),
    import('hyparquet-writer/src/snappy.js'),
  ])
  return { writeColumn, snappyCompress }
}
