/**
 * Zstandard members: the bytes of each frame, one after the other, and of the next one where one is damaged.
 *
 * Archives of crawls have a frame for each record, as `gzip-members.ts` has members. A frame that is small is unpacked
 * whole before a byte of it is handed on, so that damage makes its record a bad one; a large one is unpacked as it
 * arrives. What comes before damage is handed on if it is more than one record. Behind damage the next frame is where
 * its magic number is.
 *
 * Cost: linear; holds one small frame, or 1 MiB.
 */
import type { ZstdDecompress } from 'node:zlib'
import { BytesAhead, type Damage } from './bytes-ahead.ts'
import type { MemberSettings } from './gzip-members.ts'
import { isPackedDamage, Stepwise } from './stepwise.ts'
import { FrameWalk } from './zstd-frames.ts'

/** Packed and unpacked bytes of a small frame. */
const mostPacked = 2 ** 20
const mostUnpacked = 2 ** 24
/** Packed bytes that are unpacked at once. */
const step = 2 ** 16
/** Packed bytes before a damaged place where the next frame is looked for: one cut short takes some of its bytes. */
const before = 2 ** 16
const magic = Buffer.of(0x28, 0xb5, 0x2f, 0xfd)

export async function* zstdMembers(
  chunks: AsyncIterable<Uint8Array>,
  decoder: () => ZstdDecompress,
  settings: Pick<MemberSettings, 'isOne' | 'onDamage'>,
): AsyncGenerator<Buffer> {
  const packed = new BytesAhead(chunks)
  let unpack = new Stepwise(decoder())
  try {
    while (packed.bytes.length > 0 || (await packed.more())) {
      const damage = yield* frame(packed, unpack, settings)
      if (damage === undefined) continue
      settings.onDamage(damage.got, packed.offset + damage.at)
      yield Buffer.alloc(0)
      unpack.close()
      unpack = new Stepwise(decoder())
      packed.drop(damage.from)
      await packed.dropTo(magic)
    }
  } finally {
    unpack.close()
    await packed.close()
  }
}

/** Unpacks the frame at the start of the bytes that wait, and drops it if it is sound. */
async function* frame(
  packed: BytesAhead,
  unpack: Stepwise,
  settings: Pick<MemberSettings, 'isOne'>,
): AsyncGenerator<Buffer, Damage | undefined> {
  const walk = new FrameWalk()
  const waiting: Buffer[] = []
  let waitingBytes = 0
  let isLarge = false
  /** Places in the bytes that wait: up to which the frame is known to go, and is unpacked. */
  let known = 0
  let at = 0
  try {
    for (;;) {
      while (!walk.isAtEnd && known < mostPacked && (known < packed.bytes.length || (await packed.more())))
        known += walk.advance(packed.bytes, known)
      if (at === known) break
      const part = packed.bytes.subarray(at, Math.min(at + step, known))
      at += part.length
      const unpacked = await unpack.write(part)
      waiting.push(...unpacked)
      for (const bytes of unpacked) waitingBytes += bytes.length
      isLarge ||= !walk.isAtEnd || waitingBytes > mostUnpacked
      if (isLarge || at === known) yield* waiting.splice(0)
      const surplus = at - before
      if (walk.isAtEnd || surplus < mostPacked / 2) continue
      packed.drop(surplus)
      known -= surplus
      at -= surplus
    }
  } catch (cause) {
    if (!isPackedDamage(cause)) throw cause
    const unpacked = Buffer.concat([...waiting, ...unpack.take()])
    if (isLarge || !settings.isOne(unpacked)) yield unpacked
    return { got: JSON.stringify((cause as Error).message), at: at - 1, from: 1 }
  }
  if (!walk.isAtEnd) return { got: 'its end in the middle of the data', at, from: 1 }
  packed.drop(known)
  return undefined
}
