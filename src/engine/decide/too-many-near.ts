/**
 * Too many near duplicates: the method `records` reads its boundary from the data, and data of look-alikes, such as the
 * members of a family, misleads it. The caller must agree if it would remove more than a third of the rows, or if its
 * own estimate says that too many pairs are wrong, at a chosen threshold, too: one that changes nothing, or lets more
 * pairs in, would otherwise let the worst runs pass.
 *
 * Ours: all of it. Cost: one pass, and sorting the near duplicates. Error: none.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { FoundTextPairs } from '../../methods/contract/method.ts'
import { kinds, type Outcome } from '../batch/columns.ts'
import type { Ports } from './measuring.ts'

/** Least estimated precision without the consent of the caller. */
const leastPrecision = 0.8
/** Share of the rows that may be near duplicates without the consent of the caller. */
const mostNear = 1 / 3
const shownPairs = 5
/** Characters of a row in the message. */
const shownText = 60

/** @throws NearsameError TOO_MANY_NEAR, with the least similar pairs */
export function refuseTooManyNear(
  ports: Ports,
  { kind, similarity, survivor }: Outcome,
  notes: FoundTextPairs['notes'],
): void {
  const { acceptsRisk, columns, result, textOf } = ports
  if (acceptsRisk || result.method !== 'records') return
  const near: number[] = []
  for (let document = 0; document < columns.count; document++) {
    if (kind[document] === kinds.near) near.push(document)
  }
  const isMany = near.length > mostNear * columns.count
  // What is unknown is said, not refused.
  const precision = Number(notes?.estimatedPrecision ?? 1)
  if (near.length === 0 || (!isMany && precision >= leastPrecision)) return
  // A pair linked through others has no similarity: it is shown first.
  const similarityOf = (document: number) => (similarity[document] >= 0 ? similarity[document] : -1)
  const shown = near.sort((a, b) => similarityOf(a) - similarityOf(b) || a - b).slice(0, shownPairs)
  const pairs = shown.map(document => {
    const value = similarityOf(document)
    const texts = [survivor[document], document].map(side =>
      JSON.stringify(shortened(onOneLine(textOf(side)))),
    )
    return `${texts.join(' = ')}${value < 0 ? '' : ` (${value.toFixed(2)})`}`
  })
  const estimate = `${precision.toFixed(2)} for ${near.length} near duplicates`
  throw new NearsameError('TOO_MANY_NEAR', {
    expected: isMany
      ? 'at most a third of the rows to be near duplicates by the method records'
      : `an estimated precision of ${leastPrecision} or more by the method records`,
    got: `${isMany ? `${near.length} of ${columns.count}` : estimate}, such as ${pairs.join('; ')}`,
    values: { near: near.length, records: columns.count, estimatedPrecision: precision },
    fix: 'read these pairs first, and set `acceptRisk` only if such rows are the same',
  })
}

/** A record of columns, which are lines of its text, as people read it. */
export function onOneLine(text: string): string {
  return text.split('\n').filter(Boolean).join(', ')
}

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * shownText + 2))
  return characters.length <= shownText ? text : `${characters.slice(0, shownText - 1).join('')}…`
}
