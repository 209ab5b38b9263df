/** An example problem for each code that a route of the description may answer, as the server writes it. */

import { knownForms } from '../../files/io/file-kind.ts'
import { type ErrorParts, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { ErrorCode } from '../../ground/errors/registry.ts'
import { problemOf } from '../rules/problem.ts'

const parts = {
  REQUEST_SYNTAX: {
    expected: 'a text or a document to check',
    got: 'no body',
    fix: 'send {"text": …} as application/json',
  },
  OPTION_UNKNOWN: {
    expected: 'the name of an option',
    got: '`mindocuments`',
    fix: 'write `minDocuments`, if that was meant',
  },
  OPTION_VALUE: {
    expected: '`limit` to be a whole number in [1, 10000]',
    got: '0',
    fix: 'change `limit`',
  },
  BANDS_UNREACHABLE: {
    expected: 'recall 0.999 at Jaccard 0.8 from 1 values',
    got: '0.800 at best',
    fix: 'raise `signatureLength`, or lower `recall`',
  },
  TEXT_MISSING: {
    expected: 'a text in "text"',
    got: 'none',
    fix: 'give the document a text, or choose other fields with `text`',
  },
  JSON_SYNTAX: {
    expected: 'JSON',
    got: 'something else at byte 14',
    fix: 'send valid JSON, in UTF-8',
  },
  KEY_MISSING: {
    expected: 'an API key in `Authorization: Bearer KEY` or `X-API-Key: KEY`',
    got: 'none, or one that the server does not know',
    fix: 'send one of the keys given to the server at its start',
  },
  KEY_SCOPE: {
    expected: 'a key with the scope `write`',
    got: 'a key with the scope `read`',
    fix: 'use a key with this scope',
  },
  REQUEST_ORIGIN: {
    expected: 'a request from a program, or from a page of this server',
    got: 'one from a page of "https://example.org"',
    fix: 'send it from a program of yours, which passes the answer on to the page',
  },
  COLLECTION_NOT_FOUND: {
    expected: 'the name of a collection',
    got: '"newz"',
    fix: 'create it with PUT /v1/collections/newz, or list existing ones with GET /v1/collections',
  },
  UPLOAD_NOT_FOUND: {
    expected: 'the id of an upload of this key',
    got: '"7"',
    fix: 'send the file with POST /v1/uploads; uploads are deleted after 30 days',
  },
  RUN_NOT_FOUND: {
    expected: 'the id of a run of this key',
    got: '"7"',
    fix: 'list them with GET /v1/runs; runs are deleted 30 days after their end unless they are kept',
  },
  RUN_OUTPUT: {
    expected: 'a run with the output decisions',
    got: 'one without decisions',
    fix: 'send decisions with PUT /v1/runs/{id}/decisions',
  },
  INPUT_FORMAT_UNKNOWN: {
    expected: knownForms,
    got: 'an input that is an image',
    where: 'photo.csv',
    fix: 'leave it out',
  },
  DOCUMENT_NOT_FOUND: {
    expected: 'the id of a document of the collection',
    got: '"7"',
    fix: 'check the id; `type=number` or `type=string` distinguishes 7 and "7"',
  },
  IMPORT_NOT_FOUND: {
    expected: 'the id of an import that runs or ended within the last hour',
    got: '"import-7"',
    fix: 'list them with GET /v1/collections/{name}/imports',
  },
  DECISIONS_CONFLICT: {
    expected: 'no pair to be both same and different',
    got: 'decisions that contradict each other',
    where: '1 and 2, 2 and 3, 1 and 3',
    fix: 'correct or remove one of these decisions',
  },
  REQUEST_TIMEOUT: {
    expected: 'the body within 60000 ms, the limit `bodyTimeoutMs`',
    got: 'only a part of it',
    fix: 'send it faster, or in several requests',
  },
  OPTIONS_MISMATCH: {
    expected: 'the options that the collection was made with: threshold 0.8',
    got: 'threshold 0.7',
    fix: 'PUT the options that GET /v1/collections/news shows, or take another name',
  },
  PRECONDITION_FAILED: {
    expected: 'If-Match: *',
    got: 'no collection of that name',
    fix: 'read the collection again, then decide',
  },
  REQUEST_TOO_LARGE: {
    expected: 'at most 8388608 bytes in a body, the limit `bodyBytes`',
    got: 'more',
    fix: 'send several requests, or send documents as NDJSON, which has no length limit',
  },
  RECORD_TOO_LONG: {
    expected: 'at most 1048576 characters in a text, the limit `textLength`',
    got: '1048577',
    fix: 'cut the text, or raise `textLength` of the server',
  },
  CONTENT_TYPE: {
    expected: 'a body of a type that this route reads',
    got: '"text/xml"',
    fix:
      'name the type of the body in Content-Type: application/json, application/x-ndjson for a list of documents, or ' +
      'application/octet-stream for a file',
  },
  IDEMPOTENCY_KEY: {
    expected: 'the request that first used this Idempotency-Key',
    got: 'another one with "import-7"',
    fix: 'use a new key for a new request',
  },
  RATE_LIMIT: {
    expected: 'at most 60 requests a minute, the limit `requestsPerMinute`',
    got: 'more',
    fix: 'wait as long as Retry-After says',
  },
  BUG: {
    expected: 'the request to succeed',
    got: 'an internal error, which the log of the server has',
    fix: 'report the log entry with the id of this request',
  },
  NOT_READY: {
    expected: 'all collections to be open',
    got: 'some still opening',
    fix: 'try again in a moment',
  },
  STORE_UNAVAILABLE: {
    expected: 'PostgreSQL to answer and run every statement',
    got: 'connect ECONNREFUSED 127.0.0.1:5432',
    fix: 'check that it runs, that address and account are right, and that the account may create and change tables',
  },
  DISK_FULL: {
    expected: 'room on the disk',
    got: 'database or disk is full',
    fix: 'free some space and try again; everything acknowledged before is kept',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorParts>>

/** The codes of the description. */
export type DescribedCode = keyof typeof parts

/** By code, for `components.examples`. */
export const problemExamples: Readonly<Record<string, { readonly value: object }>> = Object.fromEntries(
  Object.entries(parts).map(([code, given]) => [
    code,
    { value: problemOf(new NearsameError(code as DescribedCode, given), 'q1Zc0aT7-4') },
  ]),
)
