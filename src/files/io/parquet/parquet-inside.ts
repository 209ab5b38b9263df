/**
 * The inside of the two Parquet libraries: functions that they publish in their `src/` folder, but may change in any
 * version. Their public functions convert values and rebuild objects, which loses precision (decimals, times) and the
 * difference between a null and an empty list.
 */

/** Loads what reads pages and knows the shapes of columns. */
export async function readerInside() {
  const [{ parquetHeader }, { isListLike, isMapLike }] = await Promise.all([
    import('hyparquet/src/column.js'),
    import('hyparquet/src/schema.js'),
  ])
  return { parquetHeader, isListLike, isMapLike }
}

/** Loads what writes Thrift, and the names whose places are its numbers. */
export async function writerInside() {
  const [{ ByteWriter }, { serializeTCompactProtocol }, constants] = await Promise.all([
    import('hyparquet-writer'),
    import('hyparquet-writer/src/thrift.js'),
    import('hyparquet/src/constants.js'),
  ])
  const { CompressionCodecs: codecs, Encodings: encodings, ParquetTypes: types } = constants
  /** Bytes of a struct whose fields are named `field_1`, ... */
  const thrift = (struct: object): Uint8Array => {
    const writer = new ByteWriter()
    serializeTCompactProtocol(writer, struct as Parameters<typeof serializeTCompactProtocol>[1])
    return writer.getBytes().slice()
  }
  return { thrift, codecs, encodings, types }
}
