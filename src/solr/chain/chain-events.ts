/** Events of an update chain: what comes of the commands that it takes. */
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { AddCommand, UpdateCommand } from '../messages/messages.ts'
import type { UpdateTerm } from './document-state.ts'

export type NoticeReason = 'update-passed' | 'nothing-to-compare' | 'fields-trimmed'

export type ChainEvent =
  | {
      readonly kind: 'document'
      /** As it leaves the chain. */
      readonly command: AddCommand
      /** Counted from 0 over all documents stored; undefined unless the state is kept and the chain stores. */
      readonly number: number | undefined
      /** Of the last processor that gave one. */
      readonly signature: string | undefined
      /** What it replaces: all documents of this term, that of the last processor with `overwriteDupes`. */
      readonly term: UpdateTerm | undefined
      /** Numbers that it replaces, its own too where Solr loses it at once; undefined unless the state is kept. */
      readonly replaced: readonly number[] | undefined
      /** Of an atomic update the number of the document that it is applied to, if there is one. */
      readonly updates: number | undefined
    }
  | {
      readonly kind: 'command'
      readonly command: UpdateCommand
      /** Numbers of the documents that it deletes; undefined unless the state is kept. */
      readonly removed: readonly number[] | undefined
    }
  | {
      readonly kind: 'notice'
      readonly reason: NoticeReason
      readonly text: string
      readonly input: number
    }
  /** `solrErrorOf` has Solr's answer. */
  | { readonly kind: 'refused'; readonly error: NearsameError; readonly input: number }
