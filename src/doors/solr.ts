/**
 * nearsame/solr: Solr's update chain without a server.
 *
 * Reads update messages and configurations, signs documents like Solr's SignatureUpdateProcessor, reports which
 * documents would stay, and writes the messages again; the same for the bulk format of Elasticsearch. Also the query
 * parser `{!min_hash}`. Pure: for browsers, workers and Node.
 *
 *     const config = parseSolrConfig(xml)
 *     const chain = updateChain(config.chainOf('dedupe'), { keepsState: true })
 *     for await (const event of chain.run(readUpdates(stream))) ...
 */

export { type ErrorParts, isNearsameError, NearsameError } from '../ground/errors/nearsame-error.ts'
export type { ErrorCode } from '../ground/errors/registry.ts'
export type { Given, Option, Refusal } from '../ground/options/declare.ts'
export { isJavaException, type JavaException } from '../methods/java/java-exception.ts'
export { type BulkOptions, signBulk } from '../solr/bulk/sign-bulk.ts'
export type { ChainEvent, NoticeReason } from '../solr/chain/chain-events.ts'
export type { ChainOptions } from '../solr/chain/chain-options.ts'
export type { ChainStep, RunnableChain } from '../solr/chain/chain-steps.ts'
export {
  type AddedProcessors,
  parseSolrConfig,
  type SolrChain,
  type SolrConfig,
} from '../solr/chain/config.ts'
export {
  type AddedDocument,
  DocumentState,
  type StateOptions,
  type UpdateTerm,
} from '../solr/chain/document-state.ts'
export {
  checkSignatureField,
  type DocumentSignature,
  type GivenSignatureSettings,
  givenSettings,
  type SignatureArgument,
  type SignatureSettings,
  signatureOf,
  signatureSettings,
} from '../solr/chain/signature-processor.ts'
export { UpdateChain, updateChain } from '../solr/chain/update-chain.ts'
export { parseSolrSchema, type SchemaField, type SolrSchema } from '../solr/fields/schema.ts'
export { JsonReader, type JsonReadOptions } from '../solr/json/json-reader.ts'
export { commandsToJson, commandToJson, documentToJson } from '../solr/json/json-writer.ts'
export {
  type AddCommand,
  type DeleteCommand,
  type DeletedId,
  type IndexCommand,
  type SolrChild,
  type SolrDate,
  type SolrDocument,
  type SolrError,
  type SolrField,
  type SolrMap,
  type SolrNumber,
  type SolrNumberType,
  type SolrValue,
  solrErrorOf,
  type UpdateCommand,
} from '../solr/messages/messages.ts'
export { documentOf, fieldValue, valueText, withSignature } from '../solr/messages/values.ts'
export {
  type Analyser,
  chooseBandSize,
  type MinHashLocalParams,
  type MinHashQuery,
  type MinHashQueryOptions,
  parseMinHashQuery,
  type TermHex,
} from '../solr/min-hash-query/min-hash-query.ts'
export type { FieldProcessor } from '../solr/processors/field-values.ts'
export { type ReadOptions, readUpdates, readUpdateText } from '../solr/read-updates.ts'
export { XmlReader } from '../solr/xml/xml-reader.ts'
