/** Characters of WTF-8 (UTF-8, and lone surrogates as three bytes), one at a time. REQUIRES: well-formed text. */

/** Bytes of the character that begins with `lead`. */
// @ts-ignore: decorator
@inline export function sizeOf(lead: u32): usize {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

// @ts-ignore: decorator
@inline export function decode2(p: usize): u32 {
  return ((<u32>load<u8>(p) & 31) << 6) | (<u32>load<u8>(p, 1) & 63)
}

// @ts-ignore: decorator
@inline export function decode3(p: usize): u32 {
  return ((<u32>load<u8>(p) & 15) << 12) | ((<u32>load<u8>(p, 1) & 63) << 6) | (<u32>load<u8>(p, 2) & 63)
}

// @ts-ignore: decorator
@inline export function decode4(p: usize): u32 {
  const first = ((<u32>load<u8>(p) & 7) << 6) | (<u32>load<u8>(p, 1) & 63)
  return (first << 12) | ((<u32>load<u8>(p, 2) & 63) << 6) | (<u32>load<u8>(p, 3) & 63)
}

export function decode(p: usize): u32 {
  const lead = <u32>load<u8>(p)
  return lead < 0x80 ? lead : lead < 0xe0 ? decode2(p) : lead < 0xf0 ? decode3(p) : decode4(p)
}

/** Writes a character, always 4 bytes. @returns its end. */
export function encode(codePoint: u32, out: usize): usize {
  if (codePoint < 0x80) {
    store<u32>(out, codePoint)
    return out + 1
  }
  const last = 0x80 | (codePoint & 63)
  if (codePoint < 0x800) {
    store<u32>(out, 0xc0 | (codePoint >> 6) | (last << 8))
    return out + 2
  }
  const middle = 0x80 | ((codePoint >> 6) & 63)
  if (codePoint < 0x10000) {
    store<u32>(out, 0xe0 | (codePoint >> 12) | (middle << 8) | (last << 16))
    return out + 3
  }
  store<u32>(out, 0xf0 | (codePoint >> 18) | ((0x80 | ((codePoint >> 12) & 63)) << 8) | (middle << 16) | (last << 24))
  return out + 4
}
