/**
 * Member bits: which of many shingles may be in one of the sets that were added; a Bloom filter with one bit each.
 *
 *     low half of a shingle ─▶ its upper bits name a bit
 *
 * Cost: two to four bytes for each member, 2^27 at most. Error: a shingle that is in none passes in one of 16 cases.
 */

const spareBits = 4
const mostBits = 30

/** `Uint32Array` over memory that threads may share. */
export type MemberBits = Uint32Array<ArrayBufferLike>

/** Bytes of the bits for this number of members. */
export function memberBitsBytes(members: number): number {
  return 2 ** Math.min(mostBits - 3, Math.max(2, Math.ceil(Math.log2(members + 1)) + spareBits - 3))
}

/** @param members low halves of shingles */
export function addMembers(bits: MemberBits, members: Uint32Array): void {
  const shift = shiftOf(bits)
  for (let i = 0; i < members.length; i++) {
    const bit = members[i] >>> shift
    bits[bit >>> 5] |= 1 << (bit & 31)
  }
}

/** The low halves of a set that may be members; they may repeat. @param halves of its distinct shingles, two each */
export function membersAmong(bits: MemberBits, halves: Uint32Array): Uint32Array {
  const shift = shiftOf(bits)
  const found = new Uint32Array(halves.length / 2)
  let count = 0
  for (let at = 0; at < halves.length; at += 2) {
    const low = halves[at]
    const bit = low >>> shift
    found[count] = low
    count += (bits[bit >>> 5] >>> (bit & 31)) & 1
  }
  return found.subarray(0, count)
}

function shiftOf(bits: MemberBits): number {
  return 32 - (5 + Math.log2(bits.length))
}
