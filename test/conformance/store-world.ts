/** Random documents and changes for stores, from a seed, valid for the contents of a model. */
import type { ClusterLink, StoreChanges, StoredDocument } from '../../src/online/store/store.ts'
import type { ModelStore } from './model-store.ts'

export const noChanges: StoreChanges = {
  added: [],
  removed: [],
  moved: [],
  linked: [],
  unlinked: [],
  changes: [],
  newClusters: 0,
  values: {},
}

/** A generator of doubles in [0, 1): mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const names = [
  '"a"',
  '0',
  '"0"',
  '"\\u0000"',
  `"'; drop table x --"`,
  '"Ünï 東京"',
  '-1.5',
  '" "',
  '"A"',
  '"ä"',
  '"a\\u0308"',
]

export class StoreWorld {
  readonly random: () => number

  constructor(seed: number) {
    this.random = randomFrom(seed)
  }

  below(n: number): number {
    return Math.floor(this.random() * n)
  }

  document(number: number, cluster: number, name?: string): StoredDocument {
    const size = this.below(8) === 0 ? this.below(200_000) : this.below(400)
    const isPlain = this.below(2) === 0
    return {
      number,
      name: name ?? `"${number}-${this.below(1000)}"`,
      cluster,
      addedAt: 1_700_000_000_000 + this.below(1000),
      expiresAt: this.below(3) === 0 ? 1_700_000_000_000 + this.below(1000) : null,
      sketch: {
        hashes: Uint32Array.from({ length: 8 }, () => this.below(2 ** 32)),
        // Few different keys, so that documents share many; some of all 32 bits.
        postings: Uint32Array.from({ length: 1 + this.below(8) }, () =>
          this.below(3) === 0 ? 0xffff_fff0 + this.below(16) : this.below(12),
        ),
      },
      body: Uint8Array.from({ length: size }, () => (isPlain ? 97 + this.below(4) : this.below(256))),
    }
  }

  /** Adds, removes, moves and links like an index: links of a cluster stay a spanning tree of it. */
  changes(model: ModelStore): StoreChanges {
    const counters = model.counters()
    const removed = model.numbers().filter(() => this.below(12) === 0)
    const gone = new Set(removed)
    const free = names.filter(name => {
      const owner = [...model.documents.values()].find(document => document.name === name)
      return owner === undefined || gone.has(owner.number)
    })
    const added: StoredDocument[] = []
    const linked: ClusterLink[] = []
    const unlinked: ClusterLink[] = []
    const moved = new Map<number, number>()
    let newClusters = 0
    const newCluster = () => counters.cluster + newClusters++
    for (const [, members] of model.clusters()) {
      if (!members.some(number => gone.has(number))) continue
      // The rest of a cluster falls apart into single documents.
      const left = members.filter(number => !gone.has(number))
      unlinked.push(...model.linksOf(left).filter(({ a, b }) => !gone.has(a) && !gone.has(b)))
      for (const number of left.slice(1)) moved.set(number, newCluster())
    }
    for (let i = this.below(6); i > 0; i--) {
      const number = counters.document + added.length
      const stays = model.numbers().filter(number => !gone.has(number))
      const partner = this.below(2) === 0 ? stays[this.below(stays.length)] : undefined
      const old = partner === undefined ? undefined : model.documents.get(partner)
      const cluster = old === undefined ? newCluster() : (moved.get(old.number) ?? old.cluster)
      if (old !== undefined) linked.push({ a: old.number, b: number })
      added.push(this.document(number, cluster, this.below(3) === 0 ? free.pop() : undefined))
    }
    return {
      added,
      removed,
      moved: [...moved].map(([number, cluster]) => ({ number, cluster })),
      linked,
      unlinked,
      changes: added.map(({ cluster, addedAt }) => ({ kind: 'made', cluster, other: null, at: addedAt })),
      newClusters,
      values: this.below(4) === 0 ? { model: Uint8Array.of(1, 2, this.below(256)), gone: null } : {},
    }
  }
}
