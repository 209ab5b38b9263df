/** Keys of the review, and the dialog that shows them. */
import type { Action } from '../data/review-queue.ts'

/** Those that decide. */
export const keys: Readonly<Record<string, Action>> = {
  s: 'accept',
  d: 'reject',
  o: 'split',
  b: 'survivor',
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
