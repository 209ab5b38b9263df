/**
 * Signing chains: the chain of the configuration for an update, and the signatures it makes.
 *
 *     the parameter update.chain  ─▶  the option `chain`  ─▶  the chain of the handler, if it signs
 *                                 ─▶  the only one that signs  ─▶  the chain of the handler
 *
 * The proxy runs only the signature processors of a chain. Its other processors belong to Solr: the option
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
  /** The signed fields; none if it signs all fields of a document, or does not sign. */
  readonly fields: readonly string[]
  /** @throws NearsameError SOLR_UPDATE if Solr refuses the document */
  sign(command: AddCommand): SignedAdd
}

export interface SigningChains {
  /**
   * The chain of a request.
   *
   * @param name the parameter `update.chain`
   * @param path path of the handler, such as `/update/json`
   * @throws NearsameError SOLR_UPDATE if no chain has the name, SOLR_CONFIG or SOLR_UNSAFE for wrong
   * settings
   */
  select(name: string | null, path: string): SigningChain
}

interface SigningOptions {
  readonly chain: string | undefined
  readonly schema: SolrSchema | undefined
  readonly compatibility: 'solr' | 'safe'
  readonly excludeFields?: readonly string[] | undefined
}

/**
 * @throws NearsameError SOLR_CONFIG, SOLR_UNSAFE; SOLR_UPDATE if no chain has the name in `chain`
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
  // Reports wrong settings before the first document.
  openChain(byDefault('/update'), options)
  return { select: (name, path) => openChain(name ? config.chainOf(name) : byDefault(path), options) }
}

function isSigning({ signatures }: SolrChain): boolean {
  return signatures.some(settings => settings.isEnabled)
}

function openChain(
  chain: SolrChain,
  { schema, compatibility, excludeFields }: SigningOptions,
): SigningChain {
  const processors = chain.signatures.filter(settings => settings.isEnabled)
  const signing = new UpdateChain(processors, {
    compatibility,
    schema,
    ...(excludeFields && { excludeFields }),
  })
  return {
    isSigning: processors.length > 0,
    isReplacing: processors.some(settings => settings.overwriteDupes),
    fields: [...new Set(processors.flatMap(settings => settings.fields))],
    sign: command => signed(signing, command),
  }
}

function signed(chain: UpdateChain, command: AddCommand): SignedAdd {
  for (const event of chain.take(command)) {
    if (event.kind !== 'document') continue
    return { command: event.command, signature: event.signature, replaces: event.term }
  }
  return { command, signature: undefined, replaces: undefined }
}
