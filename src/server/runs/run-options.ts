/**
 * Run options: what a run of `dedupe` takes over HTTP, by the names of the library, and the command line that does the
 * same.
 */
import { dedupeOutputOptions } from '../../files/dedupe-outputs/dedupe-request.ts'
import { goldenRuleOf } from '../../files/dedupe-outputs/golden-rule.ts'
import { ownValue } from '../../ground/json/field.ts'
import { wordsOfOption } from '../../ground/options/command-words.ts'
import { type Declarations, type Given, options } from '../../ground/options/declare.ts'
import { type GivenInputOptions, inputOptions } from '../../ground/options/input-options.ts'
import { printKeepRule } from '../../ground/options/keep-rule.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { runningOptions } from '../../ground/options/running-options.ts'
import { printShingle } from '../../ground/options/shingle-option.ts'
import { resolveResultOptions, resultOptions } from '../../methods/options/result-options.ts'

const { onError, maxBad, acceptRisk, spreadsheetSafe } = runningOptions

export const runOptions = options({
  ...resultOptions,
  ...inputOptions,
  ...{ onError, maxBad, acceptRisk, spreadsheetSafe },
  goldenRule: dedupeOutputOptions.goldenRule,
})

export type RunOptions = Given<typeof runOptions>

/** @returns the options that are given @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkRunOptions(given: object): RunOptions {
  const { goldenRule } = resolve(runOptions, given, 'http')
  goldenRuleOf(goldenRule)
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  resolveResultOptions(
    Object.fromEntries(entries.filter(([name]) => Object.hasOwn(resultOptions, name))),
    'http',
  )
  return Object.fromEntries(entries)
}

/** Those that say how the files are read. */
export function inputOptionsIn(given: RunOptions): GivenInputOptions {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(inputOptions, name)))
}

/** The options as words of the command line. REQUIRES: checked options */
export function wordsOfOptions(given: RunOptions): string[] {
  const { shingle, keep, text } = resolve(runOptions, given)
  const asText = {
    ...given,
    ...(given.shingle !== undefined && { shingle: printShingle(shingle) }),
    ...(given.keep !== undefined && { keep: keep.map(printKeepRule).join(',') }),
    ...(text !== undefined && { text: text.join(',') }),
  }
  return Object.entries(asText).flatMap(([name, value]) =>
    wordsOfOption(name, ownValue(runOptions as Declarations, name) as Declarations[string], value),
  )
}
