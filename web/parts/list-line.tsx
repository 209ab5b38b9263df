/** List line: the first words of something and a figure, its ids and a note small below. */
import type { ComponentChildren } from 'preact'
import type { Id } from '../data/ids.ts'
import { ShownId } from './shown-id.tsx'

interface ListLineProps {
  readonly words: ComponentChildren
  readonly figure: ComponentChildren
  readonly ids: readonly Id[]
  /** The place of the one that is kept; -1: none. */
  readonly kept: number
  readonly note: ComponentChildren
}

export function ListLine({ words, figure, ids, kept, note }: ListLineProps) {
  return (
    <>
      <div class="cluster-line">
        <span class="excerpt" dir="auto">
          {words}
        </span>
        {figure}
      </div>
      <div class="cluster-line muted">
        <span class="excerpt">
          {ids.map((id, at) => (
            <span key={at}>
              {at === 0 ? '' : ', '}
              <ShownId id={id} class={at === kept ? 'kept-mark' : ''} />
            </span>
          ))}
        </span>
        {note}
      </div>
    </>
  )
}
