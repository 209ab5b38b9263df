/** A catalogue in memory: collections that last as long as it. */
import type { Catalogue } from '../../src/store/catalogue.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { Store } from '../../src/store/store.ts'

export interface MemoryCatalogue extends Catalogue {
  /** While it is set, nothing answers. */
  fault: Error | undefined
}

export function memoryCatalogue(now: () => number = Date.now): MemoryCatalogue {
  const kept = new Map<string, { createdAt: number; store: Store }>()
  const catalogue: MemoryCatalogue = {
    kind: 'memory',
    fault: undefined,
    async list() {
      if (catalogue.fault !== undefined) throw catalogue.fault
      return [...kept].map(([name, { createdAt }]) => ({ name, createdAt }))
    },
    store(name) {
      const known = kept.get(name)
      if (known !== undefined) return known.store
      const store = memoryStore()
      const [open, drop] = [store.open.bind(store), store.drop.bind(store)]
      store.open = async header => {
        if (catalogue.fault !== undefined) throw catalogue.fault
        const opened = await open(header)
        kept.set(name, { createdAt: now(), store })
        return opened
      }
      store.drop = async () => {
        kept.delete(name)
        await drop()
      }
      return store
    },
    async ping() {
      if (catalogue.fault !== undefined) throw catalogue.fault
    },
    async close() {},
  }
  return catalogue
}
