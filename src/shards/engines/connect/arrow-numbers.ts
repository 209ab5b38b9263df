/** Arrow numbers: counts are all that comes back from an engine as rows; tables stay in files. */
import { BatchReader } from '../../../files/formats/arrow/batch.ts'
import { headers, messagesOf } from '../../../files/formats/arrow/messages.ts'
import { type ArrowField, fieldsOfSchema } from '../../../files/formats/arrow/schema.ts'

/** The rows of a stream of Arrow whose columns are all 64-bit integers. @throws RangeError if it is damaged */
export async function* arrowRows(bytes: Uint8Array): AsyncGenerator<number[]> {
  let fields: readonly ArrowField[] = []
  for await (const { type, header, body } of messagesOf(inOnePiece(bytes))) {
    if (type === headers.schema) fields = fieldsOfSchema(header)
    if (type !== headers.batch) continue
    const batch = new BatchReader(header, body)
    const columns = fields.map(field => batch.column(field, batch.length))
    for (let row = 0; row < batch.length; row++)
      yield columns.map(({ data }) => Number(data.readBigInt64LE(8 * row)))
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
