/**
 * Redis marks: sets of document and cluster numbers as bitmaps, one key per 65,536 numbers. A number's bit is its
 * remainder; the highest bit of a byte comes first, as in Redis. An empty bitmap does not exist.
 */
import type { RedisCommand } from './connection/client.ts'

/** Numbers per bitmap. */
export const chunkNumbers = 65_536
/** Bitmaps per read after an empty one. */
const manyChunks = 128

export interface MarkKind {
  readonly name: 'l' | 'g' | 'q'
  /** The counter of its numbers. */
  readonly last: 'document' | 'cluster'
}

/** At most `limit` marked numbers above `after`. */
export async function markedNumbers(
  commands: (list: readonly RedisCommand[]) => Promise<unknown[]>,
  tag: string,
  { name, last }: MarkKind,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const found: number[] = []
  const next = Number((await commands([['HGET', `${tag}m`, last]]))[0])
  let many = 1
  for (let from = after + 1; from < next && found.length < limit; ) {
    const first = Math.floor(from / chunkNumbers)
    const keys = Array.from({ length: many }, (_, i) => `${tag}${name}${first + i}`)
    const [bitmaps] = (await commands([['MGET', ...keys]])) as [(Buffer | null)[]]
    bitmaps.forEach((bits, i) => {
      if (bits !== null) pushMarked(found, bits, (first + i) * chunkNumbers, { from, limit })
    })
    from = (first + many) * chunkNumbers
    if (found.length === 0) many = manyChunks
  }
  return found.slice(0, limit)
}

function pushMarked(
  found: number[],
  bits: Buffer,
  base: number,
  { from, limit }: { readonly from: number; readonly limit: number },
): void {
  for (let i = Math.max(0, (from - base) >> 3); i < bits.length && found.length < limit; i++) {
    for (let byte = bits[i], bit = 0; byte !== 0; byte = (byte << 1) & 0xff, bit++) {
      const number = base + 8 * i + bit
      if ((byte & 0x80) !== 0 && number >= from) found.push(number)
    }
  }
}
