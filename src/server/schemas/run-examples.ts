/** Examples of requests about uploads and runs, in order. */
import type { RequestExample } from './request-example.ts'

const at = '2026-01-05T12:00:00.000Z'
const upload = { id: '0c54ab9d-6cd5-4b9e-a1c5-3f0f3a6c2a11', name: 'books.csv' }
const run = { id: '6f2b8a3e-51d7-4c0d-9a50-0d1c1f3c7b22', name: 'books.csv' }
const books = 'id,title\n1,Moby Dick\n2,Walden\n3,moby dick\n'
const octets = 'application/octet-stream'

/** Ids are made by the server. */
export const runExamples: readonly RequestExample[] = [
  {
    operationId: 'upload',
    parameters: { name: 'lists/books.csv' },
    type: 'application/json',
    bodyType: octets,
    body: books,
    status: 201,
    answer: { ...upload, bytes: 42, created: at },
  },
  {
    operationId: 'preview',
    parameters: { upload: upload.id },
    answer: {
      name: 'books.csv',
      format: 'csv',
      delimiter: ',',
      records: 3,
      isAll: true,
      rows: [
        ['1', 'Moby Dick'],
        ['2', 'Walden'],
        ['3', 'moby dick'],
      ],
      id: 'id',
      proposed: {
        options: { method: 'records', text: ['title'], spreadsheetSafe: true },
        sentence: 'These are short records in "title": compared by their words and letters.',
      },
    },
  },
  {
    operationId: 'startRun',
    body: { uploads: [upload.id], options: { threshold: 0.7 } },
    status: 202,
    answer: { id: run.id, state: 'queued' },
  },
  { operationId: 'listRuns', answer: { runs: [{ ...run, isKept: false }] } },
  {
    operationId: 'getRun',
    parameters: { id: run.id },
    answer: { ...run, isKept: false, format: 'csv', options: { threshold: 0.7 }, decisions: 0 },
  },
  {
    operationId: 'runOutput',
    parameters: { id: run.id, output: 'kept' },
    type: octets,
    answer: '1,Moby Dick\n2,Walden\n',
  },
  {
    operationId: 'makeCollection',
    parameters: { id: run.id },
    body: { name: 'books' },
    status: 201,
    answer: {
      name: 'books.kept.csv',
      format: 'csv',
      status: 'done',
      documents: 2,
      counts: { added: 2, replaced: 0, skipped: 0, exists: 0, rejected: 0, bad: 0 },
      errors: [],
    },
  },
  { operationId: 'deleteCollection', parameters: { name: 'books' } },
  {
    operationId: 'decideRun',
    parameters: { id: run.id },
    body: { decisions: [{ id1: '1', id2: '3', decision: 'different' }] },
    status: 202,
    answer: { id: run.id, state: 'queued' },
  },
  {
    operationId: 'keepRun',
    parameters: { id: run.id },
    body: { isKept: true },
    answer: { ...run, isKept: true, decisions: 1, expires: null },
  },
  { operationId: 'deleteUpload', parameters: { upload: upload.id } },
  { operationId: 'deleteRun', parameters: { id: run.id } },
]
