/** Run page: a run while it waits and works, why it failed, and its result; all of it also as the views of the report. */

import { useEffect, useRef } from 'preact/hooks'
import { ownValue } from '../../src/ground/json/field.ts'
import { go, hrefOf, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { reportFindings } from '../data/report-findings.ts'
import { isWorking, type Run, type RunOptions, reportOf, runOf, startRun } from '../data/runs.ts'
import { useAttempt } from '../parts/attempt.ts'
import { count, percent, plural } from '../parts/figures.tsx'
import { Failure, Show, useLoaded } from '../parts/loaded.tsx'
import { Clusters } from '../views/clusters.tsx'
import { Pair } from '../views/pair.tsx'
import { UnknownAddress } from '../views/unknown-address.tsx'
import { Result } from './result.tsx'

interface RunPageProps {
  readonly route: Route
  readonly id: string
}

const pollMs = 500

export function RunPage({ route, id }: RunPageProps) {
  const [, , view] = route.path
  const loaded = useLoaded(signal => runOf(id, signal), [id])
  useEffect(() => {
    if (loaded.state !== 'ready' || !isWorking(loaded.value)) return
    const timer = setTimeout(loaded.again, pollMs)
    return () => clearTimeout(timer)
  }, [loaded])
  // A failure of a later call leaves what was there, and what a person decided on it.
  const latest = useRef<Run>(undefined)
  if (loaded.state === 'ready') latest.current = loaded.value
  const { current: run } = latest
  if (view !== undefined) return <Found route={route} id={id} />
  if (run === undefined || loaded.state === 'loading')
    return (
      <>
        <Heading>Clean a file</Heading>
        <Show of={loaded} what="the run">
          {() => null}
        </Show>
        {loaded.state === 'failed' ? <a href="#/">To your files</a> : null}
      </>
    )
  const { again } = loaded
  return (
    <>
      <Heading>{run.name}</Heading>
      {loaded.state === 'failed' ? <Failure error={loaded.error} again={again} /> : null}
      {run.state === 'failed' ? <Failed run={run} /> : null}
      {isWorking(run) && run.summary === undefined ? <Working run={run} /> : null}
      {run.summary === undefined ? null : <Result run={run} again={again} />}
    </>
  )
}

const phases: Readonly<Record<string, string>> = {
  scan: 'Reading the rows',
  group: 'Looking for rows that may be the same',
  verify: 'Comparing them',
  cluster: 'Putting the same ones together',
  write: 'Writing the clean list',
}

function Working({ run: { state, progress } }: { readonly run: Run }) {
  const said =
    state === 'queued'
      ? 'It waits for its turn'
      : (ownValue(phases, progress?.phase ?? '') ?? 'It is starting')
  const { done = 0, total } = progress ?? {}
  return (
    <section class="panel" aria-label="Progress">
      <p role="status" class="said">
        {said} …
      </p>
      <progress
        aria-label="Progress of the run"
        max={total}
        value={total === undefined ? undefined : done}
      />
      <p class="small muted">
        You can close this page: the run goes on, and the first page lists it.
        {total ? ` ${percent(Math.min(1, done / total))} of this step.` : ''}
      </p>
    </section>
  )
}

function Failed({ run }: { readonly run: Run }) {
  const { code = '', detail = 'the run failed', fix = '' } = run.error ?? {}
  const question = questionOf(run)
  return (
    <>
      {question === undefined ? (
        <Failure error={Object.assign(new Error(detail), { code, fix })} />
      ) : (
        <Confirm run={run} question={question} />
      )}
      <div class="row">
        {run.uploads.map(upload => (
          <a key={upload} class="button" href={hrefOf(['clean', upload])}>
            Back to the columns
          </a>
        ))}
        <a href="#/">Another file</a>
      </div>
    </>
  )
}

/** What a person must confirm. */
interface Question {
  readonly said: string
  readonly why: string
  readonly button: string
  /** The options with which the run goes on. */
  readonly options: RunOptions
}

function questionOf({ error }: Run): Question | undefined {
  const { near, records, estimatedPrecision, bad, first } = error?.values ?? {}
  if (error?.code === 'TOO_MANY_NEAR') {
    const isMany = 3 * Number(near) > Number(records)
    return {
      said: isMany
        ? 'More than a third of the rows would be removed as copies. Is your list like that?'
        : `${plural(Number(near), 'row')} would be removed as copies, and many of them may be none: ` +
          `about ${Math.round(10 * Number(estimatedPrecision))} of 10 are right. Go on?`,
      why:
        `${isMany ? 'It may be, for example where two lists were put together. If not, compare' : 'It may help to compare'} ` +
        'other columns. Nothing is lost if you go on: look at the doubtful pairs before you take the list away.',
      button: 'Go on all the same',
      options: { acceptRisk: true },
    }
  }
  if (error?.code !== 'TOO_MANY_BAD' || bad === records) return undefined
  return {
    // A run ends at the row from which on there are too many, so more may follow.
    said: `${count(Number(bad))} of the first ${count(Number(records))} rows cannot be read. Leave out every such row?`,
    why:
      `The first: ${first}. If you leave them out, they are in no list, and you get them as a file of their ` +
      'own. If there are many, the separator, the quote or the format may be another one.',
    button: 'Leave them out',
    options: { maxBad: 1 },
  }
}

interface ConfirmProps {
  readonly run: Run
  readonly question: Question
}

function Confirm({ run: { uploads, options }, question }: ConfirmProps) {
  const { attempt, failure } = useAttempt()
  const goOn = () =>
    attempt(async () => {
      const { id } = await startRun({ uploads, options: { ...options, ...question.options } })
      go(hrefOf(['run', id]))
    })
  return (
    <section class="panel" aria-label="A question">
      <p class="said">{question.said}</p>
      <p class="muted">{question.why}</p>
      <div class="row">
        <button type="button" class="primary big" onClick={goOn}>
          {question.button}
        </button>
      </div>
      <Failure error={failure} />
    </section>
  )
}

/** The views of the report page. */
function Found({ route, id }: RunPageProps) {
  const loaded = useLoaded(signal => reportOf(id, signal), [id])
  const [, , view] = route.path
  if (view !== 'clusters' && view !== 'pair') return <UnknownAddress home={hrefOf(['run', id])} />
  return (
    <>
      <a href={hrefOf(['run', id])}>← The result</a>
      <Show of={loaded} what="what was found">
        {data => {
          const findings = { ...reportFindings(data), path: ['run', id] }
          const View = view === 'pair' ? Pair : Clusters
          return <View route={route} findings={findings} />
        }}
      </Show>
    </>
  )
}
