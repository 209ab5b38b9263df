/** Search for documents by a part of their text or id, page by page, each within a budget of time. */
import { documentPages } from '../../store/pages.ts'
import type { StoredDocument, StoreReader } from '../../store/store.ts'
import type { ResolvedSearch } from '../calls/pages.ts'
import { givenText, idOf } from '../documents/given-document.ts'
import { unpackBody } from '../documents/stored-body.ts'
import type { IndexSettings } from '../matching/index-settings.ts'
import { cursorOf } from '../reading/pages.ts'
import type { FoundDocuments } from './review-types.ts'

const budgetMs = 1_000
const step = 256

/** The cursor is the number of the last document searched. Where texts are not kept, ids are searched alone. */
export async function searchTexts(
  store: StoreReader,
  settings: IndexSettings,
  options: ResolvedSearch,
): Promise<FoundDocuments> {
  const { limit } = options
  const [from] = cursorOf(options, 1)
  const wanted = folded(options.contains)
  const found: StoredDocument[] = []
  const end = performance.now() + budgetMs
  let searched = 0
  const page = async (last: number | undefined): Promise<FoundDocuments> => ({
    items: await foundIn(store, found),
    next: last === undefined ? null : String(last),
    searched,
  })
  for await (const numbers of documentPages(store, { size: step, from: from + 1 })) {
    for (const document of await store.documents(numbers, { body: settings.storeText })) {
      if (document === undefined) continue
      searched++
      if (!hasPart(document, settings, wanted)) continue
      found.push(document)
      if (found.length === limit) return page(document.number)
    }
    if (performance.now() > end) return page(numbers[numbers.length - 1])
  }
  return page(undefined)
}

function hasPart({ name, body }: StoredDocument, settings: IndexSettings, wanted: string): boolean {
  if (folded(String(idOf(name))).includes(wanted)) return true
  return (
    settings.storeText && folded(givenText(unpackBody(body, true).document, settings).text).includes(wanted)
  )
}

async function foundIn(
  store: StoreReader,
  found: readonly StoredDocument[],
): Promise<FoundDocuments['items']> {
  const clusters = [...new Set(found.map(({ cluster }) => cluster))]
  const members = await store.members(clusters)
  const sizes = new Map(clusters.map((cluster, place) => [cluster, members[place].length]))
  return found.map(({ name, cluster }) => ({ id: idOf(name), cluster, documents: sizes.get(cluster) || 1 }))
}

/** Letters and accents as written in any case. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
