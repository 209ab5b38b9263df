/**
 * Text lines: the lines of a small UTF-8 file, without their line ends. A byte-order mark is dropped.
 *
 * Not `readline`, which also ends lines at U+2028 and U+2029: a JSON string may contain them.
 */
import { formats } from '../formats/formats.ts'
import { contentLength } from '../formats/record-format.ts'
import { fileRecords } from './cut-records.ts'

/** Decompressed by the name. @throws NearsameError, those of reading */
export async function* textLines(path: string): AsyncGenerator<string> {
  for await (const line of fileRecords(path, formats.txt.cut))
    yield line.toString('utf8', 0, contentLength(line))
}
