/** Reviews as CSV, which `--decisions` reads. */
import { csvField, spreadsheetSafe } from '../../../ground/csv-field.ts'
import type { ReviewedIndex } from './reviewed-index.ts'
import type { Review } from './reviews.ts'

export const csvHeader = 'id1,id2,decision,survivor,by,at\n'

/** A review, or one without a decision. */
type Row = Omit<Review, 'decision'> & { readonly decision: Review['decision'] | null }

/** A row with its line end. @param isSafe whether ids that a spreadsheet would run get an apostrophe */
export function csvRow({ id1, id2, decision, survivor, by, at }: Row, isSafe: boolean): string {
  const cells = [id1, id2, decision, survivor, by, at]
  return `${cells.map(cell => csvField(isSafe ? spreadsheetSafe(cell) : cell)).join(',')}\n`
}

/** All reviews of a collection, page by page. */
export async function* csvPages(
  index: Pick<ReviewedIndex, 'reviews'>,
  isSafe: boolean,
): AsyncGenerator<string> {
  yield csvHeader
  let after: string | undefined
  do {
    const page = await index.reviews({ after, limit: 10_000 })
    yield page.items.map(review => csvRow(review, isSafe)).join('')
    after = page.next ?? undefined
  } while (after !== undefined)
}
