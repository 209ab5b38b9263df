/** Search in stored texts for a part of a text or an id, page by page, each within a budget of time. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { documentPages } from '../../store/pages.ts'
import type { StoreReader } from '../../store/store.ts'
import type { ResolvedSearch } from '../calls/pages.ts'
import { givenText, idOf } from '../documents/given-document.ts'
import { unpackBody } from '../documents/stored-body.ts'
import type { IndexSettings } from '../matching/index-settings.ts'
import { cursorOf } from '../reading/pages.ts'
import type { FoundDocuments } from './review-types.ts'

const budgetMs = 1_000
const step = 256

/** The cursor is the number of the last document searched. */
export async function searchTexts(
  store: StoreReader,
  settings: IndexSettings,
  options: ResolvedSearch,
): Promise<FoundDocuments> {
  if (!settings.storeText) throw notStored()
  const { limit } = options
  const [from] = cursorOf(options, 1)
  const wanted = folded(options.contains)
  const items: { id: ReturnType<typeof idOf>; cluster: number }[] = []
  const end = performance.now() + budgetMs
  let searched = 0
  for await (const numbers of documentPages(store, { size: step, from: from + 1 })) {
    for (const document of await store.documents(numbers, { body: true })) {
      if (document === undefined) continue
      searched++
      const { name, cluster, number, body } = document
      const { text } = givenText(unpackBody(body, true).document, settings)
      if (!folded(text).includes(wanted) && !folded(String(idOf(name))).includes(wanted)) continue
      items.push({ id: idOf(name), cluster })
      if (items.length === limit) return { items, next: String(number), searched }
    }
    if (performance.now() > end) return { items, next: String(numbers[numbers.length - 1]), searched }
  }
  return { items, next: null, searched }
}

/** Letters and accents as written in any case. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function notStored(): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'a collection that keeps texts to search in',
    got: 'storeText false',
    fix: 'create the collection with `storeText`',
  })
}
