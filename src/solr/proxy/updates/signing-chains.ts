/**
 * Signing chains: which chain of the configuration an update goes through, and what it makes of a document.
 *
 *     the parameter update.chain  ─▶  the option `chain`  ─▶  the chain of the handler, if it signs
 *                                 ─▶  the only one that signs  ─▶  the chain of the handler
 *
 * Of a chain only the signature processors are run here. Its other processors are Solr's: the option
 * `forwardChain` names a chain there that has them.
 *
 * Source: Solr Reference Guide, "De-Duplication".
 */

import { parseSolrConfig, type SolrChain } from '../../chain/config.ts'
import { UpdateChain } from '../../chain/update-chain.ts'
import type { SolrSchema } from '../../fields/schema.ts'
import type { AddCommand } from '../../messages/messages.ts'
import type { SignedAdd } from './update-batches.ts'

/** The signature processors of a chain. */
export interface SigningChain {
  /** Whether it changes anything. */
  readonly isSigning: boolean
  /** Whether added documents replace their duplicates. */
  readonly isReplacing: boolean
  /** What its signatures are made of; none: of all fields of a document, or there is no signature. */
  readonly fields: readonly string[]
  /** @throws NearsameError SOLR_UPDATE where Solr refuses the document */
  sign(command: AddCommand): SignedAdd
}

export interface SigningChains {
  /**
   * The chain of a request.
   *
   * @param name of the parameter `update.chain`
   * @param path of the handler, such as `/update/json`
   * @throws NearsameError SOLR_UPDATE for a name that no chain has, SOLR_CONFIG or SOLR_UNSAFE for wrong
   * settings
   */
  select(name: string | null, path: string): SigningChain
}

interface SigningOptions {
  readonly chain: string | undefined
  readonly schema: SolrSchema | undefined
  readonly compatibility: 'solr' | 'safe'
}

/**
 * @throws NearsameError SOLR_CONFIG, SOLR_UNSAFE; SOLR_UPDATE when there is no chain of the name in `chain`
 */
export function signingChains(configText: string, options: SigningOptions): SigningChains {
  const config = parseSolrConfig(configText)
  const signing = config.chains.filter(isSigning)
  const named = options.chain === undefined ? undefined : config.chainOf(options.chain)
  const byDefault = (path: string): SolrChain => {
    const byHandler = config.chainOf(undefined, path)
    const only = signing.length === 1 ? signing[0] : byHandler
    return named ?? (isSigning(byHandler) ? byHandler : only)
  }
  // Wrong settings are told before anybody sends a document.
  openChain(byDefault('/update'), options)
  return { select: (name, path) => openChain(name ? config.chainOf(name) : byDefault(path), options) }
}

function isSigning({ signatures }: SolrChain): boolean {
  return signatures.some(settings => settings.isEnabled)
}

function openChain(chain: SolrChain, { schema, compatibility }: SigningOptions): SigningChain {
  const processors = chain.signatures.filter(settings => settings.isEnabled)
  const signing = new UpdateChain(processors, { compatibility, schema })
  return {
    isSigning: processors.length > 0,
    isReplacing: processors.some(settings => settings.overwriteDupes),
    fields: [...new Set(processors.flatMap(settings => settings.fields))],
    sign: command => signed(signing, command),
  }
}

function signed(chain: UpdateChain, command: AddCommand): SignedAdd {
  for (const event of chain.take(command)) {
    if (event.kind === 'document') return { command: event.command, replaces: event.term }
  }
  return { command, replaces: undefined }
}
