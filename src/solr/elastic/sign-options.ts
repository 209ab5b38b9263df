/** Options of the fingerprint of documents for Elasticsearch, and the signer that they choose. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import {
  choice,
  flag,
  type Given,
  list,
  options,
  type Resolved,
  text,
} from '../../ground/options/declare.ts'
import { parseFields } from '../../ground/options/input-options.ts'
import { resolve, spoken, type Voice } from '../../ground/options/resolve.ts'
import { resolveMethodParams } from '../../methods/methods.ts'
import { paramsOption } from '../../methods/options/params-option.ts'
import { overlap, signingPart } from '../bulk/signing-part.ts'
import { documentSignature, givenSettings, isContentless } from '../chain/signature-processor.ts'
import { javaOfSolr, javaVersionOption } from '../java/java-version.ts'
import { withDoubleTexts } from '../messages/values.ts'
import { namesOnPath } from './document-fields.ts'
import type { DocumentSigner } from './document-signer.ts'
import { type FingerprintMethod, fingerprintMethods, fingerprintOf } from './fingerprint.ts'
import {
  type OpenSearchMethod,
  openSearchFingerprintOf,
  openSearchMethods,
} from './opensearch-fingerprint.ts'

/** Java classes of the methods that sign as Solr does. */
const signatureClasses = {
  'solr-text-profile': 'TextProfileSignature',
  'solr-md5': 'MD5Signature',
  'solr-lookup3': 'Lookup3Signature',
} as const

/** OpenSearch brings a Java of its own, which is 21 since 2.12. */
const javaOfOpenSearch = 21

type SignatureMethod = keyof typeof signatureClasses

const signatureMethods = Object.keys(signatureClasses) as SignatureMethod[]

export const bulkSignOptions = options({
  fields: list<readonly string[], string | readonly string[]>({
    placeholder: 'fields',
    domain: 'field names, such as `title,body.main`',
    default: Object.freeze([]),
    defaultText: 'all, with a method of Solr',
    doc: 'fields of the fingerprint; `b.c` is a path',
    parse: parseFields,
  }),
  method: choice([...fingerprintMethods, ...openSearchMethods, ...signatureMethods], {
    default: 'SHA-1',
    doc: 'hash of the ingest processor `fingerprint` of Elasticsearch or (`@2.16.0`) OpenSearch, or signature of Solr',
  }),
  params: { ...paramsOption, doc: 'parameters of a method of Solr' },
  targetField: text({
    placeholder: 'field',
    default: 'fingerprint',
    doc: 'field that gets the fingerprint; `b.c` is a path',
  }),
  salt: text({ placeholder: 'text', default: '', doc: 'bytes hashed before the fields' }),
  ignoreMissing: flag({ doc: 'skip missing fields; without this, documents with one are refused' }),
  javaVersion: javaVersionOption,
  documentId: choice(['keep', 'fingerprint'], {
    default: 'keep',
    doc: '`fingerprint` also makes it the `_id`, so that equal documents overwrite each other',
  }),
})

export type BulkSignOptions = Resolved<typeof bulkSignOptions>
export type GivenBulkSignOptions = Given<typeof bulkSignOptions>

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function resolveBulkSignOptions(
  given: GivenBulkSignOptions,
  voice: Voice = 'library',
): BulkSignOptions {
  const resolved = resolve(bulkSignOptions, given, voice)
  const { method, fields, salt, ignoreMissing, params } = resolved
  checkTarget(resolved, voice)
  const isElastic = fingerprintMethods.some(name => name === method)
  if (isElastic && resolved.javaVersion !== undefined) throw unused('javaVersion', method, voice)
  if (!isElastic && salt !== '') throw unused('salt', method, voice)
  if (isSignature(method)) {
    if (ignoreMissing) throw unused('ignoreMissing', method, voice)
    resolveMethodParams(method, params)
    return resolved
  }
  if (Object.keys(params).length > 0) throw unused('params', method, voice)
  for (const name of [...fields, resolved.targetField]) checkPath(name, voice)
  if (fields.length > 0) return resolved
  throw new NearsameError('OPTION_VALUE', {
    expected: `${spoken('fields', voice)} to be ${bulkSignOptions.fields.domain}`,
    got: 'none',
    fix: 'name the fields that make two documents the same',
  })
}

