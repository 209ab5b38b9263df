/** Calls on documents: the options that all of them have, and what they read before they decide. */
import { checkObject } from '../../ground/options/arguments.ts'
import { type Declarations, options } from '../../ground/options/declare.ts'
import { inputOptions } from '../../ground/options/input-options.ts'
import { refuseUnknown, resolve } from '../../ground/options/resolve.ts'
import { signatureKey } from '../../methods/contract/signature-key.ts'
import type { PairDecision } from '../decisions/given-decisions.ts'
import { type Corpus, readCorpus, type Split } from './corpus.ts'
import type { FieldDocuments } from './document.ts'
import { type Engine, openEngine } from './open-engine.ts'
import { type DocumentsOptions, engineOptionNames } from './settings.ts'

const textOptions = options({ text: inputOptions.text })

/**
 * @param declared options of the call's own
 * @param sides the documents, and those of the other side if only pairs across are wanted
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, BANDS_UNREACHABLE, TEXT_NOT_STRING, TEXT_MISSING,
 * MEMORY_EXHAUSTED, DECISIONS_CONFLICT
 */
export async function openDocuments<D extends Declarations>(
  given: DocumentsOptions,
  declared: D,
  ...sides: readonly FieldDocuments[]
) {
  checkObject('options', given)
  const names = Object.keys(declared)
  refuseUnknown([...engineOptionNames, ...names, 'decisions', 'text'], Object.keys(given), 'library')
  const { decisions, text, ...others } = given
  const entries = Object.entries(others)
  const optionsOf = (isOwn: boolean) =>
    Object.fromEntries(entries.filter(([name]) => names.includes(name) === isOwn))
  const own = resolve(declared, optionsOf(true))
  const fields = resolve(textOptions, { text }).text
  const engine = await openEngine(optionsOf(false), 'pairs')
  const read = await readCorpus(engine, fields, ...sides)
  const { corpus } = read
  const split = sides.length > 1 ? read.split : undefined
  const judged = await libraryDecisions(corpus, decisions, split)
  const { reported } = engine.settings
  return {
    ...{ engine, corpus, split, own },
    judgements: judged?.judgements,
    reported: judged === undefined ? reported : { ...reported, decisions: judged.counts },
    hints: await resultHints(engine, corpus, split?.document),
  }
}

/**
 * @param split where the other side begins; the first id is then from one, the second from the other
 * @throws NearsameError OPTION_VALUE, DECISIONS_CONFLICT
 */
async function libraryDecisions(corpus: Corpus, given: readonly PairDecision[] | undefined, split?: Split) {
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

/**
 * REQUIRES: nothing is grouped.
 *
 * @param split the first document of the other side, if only pairs across are wanted
 */
async function resultHints(
  { settings: { decision, result }, signature, space }: Engine,
  corpus: Corpus,
  split?: number,
): Promise<string[]> {
  // Loaded with the first result, these are not in the way of the start.
  const { textHints } = await import('../hints.ts')
  const { unreadHint } = await import('../../methods/options/unread-options.ts')
  const hints = textHints({
    result,
    decision,
    columns: corpus,
    split,
    textOf: document => corpus.textOf(document),
    emptyKey: () => signature && signatureKey(space, signature('.') ?? '.', space.free),
  })
  const { otherNames } = corpus
  const taken = [...otherNames].map(([ofA, ofB]) => `${ofB} for ${ofA}`).join(', ')
  const named = taken === '' ? undefined : `fields of the other side are taken: ${taken}`
  return [...hints, named, unreadHint(result)].filter(hint => hint !== undefined)
}
