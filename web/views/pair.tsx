/** Pair: two documents side by side or in one, and why they do or do not match. */
import { useMemo } from 'preact/hooks'
import type { TextExplanation } from '../../src/engine/library/explain.ts'
import { changeQuery, hrefOf, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { engine } from '../data/engine.ts'
import { comparingOptions, type Findings, rowsByKey } from '../data/findings.ts'
import { bytes } from '../parts/figures.tsx'
import { Empty, Show, useLoaded } from '../parts/loaded.tsx'
import { InlineText, MarkedText } from '../parts/marked-text.tsx'
import { type ComparedTexts, compared, mostShown } from '../text/compared.ts'
import { PairReasons } from './pair-reasons.tsx'

interface PairProps {
  readonly route: Route
  readonly findings: Findings
}

export interface Comparing {
  /** Undefined for a report that holds neither text. */
  readonly explanation: TextExplanation | undefined
  readonly texts: readonly [string, string] | undefined
  /** Why there are no texts. */
  readonly absent?: string
  readonly isCut: boolean
  readonly shown?: ComparedTexts
}

/** @throws Refused; NearsameError */
export async function comparing(
  findings: Findings,
  a: number,
  b: number,
  signal: AbortSignal,
): Promise<Comparing> {
  const [left, right] = await Promise.all([findings.textOf(a, signal), findings.textOf(b, signal)])
  const asked = findings.explain?.(a, b, signal) as Promise<TextExplanation> | undefined
  if ('absent' in left || 'absent' in right) {
    const absent = 'absent' in left ? left.absent : 'absent' in right ? right.absent : ''
    return { explanation: await asked, texts: undefined, absent, isCut: false }
  }
  const texts = [left.text, right.text] as const
  const options = findings.options
  const explanation = (await asked) ?? (await (await engine()).explain(...texts, comparingOptions(options)))
  const isShort = texts[0].length + texts[1].length <= mostShown
  const shown = isShort ? await compared(...texts, explanation.diff, options) : undefined
  return { explanation, texts, isCut: left.isCut || right.isCut, ...(shown && { shown }) }
}

export function Pair({ route, findings }: PairProps) {
  const { query } = route
  const rows = useMemo(() => rowsByKey(findings.ids), [findings])
  const [a, b] = ['a', 'b'].map(name => rows.get(query.get(name) ?? ''))
  if (a === undefined || b === undefined)
    return (
      <>
        <Heading>Pair</Heading>
        <Empty title="No such pair here">
          <span>The address names documents that are in no cluster, or that were removed since.</span>
          <a href={hrefOf([...findings.path, 'clusters'])}>All clusters</a>
        </Empty>
      </>
    )
  return <KnownPair route={route} findings={findings} a={a} b={b} />
}

function KnownPair({ route, findings, a, b }: PairProps & { readonly a: number; readonly b: number }) {
  const loaded = useLoaded(signal => comparing(findings, a, b, signal), [findings, a, b])
  const [nameA, nameB] = [a, b].map(row => String(findings.ids[row]))
  return (
    <>
      <Heading>{`${nameA} and ${nameB}`}</Heading>
      <div class="row small">
        <a href={hrefOf([...findings.path, 'clusters'], { cluster: route.query.get('a') ?? '' })}>
          Its cluster
        </a>
        {[a, b].map(row => {
          const place = findings.placeOf(row)
          return place === undefined ? null : (
            <span key={row} class="muted" dir="auto">
              {place}
            </span>
          )
        })}
      </div>
      <Show of={loaded} what="both texts">
        {found => (
          <>
            {found.explanation === undefined ? null : (
              <PairReasons findings={findings} rows={[a, b]} explanation={found.explanation} />
            )}
            <Texts route={route} found={found} names={[nameA, nameB]} />
          </>
        )}
      </Show>
    </>
  )
}

interface TextsProps {
  readonly route: Route
  readonly found: Comparing
  readonly names: readonly string[]
}

function Texts({ route, found: { texts, shown, absent, isCut }, names }: TextsProps) {
  if (texts === undefined) return <Empty title="Texts are not shown">{absent}</Empty>
  const mode = route.query.get('mode') ?? 'side'
  const [a, b] = texts
  if (shown === undefined)
    return (
      <>
        <p class="notice">
          These texts are too long to mark ({bytes(a.length)} and {bytes(b.length)}); their beginnings:
        </p>
        <div class="pair-texts">
          {[a, b].map((text, at) => (
            <MarkedText
              key={names[at]}
              label={names[at]}
              classes={[]}
              pieces={[{ text: text.slice(0, mostShown / 4), mark: 0, word: 0 }]}
            />
          ))}
        </div>
      </>
    )
  const choice = (name: string, title: string) => (
    <button
      type="button"
      aria-pressed={mode === name}
      class={mode === name ? 'primary' : ''}
      onClick={() => changeQuery(route, { mode: name }, true)}
    >
      {title}
    </button>
  )
  const marked = mode === 'shared' ? shown.shared : shown.diff
  return (
    <section class="stack" aria-label="Texts">
      <div class="row no-print">
        {choice('side', 'Differences')}
        {choice('inline', 'In one text')}
        {choice('shared', 'Shared shingles')}
        <Legend mode={mode} />
      </div>
      {isCut ? (
        <p class="notice">
          The report cut these texts at 20 KB, so what is measured here may differ from the run.
        </p>
      ) : null}
      {mode === 'inline' ? (
        <InlineText pieces={shown.inline} label={`${names[0]} and ${names[1]} in one text`} />
      ) : (
        <div class="pair-texts">
          <SideText
            name={names[0]}
            pieces={marked.a}
            classes={mode === 'shared' ? ['shared'] : ['only-a', 'moved']}
          />
          <SideText
            name={names[1]}
            pieces={marked.b}
            classes={mode === 'shared' ? ['shared'] : ['only-b', 'moved']}
          />
        </div>
      )}
    </section>
  )
}

interface SideTextProps {
  readonly name: string
  readonly pieces: ComparedTexts['diff']['a']
  readonly classes: readonly string[]
}

function SideText({ name, pieces, classes }: SideTextProps) {
  return (
    <div class="stack">
      <h2 class="id" dir="auto">
        {name}
      </h2>
      <MarkedText label={`Text of ${name}`} pieces={pieces} classes={classes} />
    </div>
  )
}

function Legend({ mode }: { readonly mode: string }) {
  if (mode === 'shared') return <span class="small muted">underlined: shingles that both texts have</span>
  return (
    <span class="small">
      <span class="tag removed">only in the first</span> <span class="tag kept">only in the second</span>{' '}
      <span class="tag moved-tag">moved</span>
    </span>
  )
}
