/** Examples of another threshold: the pairs at its border, and the documents whose fate it changes. */
import { useMemo } from 'preact/hooks'
import type { Findings, FoundDocument, FoundReplay } from '../data/findings.ts'
import { plural, share } from '../parts/figures.tsx'
import { number, Table } from '../parts/table.tsx'
import { type Changes, pairsBySimilarity, placeOfThreshold } from '../replay/compare.ts'
import type { Clustering } from '../replay/recluster.ts'
import { Excerpt, pairHref } from './cluster-detail.tsx'

interface ShownProps {
  readonly findings: Findings
  readonly replay: FoundReplay
}

interface BorderProps extends ShownProps {
  readonly threshold: number
}

const examples = 5

/** The pairs just above the threshold and just below. */
export function Border({ findings, replay, threshold }: BorderProps) {
  const order = useMemo(() => pairsBySimilarity(replay.similarities), [replay])
  const place = placeOfThreshold(order, replay.similarities, threshold)
  const shown = [
    ...Array.from(order.subarray(Math.max(0, place - examples), place)),
    ...Array.from(order.subarray(place, place + examples)),
  ]
  return (
    <section class="stack" aria-label="At the border">
      <h2>At the border</h2>
      <Table
        label="Pairs at the border"
        heads={['Pair', number('Similarity'), `At ${threshold}`, 'First text', 'Second text']}
      >
        {shown.map(pair => {
          const [left, right] = [replay.left[pair], replay.right[pair]]
          const documents = [replay.documentOf(left), replay.documentOf(right)] as const
          const isMatch = replay.similarities[pair] >= threshold
          return (
            <tr key={pair}>
              <th scope="row" dir="auto">
                <PairName findings={findings} documents={documents}>
                  {`${replay.id[left]} and ${replay.id[right]}`}
                </PairName>
              </th>
              <td class="number">{share(replay.similarities[pair])}</td>
              <td>
                <span class={isMatch ? 'tag near' : 'tag'}>{isMatch ? 'match' : 'no match'}</span>
              </td>
              {documents.map((document, side) => (
                <td key={side} class="beginning">
                  {document === undefined ? '' : <Excerpt findings={findings} document={document} />}
                </td>
              ))}
            </tr>
          )
        })}
      </Table>
    </section>
  )
}

interface PairNameProps {
  readonly findings: Findings
  /** Undefined for a document whose text is not here. */
  readonly documents: readonly [FoundDocument | undefined, FoundDocument | undefined]
  readonly children: string
}

/** A link to the pair, if both of its texts are here. */
function PairName({ findings, documents: [a, b], children }: PairNameProps) {
  if (a === undefined || b === undefined) return children
  return <a href={pairHref(findings, a, b)}>{children}</a>
}

interface ExamplesProps extends ShownProps {
  readonly before: Clustering
  readonly after: Clustering
  readonly changes: Changes
}

/** Documents that are removed, or kept, only at the new threshold. */
export function Examples({ findings, replay, before, after, changes }: ExamplesProps) {
  const lists = [
    ['Removed now', changes.newlyRemoved, after],
    ['Kept now', changes.newlyKept, before],
  ] as const
  if (lists.every(([, rows]) => rows.length === 0))
    return <p class="muted">At this threshold the same documents are removed as before.</p>
  return (
    <div class="columns">
      {lists.map(([title, rows, clustering]) => (
        <section key={title} class="panel" aria-label={title}>
          <h2>
            {title}: {plural(rows.length, 'document')}
          </h2>
          <ul class="stack">
            {rows.slice(0, 2 * examples).map(row => {
              const survivor = clustering.survivor[row]
              return (
                <li key={row} class="small" dir="auto">
                  <PairName
                    findings={findings}
                    documents={[replay.documentOf(survivor), replay.documentOf(row)]}
                  >
                    {`${replay.id[row]}, twin ${replay.id[survivor]}, ${share(clustering.similarity[row])}`}
                  </PairName>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
