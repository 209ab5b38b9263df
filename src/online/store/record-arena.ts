/**
 * Record arena: byte strings by address in a few large blocks, so that there is no object per string. Small stores have
 * small ones.
 *
 * Cost: the bytes and four more each; the space of removed ones stays until the rest is copied to another arena.
 */

const firstBytes = 1 << 16
const blockBytes = 1 << 22

export class RecordArena {
  #blocks: Uint8Array[] = []
  #used = 0
  /** Bytes of removed records. */
  wasted = 0
  bytes = 0

  /** Adds a copy of the bytes. @returns their address */
  add(record: Uint8Array): number {
    const need = 4 + record.length
    const last = this.#blocks.at(-1)?.length ?? 0
    if (need > last - this.#used) {
      const room = Math.min(blockBytes, Math.max(firstBytes, 2 * last))
      // A record longer than a block gets its own; the next record opens another.
      this.#blocks.push(new Uint8Array(Math.max(need, room)))
      this.#used = 0
    }
    const block = this.#blocks.length - 1
    const at = this.#used
    new DataView(this.#blocks[block].buffer).setUint32(at, record.length, true)
    this.#blocks[block].set(record, at + 4)
    this.#used += need
    this.bytes += need
    return block * blockBytes + at
  }

  /** The bytes at an address; a view. */
  at(address: number): Uint8Array {
    const block = this.#blocks[Math.floor(address / blockBytes)]
    const at = address % blockBytes
    const length = new DataView(block.buffer).getUint32(at, true)
    return block.subarray(at + 4, at + 4 + length)
  }

  remove(address: number): void {
    this.wasted += 4 + this.at(address).length
  }
}
