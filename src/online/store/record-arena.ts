/**
 * Record arena: byte strings by address in a few large blocks, so that there is no object per string.
 *
 * Cost: the bytes and four more each; the space of removed ones stays until the rest is copied to another arena.
 */

const blockBytes = 1 << 22

export class RecordArena {
  #blocks: Uint8Array[] = []
  #used = blockBytes
  /** Bytes of removed records. */
  wasted = 0
  bytes = 0

  /** Adds a copy of the bytes. @returns their address */
  add(record: Uint8Array): number {
    const need = 4 + record.length
    if (need > blockBytes - this.#used) {
      this.#blocks.push(new Uint8Array(Math.max(need, blockBytes)))
      // A record longer than a block gets its own; the next record opens another.
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
