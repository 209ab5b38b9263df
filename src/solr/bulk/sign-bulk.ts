/**
 * Bulk: signatures for documents on their way to Elasticsearch or OpenSearch, in the format of `_bulk`.
 *
 *     body   = { action "\n" [ source "\n" ] }
 *     action = {"index" | "create" | "update" | "delete": {"_index"?, "_id"?, ...}}     a delete has no source
 *
 * An `index` or `create` gets the signature in a field of its source, in place of an existing one. An `update`
 * with a `doc` is the counterpart of Solr's atomic update: it is refused when it has a signed field, because the
 * rest of the document is unknown, and otherwise left alone, but for an `upsert`, which is a document of its own. A
 * `script` is refused: its effect is unknown. Lines that need no change keep their bytes.
 *
 * On request the signature becomes the `_id`, so that equal documents overwrite each other, or each document is
 * followed by a `delete` for every earlier document of the body with the same signature (`bulk-replacement.ts`).
 *
 * Source: Elasticsearch Guide, "Bulk API". The signature follows Solr's rules.
 * Ours: all of it. A dotted name such as `a.b` reaches into {"a":{"b":1}} when no field has that name.
 * Cost: that of reading and signing; memory for one body, and for its signatures when replaced documents are
 * deleted.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkObject, checkString } from '../../ground/options/arguments.ts'
import { choice, flag, type Given, options } from '../../ground/options/declare.ts'
import { resolve } from '../../ground/options/resolve.ts'
import type { JavaException } from '../../methods/java/java-exception.ts'
import {
  checkSettings,
  documentSignature,
  isContentless,
  type SignatureSettings,
} from '../chain/signature-processor.ts'
import { documentToJson } from '../json/json-writer.ts'
import { refusing, type SolrDocument, type SolrField } from '../messages/messages.ts'
import { fieldValue, isModifier } from '../messages/values.ts'
import { type BulkLine, readObject } from './bulk-lines.ts'
import { BulkReplacement } from './bulk-replacement.ts'
import { BulkSigning, isRefused, type SignedSource, type SourceSigner } from './bulk-signing.ts'
import { overlap, signingPart, valueAt } from './signing-part.ts'

export const bulkOptions = options({
  documentId: choice(['keep', 'signature'], {
    default: 'keep',
    doc: '`signature` uses the signature as `_id`; documents must then have none of their own',
  }),
  deletesReplaced: flag({
    doc: 'after each document, delete the earlier ones of the body with the same signature',
  }),
  compatibility: choice(['solr', 'safe'], {
    default: 'safe',
    doc: '`solr` also signs documents without content, `safe` leaves them unsigned',
  }),
})

export type BulkOptions = Given<typeof bulkOptions>

/**
 * A body with signatures. The result always ends with a line feed.
 *
 * @throws NearsameError OPTION_UNKNOWN; OPTION_VALUE, also for a `signatureField` among the signed fields;
 * BULK_FORMAT for a line that is not an action, a missing
 * source or one that is not an object, or an `_id` where the signature becomes the id; SOLR_UPDATE for documents
 * that cannot be signed
 */
export function signBulk(body: string, settings: SignatureSettings, given: BulkOptions = {}): string {
  checkString('body', body)
  checkSettings(settings)
  checkObject('options', given)
  checkSignatureField(settings)
  const { documentId, deletesReplaced, compatibility } = resolve(bulkOptions, given)
  const signer = new SignatureLines(settings, compatibility === 'safe')
  const replacement = deletesReplaced ? new BulkReplacement() : undefined
  const signing = new BulkSigning(signer, documentId === 'signature', replacement)
  const written: string[] = []
  for (const text of body.split('\n')) {
    const item = signing.take(text)
    if (item?.action === undefined) continue
    if (isRefused(item)) throw item.error
    written.push(...item.lines)
  }
  signing.end()
  return written.map(text => `${text}\n`).join('')
}

/** A signature in place of a field that it stands for would lose that field. @throws NearsameError OPTION_VALUE */
function checkSignatureField({ fields, signatureField }: SignatureSettings): void {
  const overwritten = fields.find(name => overlap(name.split('.'), signatureField.split('.')))
  if (overwritten === undefined) return
  throw new NearsameError('OPTION_VALUE', {
    expected: '`signatureField` to be none of the signed fields',
    got: `${JSON.stringify(signatureField)}, which would overwrite ${JSON.stringify(overwritten)}`,
    fix: 'choose another `signatureField`',
  })
}

