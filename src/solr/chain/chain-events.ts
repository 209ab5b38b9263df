/** Events of an update chain: the results of the commands it takes. */
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { AddCommand, UpdateCommand } from '../messages/messages.ts'
import type { UpdateTerm } from './document-state.ts'

export type NoticeReason = 'update-passed' | 'nothing-to-compare' | 'fields-trimmed'

export type ChainEvent =
  | {
      readonly kind: 'document'
      /** The command as it leaves the chain. */
      readonly command: AddCommand
      /** Counts all stored documents from 0; undefined unless the state is kept and the chain stores. */
      readonly number: number | undefined
      /** The signature of the last processor that made one. */
      readonly signature: string | undefined
      /** What the document replaces: all documents with this term, set by the last processor with `overwriteDupes`. */
      readonly term: UpdateTerm | undefined
      /** With `keep: 'first'`, the number of the earlier document that stays instead of this one. */
      readonly duplicateOf: number | undefined
      /** Numbers of replaced documents, its own too if it does not stay; undefined unless the state is kept. */
      readonly replaced: readonly number[] | undefined
      /** For an atomic update, the number of the document it modifies, if there is one. */
      readonly updates: number | undefined
    }
  | {
      readonly kind: 'command'
      readonly command: UpdateCommand
      /** Numbers of the deleted documents; undefined unless the state is kept. */
      readonly removed: readonly number[] | undefined
    }
  | {
      readonly kind: 'notice'
      readonly reason: NoticeReason
      readonly text: string
      readonly input: number
    }
  /** `solrErrorOf` returns Solr's answer. */
  | { readonly kind: 'refused'; readonly error: NearsameError; readonly input: number }
