/** Source bytes: what the stages read of an input as it arrives: unpacked, and as JSON lines if it has another form. */
import { wideAsUtf8 } from '../formats/encodings.ts'
import { isConverted } from '../formats/formats.ts'
import { jsonElements } from '../formats/json-elements.ts'
import { countKind, warcLines } from '../formats/warc-lines.ts'
import { decompressed } from '../io/archives/decompress.ts'
import type { Input } from '../io/inputs/input.ts'
import { withoutMark } from './cut-records.ts'

interface ByteSettings {
  readonly maxRecord: number
  /** Encoding of texts without a byte-order mark; '' for UTF-8. */
  readonly encoding: string
  /** Called with the encoding of a text before its first byte. */
  readonly onEncoding?: (encoding: string) => void
  /** Gets the records of WARC that are not read, by kind. */
  readonly textless: Map<string, number>
}

/** @throws NearsameError those of `decompressed`; JSON_ARRAY, WARC_INVALID */
export function sourceBytes(
  readable: AsyncIterable<Uint8Array>,
  { format, compression, name }: Input,
  { maxRecord, encoding, onEncoding, textless }: ByteSettings,
): AsyncIterable<Uint8Array> {
  if (!isConverted(format))
    return wideAsUtf8(decompressed(readable, compression, name, encoding), encoding, onEncoding)
  const bytes = decompressed(readable, compression, name)
  if (format === 'json') return jsonElements(withoutMark(bytes), name)
  return warcLines(withoutMark(bytes), { name, maxRecord, onTextless: kind => countKind(textless, kind) })
}
