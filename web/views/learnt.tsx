/** Learnt: what a collection of records has learnt from its documents, and a button that learns again. */

import type { LearntModel } from '../../src/methods/contract/record-columns.ts'
import { ask } from '../data/requests.ts'
import { useAttempt } from '../parts/attempt.ts'
import { percent, plural } from '../parts/figures.tsx'
import { Failure } from '../parts/loaded.tsx'

interface LearntProps {
  /** Null: nothing yet. */
  readonly model: LearntModel | null
  /** Of the collection. */
  readonly path: string
  readonly mayWrite: boolean
  readonly again: () => void
}

export function Learnt({ model, path, mayWrite, again }: LearntProps) {
  const { attempt, isBusy, failure } = useAttempt()
  const learn = () =>
    attempt(async () => {
      await ask(`${path}/retrain`, { method: 'POST' })
      again()
    })
  return (
    <section class="panel" aria-label="What was learnt">
      <h2>What was learnt</h2>
      <p>{model === null ? 'Nothing yet: two records are the same if their texts are.' : saidOf(model)}</p>
      {mayWrite ? (
        <div class="row">
          <button type="button" disabled={isBusy} onClick={learn}>
            Learn again
          </button>
          <span class="small muted" role="status">
            {isBusy
              ? 'Learning from all records …'
              : 'Weights and clusters follow the records and decisions of now.'}
          </span>
        </div>
      ) : null}
      <Failure error={failure} />
    </section>
  )
}

function saidOf({ records, threshold, decidedBy, columns }: LearntModel): string {
  const compared = columns.filter(({ ignored }) => ignored === undefined).map(({ name }) => name)
  const by = decidedBy === 'columns' ? `column by column (${compared.join(', ')})` : 'as whole texts'
  const least = `${decidedBy === 'columns' ? 'probability' : 'similarity'} of ${percent(threshold)}`
  return `From ${plural(records, 'different record')}: they are compared ${by}, and a match needs a ${least}.`
}
