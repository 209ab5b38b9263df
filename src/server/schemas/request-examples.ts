/**
 * Examples of requests and their answers, in an order in which a new server gives them: a test sends them all.
 *
 * An answer may leave fields out, for example long ones; a text is a part of the answer.
 */
import { errorJson, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { RequestExample } from './request-example.ts'
import { runExamples } from './run-examples.ts'

const text = 'The old stone bridge across the river was closed for repairs on Monday morning'
const close = 'The old stone bridge across the river was closed for repairs on Monday evening'
const other = 'A new library opens in the town hall next week'
const ndjson = 'application/x-ndjson'
const at = '2026-01-05T12:00:00.000Z'
const name = 'news'

const collection = {
  name,
  options: {
    method: 'minhash',
    params: {},
    text: ['text'],
    threshold: 0.7,
    measure: 'jaccard',
    shingle: 'words:5',
    fold: 'none',
    symbols: 'drop',
    recall: 0.99,
    near: true,
    seed: 1,
    signatureLength: 128,
    storeText: true,
  },
  documents: 0,
  clusters: 0,
  createdAt: at,
}
const similarity = 9 / 11
const details = [{ kind: 'kept' }, { kind: 'near', similarity, rule: 'first' }]
const match = { id: 1, similarity: 1, measure: 'jaccard', cluster: 1 }
const missing = errorJson(
  new NearsameError('TEXT_MISSING', {
    expected: 'a text in "text"',
    got: 'none',
    fix: 'give the document a text, or choose other fields with `text`',
  }),
)

const writing: readonly RequestExample[] = [
  {
    operationId: 'createCollection',
    parameters: { name },
    body: { threshold: 0.7 },
    status: 201,
    answer: collection,
  },
  { operationId: 'createCollection', parameters: { name }, body: { threshold: 0.7 }, answer: collection },
  {
    operationId: 'listCollections',
    parameters: { limit: 10 },
    answer: { items: [collection], next: null },
  },
  {
    operationId: 'addDocuments',
    parameters: { name, onDuplicate: 'add' },
    body: { documents: [{ id: 1, text, source: 'desk 7' }, { id: 2, text: close }, { id: 3 }] },
    answer: {
      results: [
        { id: 1, status: 'added', matches: [], cluster: 1 },
        { id: 2, status: 'added', matches: [{ ...match, similarity }], cluster: 1 },
        { id: 3, status: 'bad', matches: [], error: missing },
      ],
    },
  },
  {
    operationId: 'addDocuments',
    parameters: { name },
    type: ndjson,
    body: `{"id":"a","text":"${other}","expiresAt":"2026-02-01"}\n`,
    answer: '{"id":"a","status":"added","matches":[],"cluster":2}\n',
  },
]

const reading: readonly RequestExample[] = [
  {
    operationId: 'check',
    parameters: { name, limit: 1 },
    body: { text, except: 2 },
    answer: { matches: [match] },
  },
  {
    operationId: 'check',
    parameters: { name },
    type: ndjson,
    body: `{"text":"${other}"}\n`,
    answer: '{"matches":[{"id":"a","similarity":1,"measure":"jaccard","cluster":2}]}\n',
  },
  {
    operationId: 'collapse',
    parameters: { name },
    body: { ids: [2, 'a', 1] },
    answer: { kept: [2, 'a'], dropped: [{ id: 1, twin: 2, similarity }] },
  },
  {
    operationId: 'explain',
    parameters: { name, a: '1', b: '2', type: 'number' },
    answer: {
      a: { id: 1, at: 'document 1', text },
      b: { id: 2, at: 'document 2', text: close },
      measures: { jaccard: similarity, containment: 0.9, shared: 9, onlyA: 1, onlyB: 1 },
      kind: 'near',
      matches: true,
      measure: 'jaccard',
      threshold: 0.7,
    },
  },
  {
    operationId: 'getCollection',
    parameters: { name },
    answer: { ...collection, documents: 3, clusters: 2 },
  },
  {
    operationId: 'getDocument',
    parameters: { name, id: '1', type: 'number' },
    answer: {
      id: 1,
      cluster: 1,
      addedAt: at,
      expiresAt: null,
      document: { id: 1, text, source: 'desk 7' },
    },
  },
  {
    operationId: 'listClusters',
    parameters: { name, kind: 'near', sort: 'largest', details: true, limit: 10 },
    answer: { items: [{ cluster: 1, documents: 2, members: [1, 2], details }], next: null },
  },
  {
    operationId: 'listPairs',
    parameters: { name, limit: 10 },
    answer: { items: [{ id1: 1, id2: 2, measure: 'jaccard', similarity }], next: null },
  },
  {
    operationId: 'listChanges',
    parameters: { name, after: '1', limit: 10 },
    answer: { items: [{ change: 2, kind: 'made', cluster: 2, at }], next: null, cursor: '2' },
  },
]

const review = { id1: 1, id2: 2, decision: 'same', survivor: 2, by: '-', at }
const counts = { added: 0, replaced: 0, skipped: 0, exists: 1, rejected: 0, bad: 0 }
const imported = {
  id: 'import-1',
  name: 'file',
  format: 'jsonl',
  status: 'done',
  documents: 1,
  counts,
  errors: [],
}

const reviewing: readonly RequestExample[] = [
  {
    operationId: 'decide',
    parameters: { name },
    body: { reviews: [{ id1: 1, id2: 2, decision: 'same', survivor: 2 }] },
    answer: { reviews: [review], replaced: [] },
  },
  { operationId: 'listReviews', parameters: { name, limit: 10 }, answer: { items: [review], next: null } },
  {
    operationId: 'exportReviews',
    parameters: { name },
    type: 'text/csv',
    answer: `id1,id2,decision,survivor,by,at\n1,2,same,2,-,${at}\n`,
  },
  {
    operationId: 'withdraw',
    parameters: { name },
    body: { pairs: [[1, 2]] },
    answer: { removed: 1 },
  },
  {
    operationId: 'histogram',
    parameters: { name },
    answer: {
      measure: 'jaccard',
      bins: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
      pairs: 1,
      sizes: [[2, 1]],
      largest: 2,
      asOf: at,
      documentsSince: 0,
    },
  },
  {
    operationId: 'replay',
    parameters: { name },
    answer: {
      threshold: 0.7,
      current: 0.7,
      measure: 'jaccard',
      cluster: 'components',
      documents: 3,
      asOf: at,
      documentsSince: 0,
      id: [1, 2],
      copyOf: [0, 1],
      left: [0],
      right: [1],
      similarities: [similarity],
      next: null,
    },
  },
  {
    operationId: 'searchDocuments',
    parameters: { name, contains: 'new LIBRARY' },
    answer: { items: [{ id: 'a', cluster: 2 }], next: null, searched: 3 },
  },
  {
    operationId: 'importFile',
    parameters: { name, id: 'import-1', format: 'jsonl', source: 'desk 7' },
    bodyType: 'application/octet-stream',
    body: `{"id":1,"text":"${text}"}\n`,
    answer: imported,
  },
  { operationId: 'listImports', parameters: { name }, answer: { items: [imported] } },
  { operationId: 'getImport', parameters: { name, id: 'import-1' }, answer: imported },
  { operationId: 'cancelImport', parameters: { name, id: 'import-1' } },
]

const operating: readonly RequestExample[] = [
  { operationId: 'session', answer: { keys: false, client: null, scope: 'write' } },
  { operationId: 'health', answer: { status: 'ok' } },
  { operationId: 'readiness', answer: { status: 'ready', collections: 1, documents: 3 } },
  { operationId: 'metrics', type: 'text/plain', answer: 'nearsame_documents{collection="news"} 3\n' },
  { operationId: 'describe', answer: { openapi: '3.1.0', info: { title: 'nearsame' } } },
  { operationId: 'page', type: 'text/html', answer: '<title>nearsame</title>\n' },
  { operationId: 'deleteDocument', parameters: { name, id: '2', type: 'number' } },
  { operationId: 'retrain', parameters: { name }, answer: { documents: 2 } },
  {
    operationId: 'expire',
    parameters: { name },
    body: { before: '2026-01-05T14:00:00+01:00' },
    answer: { removed: 2 },
  },
  { operationId: 'compact', parameters: { name }, answer: { freedBytes: 834 } },
  { operationId: 'deleteCollection', parameters: { name } },
]

export const requestExamples: readonly RequestExample[] = [
  ...writing,
  ...reading,
  ...reviewing,
  ...runExamples,
  ...operating,
]
