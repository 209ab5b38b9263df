/** Options of adding documents. */
import {
  choice,
  type Given,
  type Option,
  options,
  Refusal,
  whole,
} from '../../../ground/options/declare.ts'
import type { RequestMark } from '../documents/request-marks.ts'

const duplicateChoices = ['add', 'reject', 'skip', 'replace'] as const

/** What happens to a document that matches a stored one. Only `replace` replaces a document of the same id. */
export type OnDuplicate = (typeof duplicateChoices)[number]

export const addOneOptions = options({
  onDuplicate: {
    ...choice(duplicateChoices, {
      default: 'add',
      doc:
        'what to do with a document that matches one in the index: `add` it anyway, `reject` or `skip` it, ' +
        'or let it `replace` its matches',
    }),
    placeholder: 'what',
  },
})

export type AddOptions = Given<typeof addOneOptions>

export const addEachOptions = options({
  ...addOneOptions,
  inFlight: whole({ from: 1, default: 512, doc: 'maximum number of documents in work at a time' }),
})

export type AddEachOptions = Given<typeof addEachOptions>

const markDomain = 'a mark of 16 bytes'
const mark: Option<RequestMark | undefined, RequestMark> = {
  doc: 'request that the document came with; the same document of the same request is added once',
  domain: markDomain,
  placeholder: 'mark',
  isList: false,
  defaultText: '',
  fallback: () => undefined,
  read(given) {
    const { bytes } = (given ?? {}) as Partial<RequestMark>
    const isMark = bytes instanceof Uint8Array && bytes.length === 16
    return isMark ? (given as RequestMark) : new Refusal(markDomain)
  },
}

/** With the one that only the server sets. */
export const markedAddOptions = options({ ...addOneOptions, mark })

export type MarkedAddOptions = Given<typeof markedAddOptions>
