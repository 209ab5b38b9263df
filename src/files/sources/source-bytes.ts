/** Source bytes: what the stages read of an input as it arrives: unpacked, and as JSON lines if it has another form. */
import { jsonElements } from '../formats/json-elements.ts'
import { countKind, warcLines } from '../formats/warc-lines.ts'
import { decompressed } from '../io/archives/decompress.ts'
import type { Input } from '../io/inputs/input.ts'
import { withoutMark } from './cut-records.ts'

interface ByteSettings {
  readonly maxRecord: number
  /** Gets the records of WARC that are not read, by kind. */
  readonly textless: Map<string, number>
}

/** @throws NearsameError those of `decompressed`; JSON_ARRAY, WARC_INVALID */
export function sourceBytes(
  readable: AsyncIterable<Uint8Array>,
  { format, compression, name }: Input,
  { maxRecord, textless }: ByteSettings,
): AsyncIterable<Uint8Array> {
  const bytes = decompressed(readable, compression, name)
  if (format === 'json') return jsonElements(withoutMark(bytes), name)
  if (format !== 'warc') return bytes
  return warcLines(withoutMark(bytes), { name, maxRecord, onTextless: kind => countKind(textless, kind) })
}
