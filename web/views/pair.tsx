/** Pair: two documents side by side or in one, and why they do or do not match. */
import { useMemo } from 'preact/hooks'
import type { CommonPassage } from '../../src/engine/explain/explanation.ts'
import type { TextExplanation } from '../../src/engine/library/explain.ts'
import { hrefOf, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { engine } from '../data/engine.ts'
import { comparingOptions, type Findings, rowsByKey, wordRule } from '../data/findings.ts'
import { Empty, Show, useLoaded } from '../parts/loaded.tsx'
import { type ComparedTexts, compared, mostShown } from '../text/compared.ts'
import { PairColumns } from './pair-columns.tsx'
import { PairReasons } from './pair-reasons.tsx'
import { PairTexts } from './pair-texts.tsx'

interface PairProps {
  readonly route: Route
  readonly findings: Findings
}

export interface Comparing {
  /** Undefined for a report that holds neither text. */
  readonly explanation: TextExplanation | undefined
  /** Whether the explanation is of these two texts alone, made here. */
  readonly isAlone: boolean
  /** Exact common passages of the texts. */
  readonly passages: readonly CommonPassage[]
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
  const asked = findings.explain?.(a, b, signal) as Promise<Explained> | undefined
  const isAlone = asked === undefined
  if ('absent' in left || 'absent' in right) {
    const absent = 'absent' in left ? left.absent : 'absent' in right ? right.absent : ''
    return { explanation: await asked, isAlone, passages: [], texts: undefined, absent, isCut: false }
  }
  const texts = [left.text, right.text] as const
  const options = findings.options
  const explanation: Explained =
    (await asked) ?? (await (await engine()).explain(...texts, comparingOptions(options)))
  const isCut = left.isCut || right.isCut
  if (texts[0].length + texts[1].length > mostShown)
    return { explanation, isAlone, passages: [], texts, isCut }
  const passages = explanation.passages ?? (await passagesOf(texts, options))
  const shown = await compared(...texts, explanation.diff, options)
  return { explanation, isAlone, passages, texts, isCut, shown }
}

/** The answer of a server has passages. */
type Explained = TextExplanation & { readonly passages?: readonly CommonPassage[] }

async function passagesOf(texts: readonly [string, string], options: Findings['options']) {
  const { commonPassages } = await import('../../src/engine/passages/common-passages.ts')
  return commonPassages(...texts, wordRule(options))
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
              <>
                <PairReasons findings={findings} rows={[a, b]} explanation={found.explanation} />
                {found.explanation.byColumns === undefined ? null : (
                  <PairColumns pair={found.explanation.byColumns} isAlone={found.isAlone} />
                )}
              </>
            )}
            <PairTexts route={route} found={found} names={[nameA, nameB]} />
          </>
        )}
      </Show>
    </>
  )
}
