/** Settings of the engine: what a caller may give, resolved once at the door. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkArgument, checkNamed, checkObject } from '../../ground/options/arguments.ts'
import { refuseUnknown, shown } from '../../ground/options/resolve.ts'
import { bandsOf, kernelPlanOf } from '../../methods/options/chosen-method.ts'
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

/** Result options, a token rule, and the choice of kernels, which changes nothing in the result. */
export interface EngineOptions extends GivenResultOptions, TokenRule {
  /**
   * Name of the kernels, or kernels of the caller, which nothing else may use meanwhile. Default: the fastest that
   * run here.
   */
  readonly kernels?: KernelName | Kernels | undefined
}

/** The result options as resolved, with what the token rule reports of itself. */
export type ReportedOptions = ResultOptions & TokenRuleSettings

export interface Settings {
  readonly result: ResultOptions
  readonly rule: TokenRule
  readonly shape: AgreeingBands
  readonly plan: KernelPlan
  readonly reported: ReportedOptions
}

/** What an engine is for: pairs to measure, most of which sketches refuse; band keys; texts, which need no bands. */
export type EngineUse = 'pairs' | 'keys' | 'texts'

/** Names of all that `EngineOptions` holds. */
export const engineOptionNames: readonly string[] = [
  ...Object.keys(resultOptions),
  'kernels',
  'segment',
  'steps',
]

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE; BANDS_UNREACHABLE but for texts */
export function resolveSettings(options: EngineOptions, use: EngineUse = 'keys'): Settings {
  checkObject('options', options)
  refuseUnknown(engineOptionNames, Object.keys(options), 'library')
  const { kernels: _, segment, steps, ...given } = options
  checkTokenRule({ segment, steps })
  // Copied: who calls may change the object while the steps are at work, and reported are those of now.
  const rule = { segment, steps: steps && { ...steps } }
  const result = resolveResultOptions(given)
  const shape = bandsOf(use === 'texts' ? { ...result, near: false } : result)
  const plan = kernelPlanOf(result, shape, use === 'pairs')
  return { result, rule, shape, plan, reported: Object.freeze({ ...result, ...tokenRuleSettings(rule) }) }
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

/** Signatures bear a hash of them, and reports name them. @throws NearsameError OPTION_VALUE */
function checkSettings(settings: unknown): void {
  checkNamed('segment.settings', settings)
  try {
    JSON.stringify(settings)
  } catch {
    checkArgument(false, 'segment.settings', settings, 'an object that can be written as JSON')
  }
}

/** Kernels as asked for; those of a name are new. @throws NearsameError OPTION_VALUE */
export async function openKernels(given: EngineOptions['kernels']): Promise<Kernels> {
  return isOwn(given) ? given : kernelsNamed(await checkedName(given))
}

/** Kernels of the caller's, told by one function that all have. */
function isOwn(given: EngineOptions['kernels']): given is Kernels {
  return typeof given === 'object' && typeof given?.reserve === 'function'
}

const shared = new Map<KernelName, Promise<Kernels>>()

/** Kernels that calls share which neither wait nor leave anything in their memory. */
export async function sharedKernels(given: EngineOptions['kernels']): Promise<Kernels> {
  if (isOwn(given)) return given
  const name = await checkedName(given)
  const known = shared.get(name) ?? kernelsNamed(name)
  shared.set(name, known)
  return known
}

/** The memory of an instance never shrinks: one that large texts have grown so far is not shared any longer. */
const mostShared = 64 * 2 ** 20

/** To be called when work by shared kernels is done. */
export function dropIfLarge({ name, memory }: Kernels): void {
  if (memory.buffer.byteLength > mostShared) shared.delete(name)
}

async function checkedName(given: KernelName | undefined): Promise<KernelName> {
  if (given === undefined) return fastestKernels()
  if (kernelNames.includes(given)) return given
  throw new NearsameError('OPTION_VALUE', {
    expected: `kernels to be one of ${kernelNames.join(', ')}, or kernels`,
    got: shown(given),
    fix: 'leave it out: the fastest that run here are taken',
  })
}
