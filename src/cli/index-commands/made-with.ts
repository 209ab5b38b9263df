/** Options for a new collection: only the given result options, so that the others keep their stored values. */
import type { Command } from 'commander'
import type { Declarations } from '../../ground/options/declare.ts'
import { onOff, options, whole } from '../../ground/options/declare.ts'
import { readGiven } from '../../ground/options/resolve.ts'
import { resultOptions } from '../../methods/options/result-options.ts'
import type { IndexOptions } from '../../online/index/documents/index-types.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'

const storeOptions = options({
  storeText: onOff({ default: true, doc: 'off: store shingle sets instead of the texts' }),
  passages: {
    ...whole({
      from: 1,
      to: 2 ** 20,
      default: 50,
      doc: 'fewest tokens of the passages of checked texts that are also found in the documents',
    }),
    defaultText: 'none',
  },
})

/** Options about survivors, which only jobs on files choose. */
const unused = ['cluster', 'keep']

export function addMadeWith(command: Command): Command {
  addOptions(command, 'What counts as the same (for a new collection)', resultOptions, unused)
  return addOptions(command, 'What is kept', storeOptions)
}

/** @throws NearsameError OPTION_VALUE */
export function madeWith(values: FlagValues): IndexOptions {
  const all: Declarations = { ...resultOptions, ...storeOptions }
  const read = readGiven(all, givenFor(all, values), 'cli')
  const { passages: least, ...rest } = read as IndexOptions & { passages?: number }
  return least === undefined ? rest : { ...rest, passages: { least } }
}
