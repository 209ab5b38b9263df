/** `nearsame index add DIR INPUT...` */

import type { Command } from 'commander'
import { resolveInputs } from '../../files/inputs/resolve/resolve-inputs.ts'
import { RepeatedIds } from '../../files/run/hints/repeated-ids.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { addOneOptions } from '../../online/index/calls/add.ts'
import type { AddResult } from '../../online/index/documents/index-types.ts'
import { resolveIndexOptions } from '../../online/index/matching/index-settings.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'
import { type GivenRecord, givenDocuments, withTextFields } from '../index-input/given-documents.ts'
import { indexRecords } from '../index-input/index-records.ts'
import { addStreamOptions, streamRecords, streamRequest } from '../index-input/stream-records.ts'
import type { IndexAccess } from '../index-places/index-access.ts'
import { collectionOf, indexCommand, withPlace } from '../index-places/index-place.ts'
import { printCount, printCounted, table } from '../terminal/figures.ts'
import { jsonInFlags } from '../terminal/flag-words.ts'
import { hintLines } from '../terminal/note-lines.ts'
import { guessedLine } from '../terminal/report-lines.ts'
import type { Context } from '../terminal/terminal.ts'
import { addMadeWith, madeWith } from './made-with.ts'

export function addCommand(context: Context): Command {
  const command = indexCommand(
    'add',
    'Adds documents; prints a line for each as soon as it is durable.',
  ).argument('<inputs...>', 'files, globs, directories, or - for standard input')
  addOptions(command, 'Options', addOneOptions)
  return addStreamOptions(addMadeWith(command)).action(
    async (dir: string, inputs: string[], values: FlagValues) => add(dir, inputs, values, context),
  )
}

async function add(
  dir: string,
  inputs: readonly string[],
  values: FlagValues,
  context: Context,
): Promise<void> {
  const name = collectionOf(values)
  const options = madeWith(values)
  const { input, running } = streamRequest(values)
  const set = await resolveInputs(inputs, input)
  const counts = new Map<string, number>()
  const ids = new RepeatedIds((at: string) => at)
  let guessed: readonly string[] | undefined
  const asked = resolve(addOneOptions, givenFor(addOneOptions, values), 'cli')
  await withPlace(dir, context, async place => {
    const read = indexRecords(set, input, context, running.quiet)
    let index: Promise<IndexAccess> | undefined
    const open = (text?: readonly string[]) => (index ??= place.open(name, { ...options, text }))
    try {
      // An existing collection knows its fields.
      const isThere = (await place.find(name)) !== undefined
      const { text, records } = isThere
        ? { text: (await open(input.text)).header.options.text as readonly string[], records: read }
        : await withTextFields(read, set, input)
      if (!isThere && input.text === undefined) guessed = text
      const fields = resolveIndexOptions(
        index === undefined ? { ...options, text } : (await index).header.options,
      )
      await streamRecords(
        begun(givenDocuments(records, fields, input), () => open(text), ids),
        async document => shown(await (await open()).add(document, asked)),
        ({ status }: { readonly status: AddResult['status'] | 'null' }) =>
          counts.set(status, (counts.get(status) ?? 0) + 1),
        { stage: 'write', set, nulls: input.null, running, context },
      )
    } finally {
      await read.return(undefined)
      await index?.then(
        opened => opened.close(),
        () => {}, // the caller reports it
      )
      if (!running.quiet && counts.size > 0)
        context.terminal.err(`${summary(counts)}${guessedLine(guessed)}${hintLines(hints(ids))}`)
    }
  })
}

const hints = (ids: RepeatedIds<string>) => [ids.hint()].filter(hint => hint !== undefined)

/** The records; calls `open` before the first document, so that wrong text fields create no collection. */
async function* begun(
  records: AsyncIterable<GivenRecord>,
  open: () => Promise<IndexAccess>,
  ids: RepeatedIds<string>,
): AsyncGenerator<GivenRecord> {
  for await (const record of records) {
    if (record.document !== undefined) await open()
    if (record.document !== undefined && record.id !== undefined) ids.add(record.id, record.at)
    yield record
  }
}

/** The result in words of the command line. */
function shown({ error, ...result }: AddResult): AddResult {
  if (error === undefined) return result
  return { ...result, error: jsonInFlags(error, ['onDuplicate']) }
}

function summary(counts: ReadonlyMap<string, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const statuses = ['added', 'replaced', 'skipped', 'exists', 'rejected', 'bad', 'null']
  const rows = statuses.flatMap(status => {
    const count = counts.get(status) ?? 0
    return count === 0 && status !== 'added' ? [] : [[status, printCount(count)]]
  })
  return `nearsame index add: ${printCounted(total, 'record')}\n\n${table(rows, 'lr')}`
}
