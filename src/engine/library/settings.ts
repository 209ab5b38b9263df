/** Settings of the engine: the caller's options, resolved once at the boundary. */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkArgument, checkNamed, checkObject } from '../../ground/options/arguments.ts'
import { refuseUnknown, shown } from '../../ground/options/resolve.ts'
import {
  bandsOf,
  type Decision,
  decisionOf,
  kernelPlanOf,
  noBands,
} from '../../methods/options/decision.ts'
import {
  type GivenResultOptions,
  type ResultOptions,
  resolveResultOptions,
  resultOptions,
} from '../../methods/options/result-options.ts'
import type { KernelName, Kernels } from '../../texts/kernels/layout/kernels.ts'
import type { KernelPlan } from '../../texts/kernels/layout/plan-layout.ts'
import { fastestKernels, kernelNames, kernelsNamed } from '../../texts/kernels/select.ts'
import type { AgreeingBands } from '../../texts/lsh/agreeing-bands.ts'
import {
  type TokenRule,
  type TokenRuleSettings,
  tokenRuleSettings,
} from '../../texts/workspace/token-rule.ts'
import type { DecisionCounts, PairDecision } from '../decisions/given-decisions.ts'

/** Result options, a token rule, and the choice of kernels, which does not change the result. */
export interface EngineOptions extends GivenResultOptions, TokenRule {
  /**
   * Name of the kernels, or the caller's own, which nothing else may use meanwhile. Default: the fastest available.
   */
  readonly kernels?: KernelName | Kernels | undefined
}

/** Options of a call on documents. */
export interface DocumentsOptions extends EngineOptions {
  /**
   * The fields that make up the text, as `name,town` or a list; `*` for all with one value but `id`. By the method
   * `records` they are columns. Default: `text`; by `records`, all fields of documents without a `text`.
   */
  readonly text?: string | readonly string[] | undefined
  /** What people decided about pairs of documents, which the result honours. Default: none. */
  readonly decisions?: readonly PairDecision[] | undefined
}

/** The resolved result options, with the settings that the token rule reports, and the number of decisions. */
export type ReportedOptions = ResultOptions & TokenRuleSettings & { readonly decisions?: DecisionCounts }

export interface Settings {
  readonly result: ResultOptions
  readonly decision: Decision
  readonly rule: TokenRule
  readonly shape: AgreeingBands
  readonly plan: KernelPlan
  readonly reported: ReportedOptions
}

/** Purpose of an engine: measuring pairs, most of which sketches rule out; band keys; texts, which need no bands. */
export type EngineUse = 'pairs' | 'keys' | 'texts'

/** The names of all `EngineOptions`. */
export const engineOptionNames: readonly string[] = [
  ...Object.keys(resultOptions),
  'kernels',
  'segment',
  'steps',
]

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE; BANDS_UNREACHABLE unless for texts */
export function resolveSettings(options: EngineOptions, use: EngineUse = 'keys'): Settings {
  checkObject('options', options)
  refuseUnknown(engineOptionNames, Object.keys(options), 'library')
  const { kernels: _, segment, steps, ...given } = options
  checkTokenRule({ segment, steps })
  // Copied, because the caller may change the object during the call, and the report must name the steps used.
  const rule = { segment, steps: steps && { ...steps } }
  const result = resolveResultOptions(given)
  checkArgument(
    use === 'pairs' || result.within === '',
    'within',
    result.within,
    'left out but for deduplicate, findPairs and findTwins',
  )
  const decision = decisionOf(result)
  const shape = use === 'texts' ? noBands : bandsOf(result, decision)
  const plan = kernelPlanOf(result, decision, shape, use === 'pairs')
  const reported = Object.freeze({ ...result, ...tokenRuleSettings(rule) })
  return { result, decision, rule, shape, plan, reported }
}

/** @throws NearsameError OPTION_VALUE */
function checkTokenRule({ segment, steps }: TokenRule): void {
  const isSegmenter = segment === undefined || typeof segment?.words === 'function'
  checkArgument(isSegmenter, 'segment', segment, 'an object with a function `words`')
  if (segment !== undefined) checkSettings(segment.settings)
  if (steps === undefined) return
  checkObject('steps', steps)
  for (const [name, step] of Object.entries(steps))
    checkArgument(typeof step === 'function', `the step ${name}`, step, 'a function from tokens to tokens')
}

/** Signatures carry a hash of the settings, and reports name them. @throws NearsameError OPTION_VALUE */
function checkSettings(settings: unknown): void {
  checkNamed('segment.settings', settings)
  try {
    JSON.stringify(settings)
  } catch {
    checkArgument(false, 'segment.settings', settings, 'an object that can be written as JSON')
  }
}

/** The requested kernels; a name gives a new instance. @throws NearsameError OPTION_VALUE */
export async function openKernels(given: EngineOptions['kernels']): Promise<Kernels> {
  return isOwn(given) ? given : kernelsNamed(await checkedName(given))
}

/** Whether these are the caller's own kernels, recognised by one function that all have. */
function isOwn(given: EngineOptions['kernels']): given is Kernels {
  return typeof given === 'object' && typeof given?.reserve === 'function'
}

const shared = new Map<KernelName, Promise<Kernels>>()

/** Kernels shared by calls that are synchronous and leave nothing in their memory. */
export async function sharedKernels(given: EngineOptions['kernels']): Promise<Kernels> {
  if (isOwn(given)) return given
  const name = await checkedName(given)
  const known = shared.get(name) ?? kernelsNamed(name)
  shared.set(name, known)
  return known
}

/** The memory of an instance never shrinks: one grown beyond this by large texts is no longer shared. */
const mostShared = 64 * 2 ** 20

/** Call it after work with shared kernels. */
export function dropIfLarge({ name, memory }: Kernels): void {
  if (memory.buffer.byteLength > mostShared) shared.delete(name)
}

async function checkedName(given: KernelName | undefined): Promise<KernelName> {
  if (given === undefined) return fastestKernels()
  if (kernelNames.includes(given)) return given
  throw new NearsameError('OPTION_VALUE', {
    expected: `kernels to be one of ${kernelNames.join(', ')}, or kernels`,
    got: shown(given),
    fix: 'leave it out to get the fastest available',
  })
}
