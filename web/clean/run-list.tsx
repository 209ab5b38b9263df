/** Run list: the files that were cleaned, with their sizes, how long they stay, and a button that deletes each. */

import { hrefOf } from '../app/route.ts'
import { deleteRun, type ListedRun } from '../data/runs.ts'
import { useAttempt } from '../parts/attempt.ts'
import { bytes, count } from '../parts/figures.tsx'
import { Failure } from '../parts/loaded.tsx'
import { number, Table } from '../parts/table.tsx'

interface RunListProps {
  readonly runs: readonly ListedRun[]
  readonly again: () => void
}

const states = {
  queued: ['waits', ''],
  running: ['at work', 'near'],
  done: ['done', 'kept'],
  failed: ['failed', 'removed'],
} as const

export function RunList({ runs, again }: RunListProps) {
  const { attempt, failure } = useAttempt()
  const remove = (id: string) => attempt(() => deleteRun(id).then(again))
  if (runs.length === 0) return null
  return (
    <section class="stack" aria-label="Your files">
      <h2>Your files</h2>
      <Table
        label="Cleaned files"
        heads={['File', 'State', number('Kept of'), number('Size'), 'Stays until', '']}
      >
        {runs.map(({ id, name, state, summary, bytes: size, expires, isKept }) => (
          <tr key={id}>
            <th scope="row">
              <a href={hrefOf(['run', id])}>
                <bdi>{name}</bdi>
              </a>
            </th>
            <td>
              <span class={`tag ${states[state][1]}`}>{states[state][0]}</span>
            </td>
            <td class="number">
              {summary === undefined ? '' : `${count(summary.counts.kept)} / ${count(summary.counts.read)}`}
            </td>
            <td class="number">{bytes(size)}</td>
            <td>{isKept ? 'you delete it' : (expires?.slice(0, 10) ?? '')}</td>
            <td>
              <button type="button" class="danger" aria-label={`Delete ${name}`} onClick={() => remove(id)}>
                Delete
              </button>
            </td>
          </tr>
        ))}
      </Table>
      <Failure error={failure} />
    </section>
  )
}
