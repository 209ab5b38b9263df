/**
 * Arrow numbers: the rows of an Arrow IPC stream whose columns are all 64-bit integers. Counts are all that comes back
 * from an engine as rows; tables stay in files.
 *
 *     stream = (FF FF FF FF, length of the metadata (i32), metadata, body)*     a record batch in the metadata names
 *                                                                               its buffers in the body
 *
 * The metadata is a FlatBuffer: a table begins with the distance to its vtable, which has the place of each field.
 * Each column has two buffers: which values are valid, and the values.
 *
 * Source: Apache Arrow columnar format 1.5, "IPC Streaming Format"; FlatBuffers, "Binary format". Ours: the code.
 */

const recordBatch = 3

/** The rows of all batches. @throws RangeError if the bytes are not such a stream */
export function arrowRows(bytes: Uint8Array): number[][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rows: number[][] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = view.getInt32(at + 4, true)
    if (length === 0) break
    const start = at + 8
    const message = tableAt(view, start + view.getUint32(start, true))
    const body = start + length
    const headerType = message.field(1)
    const bodyLength = message.field(3)
    const header = message.field(2)
    if (headerType !== undefined && header !== undefined && view.getUint8(headerType) === recordBatch) {
      readBatch(view, tableAt(view, header + view.getUint32(header, true)), body, rows)
    }
    at = body + (bodyLength === undefined ? 0 : Number(view.getBigInt64(bodyLength, true)))
  }
  return rows
}

interface Table {
  /** The place of a field; undefined if it has its default. */
  field(number: number): number | undefined
}

function tableAt(view: DataView, at: number): Table {
  const vtable = at - view.getInt32(at, true)
  const size = view.getUint16(vtable, true)
  return {
    field(number) {
      const slot = 4 + 2 * number
      const offset = slot < size ? view.getUint16(vtable + slot, true) : 0
      return offset === 0 ? undefined : at + offset
    },
  }
}

function readBatch(view: DataView, batch: Table, body: number, rows: number[][]): void {
  const [length, buffersAt] = [batch.field(0), batch.field(2)]
  if (length === undefined || buffersAt === undefined) return
  const count = Number(view.getBigInt64(length, true))
  const vector = buffersAt + view.getUint32(buffersAt, true)
  const columns = view.getUint32(vector, true) / 2
  const first = rows.length
  for (let row = 0; row < count; row++) rows.push([])
  for (let column = 0; column < columns; column++) {
    // A buffer is its offset in the body and its length, 8 bytes each; the values are the second of the column.
    const values = body + Number(view.getBigInt64(vector + 4 + 16 * (2 * column + 1), true))
    for (let row = 0; row < count; row++) {
      rows[first + row].push(Number(view.getBigInt64(values + 8 * row, true)))
    }
  }
}
