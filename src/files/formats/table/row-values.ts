/**
 * Rows of a table (Parquet, Arrow) as bytes, from which all stages read them:
 *
 *     row      length value ... LF       a value for each column
 *     value    kind length bytes         kind `t`: a text, as the table has it; `j`: JSON of any other value
 *     length   5 bytes of 7 bits, the lowest first; that of a row counts all of its bytes
 *     head     the first row: a value, JSON of the names of the columns
 *
 * All but the texts is ASCII, so a row is UTF-8 if they are.
 */

export const textKind = 0x74
export const jsonKind = 0x6a
export const lengthBytes = 5
/** Bytes in front of a value. */
export const valueHead = 1 + lengthBytes

/** The length that is written at an offset. */
export function lengthAt(bytes: Uint8Array, at: number): number {
  const low = bytes[at] | (bytes[at + 1] << 7) | (bytes[at + 2] << 14) | (bytes[at + 3] << 21)
  return low + bytes[at + 4] * 2 ** 28
}

/** Offset after the first row of [from, to); -1 if it goes on. */
export function rowEnd(bytes: Uint8Array, from: number, to: number): number {
  if (from + lengthBytes > to) return -1
  const end = from + lengthAt(bytes, from)
  return end <= to ? end : -1
}

/** The same for a row that comes in pieces, from its start. */
export function rowEndInPieces(): (bytes: Uint8Array, from: number, to: number) => number {
  const head = new Uint8Array(lengthBytes)
  let seen = 0
  return (bytes, from, to) => {
    let at = from
    while (seen < lengthBytes && at < to) head[seen++] = bytes[at++]
    if (seen < lengthBytes) return -1
    const left = lengthAt(head, 0) - seen
    seen += Math.min(left, to - at)
    return at + left <= to ? at + left : -1
  }
}

/** Where the value of a column begins, its kind first. */
export function rowValueAt(row: Uint8Array, from: number, column: number): number {
  let at = from + lengthBytes
  for (let left = column; left > 0; left--) at += valueHead + lengthAt(row, at + 1)
  return at
}

const comma = Buffer.from(',')
const brackets = [Buffer.from('{'), Buffer.from('}\n')] as const

/** A row as a line of JSON; a text that is not UTF-8 stays so. The first bytes of a row give a line that breaks off. */
export function rowLine(row: Uint8Array, columns: readonly string[]): Buffer {
  const bytes = Buffer.from(row.buffer, row.byteOffset, row.length)
  const parts: Uint8Array[] = [brackets[0]]
  let at = lengthBytes
  for (const [i, name] of columns.entries()) {
    if (at + valueHead > row.length) break
    const from = at + valueHead
    const to = from + lengthAt(row, at + 1)
    const value = bytes.subarray(from, to)
    const isText = row[at] === textKind
    if (i > 0) parts.push(comma)
    parts.push(Buffer.from(`${JSON.stringify(name)}:`))
    parts.push(isText ? Buffer.from(JSON.stringify(value.toString('latin1')), 'latin1') : value)
    at = to
  }
  if (row.length === lengthAt(row, 0)) parts.push(brackets[1])
  return Buffer.concat(parts)
}

/** The names of the columns. @param head the first row */
export function namesIn(head: Uint8Array): readonly string[] {
  const [from, to] = [lengthBytes + valueHead, head.length - 1]
  return JSON.parse(Buffer.from(head.subarray(from, to)).toString())
}
