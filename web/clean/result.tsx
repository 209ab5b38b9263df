/** Result: one sentence, the files to take away, and the pairs that a person should look at. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { go, hrefOf } from '../app/route.ts'
import { addDecisions, type Decided, decisionsOf, doubtPairs } from '../data/doubt-pairs.ts'
import { deleteRun, isWorking, keepRun, type Run, startRun } from '../data/runs.ts'
import { useAttempt } from '../parts/attempt.ts'
import { Failure, Show, useLoaded } from '../parts/loaded.tsx'
import { DoubtfulPairs } from './doubtful-pairs.tsx'
import { MakeCollection } from './make-collection.tsx'
import { estimateSentence, resultSentence } from './sentences.ts'
import { Start } from './start.tsx'
import { TakeAway } from './take-away.tsx'

interface ResultProps {
  readonly run: Run
  readonly again: () => void
}

/** Decisions made in a row are sent together. */
const pauseMs = 700

export function Result({ run, again }: ResultProps) {
  const loaded = useLoaded(
    async signal => ({
      pairs: await doubtPairs(run, signal),
      decisions: await decisionsOf(run, signal),
    }),
    [run.id, run.state === 'done' ? run.changed : ''],
  )
  const [unsent, setUnsent] = useState<Decided>(new Map())
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState<unknown>()
  // The run as it was when decisions were sent: its state is of before, until it is asked for again.
  const [outdated, setOutdated] = useState<Run>()
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (unsent.size === 0) return
    const timer = setTimeout(async () => {
      try {
        await addDecisions(run.id, unsent)
      } catch (error) {
        // They stay to be sent, with the next one or by the button.
        setFailure(error)
        return
      }
      setFailure(undefined)
      setOutdated(latest.current)
      // Not those that were made meanwhile.
      setUnsent(made => (made === unsent ? new Map() : made))
      again()
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [unsent, attempts])
  const estimate = estimateSentence(run)
  const isCounting = (unsent.size > 0 && failure === undefined) || run === outdated || isWorking(run)
  return (
    <>
      <p class="said" role="status">
        {resultSentence(run)} {isCounting ? <span class="muted">Counting again …</span> : null}
      </p>
      {estimate === '' ? null : <p class="muted">{estimate}</p>}
      <TakeAway run={run} isCounting={isCounting} />
      <Failure error={failure} again={() => setAttempts(count => count + 1)} />
      <Show of={loaded} what="the pairs">
        {({ pairs, decisions }) => (
          <DoubtfulPairs
            run={run}
            pairs={pairs}
            start={decisions}
            onDecide={(pair, decision) => setUnsent(made => new Map(made).set(pair, decision))}
          />
        )}
      </Show>
      <More run={run} again={again} isCounting={isCounting} />
    </>
  )
}

/** What else can be done with a run. */
function More({ run, again, isCounting }: ResultProps & { readonly isCounting: boolean }) {
  const { id, isKept, command, expires } = run
  const { attempt, failure } = useAttempt()
  const keep = () =>
    attempt(async () => {
      await keepRun(id, !isKept)
      again()
    })
  const remove = () =>
    attempt(async () => {
      await deleteRun(id)
      go('#/')
    })
  const next = async (upload: string) => {
    const run = await startRun({ uploads: [upload], like: id })
    go(hrefOf(['run', run.id]))
  }
  return (
    <>
      <details>
        <summary>As a command</summary>
        <p class="small muted">It writes the same bytes.</p>
        <pre class="command">{command}</pre>
      </details>
      <details>
        <summary>Next month’s file</summary>
        <p class="small muted">It gets the same settings and decisions.</p>
        <Start onUpload={next}>Drop the next file here, or choose it</Start>
      </details>
      <details>
        <summary>A collection</summary>
        <MakeCollection run={run} isCounting={isCounting} />
      </details>
      <div class="row">
        <a class="button" href={hrefOf(['run', id, 'clusters'])}>
          See all clusters
        </a>
        <button type="button" aria-pressed={isKept} onClick={keep}>
          {isKept ? 'Kept on the server' : 'Keep on the server'}
        </button>
        <button type="button" class="danger" onClick={remove}>
          Delete from the server
        </button>
        {expires === null ? null : (
          <span class="small muted">
            Deleted by itself on <time dateTime={expires}>{expires.slice(0, 10)}</time>.
          </span>
        )}
      </div>
      <Failure error={failure} />
    </>
  )
}
