/**
 * Decisions of people about pairs, as callers give them, and as numbers of documents.
 *
 *     { id1, id2, decision: 'same' | 'different', survivor? }  ─▶  judged pair, or unknown: no document has the id
 */

import { checkArgument, checkObject } from '../../ground/options/arguments.ts'

type DocumentId = string | number | bigint

/** What a person decided about two documents. */
export interface PairDecision {
  readonly id1: string | number | bigint
  readonly id2: string | number | bigint
  readonly decision: 'same' | 'different'
  /** Of `same` documents: the one to keep. Default: what the keep rules prefer. */
  readonly survivor?: string | number | bigint | null | undefined
}

/** The same about documents of a run. */
export interface JudgedPair {
  readonly left: number
  readonly right: number
  readonly isSame: boolean
  /** The document to keep, if one was named. */
  readonly survivor?: number | undefined
  /** Where the decision stands, for messages. */
  readonly place: string
}

/** Number of decisions that were honoured, and of those that name a document that is not there. */
export interface DecisionCounts {
  readonly same: number
  readonly different: number
  readonly unknown: number
}

/** A decision, and where it stands. */
export interface PlacedDecision extends PairDecision {
  readonly place: string
}

/** The first document with an id, compared as text, because files of decisions have no types. */
type DocumentLookup = (id: string) => number | undefined

/** @param first, second lookups for the first and the second id; one document with itself is left out */
export function numberDecisions(
  decisions: Iterable<PlacedDecision>,
  first: DocumentLookup,
  second: DocumentLookup,
) {
  const pairs: JudgedPair[] = []
  const counts = { same: 0, different: 0, unknown: 0 }
  for (const { id1, id2, decision, survivor, place } of decisions) {
    const [left, right] = [first(String(id1)), second(String(id2))]
    const kept = survivor ?? undefined
    const keptNumber =
      kept === undefined ? undefined : survivorOf(String(kept), first, second, { id1, left })
    if (left === undefined || right === undefined || (kept !== undefined && keptNumber === undefined)) {
      counts.unknown++
      continue
    }
    counts[decision]++
    if (left !== right)
      pairs.push({ left, right, isSame: decision === 'same', survivor: keptNumber, place })
  }
  return { pairs, counts }
}

/** With two sides the first id wins. */
function survivorOf(
  id: string,
  first: DocumentLookup,
  second: DocumentLookup,
  { id1, left }: { readonly id1: DocumentId; readonly left: number | undefined },
): number | undefined {
  if (id === String(id1)) return left
  return second(id) ?? first(id)
}

/** The lookup of the documents in [from, to). */
export function lookupOf(idOf: (document: number) => DocumentId, from: number, to: number): DocumentLookup {
  const numbers = new Map<string, number>()
  for (let document = from; document < to; document++) {
    const id = String(idOf(document))
    if (!numbers.has(id)) numbers.set(id, document)
  }
  return id => numbers.get(id)
}

/** Decisions of a program, with their places in its list. @throws NearsameError OPTION_VALUE */
export function placedDecisions(given: readonly PairDecision[] | undefined): PlacedDecision[] {
  if (given === undefined) return []
  checkArgument(Array.isArray(given), 'decisions', given, 'a list of decisions')
  return given.map((decided, index) => {
    const place = `decisions[${index}]`
    checkObject(place, decided)
    for (const name of ['id1', 'id2'] as const) {
      const isId = ['string', 'number', 'bigint'].includes(typeof decided[name])
      checkArgument(isId, `${place}.${name}`, decided[name], 'an id')
    }
    const { decision, id1, id2, survivor } = decided
    checkArgument(
      decision === 'same' || decision === 'different',
      `${place}.decision`,
      decision,
      '`same` or `different`',
    )
    checkArgument(
      survivor === undefined || survivor === null || decision === 'same',
      `${place}.survivor`,
      survivor,
      'left out where the documents are different',
    )
    return { id1, id2, decision, survivor, place }
  })
}
