/** Key presses: keys of a view that act wherever the page has the focus, but for places where somebody types. */
import { useEffect, useRef } from 'preact/hooks'

/** @param act what the key does now; returns whether it does anything */
export function useKeyPresses(act: (key: string) => boolean): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, dialog *')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (latest.current(event.key)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
