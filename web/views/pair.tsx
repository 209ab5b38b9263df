/** Pair: two documents side by side or in one, and why they do or do not match. */
import type { CommonPassage } from '../../src/engine/explain/explanation.ts'
import type { TextExplanation } from '../../src/engine/library/explain.ts'
import { hrefOf, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { engine } from '../data/engine.ts'
import {
  type Cluster,
  comparingOptions,
  type Findings,
  type FoundDocument,
  wordRule,
} from '../data/findings.ts'
import { Refused } from '../data/requests.ts'
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
  a: FoundDocument,
  b: FoundDocument,
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
  const [a, b] = ['a', 'b'].map(name => findings.documentOf(route.query.get(name) ?? ''))
  if (a === undefined || b === undefined) return <NoPair findings={findings} />
  return <NamedPair route={route} findings={findings} pair={[a, b]} />
}

function NoPair({ findings: { path } }: Pick<PairProps, 'findings'>) {
  return (
    <>
      <Heading>Pair</Heading>
      <Empty title="No such pair here">
        <span>The address names documents that are not here, or that were removed since.</span>
        <a href={hrefOf([...path, 'clusters'])}>All clusters</a>
      </Empty>
    </>
  )
}

interface NamedPairProps extends PairProps {
  readonly pair: readonly [FoundDocument, FoundDocument]
}

async function lookUp(findings: Findings, [a, b]: NamedPairProps['pair'], signal: AbortSignal) {
  const [compared, ...clusters] = await Promise.all([
    comparing(findings, a, b, signal),
    findings.clusterOf(a, signal),
    findings.clusterOf(b, signal),
  ])
  return { compared, clusters }
}

function NamedPair({ route, findings, pair }: NamedPairProps) {
  const [a, b] = pair
  const loaded = useLoaded(signal => lookUp(findings, pair, signal), [findings, a.key, b.key])
  if (loaded.state === 'failed' && loaded.error instanceof Refused && loaded.error.status === 404)
    return <NoPair findings={findings} />
  const [nameA, nameB] = [String(a.id), String(b.id)]
  return (
    <>
      <Heading>{`${nameA} and ${nameB}`}</Heading>
      <div class="row small">
        <a href={hrefOf([...findings.path, 'clusters'], { cluster: a.key })}>Its cluster</a>
        {pair.map(document => {
          const place = findings.placeOf(document)
          return place === undefined ? null : (
            <span key={document.key} class="muted" dir="auto">
              {place}
            </span>
          )
        })}
      </div>
      <Show of={loaded} what="both texts">
        {({ compared: found, clusters }) => (
          <>
            {found.explanation === undefined ? null : (
              <>
                <PairReasons
                  measure={findings.measure}
                  rule={ruleOf(pair, clusters)}
                  explanation={found.explanation}
                />
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

/** Why one is kept and the other removed, if one is the survivor of the other. */
function ruleOf([a, b]: NamedPairProps['pair'], clusters: readonly (Cluster | undefined)[]): string {
  for (const { members } of clusters.filter(cluster => cluster !== undefined)) {
    const [survivor, ...others] = members
    if (survivor.key !== a.key && survivor.key !== b.key) continue
    const { key } = survivor.key === a.key ? b : a
    const other = others.find(member => member.key === key)
    if (other === undefined) continue
    const why = other.rule === undefined ? '' : ` by the rule “${other.rule}”`
    return `${survivor.id} is kept and ${other.id} is not${why}.`
  }
  return ''
}
