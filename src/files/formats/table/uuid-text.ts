/** UUID: 16 bytes as a text. */

/** @param at where they begin @example uuidText(Buffer.alloc(16), 0) // => '00000000-0000-0000-0000-000000000000' */
export function uuidText(bytes: Buffer, at: number): string {
  return bytes.toString('hex', at, at + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
