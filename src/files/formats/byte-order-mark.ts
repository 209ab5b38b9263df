/** The byte-order mark, which some programs write before UTF-8; it is not part of the first record. */

/** Bytes of the mark at the start of a source: 3 or 0. */
export function markBytesOf(start: Uint8Array): number {
  return start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? 3 : 0
}
