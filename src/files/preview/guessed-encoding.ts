/**
 * Guessed encoding of a file of text that is not UTF-8: windows-1252, which old spreadsheets of Western Europe write
 * and in which Latin-1 is the same but for control characters.
 *
 * A run guesses none, since every file can be read so; the preview shows what the guess makes of the rows.
 */
import { isUtf8 } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { markBytesOf } from '../formats/byte-order-mark.ts'
import { contentOf } from '../io/file-kind.ts'

/** Bytes that are looked at; a character of UTF-8 may be cut at their end. */
const lookedAt = 4 * 2 ** 20
const longestCharacter = 4

/** Undefined for UTF-8, another mark, and anything but plain text. */
export function guessedEncoding(path: string): string | undefined {
  const content = contentOf(path)
  if (content === undefined || content.kind !== undefined || content.compression !== 'none')
    return undefined
  if (markBytesOf(content.start) > 0) return undefined
  const bytes = startOf(path)
  const mayBeCut = bytes.length === lookedAt ? longestCharacter : 1
  for (let cut = 0; cut < mayBeCut; cut++)
    if (isUtf8(bytes.subarray(0, bytes.length - cut))) return undefined
  return 'windows-1252'
}

function startOf(path: string): Buffer {
  const fd = openSync(path, 'r')
  try {
    const bytes = Buffer.allocUnsafe(lookedAt)
    return bytes.subarray(0, readSync(fd, bytes, 0, lookedAt, 0))
  } finally {
    closeSync(fd)
  }
}
