/**
 * Job identity: what must be the same for a run to go on where another one stopped: version, options and inputs.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../ground/json/field.ts'

/** An input as it was. */
interface KnownInput {
  /** Absolute path. */
  readonly path: string
  readonly sizeBytes: number
  /** As of `statWords`; of an object in a store its version. */
  readonly stat: string
}

/** Options that decide what is read and found, by name, as JSON. */
export type JsonOptions = Readonly<Record<string, string>>

export interface JobIdentity {
  readonly version: string
  readonly options: JsonOptions
  readonly inputs: readonly KnownInput[]
}

/** The first thing that differs, in words; undefined if nothing does. */
function differenceOf(before: JobIdentity, now: JobIdentity): string | undefined {
  if (before.version !== now.version) return `version ${now.version} instead of ${before.version}`
  return optionDifference(before.options, now.options) ?? inputDifference(before.inputs, now.inputs)
}

/** The given ones of some options. */
export function jsonOptions(...options: readonly object[]): JsonOptions {
  const given = options.flatMap(Object.entries).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, JSON.stringify(value)]))
}

/** The first option that differs, in words; undefined if none does. */
export function optionDifference(before: JsonOptions, now: JsonOptions): string | undefined {
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const [was, is] = [ownValue(before, name), ownValue(now, name)]
    if (was !== is) return `\`${name}\` ${is ?? 'not given'} instead of ${was ?? 'none'}`
  }
  return undefined
}

function inputDifference(before: readonly KnownInput[], now: readonly KnownInput[]): string | undefined {
  for (const [i, known] of before.entries()) {
    const input = now[i]
    if (input === undefined) return `no input ${known.path}`
    if (input.path !== known.path) return `${input.path} instead of ${known.path}`
    if (input.sizeBytes !== known.sizeBytes)
      return `${input.path} with ${input.sizeBytes} bytes instead of ${known.sizeBytes}`
    if (input.stat !== known.stat) return `${input.path}, written to or replaced since`
  }
  const added = now[before.length]
  return added && `the further input ${added.path}`
}

/** @throws NearsameError RESUME_REFUSED */
export function checkSame(before: JobIdentity, now: JobIdentity): void {
  const difference = differenceOf(before, now)
  if (difference === undefined) return
  throw new NearsameError('RESUME_REFUSED', {
    expected: 'the version, inputs and options of the run to resume',
    got: difference,
    fix: 'run with the same ones, or without `resume` to start again',
  })
}
