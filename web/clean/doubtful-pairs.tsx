/** Doubtful pairs: one after the other as the person's own rows, decided by buttons and keys. */
import { useMemo, useState } from 'preact/hooks'
import { type Decided, type DoubtPair, keyOfPair, withDecided } from '../data/doubt-pairs.ts'
import type { Run, RunDecision } from '../data/runs.ts'
import { count, plural } from '../parts/figures.tsx'
import { KeyedName } from '../parts/keyed-name.tsx'
import { ListLine } from '../parts/list-line.tsx'
import { DecisionTag, PairQueue } from '../parts/pair-queue.tsx'
import { PairRows } from './pair-rows.tsx'

interface DoubtfulPairsProps {
  readonly run: Run
  readonly pairs: readonly DoubtPair[]
  readonly start: ReadonlyMap<string, RunDecision>
  /** Called with the key of a pair; undefined: taken back. */
  readonly onDecide: (pair: string, decision: RunDecision | undefined) => void
}

const buttons = [
  ['s', 'same', 'Same'],
  ['d', 'different', 'Different'],
  ['n', 'unsure', 'Not sure'],
] as const

export function DoubtfulPairs({ run, pairs: found, start, onDecide }: DoubtfulPairsProps) {
  // They stay in the order of the first look, while decisions change which of them are copies.
  const [order] = useState(found)
  const pairs = useMemo(() => {
    const isFound = new Set(found.filter(pair => pair.isFound).map(keyOfPair))
    return order.map(pair => ({ ...pair, isFound: isFound.has(keyOfPair(pair)) }))
  }, [found])
  // What was decided here goes before what the server knows, which comes again with every result.
  const [decided, setDecided] = useState<Decided>(new Map())
  const known = withDecided(start, decided)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pairs.findIndex(pair => !start.has(keyOfPair(pair))),
    ),
  )
  const pair: DoubtPair | undefined = pairs[at]
  const move = (to: number) => setAt(Math.max(0, Math.min(pairs.length - 1, to)))
  const decide = (decision: RunDecision['decision'] | undefined) => {
    if (pair === undefined) return
    const { id1, id2 } = pair
    const made = decision && { id1, id2, decision }
    setDecided(new Map(decided).set(keyOfPair(pair), made))
    onDecide(keyOfPair(pair), made)
    if (decision !== undefined) move(at + 1)
  }
  if (pair === undefined) return <p class="muted">No pair is doubtful.</p>
  const current = known.get(keyOfPair(pair))
  return (
    <section class="stack" aria-label="Pairs to look at">
      <h2>{pairs.length > 3 ? 'Look at these three first' : 'Look at these'}</h2>
      <p class="small muted">
        The most doubtful come first. {teaches(run)} Pair {count(at + 1)} of {count(pairs.length)} ·{' '}
        {plural(known.size, 'decision')}
      </p>
      <PairQueue
        label="Pairs"
        count={pairs.length}
        at={at}
        onMove={move}
        keys={Object.fromEntries(buttons.map(([key, decision]) => [key, () => decide(decision)]))}
        line={place => <Line pair={pairs[place]} decision={known.get(keyOfPair(pairs[place]))} />}
      >
        <div class="stack">
          <PairRows pair={pair} />
          <div class="row decide">
            {buttons.map(([key, decision, title]) => (
              <button
                key={key}
                type="button"
                class="big"
                aria-keyshortcuts={key}
                aria-pressed={current?.decision === decision}
                onClick={() => decide(decision)}
              >
                <KeyedName name={title} letter={key} />
              </button>
            ))}
            {current === undefined ? null : (
              <button type="button" onClick={() => decide(undefined)}>
                Take back
              </button>
            )}
            <button type="button" disabled={at === 0} onClick={() => move(at - 1)}>
              Back
            </button>
            <button type="button" disabled={at === pairs.length - 1} onClick={() => move(at + 1)}>
              Next
            </button>
          </div>
        </div>
      </PairQueue>
    </section>
  )
}

/** Whether decisions change more than their own pair. */
const teaches = ({ options }: Run) =>
  options.method === 'records' ? 'What you decide is learnt from: similar pairs are judged again, too.' : ''

interface LineProps {
  readonly pair: DoubtPair
  readonly decision: RunDecision | undefined
}

function Line({ pair: { id1, id2, isFound, cells }, decision }: LineProps) {
  const words = cells.map(({ a }) => a).join(' · ')
  return (
    <ListLine
      words={words.slice(0, 120)}
      figure={<span class={isFound ? 'tag near' : 'tag'}>{isFound ? 'copy' : 'no copy'}</span>}
      ids={[id1, id2]}
      kept={-1}
      note={<DecisionTag decision={decision?.decision} />}
    />
  )
}
