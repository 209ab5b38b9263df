/** Review: one pair after another, decided from the keyboard, saved at once, with undo and export. */
import { useMemo, useRef } from 'preact/hooks'
import type { Review as Decision } from '../../src/online/index/review/reviews.ts'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { download } from '../data/download.ts'
import type { Findings } from '../data/findings.ts'
import { idKey } from '../data/ids.ts'
import { type Action, actions, type QueuedPair, queueOf, reviewsOf } from '../data/review-queue.ts'
import { pairKey, reviewsCsv } from '../data/reviews.ts'
import { count, percent, plural } from '../parts/figures.tsx'
import { KeyedName } from '../parts/keyed-name.tsx'
import { Empty, Failure, Show, useLoaded } from '../parts/loaded.tsx'
import { InlineText } from '../parts/marked-text.tsx'
import { ShownId } from '../parts/shown-id.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { Excerpt, pairHref } from './cluster-detail.tsx'
import { NoDocuments } from './no-documents.tsx'
import { comparing } from './pair.tsx'
import { type Decisions, useDecisions } from './review-decisions.ts'
import { Help, keys, useKeys } from './review-keys.tsx'

interface ReviewProps {
  readonly route: Route
  readonly findings: Findings
}

export function Review({ route, findings }: ReviewProps) {
  const queue = useMemo(() => queueOf(findings), [findings])
  const loaded = useLoaded(signal => findings.reviews.all(signal), [findings])
  return (
    <>
      <Heading
        lead={
          <>
            Near duplicates, those nearest the threshold first. The next run honours your decisions with{' '}
            <code class="one-line">--decisions</code>. {findings.reviews.said}
          </>
        }
      >
        Review
      </Heading>
      {findings.documents === 0 ? (
        <NoDocuments findings={findings} />
      ) : queue.length === 0 ? (
        <Empty title="Nothing to review">
          <span>No document is a near duplicate of another.</span>
        </Empty>
      ) : (
        <Show of={loaded} what="decisions">
          {reviews => <Queue route={route} findings={findings} queue={queue} start={reviews} />}
        </Show>
      )}
    </>
  )
}

interface QueueProps extends ReviewProps {
  readonly queue: readonly QueuedPair[]
  readonly start: readonly Decision[]
}

function Queue({ route, findings, queue, start }: QueueProps) {
  const decisions = useDecisions(findings.reviews, start)
  const { known, failure, undo } = decisions
  const help = useRef<HTMLDialogElement>(null)
  const showHelp = () => help.current?.showModal()
  const at = placeIn(queue, findings, route.query.get('pair'))
  const pair = queue[at]
  const { readOnly } = findings.reviews
  const move = (to: number) => {
    const next = queue[Math.max(0, Math.min(queue.length - 1, to))]
    changeQuery(route, { pair: idKey(findings.ids[next.row]) })
  }
  const act = (action: Action) => {
    const title = `${findings.ids[pair.row]}: ${actions[action]}`
    return decisions.save(reviewsOf(action, findings, pair), title, () => move(at + 1))
  }
  useKeys({ act, undo, move: by => move(at + by), help: showHelp, isReadOnly: readOnly !== undefined })
  return (
    <>
      <div class="review-bar stack">
        <Buttons
          decisions={decisions}
          isReadOnly={readOnly !== undefined}
          act={act}
          skip={() => move(at + 1)}
          showHelp={showHelp}
        />
        <div class="row small muted">
          <span>
            Pair {count(at + 1)} of {count(queue.length)} · {plural(known.size, 'decision')}
          </span>
          <span role="status">
            {readOnly === undefined ? decisions.said : `Nothing can be decided: ${readOnly}`}
          </span>
        </div>
      </div>
      {failure === undefined ? null : <Failure error={failure} />}
      <div class="master chosen">
        <VirtualList
          count={queue.length}
          itemHeight={52}
          label="Pairs to review"
          selected={at}
          onSelect={move}
          render={place => (
            <Line
              findings={findings}
              pair={queue[place]}
              decision={decisionOf(known, findings, queue[place])}
            />
          )}
        />
        <Current findings={findings} pair={pair} decision={decisionOf(known, findings, pair)} />
      </div>
      <Help dialog={help} />
    </>
  )
}

