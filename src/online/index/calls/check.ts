/** Options of checking a text: its matches, and its passages. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import {
  type Given,
  number,
  type Option,
  options,
  Refusal,
  whole,
} from '../../../ground/options/declare.ts'
import { documentId } from './call-values.ts'

/** The threshold of a call. @param least that of the collection */
export function thresholdFrom(least: number): Option<number | undefined, number> {
  const doc = 'minimum similarity of a match'
  const collection = 'that of the collection'
  const option = number({ from: least, to: 1, default: undefined, defaultText: collection, doc })
  const domain = `${option.domain}, not below ${collection}`
  return {
    ...option,
    domain,
    read(given, fromText) {
      const value = option.read(given, fromText)
      return value instanceof Refusal ? new Refusal(domain) : value
    },
  }
}

const except = documentId({
  doc: 'id of a document to leave out of the matches, such as the one you ask about',
})

const maxPlaces = whole({
  from: 1,
  to: 200,
  default: 10,
  doc: 'maximum number of documents listed for a span, of a collection with `passages`',
})

/** Options that every text of many may have. */
const matching = options({
  limit: whole({
    from: 1,
    default: undefined,
    defaultText: 'all',
    doc: 'maximum number of matches of a text',
  }),
  threshold: thresholdFrom(0),
})

export const checkOptions = options({ ...matching, except })

export type CheckOptions = Given<typeof checkOptions>

export const passagesOptions = options({ maxPlaces, except })

export type CheckPassagesOptions = Given<typeof passagesOptions>

/** Of a request with many texts, which asks for matches and passages at once. */
export const checkEachOptions = options({ ...matching, maxPlaces })

export type CheckEachOptions = Given<typeof checkEachOptions>

/** Passages of a text are asked of a collection that keeps none. */
export function noPassages(): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'a collection made with `passages`',
    got: 'one without',
    fix: 'create another collection with `passages`, such as {"least": 50}, and add the documents to it',
  })
}
