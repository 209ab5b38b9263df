/** One cluster: its members with the survivor marked, the matrix of their similarities, and the chain that joined them. */

import { memberKinds } from '../../src/online/index/documents/index-types.ts'
import { hrefOf } from '../app/route.ts'
import { type Findings, rangeOf, sizeOf } from '../data/findings.ts'
import { idKey } from '../data/ids.ts'
import { percent, plural, share, Tag } from '../parts/figures.tsx'
import { Show, useLoaded } from '../parts/loaded.tsx'
import { ShownId } from '../parts/shown-id.tsx'
import { Wide } from '../parts/wide.tsx'
import { chainBetween, type Matrix, matrixOf } from '../replay/matrix.ts'

interface ClusterDetailProps {
  readonly findings: Findings
  readonly cluster: number
}

/** More members make a matrix that nobody reads. */
const mostMembers = 24
const mostListed = 200

export function pairHref({ path, ids }: Findings, a: number, b: number): string {
  return hrefOf([...path, 'pair'], { a: idKey(ids[a]), b: idKey(ids[b]) })
}

export function ClusterDetail({ findings, cluster }: ClusterDetailProps) {
  const { clusters } = findings
  const [from, end] = rangeOf(clusters, cluster)
  const members = Array.from({ length: end - from }, (_, at) => from + at)
  const rows = members.map(member => clusters.members[member])
  return (
    <section class="stack" aria-label="The chosen cluster">
      <h2>
        <ShownId id={findings.ids[rows[0]]} />{' '}
        <span class="muted small">{plural(sizeOf(clusters, cluster), 'document')}</span>
      </h2>
      <Members findings={findings} members={members.slice(0, mostListed)} />
      {members.length > mostListed ? (
        <p class="small muted">
          The first {mostListed} of {sizeOf(clusters, cluster)} members.
        </p>
      ) : null}
      <MatrixPanel
        key={cluster}
        findings={findings}
        rows={rows.slice(0, mostMembers)}
        hasMore={rows.length > mostMembers}
      />
    </section>
  )
}

