/**
 * Virtual list: a list of any length of which only the seen items are in the page. One item is selected; the arrow keys,
 * Page Up and Down, Home and End move the selection, as in a list box.
 *
 * A browser draws boxes up to some 30 million pixels high, so 100,000 items of 48 pixels fit; a longer list scrolls
 * in proportion.
 */

import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ownValue } from '../../src/ground/json/field.ts'

interface VirtualListProps {
  readonly count: number
  /** Of the whole list, of which `count` items are here so far; undefined if it is not known. */
  readonly total?: number | undefined
  readonly itemHeight: number
  readonly label: string
  /** -1: none. */
  readonly selected: number
  readonly onSelect: (at: number) => void
  /** Called when the last item is near what is seen. */
  readonly onEnd?: (() => void) | undefined
  readonly render: (at: number) => ComponentChildren
}

const beyond = 6
const tallest = 16_000_000

/** The item that a key moves to, perhaps beyond an end; undefined for other keys. */
function targetOf(
  key: string,
  { selected, count, page }: { readonly selected: number; readonly count: number; readonly page: number },
): number | undefined {
  const targets = {
    ArrowDown: selected + 1,
    ArrowUp: selected - 1,
    PageDown: selected + page,
    PageUp: selected - page,
    Home: 0,
    End: count - 1,
  }
  return ownValue(targets, key)
}

/** Scrolls as little as shows an item. @param scale of the full list to the box */
function reveal(element: HTMLElement, item: number, itemHeight: number, scale: number): void {
  const at = item * itemHeight
  const seen = element.scrollTop * scale
  if (at < seen) element.scrollTop = at / scale
  else if (at + itemHeight > seen + element.clientHeight)
    element.scrollTop = (at + itemHeight - element.clientHeight) / scale
}

interface Scrolled {
  readonly top: number
  readonly height: number
}

/** What is seen of the box, and a way to follow it when it scrolls. */
function useSeen(box: RefObject<HTMLDivElement | null>) {
  const [seen, setSeen] = useState<Scrolled>({ top: 0, height: 600 })
  const measure = () => {
    const { current } = box
    if (current !== null) setSeen({ top: current.scrollTop, height: current.clientHeight })
  }
  useEffect(() => {
    if (box.current === null) return
    const watch = new ResizeObserver(measure)
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  return [seen, measure] as const
}

export function VirtualList(props: VirtualListProps) {
  const { count, total = count, itemHeight, label, selected, onSelect, onEnd, render } = props
  const box = useRef<HTMLDivElement>(null)
  const [view, measure] = useSeen(box)
  const full = count * itemHeight
  const shown = Math.min(full, tallest)
  // The place in the full list of a place in the box; equal while the list fits.
  const scale = shown <= view.height ? 1 : (full - view.height) / (shown - view.height)
  const top = view.top * scale
  const from = Math.max(0, Math.floor(top / itemHeight) - beyond)
  const end = Math.min(count, Math.ceil((top + view.height) / itemHeight) + beyond)
  useEffect(() => {
    if (box.current !== null && selected >= 0) reveal(box.current, selected, itemHeight, scale)
  }, [selected, count])
  useEffect(() => {
    if (end === count) onEnd?.()
  }, [end, count])
  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / itemHeight) - 1)
    const target = targetOf(event.key, { selected, count, page })
    if (target === undefined || count === 0) return
    event.preventDefault()
    onSelect(Math.max(0, Math.min(count - 1, target)))
  }
  const items: ComponentChildren[] = []
  for (let at = from; at < end; at++) {
    items.push(
      // biome-ignore lint/a11y/useKeyWithClickEvents: the list box handles keys
      <div
        key={at}
        id={`item-${at}`}
        role="option"
        tabIndex={-1}
        aria-selected={at === selected}
        aria-setsize={Math.max(count, total)}
        aria-posinset={at + 1}
        style={{ height: `${itemHeight}px`, top: `${at * itemHeight - top + view.top}px` }}
        onClick={() => onSelect(at)}
      >
        {render(at)}
      </div>,
    )
  }
  return (
    <div
      ref={box}
      class="virtual"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={selected >= from && selected < end ? `item-${selected}` : undefined}
      onKeyDown={move}
      onScroll={measure}
    >
      <div class="sizer" role="presentation" style={{ height: `${shown}px` }}>
        {items}
      </div>
    </div>
  )
}
