/** `nearsame index check DIR INPUT...`, `nearsame index check DIR --query TEXT` */
import type { Command } from 'commander'
import { resolveInputs } from '../../files/inputs/resolve/resolve-inputs.ts'
import { fieldOf } from '../../ground/json/field.ts'
import { readGiven } from '../../ground/options/resolve.ts'
import { type CheckOptions, checkOptions, thresholdFrom } from '../../online/index/calls/check.ts'
import { givenText } from '../../online/index/documents/given-document.ts'
import type { GivenIndexDocument } from '../../online/index/documents/index-types.ts'
import { resolveIndexOptions } from '../../online/index/matching/index-settings.ts'
import { addOptions, collect, type FlagValues, givenFor } from '../command/command-options.ts'
import { givenDocuments } from '../index-input/given-documents.ts'
import { indexRecords } from '../index-input/index-records.ts'
import { addStreamOptions, streamRecords, streamRequest } from '../index-input/stream-records.ts'
import type { IndexAccess } from '../index-places/index-access.ts'
import { checkEither, indexCommand, withIndex, writeLine } from '../index-places/index-place.ts'
import { printCount, printCounted } from '../terminal/figures.ts'
import type { Context } from '../terminal/terminal.ts'

export function checkCommand(context: Context): Command {
  const command = indexCommand('check', 'Shows which documents the inputs would match; stores nothing.')
    .argument('[inputs...]', 'files, globs, directories, or - for standard input')
    .option('--query <text>', 'a text instead of inputs; may be repeated', collect)
    .option('--except-same-id', 'leave out the document with the same id as the input')
  addOptions(command, 'Matches', checkOptions, ['except'])
  return addStreamOptions(command).action(async (dir: string, inputs: string[], values: FlagValues) =>
    withIndex(dir, values, context, index => check(index, inputs, values, context)),
  )
}

async function check(
  index: IndexAccess,
  inputs: readonly string[],
  values: FlagValues,
  context: Context,
): Promise<void> {
  const queries = (values.query ?? []) as readonly string[]
  checkEither([inputs.length > 0, queries.length > 0], {
    expected: 'inputs, or --query with a text',
    fix: 'name files, - for standard input, or write `--query "some text"`',
  })
  // The threshold here, before anything is read: the index would report it for every record.
  const { leastSimilarity } = resolveIndexOptions(index.header.options)
  const declared = { ...checkOptions, threshold: thresholdFrom(leastSimilarity) }
  const asked = readGiven(declared, givenFor(declared, values), 'cli')
  for (const query of queries) {
    context.signal.throwIfAborted()
    writeLine(context, { id: null, ...(await checked(index, query, asked)) })
  }
  if (inputs.length > 0) await checkInputs(index, inputs, { values, asked, context })
}

/** The matches of a text, and its passages if the collection finds them. */
async function checked(index: IndexAccess, text: string | GivenIndexDocument, options: CheckOptions) {
  const matches = await index.check(text, options)
  if (index.header.options.passages === undefined) return { matches }
  return { matches, passages: await index.checkPassages(text, { except: options.except }) }
}

interface CheckSettings {
  readonly values: FlagValues
  readonly asked: CheckOptions
  readonly context: Context
}

async function checkInputs(
  index: IndexAccess,
  inputs: readonly string[],
  { values, asked, context }: CheckSettings,
): Promise<void> {
  const { input, running } = streamRequest(values)
  const set = await resolveInputs(inputs, input)
  const settings = resolveIndexOptions(index.header.options)
  const { text = settings.text } = input
  // Columns are compared one by one if the records have them.
  const hasColumns = settings.hasColumns && text.join() === settings.text.join()
  const given = (document: GivenIndexDocument) =>
    hasColumns ? withFields(document, text) : givenText(document, { ...settings, text, hasColumns }).text
  let matched = 0
  let nulls = 0
  const records = await streamRecords(
    givenDocuments(
      indexRecords(set, input, context, running.quiet),
      { ...settings, text, hasColumns },
      input,
    ),
    async document => {
      const { id } = document
      const except = values.exceptSameId === true ? { except: id } : {}
      return { id, ...(await checked(index, given(document), { ...asked, ...except })) }
    },
    line => {
      if ('matches' in line && line.matches.length > 0) matched++
      if ('status' in line && line.status === 'null') nulls++
    },
    { stage: 'verify', set, nulls: input.null, running, context },
  )
  if (running.quiet) return
  const without = nulls === 0 ? '' : `, ${printCount(nulls)} without a text`
  const words = `${printCounted(records, 'record')}, ${printCount(matched)} with a match${without}`
  context.terminal.err(`nearsame index check: ${words}\n`)
}

/** Only the text fields: a server would read others, such as `limit`, as options. */
function withFields(document: GivenIndexDocument, fields: readonly string[]): GivenIndexDocument {
  return Object.fromEntries(fields.map(field => [field, fieldOf(document, field)]))
}
