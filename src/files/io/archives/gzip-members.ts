/**
 * Gzip members: the bytes of each, one after the other, and of the next sound one where one is damaged.
 *
 *     member: 1f 8b 08 flags (1) time (4) level (1) system (1) extra? name? comment? checksum? deflated CRC-32 length
 *
 * Archives of crawls have a member for each record, so what is behind a damaged one can still be read. A member that
 * is small is unpacked at once, and its checksum looked at before a byte of it is handed on; a large one is unpacked
 * as it arrives, and so is one whose data are damaged, up to there. A wrong checksum does not say which of many records
 * is damaged, so they are handed on. Behind damage, a member counts as the next if it
 * unpacks to what the caller takes for a start.
 *
 * Source: RFC 1952. Cost: linear; holds one small member, or 1 MiB.
 */
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { BytesAhead, type Damage } from './bytes-ahead.ts'
import { isPackedDamage, Stepwise } from './stepwise.ts'

/** Packed and unpacked bytes of a small member. */
const mostPacked = 2 ** 20
const mostUnpacked = 2 ** 24
/** Packed bytes before a damaged place where the next member is looked for: one cut short takes some of its bytes. */
const before = 2 ** 16
const flush = { finishFlush: constants.Z_SYNC_FLUSH }

export interface MemberSettings {
  /** Whether unpacked bytes are the start of a member, behind damage. */
  readonly isStart: (bytes: Buffer) => boolean
  /** Whether the bytes of a member are a single record, which a wrong checksum makes a bad one. */
  readonly isOne: (bytes: Buffer) => boolean
  /** Called with the offset in the packed data, before a piece without a byte that stands for the damage. */
  readonly onDamage: (got: string, offset: number) => void
}

export async function* gzipMembers(
  chunks: AsyncIterable<Uint8Array>,
  settings: MemberSettings,
): AsyncGenerator<Buffer> {
  const packed = new BytesAhead(chunks)
  try {
    yield* new GzipMembers(packed, settings).all()
  } finally {
    await packed.close()
  }
}

class GzipMembers {
  readonly #packed: BytesAhead
  readonly #settings: MemberSettings

  constructor(packed: BytesAhead, settings: MemberSettings) {
    this.#packed = packed
    this.#settings = settings
  }

  async *all(): AsyncGenerator<Buffer> {
    while (this.#packed.bytes.length > 0 || (await this.#packed.more())) {
      const damage = yield* this.#member()
      if (damage === undefined) continue
      this.#settings.onDamage(damage.got, this.#packed.offset + damage.at)
      yield Buffer.alloc(0)
      await this.#find(damage.from)
    }
  }

