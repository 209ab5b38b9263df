/** Decisions of people, given by a program, about the documents of a corpus. */
import type { DecisionCounts, PairDecision } from '../decisions/given-decisions.ts'
import type { Judgements } from '../decisions/judgements.ts'
import type { Corpus, Split } from './corpus.ts'

interface LibraryDecisions {
  readonly judgements: Judgements
  readonly counts: DecisionCounts
}

/**
 * @param split where the other side begins; the first id is then from one, the second from the other
 * @throws NearsameError OPTION_VALUE, DECISIONS_CONFLICT
 */
export async function libraryDecisions(
  corpus: Corpus,
  given: readonly PairDecision[] | undefined,
  split?: Split,
): Promise<LibraryDecisions | undefined> {
  if (given === undefined) return undefined
  const { lookupOf, numberDecisions, placedDecisions } = await import('../decisions/given-decisions.ts')
  const { Judgements } = await import('../decisions/judgements.ts')
  const { count } = corpus
  const idIn = (from: number) => (document: number) => corpus.idOf(document, from)
  const first = lookupOf(idIn(0), 0, split?.document ?? count)
  const second = split === undefined ? first : lookupOf(idIn(split.place), split.document, count)
  const { pairs, counts } = numberDecisions(placedDecisions(given), first, second)
  return { judgements: new Judgements(pairs, count), counts }
}
