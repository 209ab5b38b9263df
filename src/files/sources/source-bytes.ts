/** Source bytes: what the stages read of an input as it arrives: unpacked, and as JSON lines if it has another form. */
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { wideAsUtf8 } from '../formats/encodings.ts'
import { isConverted } from '../formats/formats.ts'
import { jsonElements } from '../formats/json-elements.ts'
import { countKind, type TextlessRecords } from '../formats/warc/textless.ts'
import { warcLines } from '../formats/warc-lines.ts'
import { decompressed } from '../io/archives/decompress.ts'
import type { Input } from '../io/inputs/input.ts'
import { withoutMark } from './cut-records.ts'

interface ByteSettings {
  readonly maxRecord: number
  /** Whether pages of web archives are texts. */
  readonly html: boolean
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
  { format, compression, name }: Input,
  { maxRecord, html, encoding, onEncoding, textless }: ByteSettings,
): AsyncIterable<Uint8Array> {
  if (!isConverted(format))
    return wideAsUtf8(decompressed(readable, compression, name, encoding), encoding, onEncoding)
  if (format === 'json') return jsonElements(withoutMark(decompressed(readable, compression, name)), name)
  const faults: NearsameError[] = []
  const bytes = decompressed(readable, compression, name, undefined, faults)
  const onTextless = (kind: string) => countKind(textless, kind)
  return warcLines(withoutMark(bytes), { name, maxRecord, html, faults, onTextless })
}
