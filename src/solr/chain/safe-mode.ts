/**
 * Safe mode: what `compatibility: 'safe'` does where Solr loses documents without an error, each case with a notice.
 *
 *     update-passed       an atomic update of other fields keeps its signature. Solr overwrites it by the
 *                         signature of nothing, and with `overwriteDupes` removes all documents updated so
 *     nothing-to-compare  a document whose signed fields are absent, empty or null gets no signature. Solr
 *                         takes all such documents for duplicates of each other
 *     fields-trimmed      blanks around names in `fields` are dropped. Solr looks for fields with blanks
 *
 * Refused are a chain that stores nothing, and a signature field whose analysis changes the signature, or may change
 * it: Solr loses documents in both cases.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { SolrSchema } from '../fields/schema.ts'
import type { SolrDocument } from '../messages/messages.ts'
import type { NoticeReason } from './chain-events.ts'
import {
  type DocumentSignature,
  isAtomicUpdate,
  isContentless,
  type SignatureSettings,
} from './signature-processor.ts'

export interface Notice {
  readonly reason: NoticeReason
  readonly text: string
}

/** The settings with blanks around field names removed. */
export function trimmed(settings: SignatureSettings, tell: (notice: Notice) => void): SignatureSettings {
  const fields = settings.fields.map(name => name.trim()).filter(Boolean)
  if (fields.join() === settings.fields.join()) return settings
  tell({ reason: 'fields-trimmed', text: `fields ${fields.join(', ')} without the blanks around them` })
  return { ...settings, fields: fields.sort() }
}

/** @throws NearsameError SOLR_UNSAFE if the chain would store no document */
export function checkStoring(isStoring: boolean): void {
  if (isStoring) return
  throw new NearsameError('SOLR_UNSAFE', {
    expected: 'a chain that stores its documents',
    got: 'one without a solr.RunUpdateProcessorFactory: Solr answers 200 but stores nothing',
    fix: 'put that processor at the end of the chain',
  })
}

/** @throws NearsameError SOLR_UNSAFE if Solr would search duplicates by another term than the signature */
export function checkTerm(settings: SignatureSettings, schema: SolrSchema): void {
  const { signatureField, overwriteDupes, isEnabled } = settings
  const field = schema.field(signatureField)
  if (!isEnabled || !overwriteDupes || field?.isTerm !== false) return
  throw new NearsameError('SOLR_UNSAFE', {
    expected: 'a signature field whose term is the signature itself, such as one of solr.StrField',
    got: `${field.className} of ${signatureField}: Solr can then remove the documents it adds`,
    fix: 'give the signature field a string type, or choose `overwriteDupes` false',
  })
}

/** Why the document stays unsigned, if it does. */
export function reasonToPass(
  document: SolrDocument,
  settings: SignatureSettings,
  signed: DocumentSignature,
): Notice | undefined {
  const { signatureField } = settings
  if (isAtomicUpdate(document)) {
    return { reason: 'update-passed', text: `an update of other fields leaves ${signatureField} as it is` }
  }
  if (!isContentless(settings, document, signed)) return undefined
  const text = `a document without content for ${signatureField} gets no signature`
  return { reason: 'nothing-to-compare', text }
}