  async *#member(): AsyncGenerator<Buffer, Damage | undefined> {
    let from = headerEnd(this.#packed.bytes)
    while (from === undefined && this.#packed.bytes.length < mostPacked && (await this.#packed.more()))
      from = headerEnd(this.#packed.bytes)
    if (from === undefined) return { got: 'its end in the header of a member', at: 0, from: 1 }
    if (from < 0) return this.#padding() ? undefined : { got: 'no gzip member', at: 0, from: 1 }
    for (;;) {
      const unpacked = inflated(this.#packed.bytes.subarray(from), mostUnpacked)
      if (unpacked === undefined) break
      const end = from + unpacked.packed
      if (end + 8 <= this.#packed.bytes.length) {
        const { bytes } = unpacked
        const isSound =
          crc32(bytes) === this.#packed.bytes.readUInt32LE(end) &&
          bytes.length === this.#packed.bytes.readUInt32LE(end + 4)
        if (!isSound && this.#settings.isOne(bytes)) return { got: 'a wrong checksum', at: 0, from: 1 }
        this.#packed.drop(end + 8)
        yield bytes
        return isSound ? undefined : { got: 'a wrong checksum', at: 0, from: 0 }
      }
      if (this.#packed.bytes.length > mostPacked || !(await this.#packed.more())) break
    }
    return yield* this.#large(from)
  }

  /** Zero bytes up to the end of what has arrived, as blocks of tapes have. */
  #padding(): boolean {
    const at = this.#packed.bytes.findIndex(byte => byte !== 0)
    if (at === 0) return false
    this.#packed.drop(at < 0 ? this.#packed.bytes.length : at)
    return true
  }

  /** Unpacks a member as it arrives, damaged or not. */
  async *#large(from: number): AsyncGenerator<Buffer, Damage | undefined> {
    const inflate = new Stepwise(createInflateRaw({ ...flush, chunkSize: 2 ** 18 }))
    let crc = 0
    let length = 0
    // What would show at once is unpacked in short steps, which lose least.
    const step = this.#packed.bytes.length < mostPacked ? 2 ** 8 : 2 ** 15
    /** Packed bytes of the member before `#bytes`, and the place in these up to which they are unpacked. */
    let gone = -from
    let at = from
    const place = () => inflate.packed - gone
    try {
      for (let isMore = true; isMore && !inflate.isEnded; ) {
        const surplus = place() - before
        if (surplus > mostPacked) {
          this.#packed.drop(surplus)
          gone += surplus
          at -= surplus
        }
        if (at === this.#packed.bytes.length) isMore = await this.#packed.more()
        const part = this.#packed.bytes.subarray(at, at + step)
        at += part.length
        for (const bytes of await inflate.write(part)) {
          crc = crc32(bytes, crc)
          length += bytes.length
          yield bytes
        }
      }
    } catch (cause) {
      if (!isPackedDamage(cause)) throw cause
      const { message } = cause as Error
      return { got: JSON.stringify(message), at: place(), from: Math.max(1, place() - before) }
    } finally {
      inflate.close()
    }
    while (this.#packed.bytes.length < place() + 8 && (await this.#packed.more()));
    const end = place()
    if (!inflate.isEnded || this.#packed.bytes.length < end + 8) {
      const at = this.#packed.bytes.length
      return { got: 'its end in the middle of the data', at, from: Math.max(1, end - before) }
    }
    const isSound =
      crc === this.#packed.bytes.readUInt32LE(end) &&
      length % 2 ** 32 === this.#packed.bytes.readUInt32LE(end + 4)
    this.#packed.drop(end + 8)
    return isSound ? undefined : { got: 'a wrong checksum', at: 0, from: 0 }
  }

  /** Goes to the next member. */
  async #find(from: number): Promise<void> {
    this.#packed.drop(from)
    while (await this.#packed.dropTo(magic)) {
      while (this.#packed.bytes.length < enough && (await this.#packed.more()));
      const header = headerEnd(this.#packed.bytes)
      if (header !== undefined && header > 0) {
        const start = inflated(this.#packed.bytes.subarray(header, enough), mostUnpacked)
        if (start !== undefined && this.#settings.isStart(start.bytes)) return
      }
      this.#packed.drop(1)
    }
  }
}

const magic = Buffer.of(0x1f, 0x8b, 8)
/** Packed bytes that show how a member begins. */
const enough = 2 ** 12

/** Where the deflated data begin; undefined if the header goes on, -1 if this is none. */
function headerEnd(bytes: Buffer): number | undefined {
  if (!magic.subarray(0, bytes.length).equals(bytes.subarray(0, magic.length)) || bytes[3] >= 0x20)
    return -1
  const flags = bytes[3]
  let at = 10
  if ((flags & 4) !== 0) at += 2 + (bytes.length < 12 ? 0 : bytes.readUInt16LE(10))
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue
    const zero = bytes.indexOf(0, at)
    if (zero < 0) return undefined
    at = zero + 1
  }
  if ((flags & 2) !== 0) at += 2
  return at <= bytes.length && bytes.length >= 10 ? at : undefined
}

/** As much as can be unpacked, and how many bytes it took; undefined if it is damaged or longer than `most`. */
function inflated(packed: Buffer, most: number): { bytes: Buffer; packed: number } | undefined {
  try {
    const { buffer, engine } = inflateRawSync(packed, {
      ...flush,
      info: true,
      maxOutputLength: most,
    }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    return { bytes: buffer, packed: engine.bytesWritten }
  } catch (cause) {
    if (isPackedDamage(cause) || (cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      return undefined
    throw cause
  }
}
