/** Texts of JSON lines, the definition: one record after the other. */
import { jsonFault, jsonRecord, jsonType, unescapeJson } from './json.ts'

/** See `Kernels.jsonTexts`. */
export function jsonTexts(
  memory: Uint8Array,
  bounds: number,
  count: number,
  keys: number,
  keyCount: number,
  out: number,
  texts: number,
): number {
  const words = new DataView(memory.buffer, memory.byteOffset, memory.byteLength)
  const word = (at: number) => words.getUint32(at, true)
  let free = out
  let taken = 0
  for (; taken < count; taken++) {
    const [from, to] = [word(bounds + 4 * taken), word(bounds + 4 * taken + 4)]
    const entry = texts + 8 * taken
    if (jsonRecord(memory, from, to, keys, keyCount, entry) !== jsonFault.none) break
    const [type, bodyFrom, bodyTo] = [word(entry), word(entry + 4), word(entry + 8)]
    let range = [bodyFrom, bodyTo]
    if (type === jsonType.escapedString) {
      range = [free, unescapeJson(memory, bodyFrom, bodyTo, free)]
      free = range[1] + 64
    } else if (type !== jsonType.string) break
    range.forEach((at, i) => {
      words.setUint32(entry + 4 * i, at, true)
    })
  }
  words.setUint32(texts + 8 * taken, free, true)
  return taken
}
