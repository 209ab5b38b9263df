/** What a collection is made with: the result options that were given, and no others, so that the rest is as stored. */
import type { Command } from 'commander'
import type { Declarations } from '../../ground/options/declare.ts'
import { onOff, options } from '../../ground/options/declare.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { resultOptions } from '../../methods/options/result-options.ts'
import type { IndexOptions } from '../../online/index/documents/index-types.ts'
import { addOptions, type FlagValues, givenFor } from '../command/command-options.ts'

const storeOptions = options({
  storeText: onOff({ default: true, doc: 'off: shingle sets are kept instead of the texts' }),
})

/** Survivors are for those who write files. */
const unused = ['cluster', 'keep']

export function addMadeWith(command: Command): Command {
  addOptions(command, 'What counts as the same (when the collection is made)', resultOptions, unused)
  return addOptions(command, 'What is kept', storeOptions)
}

/** @throws NearsameError OPTION_VALUE */
export function madeWith(values: FlagValues): IndexOptions {
  const declared: Declarations = { ...resultOptions, ...storeOptions }
  const given = givenFor(declared, values)
  // One by one: a resolved set would have the defaults, too.
  const read = Object.entries(given).map(([name, value]) => [
    name,
    resolve({ [name]: declared[name] }, { [name]: value }, 'cli')[name],
  ])
  return Object.fromEntries(read) as IndexOptions
}
