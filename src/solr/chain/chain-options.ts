/** Options of an update chain. */
import { choice, flag, type Given, list, onOff, options, text } from '../../ground/options/declare.ts'
import { schemaOption } from '../fields/schema.ts'
import { javaVersionOption } from '../java/java-version.ts'
import { parseExcluded } from './excluded-fields.ts'

/** The chain among those of a configuration. */
export const namedChain = {
  ...text({ placeholder: 'name', default: undefined, doc: 'the chain' }),
  defaultText: 'that of /update, else the only one that signs',
}

/** Options of a chain in the library, on files, and before a Solr. */
export const signingOptions = options({
  compatibility: choice(['solr', 'safe'], {
    default: 'solr',
    doc: '`solr` behaves as Solr does, `safe` prevents its loss of documents',
  }),
  uniqueKey: {
    ...text({ placeholder: 'field', default: '', doc: 'field of the unique key' }),
    defaultText: 'that of the schema, else `id`',
  },
  javaVersion: javaVersionOption,
  excludeFields: list<readonly string[], readonly string[]>({
    placeholder: 'a,b*',
    domain: 'names of fields, each whole or its beginning and a final *',
    default: [],
    defaultText: 'none',
    doc: 'fields that no signature reads',
    parse: parseExcluded,
  }),
})

export const chainOptions = options({
  ...signingOptions,
  schema: {
    ...schemaOption,
    doc: 'schema: the signature field is checked at the start, its values for each document',
  },
  overwrite: onOff({
    default: true,
    doc: 'the request parameter `overwrite`; without it Solr does not de-duplicate',
  }),
  keep: choice(['last', 'first'], {
    default: 'last',
    doc: 'which of the documents with one signature stays; `first` needs `keepsState`, Solr keeps the last',
  }),
  keepsState: flag({
    doc: 'track the documents an index would hold, and report what each new one replaces',
  }),
  onError: choice(['stop', 'skip'], {
    default: 'stop',
    doc: '`stop` throws at the first document Solr refuses, `skip` reports it as an event',
  }),
  isStoring: onOff({
    default: true,
    doc: 'whether a processor of the chain runs the update; without one nothing is stored',
  }),
  isCloud: flag({ doc: 'whether the chain belongs to SolrCloud, which refuses some settings' }),
})

export type ChainOptions = Given<typeof chainOptions>
