/** `nearsame index explain DIR --ids A,B`, `collapse DIR --ids A,B,...` or `collapse DIR INPUT...` */

import type { Command } from 'commander'
import type { DocumentId } from '../../engine/library/document.ts'
import { resolveInputs } from '../../files/inputs/resolve/resolve-inputs.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { inputOptions, resolveInputOptions } from '../../ground/options/input-options.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { collapseOptions } from '../../online/index/calls/collapse.ts'
import type { GivenIndexDocument } from '../../online/index/documents/index-types.ts'
import { resolveIndexOptions } from '../../online/index/matching/index-settings.ts'
import { idsOf } from '../../server/routes/document-ids.ts'
import { addOptions, collect, type FlagValues, givenFor } from '../command/command-options.ts'
import { addExplainFlags, idsGiven, printExplanation, twoIds } from '../command/explained-ids.ts'
import { givenDocuments } from '../index-input/given-documents.ts'
import { indexRecords } from '../index-input/index-records.ts'
import type { IndexAccess } from '../index-places/index-access.ts'
import { indexCommand, withIndex, writeLine } from '../index-places/index-place.ts'
import type { Context } from '../terminal/terminal.ts'
import { addIdType, idIn, idTypeFlag, knownId } from './ids.ts'

export function indexExplainCommand(context: Context): Command {
  const command = indexCommand('explain', 'Shows why two documents do or do not match.')
  return addIdType(addExplainFlags(command)).action(async (dir: string, values: FlagValues) => {
    const texts = twoIds(values)
    await withIndex(dir, values, context, async index => {
      const [a, b] = await knownIds(index, texts, values)
      printExplanation(await index.explain(a, b), values, context)
    })
  })
}

export function collapseCommand(context: Context): Command {
  const command = indexCommand(
    'collapse',
    'Drops documents of a ranked list that match a better-ranked one.',
  )
    .argument('[inputs...]', 'ranked documents, better ones first: files, or - for standard input')
    .option('--ids <a,b,...>', 'ids of documents instead, better-ranked first', collect)
  addOptions(command, 'Options', collapseOptions)
  return addOptions(addIdType(command), 'Input', inputOptions).action(
    async (dir: string, inputs: string[], values: FlagValues) => {
      const asked = resolve(collapseOptions, givenFor(collapseOptions, values), 'cli')
      await withIndex(dir, values, context, async index => {
        const { nulls, ...request } = await rankedList(index, inputs, values, context)
        const { kept, ...rest } = await index.collapse({ ...request, ...asked })
        writeLine(context, { kept: withNulls(kept, request.documents ?? [], nulls), ...rest })
      })
    },
  )
}

/** A document without a text, and the number of others ranked before it. */
interface RankedNull {
  readonly id: DocumentId
  readonly rank: number
}

interface RankedList {
  readonly ids?: readonly DocumentId[]
  readonly documents?: readonly GivenIndexDocument[]
  /** Kept without comparing them. */
  readonly nulls: readonly RankedNull[]
}

/** @throws NearsameError OPTION_VALUE, the error of the first bad document, TEXT_MISSING if none has a text field */
async function rankedList(
  index: IndexAccess,
  inputs: readonly string[],
  values: FlagValues,
  context: Context,
): Promise<RankedList> {
  if (inputs.length > 0 && values.ids !== undefined) throw bothGiven()
  if (inputs.length === 0) {
    const texts = idsGiven(values)
    const ids = await (values.unknown === 'keep' ? likelyIds : knownIds)(index, texts, values)
    return { ids, nulls: [] }
  }
  const input = resolveInputOptions(givenFor(inputOptions, values), 'cli')
  const set = await resolveInputs(inputs, input)
  const fields = resolveIndexOptions(index.header.options)
  const records = indexRecords(set, input, context, false)
  const documents: GivenIndexDocument[] = []
  const nulls: RankedNull[] = []
  const lacking: NearsameError[] = []
  let nullCount = 0
  for await (const { at, id = at, document, error } of givenDocuments(records, fields, input)) {
    if (document !== undefined) documents.push(document)
    else if (error?.code !== 'TEXT_MISSING' || input.null === 'bad') throw error
    else {
      nullCount++
      if (error.parts.lacksFields) lacking.push(error)
      if (input.null === 'keep') nulls.push({ id, rank: documents.length })
    }
  }
  if (documents.length === 0 && lacking.length === nullCount && nullCount > 0) throw lacking[0]
  return { documents, nulls }
}

/** The kept ids and those without a text, in the order of the list. */
function withNulls(
  kept: readonly DocumentId[],
  documents: readonly GivenIndexDocument[],
  nulls: readonly RankedNull[],
): readonly DocumentId[] {
  const all: DocumentId[] = []
  let [nextKept, nextNull] = [0, 0]
  for (let rank = 0; rank <= documents.length; rank++) {
    for (; nulls[nextNull]?.rank === rank; nextNull++) all.push(nulls[nextNull].id)
    if (nextKept < kept.length && kept[nextKept] === documents[rank]?.id) all.push(kept[nextKept++])
  }
  return [...all, ...kept.slice(nextKept)]
}

async function knownIds(
  index: IndexAccess,
  texts: readonly string[],
  values: FlagValues,
): Promise<DocumentId[]> {
  const ids: DocumentId[] = []
  for (const text of texts) ids.push(await knownId(index, text, idTypeFlag(values)))
  return ids
}

/** The same, where a text that names no document is an id all the same. */
async function likelyIds(
  index: IndexAccess,
  texts: readonly string[],
  values: FlagValues,
): Promise<DocumentId[]> {
  const type = idTypeFlag(values)
  const ids: DocumentId[] = []
  for (const text of texts) ids.push((await idIn(index, text, type)) ?? idsOf(text, type)[0])
  return ids
}

function bothGiven(): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'inputs, or --ids of documents of the collection',
    got: 'both',
    fix: 'leave one of them out',
  })
}
