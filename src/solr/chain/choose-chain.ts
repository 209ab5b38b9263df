/**
 * Choosing a chain: the one of updates that name none.
 *
 *     the name given  ─▶  the chain of the handler, if it signs  ─▶  the only one that signs
 *
 * Ours: a configuration with which nothing would be signed is refused.
 */
import { listed } from '../../ground/errors/listed-names.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isSigning } from './chain-steps.ts'
import type { AddedProcessors, SolrChain, SolrConfig } from './config.ts'

/**
 * @param name the option `chain`
 * @param path path of the handler
 * @throws NearsameError OPTION_VALUE if no chain has the name; SOLR_CHAIN if it does not sign, if no chain does, and if
 * several do and none is chosen; as `chainOf`
 */
export function chooseChain(
  config: SolrConfig,
  name: string | undefined,
  path = '/update',
  added: AddedProcessors = {},
): SolrChain {
  const names = config.chains.flatMap(chain => chain.name ?? [])
  if (name && !names.includes(name)) {
    throw new NearsameError('OPTION_VALUE', {
      expected: `\`chain\` to be one of ${listed(names)}`,
      got: JSON.stringify(name),
      fix: 'take a chain of the configuration',
    })
  }
  const found = name
    ? config.extended(config.chains.findLast(chain => chain.name === name) as SolrChain, path, added)
    : config.chainOf(undefined, path, added)
  if (signs(found)) return found
  const signing = config.chains.filter(signs)
  if (!name && signing.length === 1) return config.extended(signing[0], path, added)
  throw unsigned(name, signing, config)
}

export function signs({ steps }: SolrChain): boolean {
  return steps.some(isSigning)
}

function unsigned(
  name: string | undefined,
  signing: readonly SolrChain[],
  config: SolrConfig,
): NearsameError {
  if (signing.length > 0) {
    return new NearsameError('SOLR_CHAIN', {
      expected: `one of the chains that sign: ${listed(signing.map(chainTitle))}`,
      got: name
        ? `${JSON.stringify(name)}, which does not sign`
        : 'none chosen, and a default that does not sign',
      fix: 'name one of them with `chain`',
    })
  }
  const names = listed(config.chains.map(chainTitle))
  return new NearsameError('SOLR_CHAIN', {
    expected:
      'a chain with an enabled solr.SignatureUpdateProcessorFactory before the processor that runs the update',
    got: config.chains.length === 0 ? 'no chain' : `only chains that do not sign: ${names}`,
    fix: 'add the processor to the chain of the configuration',
  })
}

/** The name of a chain in messages and summaries. */
export function chainTitle({ name }: Pick<SolrChain, 'name'>): string {
  return name ?? '(without a name)'
}
