/** Hints of a run, for the summary and the report. */

import { sizesApart, textHints } from '../../../engine/hints.ts'
import { listed } from '../../../ground/errors/listed-names.ts'
import { readId } from '../../work/thread/record-reader.ts'
import type { Run } from '../run.ts'
import { documentText } from '../text-pairs.ts'
import { headerRows } from './header-rows.ts'
import { repeatedIds } from './repeated-ids.ts'
import { tablesAsTexts } from './tables-as-texts.ts'

/**
 * REQUIRES: the run is scanned, and nothing is grouped.
 *
 * @param split the first document of the other side, if only pairs across are wanted
 */
export function hintsOf(run: Run, split?: number): string[] {
  const { result } = run.settings
  const textOf = (document: number) => documentText(run, document)
  const hints = {
    result,
    decision: run.decision,
    columns: run.documents,
    split,
    textOf,
    emptyKey: () => emptyKey(run),
  }
  const { count } = run.documents
  const end = split ?? count
  const ids = [absentIds(run, 0, end), absentIds(run, end, count)]
  const repeated = [repeatedIds(run, 0, end), repeatedIds(run, end, count)]
  const all = [
    oneDocument(run),
    ...otherSheets(run),
    ...unreadOptions(run),
    ...titleRows(run),
    ...hiddenRows(run),
    ...headerRows(run),
    ...tablesAsTexts(run),
    ...ids,
    ...repeated,
    ...textHints(hints),
  ]
  return all.filter(hint => hint !== undefined)
}

/** The same for a plan, from the first documents of every input: only what a part of them shows, too. */
export function planHints({ decision, documents, settings }: Run): string[] {
  const from = settings.set.against?.from
  const split = from === undefined ? undefined : documents.records.firstDocument(from)
  const hint = sizesApart({ decision, columns: documents, split }, 'the first texts')
  return hint === undefined ? [] : [hint]
}

/** Documents of a side that are searched for an id. */
const searchedForIds = 100

/** A field named for the ids that none of the first documents [from, to) of a side has is probably misspelt. */
function absentIds({ documents, thread }: Run, from: number, to: number): string | undefined {
  const end = Math.min(to, from + searchedForIds)
  if (from >= end) return undefined
  const { format, isAgainst } = documents.placeOf(from).source
  if (!('choice' in format) || format.choice.id === 'id') return undefined
  for (let document = from; document < end; document++) {
    if (readId(thread, documents.placeOf(document)) !== undefined) return undefined
  }
  const option = isAgainst === true ? 'againstId' : 'id'
  const found = `no id in "${format.choice.id}" of the first ${end - from} records`
  return `${found}, which are named by their place: see \`${option}\``
}

/** A single file whose name shows no format is one document, which nothing can match. */
function oneDocument({ settings }: Run): string | undefined {
  const { inputs } = settings.set
  if (inputs.length !== 1 || inputs[0].format !== 'whole' || inputs[0].root !== undefined) return undefined
  return 'the input is one file, read as one document: `inputFormat` txt or jsonl reads its lines as records'
}

/** A workbook may have its rows in another sheet than the one that is read. */
function otherSheets({ settings, sources }: Run): string[] {
  if (settings.input.sheet !== '') return []
  const found: string[] = []
  for (const { path, sheet } of sources.plain)
    if (sheet !== undefined && sheet.others.length > 0)
      found.push(
        `of ${path} the sheet ${JSON.stringify(sheet.name)} is read, not ${listed(sheet.others)}: see \`sheet\``,
      )
  return found
}

/** Options of the input that the format of no file reads. */
function unreadOptions({ settings: { input }, sources: { plain } }: Run): string[] {
  const isRows = plain.some(({ format }) => 'dialect' in format)
  const isBook = plain.some(({ sheet }) => sheet !== undefined)
  return [
    ...(isRows ? [] : (['delimiter', 'quote'] as const).filter(name => input[name] !== '')).map(
      name => `no input is CSV or TSV, so \`${name}\` changes nothing`,
    ),
    ...(isBook || input.sheet === ''
      ? []
      : ['no input is a workbook of Excel, so `sheet` changes nothing']),
  ]
}

/** Rows above the names of the columns. */
function titleRows({ sources }: Run): string[] {
  return sources.plain.flatMap(({ path, sheet, titles = sheet?.titles ?? 0 }) =>
    titles === 0
      ? []
      : [`of ${path} rows above the names of the columns are titles, no records: ${titles}`],
  )
}

/** Rows that a person who filters a sheet does not see, and may not expect. */
function hiddenRows({ sources }: Run): string[] {
  return sources.plain.flatMap(({ path, sheet: { hidden } = { hidden: 0 } }) =>
    hidden === 0
      ? []
      : [
          `of ${path} rows that Excel hides are records, too: ${hidden}. Delete them there to leave them out`,
        ],
  )
}

function emptyKey({ thread }: Run): Uint32Array | undefined {
  const { signer, space, sets } = thread
  const at = sets.free
  space.reserve(at + 128)
  space.bytes[at] = 46 // a full stop: a text, but no word
  return signer?.keys([at, at + 1], at + 64)[0]
}