function Members({
  findings,
  members,
}: {
  readonly findings: Findings
  readonly members: readonly number[]
}) {
  const { clusters, ids, ruleNames } = findings
  const survivor = clusters.members[members[0]]
  const hasRules = clusters.rules.length > 0 && ruleNames.length > 0
  return (
    <Wide label="Members">
      <table>
        <thead>
          <tr>
            <th>Document</th>
            <th>Kind</th>
            <th class="number">Similarity</th>
            {hasRules ? <th title="the keep rule that chose the survivor">Rule</th> : null}
            <th>Text</th>
          </tr>
        </thead>
        <tbody>
          {members.map(member => {
            const row = clusters.members[member]
            const kind = memberKinds[clusters.kinds[member]]
            return (
              <tr key={member}>
                <th scope="row" title={findings.placeOf(row)}>
                  {row === survivor ? (
                    <ShownId id={ids[row]} />
                  ) : (
                    <a href={pairHref(findings, survivor, row)}>
                      <ShownId id={ids[row]} />
                    </a>
                  )}
                </th>
                <td>
                  <Tag kind={kind} />
                </td>
                <td class="number">
                  {row === survivor ? '' : percentOrDash(clusters.similarities[member])}
                </td>
                {hasRules ? <td>{kind === 'kept' ? '' : ruleNames[clusters.rules[member]]}</td> : null}
                <td>
                  <Excerpt findings={findings} row={row} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Wide>
  )
}

const percentOrDash = (value: number) => (Number.isNaN(value) ? '–' : percent(value))

const excerptLength = 140

/** The beginning of a text. */
export function Excerpt({ findings, row }: { readonly findings: Findings; readonly row: number }) {
  const loaded = useLoaded(signal => findings.textOf(row, signal), [findings, row])
  if (loaded.state === 'loading') return <span class="muted">…</span>
  if (loaded.state === 'failed') return <span class="muted">not readable</span>
  if ('absent' in loaded.value)
    return (
      <span class="muted" title={loaded.value.absent}>
        not in this file
      </span>
    )
  const { text } = loaded.value
  const line = text
    .slice(0, 4 * excerptLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return (
    <bdi>
      {line.length > excerptLength ? `${line.slice(0, excerptLength)} …` : line === '' ? '(empty)' : line}
    </bdi>
  )
}

interface MatrixPanelProps {
  readonly findings: Findings
  readonly rows: readonly number[]
  readonly hasMore: boolean
}

function MatrixPanel({ findings, rows, hasMore }: MatrixPanelProps) {
  const loaded = useLoaded<Matrix>(() => matrixOf(findings, rows), [findings])
  return (
    <>
      <h3>Similarity of every two, by {findings.measure}, in percent</h3>
      <Show of={loaded} what="similarities">
        {matrix => <MatrixView findings={findings} rows={rows} hasMore={hasMore} matrix={matrix} />}
      </Show>
    </>
  )
}

interface MatrixViewProps extends MatrixPanelProps {
  readonly matrix: Matrix
}

function MatrixView({ findings, rows, hasMore, matrix: { values, measured, missing } }: MatrixViewProps) {
  const size = rows.length
  return (
    <>
      <Wide label="Matrix of similarities">
        <table class="matrix">
          <thead>
            <tr>
              <td />
              {rows.map((row, place) => (
                <th key={row} scope="col" title={String(findings.ids[row])}>
                  {place + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={row}>
                <th scope="row" title={String(findings.ids[row])}>
                  {place + 1}
                </th>
                {rows.map((other, at) => (
                  <Cell
                    key={other}
                    value={values[place * size + at]}
                    href={place === at ? '' : pairHref(findings, row, other)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <p class="small muted">
        Numbers stand for the members in the order above; 1 is the survivor.
        {hasMore ? ` The first ${mostMembers} members.` : ''}
        {measured > 0 ? ` ${plural(measured, 'pair')} measured here from the texts.` : ''}
        {missing > 0
          ? ` ${plural(missing, 'text')} missing or cut: pairs with them show only if the run measured them.`
          : ''}
      </p>
      <Chains findings={findings} rows={rows} values={values} />
    </>
  )
}

/** Heat by steps of similarity; 4 is equal. */
const heatOf = (value: number) =>
  value === 1 ? 4 : value >= 0.9 ? 3 : value >= 0.8 ? 2 : value >= 0.5 ? 1 : 0

function Cell({ value, href }: { readonly value: number; readonly href: string }) {
  if (href === '') return <td class="muted">·</td>
  const shown = Number.isNaN(value) ? '–' : String(Math.floor(100 * value))
  return (
    <td
      data-heat={heatOf(value)}
      title={Number.isNaN(value) ? 'not measured' : `similarity ${share(value)}`}
    >
      <a href={href}>{shown}</a>
    </td>
  )
}

interface ChainsProps {
  readonly findings: Findings
  readonly rows: readonly number[]
  readonly values: Float64Array
}

/** Under `components` a member may be unlike the survivor: others link them. */
function Chains({ findings, rows, values }: ChainsProps) {
  const size = rows.length
  const apart = rows
    .map((_, place) => place)
    .filter(place => place > 0 && !(values[place] >= findings.threshold))
  const chains = apart.map(place => chainBetween(values, size, 0, place)).filter(chain => chain.length > 2)
  if (chains.length === 0) return null
  return (
    <>
      <h3>Joined by a chain</h3>
      <p class="small muted">These members match the survivor only through others; each step is a match.</p>
      {chains.map(chain => (
        <ol key={chain.join()} class="chain">
          {chain.map((place, step) => (
            <li key={place}>
              {step === 0 ? null : (
                <a href={pairHref(findings, rows[chain[step - 1]], rows[place])}>
                  {' '}
                  — {percent(values[chain[step - 1] * size + place])} →{' '}
                </a>
              )}
              <span class={step === 0 ? 'tag kept' : 'tag'}>
                <bdi>{String(findings.ids[rows[place]])}</bdi>
              </span>
            </li>
          ))}
        </ol>
      ))}
    </>
  )
}
