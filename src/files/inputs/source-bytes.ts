/** Source bytes: what the stages read of an input as it arrives: unpacked, and as JSON lines if it has another form. */

import type { InputFormat } from '../../ground/options/input-options.ts'
import { markBytesOf } from '../formats/byte-order-mark.ts'
import { wideAsUtf8 } from '../formats/encodings.ts'
import type { LineSettings } from '../formats/format.ts'
import { formats } from '../formats/formats.ts'
import { countKind, type TextlessRecords } from '../formats/warc/textless.ts'
import { BytesAhead } from '../io/archives/bytes-ahead.ts'
import { decompressed } from '../io/archives/decompress.ts'
import type { Input } from './resolve/input.ts'
import { openInput } from './resolve/open-input.ts'

interface ByteSettings extends Omit<LineSettings, 'name' | 'onTextless'> {
  /** Encoding of texts without a byte-order mark; '' for UTF-8. */
  readonly encoding: string
  /** Called with the encoding of a text before its first byte. */
  readonly onEncoding?: (encoding: string) => void
  /** Gets the records of WARC that are not read, by kind. */
  readonly textless: TextlessRecords
}

/** @throws NearsameError those of `decompressed`; JSON_ARRAY, WARC_INVALID */
export function sourceBytes(
  readable: AsyncIterable<Uint8Array>,
  format: InputFormat,
  { compression, name }: Pick<Input, 'compression' | 'name'>,
  { maxRecord, html, encoding, onEncoding, textless, columns, sheet, onSheet }: ByteSettings,
): AsyncIterable<Uint8Array> {
  const { lines } = formats[format]
  if (format === 'parquet') return readable // rows
  if (lines === undefined)
    return wideAsUtf8(decompressed(readable, compression, name, encoding), encoding, onEncoding)
  const onTextless = (kind: string) => countKind(textless, kind)
  return lines(faults => withoutMark(decompressed(readable, compression, name, undefined, faults)), {
    ...{ name, maxRecord, html, onTextless, columns, sheet, onSheet },
  })
}

/** The columns that the schema of an input names, with samples; undefined if its format has none. */
export async function schemaOf(
  { compression, name, ...input }: Input,
  format: InputFormat,
): Promise<readonly (readonly [name: string, sample: unknown])[] | undefined> {
  const { columns } = formats[format]
  return columns?.(() => withoutMark(decompressed(openInput(input), compression, name)), name)
}

/** The same bytes without a byte-order mark. */
export async function* withoutMark(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const start = new BytesAhead(pieces)
  await start.readUntil(({ length }) => length >= 3)
  yield* start.rest(markBytesOf(start.bytes))
}
