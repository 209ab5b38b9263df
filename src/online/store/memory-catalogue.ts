/** Memory catalogue: collections that live as long as the catalogue, for trials and tests of a server. */
import { checkArgument, clockOf } from '../../ground/options/arguments.ts'
import { type Catalogue, checkCollectionName } from './catalogue.ts'
import { memoryStore } from './memory-store.ts'
import type { Store } from './store.ts'

/**
 * A closed store keeps its contents; the next `store` with its name returns the same one.
 *
 * @param now milliseconds since 1970
 * @throws NearsameError OPTION_VALUE
 * @example memoryCatalogue().kind // => 'memory'
 */
export function memoryCatalogue(now: () => number = Date.now): Catalogue {
  checkArgument(typeof now === 'function', 'now', now, 'a function')
  const clock = clockOf(now)
  const kept = new Map<string, { readonly createdAt: number; readonly store: Store }>()
  return {
    kind: 'memory',
    list: async () =>
      [...kept]
        .map(([name, { createdAt }]) => ({ name, createdAt }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    async find(name) {
      const found = kept.get(name)
      return found && { name, createdAt: found.createdAt }
    },
    store(name) {
      const known = kept.get(checkCollectionName(name))
      if (known !== undefined) return known.store
      const store = memoryStore()
      const [open, drop] = [store.open.bind(store), store.drop.bind(store)]
      store.open = async header => {
        const createdAt = clock()
        const opened = await open(header)
        if (!kept.has(name)) kept.set(name, { createdAt, store })
        return opened
      }
      store.drop = async () => {
        kept.delete(name)
        await drop()
      }
      return store
    },
    ping: async () => {},
    close: async () => {},
  }
}
