/** Reviews as CSV, which `--decisions` reads. */
import { csvField } from '../../../ground/csv-field.ts'
import type { ReviewedIndex } from './reviewed-index.ts'
import type { Review } from './reviews.ts'

export const csvHeader = 'id1,id2,decision,survivor,by,at\n'

/** A row with its line end. */
export function csvRow({ id1, id2, decision, survivor, by, at }: Review): string {
  return `${[id1, id2, decision, survivor, by, at].map(cell => csvField(cell)).join(',')}\n`
}

/** All reviews of a collection, page by page. */
export async function* csvPages(index: Pick<ReviewedIndex, 'reviews'>): AsyncGenerator<string> {
  yield csvHeader
  let after: string | undefined
  do {
    const page = await index.reviews({ after, limit: 10_000 })
    yield page.items.map(csvRow).join('')
    after = page.next ?? undefined
  } while (after !== undefined)
}
