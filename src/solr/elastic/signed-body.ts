/**
 * Signed body: the body of a request with fingerprints, and what was signed.
 *
 * Actions of a bulk body that cannot be signed are left out and told; a body whose lines are not actions and sources is
 * refused as a whole. Lines that need no change keep their bytes.
 */
import { isUtf8 } from 'node:buffer'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { BulkAction } from '../bulk/bulk-lines.ts'
import { type BulkItem, BulkSigning, isRefused, type SigningOutcome } from '../bulk/bulk-signing.ts'
import type { RefusedAction } from './bulk-answer.ts'
import type { DocumentSigner } from './document-signer.ts'
import { ElasticRefusal } from './elastic-answer.ts'
import type { Brought } from './elastic-paths.ts'
import { sourceSigner } from './source-signing.ts'

export interface SignedBody {
  readonly body: Uint8Array
  readonly signed: number
  /** Line numbers of the documents without a fingerprint. */
  readonly unsigned: readonly number[]
  /** The actions that are not in the body, as they cannot be signed. */
  readonly refused: readonly RefusedAction[]
  /** Whether no action is left of those that were sent. */
  readonly isEmpty: boolean
  /** The fingerprint of a single document. */
  readonly fingerprint?: string | undefined
}

/** How the documents of a request are signed. */
export interface BodySigning {
  readonly signer: DocumentSigner
  readonly documentId: 'keep' | 'fingerprint'
}

/** @throws NearsameError BULK_FORMAT, BULK_UNSIGNED, UTF8_INVALID */
export function signedBody(bytes: Buffer, { kind }: Brought, signing: BodySigning): SignedBody {
  if (!isUtf8(bytes)) {
    throw new NearsameError('UTF8_INVALID', {
      expected: 'UTF-8',
      got: 'other bytes in the body',
      fix: 'send the body in UTF-8',
    })
  }
  const text = bytes.toString()
  return kind === 'bulk' ? signedLines(text, signing) : signedOne(text, kind === 'update', signing.signer)
}

function signedLines(text: string, { signer, documentId }: BodySigning): SignedBody {
  const signing = new BulkSigning(sourceSigner(signer), documentId === 'fingerprint')
  const lines = text.split('\n')
  // Elasticsearch refuses a body without a line feed at its end.
  const end = lines.at(-1) === '' ? lines.pop() : undefined
  const items = lines.map(line => signing.take(line)).filter(item => item !== undefined)
  signing.end()
  const actions = items.filter(({ action }) => action !== undefined)
  const refused = actions.flatMap((item, place) =>
    isRefused(item) ? { place, action: item.action as BulkAction, error: item.error } : [],
  )
  const kept = items.filter(item => !isRefused(item))
  const written = kept.flatMap(item => item.lines).concat(end ?? [])
  const numbersOf = (outcome: SigningOutcome) =>
    items.filter((item: BulkItem) => item.outcome === outcome).map(({ number }) => number)
  return {
    body: Buffer.from(written.join('\n')),
    signed: numbersOf('signed').length,
    unsigned: numbersOf('unsigned'),
    refused,
    isEmpty: refused.length === actions.length && actions.length > 0,
  }
}

function signedOne(text: string, isUpdate: boolean, signer: DocumentSigner): SignedBody {
  const kind = isUpdate ? 'update' : 'document'
  const { outcome, fingerprint, ...signed } = sourceSigner(signer)[kind]({ text, number: 1 })
  return {
    body: Buffer.from(signed.text),
    signed: outcome === 'signed' ? 1 : 0,
    unsigned: outcome === 'unsigned' ? [1] : [],
    refused: [],
    isEmpty: false,
    fingerprint,
  }
}

const jsonTypes = [
  'application/json',
  'application/x-ndjson',
  'application/vnd.elasticsearch+json',
  'application/vnd.elasticsearch+x-ndjson',
]

/** @throws ElasticRefusal 406 for a body in another notation, in Elasticsearch's words */
export function checkContentType(header: string | undefined): void {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(/\s*;\s*/)
  const isOther = parameters.some(parameter => /^charset\s*=\s*"?(?!utf-?8\b)/.test(parameter))
  if (jsonTypes.includes(type.trim()) && !isOther) return
  throw new ElasticRefusal(
    406,
    `Content-Type header [${header ?? ''}] is not supported: send JSON in UTF-8`,
  )
}
