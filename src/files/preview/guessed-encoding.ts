/**
 * Guessed encoding of a file of text that is not UTF-8: the one that a spreadsheet writes where people write so.
 *
 *     bytes above 127 stand alone among letters of ASCII        windows-1252, in which Latin-1 is the same but for
 *                                                               control characters
 *     pairs, most of which are among the common characters      gb18030 (first level of GB 2312), shift_jis (kana, and
 *                                                               the first level of JIS X 0208)
 *     words of letters alone                                    windows-1251, windows-1256
 *
 * A run guesses none, since every file can be read so; the preview shows what the guess makes of the rows. What looks
 * like none of these is taken for windows-1252.
 *
 * Source: code charts of the encodings. Ours: the shares.
 */
import { isUtf8 } from 'node:buffer'
import { markBytesOf } from '../formats/byte-order-mark.ts'
import { readStart } from '../inputs/beginning.ts'
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
  const bytes = readStart(path, lookedAt)
  const mayBeCut = bytes.length === lookedAt ? longestCharacter : 1
  for (let cut = 0; cut < mayBeCut; cut++)
    if (isUtf8(bytes.subarray(0, bytes.length - cut))) return undefined
  return encodingOfLetters(bytes)
}

/** Least share of the bytes, or pairs, that must be as an encoding has them. */
const most = 0.8

/** @param bytes of a text that is not UTF-8 */
function encodingOfLetters(bytes: Uint8Array): string {
  const [single, pair] = [singlesIn(bytes), pairsIn(bytes)]
  if (single.together < single.high / 2) return 'windows-1252'
  if (pair.broken < pair.whole / 10) {
    if (pair.chinese > most * pair.whole) return 'gb18030'
    if (pair.japanese > most * pair.whole) return 'shift_jis'
  }
  if (single.letters < most * single.high) return 'windows-1252'
  // The last 16 places are marks in Arabic, and a third of a text in Russian, whose capitals are below 0xe0.
  const isCyrillic = single.last > single.high / 10 || single.lower < single.high / 10
  return isCyrillic ? 'windows-1251' : 'windows-1256'
}

/** Counts of bytes above 127, read as letters. */
function singlesIn(bytes: Uint8Array) {
  const found = { high: 0, together: 0, letters: 0, lower: 0, last: 0 }
  for (const [at, byte] of bytes.entries()) {
    if (byte < 128) continue
    found.high++
    if (bytes[at - 1] > 127 || bytes[at + 1] > 127) found.together++
    if (byte >= 0xc0) found.letters++
    if (byte >= 0xe0) found.lower++
    if (byte >= 0xf0) found.last++
  }
  return found
}

/** Counts of pairs that begin with a byte above 127, but for marks; broken ones have no second byte. */
function pairsIn(bytes: Uint8Array) {
  const found = { whole: 0, broken: 0, chinese: 0, japanese: 0 }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte < 128) continue
    const next = bytes[at + 1] ?? 0
    if (next < 0x40) found.broken++
    else at++
    if (next < 0x40 || isMark(byte)) continue
    found.whole++
    if (byte >= 0xb0 && byte <= 0xd7 && next > 0xa0) found.chinese++
    if (byte === 0x82 || byte === 0x83 || (byte >= 0x88 && byte <= 0x97)) found.japanese++
  }
  return found
}

/** Whether a pair that begins with it is punctuation in Chinese or Japanese, or a sign of full width. */
const isMark = (byte: number) => byte === 0x81 || (byte >= 0xa1 && byte <= 0xa3)
