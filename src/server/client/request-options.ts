/** Options of requests that the calls of an index do not have. */
import { choice, type Given, options, required, text } from '../../ground/options/declare.ts'
import { addOneOptions } from '../../online/index/calls/add.ts'
import { anyText } from '../../online/index/calls/call-values.ts'

/** For adding documents in one request. */
export const keyOptions = options({
  ...addOneOptions,
  idempotencyKey: {
    ...text({
      placeholder: 'key',
      default: undefined,
      doc: 'the same request under the same key adds its documents once',
    }),
    defaultText: 'a new key for every call, used again when the client repeats the call',
  },
})

export type KeyOptions = Given<typeof keyOptions>

export const importFormats = ['jsonl', 'csv', 'tsv', 'txt'] as const

export const importOptions = options({
  id: {
    ...text({
      placeholder: 'name',
      pattern: '^[A-Za-z0-9._-]{1,100}$',
      default: undefined,
      doc: 'id for asking about the import: up to 100 letters, digits, dots, hyphens and underscores',
    }),
    defaultText: 'a random one',
  },
  format: required(
    choice(importFormats, { default: 'jsonl', doc: 'CSV and TSV have a header; `txt`: a document a line' }),
  ),
  file: anyText({ placeholder: 'name', doc: 'name of the file, to be shown', defaultText: '`file`' }),
  source: anyText({
    placeholder: 'text',
    doc: 'field `source` of documents that have none',
    defaultText: 'not set',
  }),
  nullText: anyText({
    placeholder: 'text',
    doc: 'a text that counts as none, as a blank one does, such as `\\N` of database dumps',
    defaultText: 'no other',
  }),
  ...addOneOptions,
})

export type ImportOptions = Given<typeof importOptions>
