/**
 * State request: what a run with a state can do, and whether it is the same that the state was made with.
 *
 * Star never takes a decision back: whether a document survives depends on those before it alone. With `keep`
 * first "before" is the order in which files came, so what later runs find cannot change what earlier ones
 * wrote. A chain of matches (components) or a complete cluster may join two old clusters by a new document,
 * and any other keep rule may prefer a new document to an old one.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../ground/json/field.ts'
import { readOptions } from '../../ground/options/resolve.ts'
import { decisionOf } from '../../methods/options/decision.ts'
import { type DedupeRequest, dedupeOutputOptions } from '../dedupe-outputs/dedupe-request.ts'
import { dedupeOutputs } from '../dedupe-outputs/outputs.ts'
import { type JsonOptions, optionDifference } from '../progress/job-identity.ts'

import type { Manifest } from './manifest.ts'

/** Why a run cannot have a state: an option, and what it is. */
interface Refusal {
  readonly isGiven: boolean
  readonly expected: string
  readonly got: string
  readonly fix: string
}

/** @throws NearsameError OPTION_VALUE for options that a state cannot serve */
export function checkStateRequest(request: DedupeRequest): void {
  const refusal = [...ofResults(request), ...ofFiles(request)].find(({ isGiven }) => isGiven)
  if (refusal === undefined) return
  const { expected, got, fix } = refusal
  throw new NearsameError('OPTION_VALUE', { expected, got, fix })
}

function ofResults({ result }: DedupeRequest): Refusal[] {
  const { isByCandidates, kind } = decisionOf(result)
  return [
    {
      isGiven: result.keep[0].rule !== 'first',
      expected:
        '`keep` first with `state`, as any other rule may prefer a new document to one already kept',
      got: `\`keep\` ${result.keep[0].rule}`,
      fix: 'leave `keep` out, or run over all inputs without `state`',
    },
    {
      isGiven: isByCandidates && result.cluster !== 'star',
      expected: '`cluster` star with `state`, as a new document may join two old clusters otherwise',
      got: `\`cluster\` ${result.cluster}`,
      fix: 'leave `cluster` out, or run over all inputs without `state`',
    },
    {
      isGiven: kind === 'pairs',
      expected: 'a method that decides by keys of each text, which a `state` can keep',
      got: `the method ${result.method}, which looks at all texts at once`,
      fix: 'run over all inputs without `state`',
    },
  ]
}

function ofFiles({ running, ...request }: DedupeRequest): Refusal[] {
  const alone = (isGiven: boolean, name: string, why: string): Refusal => ({
    isGiven,
    expected: `\`state\` without \`${name}\`, ${why}`,
    got: 'both',
    fix: `leave out \`${name}\`, or run over all inputs without \`state\``,
  })
  const values: Readonly<Record<string, unknown>> = readOptions(dedupeOutputOptions, request)
  const outputs = dedupeOutputs.flatMap(output => {
    const reasons = 'notWithState' in output ? Object.entries<string>(output.notWithState) : []
    return reasons.map(([name, why]) => alone(ownValue(values, name) !== undefined, name, why))
  })
  return [
    alone(running.resume, 'resume', 'as a run over new files is started again'),
    alone(request.decisions !== undefined, 'decisions', 'which may change what earlier runs wrote'),
    ...outputs,
  ]
}

/** @throws NearsameError STATE_REFUSED if the options or the format are not those of the state */
export function checkStateOptions(
  { options, format }: Manifest,
  now: JsonOptions,
  formatNow: string,
): void {
  const other = `inputs of the format ${formatNow} instead of ${format}`
  const got = optionDifference(options, now) ?? (format === formatNow ? undefined : other)
  if (got === undefined) return
  throw new NearsameError('STATE_REFUSED', {
    expected: 'the options and the format of the run that made the state',
    got,
    fix: 'run with the same ones, or start a new `state` with all inputs',
  })
}
