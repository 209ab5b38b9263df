/**
 * Texts of JSON lines: record after record, while each is an object with a string for the first wanted key.
 *
 * Ours. Cost: that of `jsonRecord` and `unescapeJson`. Definition: src/texts/kernels/reference/json-texts.ts.
 */
import { ESCAPED_STRING, jsonRecord, PLAIN_STRING } from './json'
import { unescapeJson } from './json-unescape'

/** See `kernels.ts`. */
export function jsonTexts(bounds: usize, count: u32, keys: usize, keyCount: u32, out: usize, texts: usize): u32 {
  let taken: u32 = 0
  for (; taken < count; taken++, bounds += 4, texts += 8) {
    const from = <usize>load<u32>(bounds)
    const to = <usize>load<u32>(bounds, 4)
    if (jsonRecord(from, to, keys, keyCount, texts)) break
    const type = load<u32>(texts)
    let textFrom = <usize>load<u32>(texts, 4)
    let textTo = <usize>load<u32>(texts, 8)
    if (type == ESCAPED_STRING) {
      textTo = unescapeJson(textFrom, textTo, out)
      textFrom = out
      out = textTo + 64
    } else if (type != PLAIN_STRING) break
    store<u32>(texts, <u32>textFrom)
    store<u32>(texts, <u32>textTo, 4)
  }
  store<u32>(texts, <u32>out)
  return taken
}