interface ButtonsProps {
  readonly decisions: Decisions
  readonly isReadOnly: boolean
  act(action: Action): unknown
  /** Leaves the pair undecided. */
  skip(): void
  showHelp(): void
}

function Buttons({ decisions, isReadOnly, act, skip, showHelp }: ButtonsProps) {
  const { known, done, isBusy, undo } = decisions
  return (
    <div class="row">
      {(Object.entries(keys) as [string, Action][]).map(([key, action]) => (
        <button key={key} type="button" disabled={isBusy || isReadOnly} onClick={() => act(action)}>
          <KeyedName name={buttonNames[action]} letter={key} />
        </button>
      ))}
      <button type="button" onClick={skip}>
        <KeyedName name="Not sure" letter="n" />
      </button>
      <button type="button" disabled={done.length === 0 || isBusy} onClick={undo}>
        <KeyedName name="Undo" letter="u" />
      </button>
      <button type="button" onClick={showHelp}>
        <kbd>?</kbd> Keys
      </button>
      <button
        type="button"
        disabled={known.size === 0}
        onClick={() =>
          download('decisions.csv', new Blob([reviewsCsv([...known.values()])], { type: 'text/csv' }))
        }
      >
        Export CSV
      </button>
    </div>
  )
}

const buttonNames: Readonly<Record<Action, string>> = {
  accept: 'Same',
  reject: 'Different',
  split: 'Split off',
  survivor: 'Better survivor',
}

function placeIn(queue: readonly QueuedPair[], { ids }: Findings, key: string | null): number {
  const at = key === null ? 0 : queue.findIndex(({ row }) => idKey(ids[row]) === key)
  return Math.max(0, at)
}

function decisionOf(
  known: ReadonlyMap<string, Decision>,
  { ids }: Findings,
  { survivor, row }: QueuedPair,
) {
  return known.get(pairKey(ids[survivor], ids[row]))
}

interface LineProps {
  readonly findings: Findings
  readonly pair: QueuedPair
  readonly decision: Decision | undefined
}

function Line({ findings, pair, decision }: LineProps) {
  const { ids } = findings
  return (
    <>
      <div class="cluster-line">
        <span class="excerpt" dir="auto">
          <Excerpt findings={findings} row={pair.row} />
        </span>
        <span class="count" title={`${findings.measure} of the two`}>
          {Number.isNaN(pair.similarity) ? 'by a chain' : percent(pair.similarity)}
        </span>
      </div>
      <div class="cluster-line muted">
        <span class="excerpt">
          <ShownId id={ids[pair.row]} />, <ShownId id={ids[pair.survivor]} class="kept-mark" />
        </span>
        <DecisionTag decision={decision} />
      </div>
    </>
  )
}

function DecisionTag({ decision }: { readonly decision: Decision | undefined }) {
  if (decision === undefined) return null
  const { decision: said, survivor } = decision
  return (
    <span class={said === 'same' ? 'tag kept' : 'tag removed'}>
      {survivor === null ? said : 'same, other survivor'}
    </span>
  )
}

function Current({ findings, pair, decision }: LineProps) {
  const { survivor, row } = pair
  const loaded = useLoaded(signal => comparing(findings, survivor, row, signal), [findings, survivor, row])
  return (
    <section class="stack" aria-label="The pair">
      <div class="row">
        <span class="tag kept">kept</span>
        <ShownId id={findings.ids[survivor]} />
        <span class="tag near">near</span>
        <a href={pairHref(findings, survivor, row)}>
          <ShownId id={findings.ids[row]} />
        </a>
        <DecisionTag decision={decision} />
      </div>
      <p class="small muted">
        <span class="tag removed">struck out</span> only in the kept one,{' '}
        <span class="tag kept">green</span> only in the near one
      </p>
      <Show of={loaded} what="both texts">
        {({ shown, absent }) =>
          shown === undefined ? (
            <Empty title="Texts are not shown">
              {absent ?? 'They are too long to mark; open the pair.'}
            </Empty>
          ) : (
            <InlineText pieces={shown.inline} label="Both texts in one" />
          )
        }
      </Show>
    </section>
  )
}
