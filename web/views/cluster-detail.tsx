/** One cluster: its members with the survivor marked, the matrix of their similarities, and the chain that joined them. */

import { hrefOf } from '../app/route.ts'
import type { Cluster, Findings, FoundDocument, Member } from '../data/findings.ts'
import { percent, plural, share, Tag } from '../parts/figures.tsx'
import { Show, useLoaded } from '../parts/loaded.tsx'
import { ShownId } from '../parts/shown-id.tsx'
import { number, Table } from '../parts/table.tsx'
import { Wide } from '../parts/wide.tsx'
import { chainBetween, type Matrix, matrixOf } from '../replay/matrix.ts'

interface ClusterDetailProps {
  readonly findings: Findings
  readonly cluster: Cluster
}

/** More members make a matrix that nobody reads. */
const mostMembers = 24
const mostListed = 200

export function pairHref({ path }: Findings, a: FoundDocument, b: FoundDocument): string {
  return hrefOf([...path, 'pair'], { a: a.key, b: b.key })
}

export function ClusterDetail({ findings, cluster }: ClusterDetailProps) {
  const { documents, members } = cluster
  return (
    <section class="stack" aria-label="The chosen cluster">
      <h2>
        <ShownId id={members[0].id} /> <span class="muted small">{plural(documents, 'document')}</span>
      </h2>
      <Members findings={findings} members={members.slice(0, mostListed)} />
      {members.length > mostListed ? (
        <p class="small muted">
          The first {mostListed} of {documents} members.
        </p>
      ) : null}
      <MatrixPanel
        key={members[0].key}
        findings={findings}
        members={members.slice(0, mostMembers)}
        hasMore={members.length > mostMembers}
      />
    </section>
  )
}

function Members({
  findings,
  members,
}: {
  readonly findings: Findings
  readonly members: readonly Member[]
}) {
  const [survivor] = members
  const hasRules = findings.ruleNames.length > 0
  return (
    <Table
      label="Members"
      heads={[
        'Document',
        'Kind',
        number('Similarity'),
        ...(hasRules ? [{ name: 'Rule', title: 'the keep rule that chose the survivor' }] : []),
        'Text',
      ]}
    >
      {members.map(member => (
        <tr key={member.key}>
          <th scope="row" title={findings.placeOf(member)}>
            {member === survivor ? (
              <ShownId id={member.id} />
            ) : (
              <a href={pairHref(findings, survivor, member)}>
                <ShownId id={member.id} />
              </a>
            )}
          </th>
          <td>
            <Tag kind={member.kind} />
          </td>
          <td class="number">{member === survivor ? '' : percentOrDash(member.similarity)}</td>
          {hasRules ? <td>{member.rule}</td> : null}
          <td class="beginning">
            <Excerpt findings={findings} document={member} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const percentOrDash = (value: number) => (Number.isNaN(value) ? '–' : percent(value))

const excerptLength = 140

interface ExcerptProps {
  readonly findings: Findings
  readonly document: FoundDocument
}

/** The beginning of a text. */
export function Excerpt({ findings, document }: ExcerptProps) {
  const loaded = useLoaded(signal => findings.textOf(document, signal), [findings, document.key])
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
  readonly members: readonly Member[]
  readonly hasMore: boolean
}

function MatrixPanel({ findings, members, hasMore }: MatrixPanelProps) {
  const loaded = useLoaded<Matrix>(signal => matrixOf(findings, members, signal), [findings])
  return (
    <>
      <h3>Similarity of every two, by {findings.measure}, in percent</h3>
      <Show of={loaded} what="similarities">
        {matrix => <MatrixView findings={findings} members={members} hasMore={hasMore} matrix={matrix} />}
      </Show>
    </>
  )
}

interface MatrixViewProps extends MatrixPanelProps {
  readonly matrix: Matrix
}

function MatrixView({ findings, members, hasMore, matrix }: MatrixViewProps) {
  const { values, measured, missing } = matrix
  const size = members.length
  return (
    <>
      <Wide label="Matrix of similarities">
        <table class="matrix">
          <thead>
            <tr>
              <td />
              {members.map(({ id, key }, place) => (
                <th key={key} scope="col" title={String(id)}>
                  {place + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {members.map((member, place) => (
              <tr key={member.key}>
                <th scope="row" title={String(member.id)}>
                  {place + 1}
                </th>
                {members.map((other, at) => (
                  <Cell
                    key={other.key}
                    value={values[place * size + at]}
                    href={place === at ? '' : pairHref(findings, member, other)}
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
      <Chains findings={findings} members={members} values={values} />
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
  readonly members: readonly Member[]
  readonly values: Float64Array
}

/** Under `components` a member may be unlike the survivor: others link them. */
function Chains({ findings, members, values }: ChainsProps) {
  const size = members.length
  const apart = [...members.keys()].filter(place => place > 0 && !(values[place] >= findings.threshold))
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
                <a href={pairHref(findings, members[chain[step - 1]], members[place])}>
                  {' '}
                  — {percent(values[chain[step - 1] * size + place])} →{' '}
                </a>
              )}
              <span class={step === 0 ? 'tag kept' : 'tag'}>
                <bdi>{String(members[place].id)}</bdi>
              </span>
            </li>
          ))}
        </ol>
      ))}
    </>
  )
}
