/** Wanted keys: the names that the kernel looks for in JSON records, in kernel memory. */
import type { Workspace } from '../../../texts/workspace/workspace.ts'

const encoder = new TextEncoder()

export class WantedKeys {
  readonly names: readonly string[]
  /** Table of u32 {from, length}. */
  readonly at: number
  /** u32 results of `jsonRecord`. */
  readonly resultAt: number

  constructor(space: Workspace, names: readonly string[]) {
    this.names = names
    const encoded = names.map(name => encoder.encode(name))
    this.at = space.claim(8 * names.length)
    this.resultAt = space.claim(12 * names.length + 64)
    encoded.forEach((name, i) => {
      const nameAt = space.claim(name.length + 64)
      space.bytes.set(name, nameAt)
      space.words.set([nameAt, name.length], this.at / 4 + 2 * i)
    })
  }
}
