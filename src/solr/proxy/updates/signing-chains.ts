/**
 * Signing chains: the chain of the configuration for an update, and the signatures it makes.
 *
 *     the parameter update.chain  ─▶  the option `chain`  ─▶  the chain of the handler, if it signs
 *                                 ─▶  the only one that signs
 *
 * Processors behind the last signature that cannot be run here belong to Solr: the option `forwardChain` names a chain
 * there that has them.
 *
 * Source: Solr Reference Guide, "De-Duplication".
 */

import { type ChainStep, isSigning, settingsOfSteps } from '../../chain/chain-steps.ts'
import { chooseChain, signs } from '../../chain/choose-chain.ts'
import { type AddedProcessors, parseSolrConfig, type SolrChain } from '../../chain/config.ts'
import { UpdateChain } from '../../chain/update-chain.ts'
import type { SolrSchema } from '../../fields/schema.ts'
import type { AddCommand } from '../../messages/messages.ts'
import type { SignedAdd } from './update-batches.ts'

/** A chain that signs. */
export interface SigningChain {
  /** Undefined for one without a name. */
  readonly name: string | undefined
  /** Whether it changes anything. */
  readonly isSigning: boolean
  /** Whether added documents replace their duplicates. */
  readonly isReplacing: boolean
  /** The signed fields; none if it signs all fields of a document, or does not sign. */
  readonly fields: readonly string[]
  /** @throws NearsameError SOLR_UPDATE if Solr refuses the document */
  sign(command: AddCommand): SignedAdd
}

export interface SigningChains {
  /** Name of the chain of updates that name none; undefined for one without a name. */
  readonly defaultName: string | undefined
  /**
   * The chain of a request.
   *
   * @param name the parameter `update.chain`
   * @param path path of the handler, such as `/update/json`
   * @param added processors that the request names
   * @throws NearsameError SOLR_UPDATE if no chain has the name, SOLR_CONFIG, SOLR_CHAIN or SOLR_UNSAFE for wrong
   * settings
   */
  select(name: string | null, path: string, added?: AddedProcessors): SigningChain
}

interface SigningOptions {
  readonly chain: string | undefined
  /** Whether processors that cannot be run here may stand behind the last signature: Solr has them. */
  readonly takesLater: boolean
  readonly properties: Readonly<Record<string, string>> | undefined
  /** Text of `params.json`. */
  readonly requestParams: string | undefined
  readonly schema: SolrSchema | undefined
  readonly compatibility: 'solr' | 'safe'
  readonly excludeFields?: readonly string[] | undefined
  readonly javaVersion?: number | undefined
}

/**
 * @throws NearsameError SOLR_CONFIG, SOLR_CHAIN, SOLR_UNSAFE; OPTION_VALUE if no chain has the name in `chain`
 */
export function signingChains(configText: string | Uint8Array, options: SigningOptions): SigningChains {
  const config = parseSolrConfig(configText, options.properties, options.requestParams)
  const select: SigningChains['select'] = (name, path, added) => {
    const chosen = name
      ? config.chainOf(name, path, added)
      : chooseChain(config, options.chain, path, added)
    return openChain(chosen, options)
  }
  // Reports wrong settings before the first document.
  const { name: defaultName } = select(null, '/update')
  return { defaultName, select }
}

function openChain(
  chain: SolrChain,
  { schema, compatibility, takesLater, excludeFields, javaVersion }: SigningOptions,
): SigningChain {
  // Updates of a chain that does not sign are forwarded as they are.
  const isOurs = signs(chain)
  const steps = isOurs ? (takesLater ? runHere(chain.steps) : chain.steps) : []
  const processors = settingsOfSteps(steps).filter(settings => settings.isEnabled)
  const signing = new UpdateChain(
    { steps, isStoring: true },
    { compatibility, schema, javaVersion, ...(excludeFields && { excludeFields }) },
  )
  return {
    name: chain.name,
    isSigning: isOurs,
    isReplacing: processors.some(settings => settings.overwriteDupes),
    fields: [...new Set(processors.flatMap(settings => settings.fields))],
    sign: command => signed(signing, command),
  }
}

/** Without the steps behind the last signature that cannot be run here. */
function runHere(steps: readonly ChainStep[]): ChainStep[] {
  const last = steps.findLastIndex(isSigning)
  return steps.filter((step, at) => step.kind !== 'other' || at < last)
}

function signed(chain: UpdateChain, command: AddCommand): SignedAdd {
  for (const event of chain.take(command)) {
    if (event.kind !== 'document') continue
    return { command: event.command, signature: event.signature, replaces: event.term }
  }
  return { command, signature: undefined, replaces: undefined }
}