/** The signer that resolved options describe. */
export function signerOf(options: BulkSignOptions): DocumentSigner {
  const { method, fields, targetField, params } = options
  const target = namesOnPath(targetField)
  if (!isSignature(method)) {
    return {
      target,
      fields,
      unsigned: `all missing: ${fields.join(', ')}`,
      sign: fingerprinting(method, options),
    }
  }
  const signatureClass = signatureClasses[method]
  const settings = givenSettings({ fields, signatureField: targetField, signatureClass, ...params })
  const { javaVersion = javaOfSolr } = options
  return {
    target,
    fields: settings.fields,
    unsigned: `no content in ${settings.fields.length === 0 ? 'any field' : settings.fields.join(', ')}`,
    sign(document) {
      const part = signingPart(settings, withDoubleTexts(document, javaVersion))
      const signed = documentSignature(settings, part)
      // As with `compatibility: 'safe'` of the chain.
      return isContentless(settings, part, signed) ? undefined : signed.signature
    },
  }
}

/** As the ingest processor of Elasticsearch, or of OpenSearch, which says so in the names of its methods. */
function fingerprinting(
  method: FingerprintMethod | OpenSearchMethod,
  { fields, salt, ignoreMissing, javaVersion = javaOfOpenSearch }: BulkSignOptions,
): DocumentSigner['sign'] {
  if (isOpenSearch(method)) {
    return document => openSearchFingerprintOf({ method, fields, ignoreMissing, javaVersion }, document)
  }
  return document => fingerprintOf({ method, fields, salt, ignoreMissing }, document)
}

function isOpenSearch(method: FingerprintMethod | OpenSearchMethod): method is OpenSearchMethod {
  return openSearchMethods.some(name => name === method)
}

function isSignature(method: BulkSignOptions['method']): method is SignatureMethod {
  return Object.hasOwn(signatureClasses, method)
}

/** Names that mean something else to an ingest processor than a field of the document. */
const metadata = ['_index', '_id', '_type', '_version', '_version_type', '_routing', '_ingest', '_source']

function checkPath(path: string, voice: Voice): void {
  const names = namesOnPath(path)
  if (!names.includes('') && !metadata.includes(names[0])) return
  throw new NearsameError('OPTION_VALUE', {
    expected: `${spoken('fields', voice)} and ${spoken('targetField', voice)} to be paths of fields in the document`,
    got: JSON.stringify(path),
    fix: `name fields of the document; ${metadata.join(', ')} are not`,
  })
}

/** A fingerprint in one of its own fields would overwrite what it stands for. @throws NearsameError OPTION_VALUE */
function checkTarget({ fields, targetField }: BulkSignOptions, voice: Voice): void {
  const target = namesOnPath(targetField)
  const overwritten = fields.find(name => overlap(namesOnPath(name), target))
  if (overwritten === undefined) return
  throw new NearsameError('OPTION_VALUE', {
    expected: `${spoken('targetField', voice)} to be outside of the fields of the fingerprint`,
    got: `${JSON.stringify(targetField)}, which would overwrite ${JSON.stringify(overwritten)}`,
    fix: `choose another ${spoken('targetField', voice)}`,
  })
}

function unused(
  name: 'salt' | 'ignoreMissing' | 'params' | 'javaVersion',
  method: string,
  voice: Voice,
): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `no ${spoken(name === 'params' && voice === 'cli' ? 'param' : name, voice)} with the method ${method}`,
    got: 'one',
    fix: `leave it out, or choose another method`,
  })
}
