/** Review: one pair after another, decided from the keyboard, saved at once, with undo and export. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Review as Decision } from '../../src/online/index/review/reviews.ts'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { doubtful } from '../data/cluster-filter.ts'
import { download } from '../data/download.ts'
import type { Findings } from '../data/findings.ts'
import { type ListedClusters, useClusters } from '../data/listed-clusters.ts'
import { type Action, actions, type QueuedPair, queueOf, reviewsOf } from '../data/review-queue.ts'
import { pairKey, reviewsCsv } from '../data/reviews.ts'
import { count, percent, plural } from '../parts/figures.tsx'
import { KeyedName } from '../parts/keyed-name.tsx'
import { ListLine } from '../parts/list-line.tsx'
import { Empty, Failure, Loading, Show, useLoaded } from '../parts/loaded.tsx'
import { InlineText } from '../parts/marked-text.tsx'
import { DecisionTag, PairQueue } from '../parts/pair-queue.tsx'
import { ShownId } from '../parts/shown-id.tsx'
import { Excerpt, pairHref } from './cluster-detail.tsx'
import { NoDocuments } from './no-documents.tsx'
import { comparing } from './pair.tsx'
import { type Decisions, useDecisions } from './review-decisions.ts'
import { Help, keys } from './review-keys.tsx'

interface ReviewProps {
  readonly route: Route
  readonly findings: Findings
}

export function Review({ route, findings }: ReviewProps) {
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
      ) : (
        <Show of={loaded} what="decisions">
          {reviews => <Doubtful route={route} findings={findings} start={reviews} />}
        </Show>
      )}
    </>
  )
}

interface DoubtfulProps extends ReviewProps {
  readonly start: readonly Decision[]
}

/** How long the most doubtful pairs may take before others are shown. */
const patienceMs = 1000

/** Pairs by doubt. A server that has to look at all documents for that shows those of the largest clusters meanwhile. */
function Doubtful({ route, findings, start }: DoubtfulProps) {
  const byDoubt = useClusters(findings, doubtful)
  const [isByDoubt, setByDoubt] = useState(true)
  const bySize = useClusters(findings, isByDoubt ? undefined : largest)
  useEffect(() => {
    if (!isByDoubt || !byDoubt.isSearching) return
    const timer = setTimeout(() => setByDoubt(false), patienceMs)
    return () => clearTimeout(timer)
  }, [byDoubt.isSearching])
  return (
    <>
      {isByDoubt ? null : (
        <p class="notice" role="status">
          {byDoubt.isSearching
            ? 'All documents are looked at, to find the most doubtful pairs. Meanwhile here are those of the largest clusters.'
            : 'The most doubtful pairs are found. '}
          {byDoubt.isSearching ? null : (
            <button type="button" onClick={() => setByDoubt(true)}>
              Show them first
            </button>
          )}
        </p>
      )}
      <Pairs
        key={String(isByDoubt)}
        route={route}
        findings={findings}
        listed={isByDoubt ? byDoubt : bySize}
        start={start}
      />
    </>
  )
}

const largest = { ...doubtful, kind: '', sort: 'size' } as const

interface PairsProps extends DoubtfulProps {
  readonly listed: ListedClusters
}

function Pairs({ route, findings, listed, start }: PairsProps) {
  const { parts, isEnd, failure, again, more } = listed
  const queue = useMemo(() => parts.flatMap(part => queueOf(part, findings.threshold)), [parts])
  useEffect(() => {
    if (queue.length === 0) more()
  }, [parts])
  if (failure !== undefined) return <Failure error={failure} again={again} />
  if (queue.length > 0)
    return <Queue route={route} findings={findings} queue={queue} listed={listed} start={start} />
  if (!isEnd) return <Loading what="pairs" />
  return (
    <Empty title="Nothing to review">
      <span>No document is a near duplicate of another.</span>
    </Empty>
  )
}

interface QueueProps extends PairsProps {
  readonly queue: readonly QueuedPair[]
}

function Queue({ route, findings, queue, listed: { isEnd, more }, start }: QueueProps) {
  const decisions = useDecisions(findings.reviews, start)
  const { known, failure, undo } = decisions
  const help = useRef<HTMLDialogElement>(null)
  const showHelp = () => help.current?.showModal()
  const at = placeIn(queue, route.query.get('pair'))
  const pair = queue[at]
  const { readOnly } = findings.reviews
  const move = (to: number) => {
    const { member } = queue[Math.max(0, Math.min(queue.length - 1, to))]
    changeQuery(route, { pair: member.key })
  }
  const act = (action: Action) => {
    const title = `${pair.member.id}: ${actions[action]}`
    return decisions.save(reviewsOf(action, pair), title, skip)
  }
  const skip = () => move(at + 1)
  const actionKeys = Object.entries(keys).map(([key, action]) => [key, () => act(action)] as const)
  const deciding = readOnly === undefined ? { ...Object.fromEntries(actionKeys), u: undo } : {}
  return (
    <>
      <div class="review-bar stack">
        <Buttons
          decisions={decisions}
          isReadOnly={readOnly !== undefined}
          act={act}
          skip={skip}
          showHelp={showHelp}
        />
        <div class="row small muted">
          <span>
            Pair {count(at + 1)} of {count(queue.length)}
            {isEnd ? '' : ' or more'} · {plural(known.size, 'decision')}
          </span>
          <span role="status">
            {readOnly === undefined ? decisions.said : `Nothing can be decided: ${readOnly}`}
          </span>
        </div>
      </div>
      <Failure error={failure} />
      <PairQueue
        label="Pairs to review"
        count={queue.length}
        at={at}
        onMove={move}
        onEnd={more}
        keys={{ ...deciding, n: skip, '?': showHelp }}
        line={place => (
          <Line findings={findings} pair={queue[place]} decision={decisionOf(known, queue[place])} />
        )}
      >
        <Current findings={findings} pair={pair} decision={decisionOf(known, pair)} />
      </PairQueue>
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

function placeIn(queue: readonly QueuedPair[], key: string | null): number {
  return Math.max(0, key === null ? 0 : queue.findIndex(({ member }) => member.key === key))
}

function decisionOf(known: ReadonlyMap<string, Decision>, { survivor, member }: QueuedPair) {
  return known.get(pairKey(survivor.id, member.id))
}

interface LineProps {
  readonly findings: Findings
  readonly pair: QueuedPair
  readonly decision: Decision | undefined
}

function Line({ findings, pair: { survivor, member }, decision }: LineProps) {
  return (
    <ListLine
      words={<Excerpt findings={findings} document={member} />}
      figure={
        <span class="count" title={`${findings.measure} of the two`}>
          {Number.isNaN(member.similarity) ? 'by a chain' : percent(member.similarity)}
        </span>
      }
      ids={[member.id, survivor.id]}
      kept={1}
      note={<Decided decision={decision} />}
    />
  )
}

function Decided({ decision }: { readonly decision: Decision | undefined }) {
  const isOther = (decision?.survivor ?? null) !== null
  return <DecisionTag decision={decision?.decision} said={isOther ? 'same, other survivor' : undefined} />
}

function Current({ findings, pair: { survivor, member }, decision }: LineProps) {
  const loaded = useLoaded(
    signal => comparing(findings, survivor, member, signal),
    [findings, survivor.key, member.key],
  )
  return (
    <section class="stack" aria-label="The pair">
      <div class="row">
        <span class="tag kept">kept</span>
        <ShownId id={survivor.id} />
        <span class="tag near">near</span>
        <a href={pairHref(findings, survivor, member)}>
          <ShownId id={member.id} />
        </a>
        <Decided decision={decision} />
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
