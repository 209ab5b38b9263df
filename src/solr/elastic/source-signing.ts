/**
 * Source signing: sets the fingerprint in the text of a document, or of an update; all other bytes stay.
 *
 *     index, create   the document
 *     update          `upsert` is a document; `doc` is a part of one, and a whole one with `doc_as_upsert`
 *
 * A `doc` that replaces every field of the fingerprint is signed like a document, and one that touches none of them is
 * left alone. What the others leave of the stored document is unknown, so they are refused, and so are scripts.
 *
 * Source: Elasticsearch Guide, "Update API", for the parts of an update.
 */
import { type BulkLine, readObject, refuseLine } from '../bulk/bulk-lines.ts'
import type { SignedSource, SigningOutcome, SourceSigner } from '../bulk/bulk-signing.ts'
import type { SolrDocument, SolrField, SolrValue } from '../messages/messages.ts'
import { isModifier } from '../messages/values.ts'
import { memberOf } from './document-fields.ts'
import { coverageAt, coverageOf, type DocumentSigner } from './document-signer.ts'
import { withMember } from './json-members.ts'
import { unsignable } from './unsignable.ts'

/** Signs sources with the fingerprints of a signer. */
export function sourceSigner(signer: DocumentSigner): SourceSigner {
  return {
    noun: 'fingerprint',
    document: source => signDocument(signer, source),
    update: source => signUpdate(signer, source),
  }
}

/** Signs a whole document. @throws NearsameError BULK_FORMAT, BULK_UNSIGNED */
function signDocument(signer: DocumentSigner, line: BulkLine): SignedSource {
  const { fields } = readSource(line)
  const fingerprint = signer.sign(fields)
  if (fingerprint === undefined) return { text: line.text, outcome: 'unsigned' }
  return {
    text: withMember(line.text, signer.target, JSON.stringify(fingerprint)),
    outcome: 'signed',
    fingerprint,
  }
}

/** Signs the parts of an update. @throws NearsameError BULK_FORMAT, BULK_UNSIGNED */
function signUpdate(signer: DocumentSigner, line: BulkLine): SignedSource {
  const { fields } = readSource(line)
  if (memberOf(fields, 'script') !== undefined) {
    throw unsignable(
      'an update with `doc` or `upsert`',
      'one with a script, whose effect is unknown',
      sendWhole,
    )
  }
  let text = line.text
  const outcomes = new Set<SigningOutcome>()
  const doc = objectAt(fields, 'doc')
  if (doc !== undefined) {
    const fingerprint = ofPart(signer, doc, isTrue(memberOf(fields, 'doc_as_upsert')))
    outcomes.add(fingerprint.outcome)
    if (fingerprint.value !== undefined) text = withPart(text, 'doc', signer, fingerprint.value)
  }
  const upsert = objectAt(fields, 'upsert')
  if (upsert !== undefined) {
    const value = signer.sign(upsert)
    outcomes.add(value === undefined ? 'unsigned' : 'signed')
    if (value !== undefined) text = withPart(text, 'upsert', signer, value)
  }
  const outcome = (['unsigned', 'signed'] as const).find(one => outcomes.has(one)) ?? 'passed'
  return { text, outcome }
}

const sendWhole = 'send the whole document with `index`'

/** An object; a member that is repeated or no JSON would be set in the wrong place. */
function readSource(line: BulkLine): SolrDocument {
  const document = readObject(line)
  try {
    JSON.parse(line.text)
  } catch {
    throw refuseLine('a JSON object', 'one with comments, unquoted names or the like', line)
  }
  return document
}

function objectAt(fields: readonly SolrField[], name: string): readonly SolrField[] | undefined {
  const value = memberOf(fields, name)
  return value !== undefined && isModifier(value) ? value.entries : undefined
}

/** As Elasticsearch reads a boolean, which may be a text. */
function isTrue(value: SolrValue | undefined): boolean {
  return value === true || value === 'true'
}

/** The fingerprint for a partial document. @throws NearsameError BULK_UNSIGNED if the stored one would become wrong */
function ofPart(
  signer: DocumentSigner,
  doc: readonly SolrField[],
  isUpsert: boolean,
): { outcome: SigningOutcome; value?: string } {
  const coverage = coverageOf(signer, doc)
  if (coverage === 'none') {
    if (coverageAt(doc, signer.target.join('.')) !== 'none') {
      throw unsignable(
        'an update that leaves the fingerprint alone',
        signer.target.join('.'),
        'leave it out',
      )
    }
    if (!isUpsert) return { outcome: 'passed' }
    // The document that it makes if there is none; `sign` refuses it unless missing fields are skipped.
    signer.sign(doc)
    return { outcome: 'unsigned' }
  }
  const value = coverage === 'all' ? signer.sign(doc) : undefined
  if (value !== undefined) return { outcome: 'signed', value }
  const names = signer.fields.length === 0 ? 'all' : signer.fields.join(', ')
  throw unsignable(
    `an update of all fields of the fingerprint (${names}) by texts, numbers or lists, or of none of them`,
    `${doc.map(({ name }) => name).join(', ') || 'none'}`,
    sendWhole,
  )
}

function withPart(text: string, part: string, { target }: DocumentSigner, value: string): string {
  return withMember(text, [part, ...target], JSON.stringify(value))
}
