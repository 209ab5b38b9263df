/** The catalogue in memory, with a switch that makes it fail. */

import type { Catalogue } from '../../src/online/store/catalogue.ts'
import { memoryCatalogue as plainCatalogue } from '../../src/online/store/memory-catalogue.ts'

export interface MemoryCatalogue extends Catalogue {
  /** While set, nothing answers. */
  fault: Error | undefined
}

export function memoryCatalogue(now: () => number = Date.now): MemoryCatalogue {
  const plain = plainCatalogue(now)
  const check = () => {
    if (catalogue.fault !== undefined) throw catalogue.fault
  }
  const catalogue: MemoryCatalogue = {
    ...plain,
    fault: undefined,
    async list() {
      check()
      return plain.list()
    },
    async find(name) {
      check()
      return plain.find(name)
    },
    store(name) {
      const store = plain.store(name)
      const open = store.open.bind(store)
      store.open = async header => {
        check()
        return open(header)
      }
      return store
    },
    async ping() {
      check()
    },
  }
  return catalogue
}
