/** Make collection: the rows that a run keeps as a collection, so that others can be checked against them. */

import { useState } from 'preact/hooks'
import { go, hrefOf } from '../app/route.ts'
import { makeCollection, type Run } from '../data/runs.ts'
import { useAttempt } from '../parts/attempt.ts'
import { NameNotice, nameProblem } from '../parts/collection-name.tsx'
import { Failure } from '../parts/loaded.tsx'

/** @example stemOf('my list.csv.gz') // => 'my list' */
function stemOf(file: string): string {
  return file.replace(/(?<=.)(\.[A-Za-z0-9]{1,8}){1,2}$/, '')
}

interface MakeCollectionProps {
  readonly run: Run
  /** Whether decisions are still to be honoured, so that the kept rows are those of before. */
  readonly isCounting: boolean
}

export function MakeCollection({ run, isCounting }: MakeCollectionProps) {
  const stem = stemOf(run.name)
  const [name, setName] = useState(nameProblem(stem)?.better ?? stem)
  const { attempt, isBusy: isMaking, failure } = useAttempt()
  const make = (event: SubmitEvent) => {
    event.preventDefault()
    if (nameProblem(name) !== undefined) return
    attempt(async () => {
      await makeCollection(run.id, name)
      go(hrefOf(['c', name, 'imports']))
    })
  }
  return (
    <form onSubmit={make}>
      <p class="small muted">
        Later rows can be checked against those that are kept, with the same settings.
      </p>
      <div class="row end">
        <label class="field">
          <span>Name</span>
          <input
            required
            autocomplete="off"
            value={name}
            disabled={isMaking}
            onInput={event => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={isMaking || isCounting}>
          Make a collection of it
        </button>
        {isMaking ? (
          <span class="small muted" role="status">
            Adding the rows … <a href={hrefOf(['c', name, 'imports'])}>See how far it is</a>
          </span>
        ) : null}
      </div>
      <NameNotice name={name} onUse={setName} />
      <Failure error={failure} />
    </form>
  )
}
