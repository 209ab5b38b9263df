/**
 * Chain steps: what a chain does to a document before it is stored.
 *
 *     Signature                                     signs
 *     CloneField, Trim, Concat, RemoveBlank,
 *     HTMLStrip, FirstFieldValue, LastFieldValue    change fields
 *     Log, Distributed, Run                         change nothing here
 *     any other                                     cannot be run here: a chain with one is refused when it is used
 *
 * Source: Solr Reference Guide, "Update Request Processors".
 */
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkList } from '../../ground/options/arguments.ts'
import { isJavaException, JavaException } from '../../methods/java/java-exception.ts'
import { refuseConfig } from '../messages/messages.ts'
import { cloneField } from '../processors/clone-field.ts'
import { type FieldProcessor, valueProcessors } from '../processors/field-values.ts'
import { type InitArgument, initArguments } from '../processors/init-arguments.ts'
import type { XmlNode } from '../xml/xml-tree.ts'
import {
  checkSettings,
  type SignatureArgument,
  type SignatureSettings,
  signatureSettings,
} from './signature-processor.ts'

export type ChainStep =
  | { readonly kind: 'signature'; readonly settings: SignatureSettings }
  | { readonly kind: 'fields'; readonly className: string; readonly processor: FieldProcessor }
  | { readonly kind: 'other'; readonly className: string; readonly problem: NearsameError }

/** What is run of a chain. */
export interface RunnableChain {
  /** What it does to a document before that is stored. */
  readonly steps: readonly ChainStep[]
  /** Whether a processor runs the update. Without one, Solr reports success and stores nothing. */
  readonly isStoring: boolean
}

const quiet = ['Log', 'Distributed', 'Run']

const fieldProcessors: Readonly<Record<string, (given: readonly InitArgument[]) => FieldProcessor>> = {
  ...valueProcessors,
  CloneField: cloneField,
}

/**
 * The name of a processor of Solr without package and `UpdateProcessorFactory`, such as `Trim`; undefined for others.
 *
 * @example solrProcessor('solr.processor.LogUpdateProcessorFactory') // => 'Log'
 * @example solrProcessor('com.example.LogUpdateProcessorFactory') // => undefined
 */
export function solrProcessor(className: string): string | undefined {
  const packages =
    /^(?:org\.apache\.solr\.update\.processor\.|(?:solr\.)?(?:update\.)?(?:processor\.)?)(\w+)$/
  return packages.exec(className)?.[1].replace(/UpdateProcessorFactory$/, '')
}

/**
 * The step of a processor.
 *
 * @param node its element; undefined for one that Solr adds itself
 * @param chain the chain, as messages name it
 * @throws NearsameError SOLR_CONFIG for settings with which Solr does not start
 */
export function stepOf(className: string, node: XmlNode | undefined, chain: string): ChainStep | undefined {
  const name = solrProcessor(className)
  if (name !== undefined && quiet.includes(name)) return undefined
  try {
    const settings = node === undefined ? [] : initArguments(node)
    if (name === 'Signature')
      return { kind: 'signature', settings: signatureSettings(settings.flatMap(signatureArgument)) }
    if (name === undefined || !Object.hasOwn(fieldProcessors, name)) throw notRun(className, chain)
    return { kind: 'fields', className, processor: fieldProcessors[name](settings) }
  } catch (error) {
    if (isJavaException(error)) throw refuseConfig(error, chain)
    // Another chain may be used.
    if (isNearsameError(error) && error.code === 'SOLR_CHAIN')
      return { kind: 'other', className, problem: error }
    throw error
  }
}

/** A setting as a signature reads it. */
function signatureArgument({ name, value }: InitArgument): SignatureArgument[] {
  if (name === undefined) return []
  if (value.kind === 'list') {
    const texts = value.values.flatMap(one => (one.kind === 'value' ? one.text : []))
    return [{ name, texts, className: 'java.util.ArrayList' }]
  }
  if (value.kind === 'named') {
    const entries = value.entries.map(
      entry => `${entry.name}=${entry.value.kind === 'value' ? entry.value.text : ''}`,
    )
    return [{ name, texts: [`{${entries.join(',')}}`], className: 'org.apache.solr.common.util.NamedList' }]
  }
  if (value.kind === 'value') return [{ name, texts: [value.text], className: value.className }]
  const problem = 'Cannot invoke "Object.toString()" because "val" is null'
  throw new JavaException('java.lang.NullPointerException', problem)
}

function notRun(className: string, chain: string): NearsameError {
  const names = ['Signature', ...Object.keys(fieldProcessors), ...quiet]
  return new NearsameError('SOLR_CHAIN', {
    expected: `only processors that are run here: ${names.join(', ')}`,
    got: className,
    where: chain,
    fix: 'take the processor out of the chain, or let Solr itself sign',
  })
}

/** Settings of the signatures among the steps, in order. */
export function settingsOfSteps(steps: readonly ChainStep[]): SignatureSettings[] {
  return steps.flatMap(step => (step.kind === 'signature' ? step.settings : []))
}

/** Whether a step signs. */
export function isSigning(step: ChainStep): boolean {
  return step.kind === 'signature' && step.settings.isEnabled
}

export function isChain(given: object): given is RunnableChain {
  return typeof given === 'object' && given !== null && 'steps' in given
}

/** The steps of signatures alone. @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function stepsOfSettings(given: readonly SignatureSettings[]): ChainStep[] {
  checkList('settings', given, 'settings')
  for (const one of given) checkSettings(one)
  return given.map(settings => ({ kind: 'signature', settings }))
}
