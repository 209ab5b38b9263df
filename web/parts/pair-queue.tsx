/** Pair queue: pairs that a person decides one after the other, as a list beside the pair that is looked at, with keys. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ownValue } from '../../src/ground/json/field.ts'
import { VirtualList } from './virtual-list.tsx'

interface PairQueueProps {
  readonly label: string
  readonly count: number
  /** The pair that is looked at. */
  readonly at: number
  readonly onMove: (to: number) => void
  /** Called when the last pair is near what is seen. */
  readonly onEnd?: (() => void) | undefined
  /** What keys do beside `j` and `k`, which move. */
  readonly keys: Readonly<Record<string, () => unknown>>
  readonly line: (at: number) => ComponentChildren
  /** The pair itself. */
  readonly children: ComponentChildren
}

export function PairQueue({ label, count, at, onMove, onEnd, keys, line, children }: PairQueueProps) {
  useKeyPresses({ j: () => onMove(at + 1), k: () => onMove(at - 1), ...keys })
  return (
    <div class="master chosen">
      <VirtualList
        count={count}
        itemHeight={52}
        label={label}
        selected={at}
        onSelect={onMove}
        onEnd={onEnd}
        render={line}
      />
      {children}
    </div>
  )
}

/** They act wherever the page has the focus, but for places where somebody types. */
function useKeyPresses(keys: PairQueueProps['keys']): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, dialog *')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      const act = ownValue(latest.current, event.key)
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

interface DecisionTagProps {
  /** Undefined where nothing is decided. */
  readonly decision: 'same' | 'different' | 'unsure' | undefined
  /** Default: the decision. */
  readonly said?: string | undefined
}

export function DecisionTag({ decision, said = decision }: DecisionTagProps) {
  if (decision === undefined) return null
  const colour = decision === 'same' ? 'kept' : decision === 'different' ? 'removed' : ''
  return <span class={`tag ${colour}`}>{said === 'unsure' ? 'not sure' : said}</span>
}
