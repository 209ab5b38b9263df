/** Keys of the review, and the dialog that shows them. */

import { useEffect, useRef } from 'preact/hooks'
import { ownValue } from '../../src/ground/json/field.ts'
import type { Action } from './review-queue.ts'

export const keys: Readonly<Record<string, Action>> = {
  s: 'accept',
  d: 'reject',
  o: 'split',
  b: 'survivor',
}

interface Keys {
  act(action: Action): unknown
  undo(): unknown
  move(by: number): void
  help(): void
  readonly isReadOnly: boolean
}

export function useKeys(given: Keys): void {
  const latest = useRef(given)
  latest.current = given
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, dialog *')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      const { act, undo, move, help, isReadOnly } = latest.current
      const action = ownValue(keys, event.key)
      if (event.key === 'j' || event.key === 'n') move(1)
      else if (event.key === 'k') move(-1)
      else if (event.key === '?') help()
      else if (event.key === 'u' && !isReadOnly) undo()
      else if (action !== undefined && !isReadOnly) act(action)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

export function Help({ dialog }: { readonly dialog: { current: HTMLDialogElement | null } }) {
  const rows = [
    ['j', 'next pair'],
    ['k', 'previous pair'],
    ['s', 'same'],
    ['d', 'different'],
    ['n', 'not sure: on to the next pair, this one stays undecided'],
    ['o', 'split off: different from every member of its cluster'],
    ['b', 'better survivor: the same, and the near one should survive instead'],
    ['u', 'undo the last decision'],
    ['?', 'these keys'],
  ]
  return (
    <dialog ref={dialog} aria-labelledby="keys-title">
      <form method="dialog" class="stack">
        <h2 id="keys-title">Keys</h2>
        <table>
          <tbody>
            {rows.map(([key, does]) => (
              <tr key={key}>
                <th scope="row">
                  <kbd>{key}</kbd>
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <button type="submit" class="primary">
          Close
        </button>
      </form>
    </dialog>
  )
}