/** Signs sources as Solr's update chain would. */
class SignatureLines implements SourceSigner {
  readonly noun = 'signature'
  readonly #settings: SignatureSettings
  /** Whether documents without content stay unsigned. */
  readonly #isSafe: boolean

  constructor(settings: SignatureSettings, isSafe: boolean) {
    this.#settings = settings
    this.#isSafe = isSafe
  }

  document(source: BulkLine): SignedSource {
    const document = readObject(source)
    const signature = this.#signatureOf(document.fields, source)
    if (signature === undefined) return { text: source.text, outcome: 'unsigned' }
    const text = withField(source.text, document, this.#settings.signatureField, signature)
    return { text, outcome: 'signed', fingerprint: signature }
  }

  /** The document that an update makes if there is none is signed, and the text serialised again. */
  update(source: BulkLine): SignedSource {
    const document = readObject(source)
    this.#checkUpdate(document, source)
    const { fields, children } = document
    const outcome = keepsSignature(document) ? 'passed' : 'unsigned'
    const upsert = fieldValue(fields, 'upsert')
    if (upsert === undefined || !isModifier(upsert)) return { text: source.text, outcome }
    const value = this.#signatureOf(upsert.entries, source)
    if (value === undefined) return { text: source.text, outcome }
    const name = this.#settings.signatureField
    const entries = upsert.entries.filter(field => field.name !== name).concat({ name, value })
    const others = fields.filter(field => field.name !== 'upsert')
    const signed = others.concat({ name: 'upsert', value: { type: 'MAP', entries } })
    return { text: documentToJson({ fields: signed, children }), outcome: 'signed' }
  }

  /** The signature of a document; undefined for one without content that is left unsigned. */
  #signatureOf(fields: readonly SolrField[], source: BulkLine): string | undefined {
    const settings = this.#settings
    const signing = signingPart(settings, fields)
    const signed = refusing(unsignableAt(source), () => documentSignature(settings, signing))
    return this.#isSafe && isContentless(settings, signing, signed) ? undefined : signed.signature
  }

  #checkUpdate(document: SolrDocument, source: BulkLine): void {
    if (fieldValue(document.fields, 'script') !== undefined)
      throw unsignable('one with a script, whose effect is unknown', source)
    const part = fieldValue(document.fields, 'doc')
    if (part === undefined || !isModifier(part)) return
    const marked = [
      { name: '', value: part },
      ...this.#settings.fields.flatMap(name => this.#partOf(part.entries, name)),
    ]
    refusing(unsignableAt(source), () =>
      documentSignature(this.#settings, { fields: marked, children: [] }),
    )
  }

  #partOf(fields: readonly SolrField[], name: string): SolrField[] {
    const value = valueAt(fields, name)
    return value === undefined ? [] : [{ name, value }]
  }
}

function unsignableAt(source: BulkLine): (cause: JavaException) => NearsameError {
  return cause => unsignable(cause.message.trim(), source, cause)
}

function unsignable(got: string, { number }: BulkLine, cause?: unknown): NearsameError {
  return new NearsameError('SOLR_UPDATE', {
    expected: 'a document that can be signed',
    got,
    where: `line ${number}`,
    fix: 'send the whole document with `index`, or correct the settings of the signature',
    ...(cause !== undefined && { cause }),
  })
}

/** Whether an update without a signed field changes nothing else: an upsert is another document. */
function keepsSignature({ fields }: SolrDocument): boolean {
  return fields.every(({ name }) => name === 'doc' || name === 'doc_as_upsert' || name === 'detect_noop')
}

/** The text of an object with one more member at the end; serialised again if it already has one of that name. */
function withField(text: string, { fields, children }: SolrDocument, name: string, value: string): string {
  const others = fields.filter(field => field.name !== name)
  if (others.length !== fields.length || fields.length === 0) {
    return documentToJson({ fields: others.concat({ name, value }), children })
  }
  const end = text.lastIndexOf('}')
  return `${text.slice(0, end)},${JSON.stringify(name)}:${JSON.stringify(value)}${text.slice(end)}`
}
