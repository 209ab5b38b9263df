/** Options of collapsing a ranked list. */
import type { DocumentId } from '../../../engine/library/document.ts'
import { choice, type Given, options } from '../../../ground/options/declare.ts'
import type { AnyIndexDocument } from '../documents/index-types.ts'

export const collapseOptions = options({
  chains: choice(['all', 'kept'], {
    default: 'all',
    doc: 'compare a result with any better-ranked one, or only with kept ones',
  }),
  unknown: choice(['refuse', 'keep'], {
    default: 'refuse',
    doc: 'refuse a list with ids that no document has, or keep them, uncompared, in their places',
  }),
})

type Choices = Given<typeof collapseOptions>

export interface CollapseRequest extends Choices {
  /** Ids of documents of the collection, best-ranked first. Default: none, `documents` are given. */
  readonly ids?: readonly DocumentId[] | undefined
  /**
   * Documents, best-ranked first, instead of `ids`. A document without an id gets its place in the list, from 0.
   * Default: none, `ids` are given.
   */
  readonly documents?: readonly AnyIndexDocument[] | undefined
}
