/**
 * Run options: the flags that all batch commands share, and the part of a request that comes from them.
 */

import { existsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import type { RunRequest } from '../../files/requests.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../ground/json/field.ts'
import type { Declarations, Resolved } from '../../ground/options/declare.ts'
import { inputOptions, resolveInputOptions } from '../../ground/options/input-options.ts'
import { kebab, resolve } from '../../ground/options/resolve.ts'
import { resolveRunningOptions, runningOptions } from '../../ground/options/running-options.ts'
import { resolveSpeedOptions, speedOptions } from '../../ground/options/speed-options.ts'
import {
  type ResultOptions,
  resolveResultOptions,
  resultOptions,
} from '../../methods/options/result-options.ts'
import { addOptions, collect, type FlagValues, givenFor } from './command-options.ts'

/** Declared options that a command does not use. */
interface Unused {
  readonly result?: readonly string[]
  readonly running?: readonly string[]
  readonly speed?: readonly string[]
}

/** Adds inputs, result, speed and running options. */
export function addRunOptions(command: Command, unused: Unused = {}): Command {
  command.argument('<inputs...>', 'files, globs, directories, s3:// URLs, or - for standard input')
  addResultOptions(command, unused.result)
  addOptions(command, 'Input', inputOptions)
  addOptions(command, 'Speed', speedOptions, unused.speed)
  addOptions(command, 'Running', runningOptions, unused.running)
  return command.option('--bad <file>', 'where skipped records go')
}

/** Adds what counts as the same. @param unused declared options that the command does not use */
export function addResultOptions(command: Command, unused: readonly string[] = []): void {
  addOptions(command, 'What counts as the same', resultOptions, unused)
  command.option(
    '--column <name=kind>',
    'what a column is: a kind, ignore, or a gate: must-agree, alike, numbers, within:3d, within:1%; repeatable',
    collect,
  )
  command.option(
    '--undecided <what>',
    'pairs that differ as relatives and variants do: keep, remove or refuse (method records; default: keep)',
  )
}

/** Inputs above which none is looked at to know that files are many. */
const fewInputs = 100

const mayBeMany = (inputs: readonly string[]) =>
  inputs.length > fewInputs || inputs.some(path => existsSync(`${path}/.`))

/** The shared part of a request, and the command's own options. @throws NearsameError OPTION_VALUE */
export function jobRequest<Own extends Declarations>(
  inputs: readonly string[],
  values: FlagValues,
  own: Own,
): RunRequest & Resolved<Own> {
  const speed = resolveSpeedOptions(givenFor(speedOptions, values), 'cli')
  // Else V8 lets garbage grow to 16 MB a space before it looks: 25 MB more for 25,000 files, 90 MB within 256 MB, and
  // 100 MB for 50,000 records, whose arrays wait for that.
  if (speed.memory > 0 || values.method === 'records' || mayBeMany(inputs))
    setFlagsFromString('--semi-space-growth-factor=1')
  return {
    inputs,
    result: resultOf(values),
    input: resolveInputOptions(givenFor(inputOptions, values), 'cli'),
    speed,
    running: resolveRunningOptions(givenFor(runningOptions, values), 'cli'),
    bad: writtenPathOf(values, 'bad'),
    ...resolve(own, givenFor(own, values), 'cli'),
  }
}

/**
 * The result options; `--column`, `--undecided`, and with the method records `--threshold`, are parameters of the
 * method.
 *
 * @throws NearsameError OPTION_VALUE
 */
export function resultOf(values: FlagValues): ResultOptions {
  const given = givenFor(resultOptions, values)
  const isRecords = given.method === 'records'
  for (const name of ['column', 'undecided']) {
    if (ownValue(values, name) === undefined || isRecords) continue
    throw new NearsameError('OPTION_VALUE', {
      expected: `\`--${name}\` only with the method records`,
      got: `the method ${String(given.method ?? 'minhash')}`,
      fix: `leave out \`--${name}\`, or set \`--method\` to records`,
    })
  }
  const { threshold, ...others } = given
  const params = Array.isArray(given.params) ? [...given.params] : []
  if (values.column !== undefined) params.push(`columns=${(values.column as readonly string[]).join(',')}`)
  if (values.undecided !== undefined) params.push(`undecided=${String(values.undecided)}`)
  if (isRecords && threshold !== undefined) params.push(`threshold=${String(threshold)}`)
  const taken = isRecords ? others : given
  return resolveResultOptions(params.length === 0 ? taken : { ...taken, params }, 'cli')
}

/** The name that a flag gives; undefined if there is none. @throws NearsameError OPTION_VALUE for '' and '-' */
export function pathOf(
  values: FlagValues,
  name: string,
  what: 'file' | 'directory' = 'file',
): string | undefined {
  const path = ownValue(values, name)
  if (path === undefined) return undefined
  if (typeof path === 'string' && path !== '' && path !== '-') return path
  throw new NearsameError('OPTION_VALUE', {
    expected: `--${kebab(name)} to be the name of a ${what}`,
    got: JSON.stringify(path),
    fix: `name a ${what}, or leave it out`,
  })
}

/** The path of a file to write, `-` for standard output. @throws NearsameError OPTION_VALUE for '' */
export function writtenPathOf(values: FlagValues, name: string): string | undefined {
  return ownValue(values, name) === '-' ? '/dev/stdout' : pathOf(values, name)
}

/**
 * The output path, `-` for standard output, which a plan and a dry run do not need.
 *
 * @throws NearsameError OPTION_VALUE, with `fix`
 */
export function outputOf(
  values: FlagValues,
  fix = 'add `-o NAME`, or `--plan` to see what would be done',
): string | undefined {
  const output = writtenPathOf(values, 'output')
  if (output !== undefined || values.plan === true || values.dryRun === true) return output
  throw new NearsameError('OPTION_VALUE', { expected: '--output to name the result', got: 'none', fix })
}
