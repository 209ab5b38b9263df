/** Options of the update chain at `/solr/{core}/update`. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkArgument } from '../../ground/options/arguments.ts'
import { refuseUnknown } from '../../ground/options/resolve.ts'

export interface SolrOptions {
  /** Text or bytes of a solrconfig.xml with the signing chains. */
  readonly config: string | Uint8Array
  /** Values for `${name}` in it. Default: none. */
  readonly properties?: Readonly<Record<string, string>> | undefined
  /** Text of the collection's `params.json`. Default: unknown. */
  readonly requestParams?: string | undefined
  /** URL of a collection of a real Solr. Default: documents go into the collection named in the path. */
  readonly forward?: string | undefined
  /** Name of the chain for updates that name none. Default: that of `/update`, else the only one that signs. */
  readonly chain?: string | undefined
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function checkSolrOptions(given: SolrOptions): SolrOptions {
  refuseUnknown(
    ['config', 'properties', 'requestParams', 'forward', 'chain'],
    Object.keys(given),
    'library',
  )
  const { chain, config, forward, requestParams } = given
  for (const [name, value] of Object.entries({ chain, forward, requestParams }))
    checkArgument(value === undefined || typeof value === 'string', `solr.${name}`, value, 'a text')
  if (typeof config === 'string' || config instanceof Uint8Array) return given
  throw new NearsameError('OPTION_VALUE', {
    expected: 'solr.config to be the text or the bytes of a solrconfig.xml',
    got: typeof config,
    fix: 'read the file first',
  })
}
